"""Real servers for tests: our own `play`, Redis, PostgreSQL, each on a free port of this machine."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


# Many connections for tests of crowds; the disk is not waited for, since no test cuts PostgreSQL's power.
PG_OF_TESTS = ["-c", "max_connections=400", "-c", "fsync=off", "-c", "full_page_writes=off"]
# The test run's own settings (tests/settings.py) are not the servers'.
OURS = set(
    "DJANGO_SETTINGS_MODULE CONSTITUTION_NESTED_TESTS DATABASE_URL REDIS_URL DEBUG SECRET_KEY FIRST_DAY "
    "ALLOWED_HOSTS HTTPS PORT DATA_DIR CSRF_TRUSTED_ORIGINS".split()
)


def skip_or_fail(reason: str) -> None:
    """Skip where a service is missing; fail where it was promised (REQUIRE_SERVICES=1, as in .ci/run)."""
    if os.environ.get("REQUIRE_SERVICES") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def free_port() -> int:
    """Give a port where nobody listens, below those that the system gives to whoever calls out meanwhile."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)  # the tests' own `random` is the same in every worker
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


@dataclass
class Site:
    """Our own server as a process, with its data in a folder of its own."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    command: tuple[str, ...] = ("play", "--no-clerk")
    process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    def environ(self) -> dict[str, str]:
        ours = {"DATA_DIR": str(self.folder / "data"), "PORT": str(self.port), "LIMITS": "0"}
        return {name: value for name, value in os.environ.items() if name not in OURS} | ours | self.env

    def manage(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the site beside the server."""
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT, env=self.environ(), capture_output=True, text=True, timeout=300,
        )  # fmt: skip

    def run_python(self, text: str) -> str:
        """Run Python inside the site, beside the server; gives what it prints."""
        done = self.manage("shell", "--no-imports", "-c", text)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> "Site":
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *self.command],
                cwd=ROOT, env=self.environ(), stdout=log, stderr=log,
            )  # fmt: skip
        try:
            self._wait_until_up()
        except BaseException:
            self.kill()
            raise
        return self

    def _wait_until_up(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert self.process is not None
            if self.process.poll() is not None:
                raise AssertionError(self.log.read_text())
            try:
                with urllib.request.urlopen(self.base + "/healthz", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server did not come up:\n" + self.log.read_text())

    def kill(self) -> None:
        """Stop it as a power cut would (SIGKILL)."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Stop it as an operator would (SIGTERM); gives the exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=15)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One running server for all end-to-end tests that do not kill it."""
    site = Site(tmp_path_factory.mktemp("site")).start()
    yield site
    assert site.stop() == 0, site.log.read_text()


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a site that has served once: beginning costs as much as serving."""
    site = Site(tmp_path_factory.mktemp("begun")).start()
    assert site.stop() == 0, site.log.read_text()
    return site.folder / "data"


@pytest.fixture
def own_site(tmp_path: Path, begun: Path) -> Iterator[Site]:
    """A server of this test's own, to be killed at will."""
    shutil.copytree(begun, tmp_path / "data")
    site = Site(tmp_path).start()
    yield site
    if site.process and site.process.poll() is None:
        site.stop()


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis of our own."""
    binary = shutil.which("redis-server") or shutil.which("valkey-server")
    if not binary:
        skip_or_fail("redis-server is not installed (Debian: apt-get install redis-server)")
    assert binary
    port = free_port()
    folder = tmp_path_factory.mktemp("redis")
    arguments = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen([binary, *arguments], stdout=subprocess.DEVNULL)
    wait_for_port(port)
    yield f"redis://127.0.0.1:{port}/0"
    process.terminate()
    process.wait(timeout=10)


@pytest.fixture(scope="session")
def postgresql_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real PostgreSQL cluster of our own; as root it runs as the user postgres, since it refuses root."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    binary = shutil.which("initdb") or (str(found[-1]) if found else None)
    if not binary:
        skip_or_fail("PostgreSQL's server is not installed (Debian: apt-get install postgresql)")
    assert binary
    user = "postgres" if os.geteuid() == 0 else None
    made = subprocess.check_output(["mktemp", "-d", "/tmp/constitutional-pg-XXXXXX"], text=True)
    folder = Path(made.strip())
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/", "user": user}
    data, port = folder / "data", free_port()
    subprocess.run([binary, "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8"], check=True, **quiet)  # type: ignore[call-overload]
    server = str(Path(binary).parent / "postgres")
    options = ["-D", str(data), "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    process = subprocess.Popen([server, *options, *PG_OF_TESTS], **quiet)  # type: ignore[call-overload]
    wait_for_port(port)
    yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    process.send_signal(signal.SIGINT)
    process.wait(timeout=20)
    shutil.rmtree(folder, ignore_errors=True)


def wait_for_port(port: int) -> None:
    """Wait until something listens."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nothing listens on port {port}")
