"""Real servers for tests: our own `play`, Redis, PostgreSQL, each on a free port of this machine."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import pytest

ROOT = Path(__file__).parent.parent
REDIS = shutil.which("redis-server") or shutil.which("valkey-server")
POSTGRESQL = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


# Many connections for tests of crowds; the disk is not waited for, since no test cuts PostgreSQL's power.
PG_OF_TESTS = ("-c", "max_connections=400", "-c", "fsync=off", "-c", "full_page_writes=off")
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

    def arguments(self) -> tuple[str, ...]:
        """Give what Python is started with."""
        return "manage.py", *self.command

    def start(self) -> Self:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.arguments()],
                cwd=ROOT, env=self.environ(), stdout=log, stderr=log,
            )  # fmt: skip
        try:
            self.wait_until_up()
        except BaseException:
            self.kill()
            raise
        return self

    def wait_until_up(self) -> None:
        def is_up() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            with suppress(OSError), urllib.request.urlopen(self.base + "/healthz", timeout=2):
                return True
            return False

        wait_until(is_up, self.log.read_text, seconds=60)

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
        return self.process.wait(timeout=30)


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


@dataclass
class Redis:
    """A Redis of our own that keeps nothing."""

    process: subprocess.Popen[bytes] | None = None
    port: int = field(default_factory=free_port)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> "Redis":
        assert REDIS
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"]
        self.process = subprocess.Popen([REDIS, *arguments], stdout=subprocess.DEVNULL)
        return self

    def stop(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=10)

    def freeze(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A real Redis of our own."""
    if not REDIS:
        skip_or_fail("redis-server is not installed (Debian: apt-get install redis-server)")
    redis = Redis().start()
    wait_for_port(redis.port)
    yield redis.url
    redis.stop()


@dataclass
class Postgres:
    """A PostgreSQL cluster of our own; as root it runs as the user postgres, since it refuses root."""

    folder: Path
    options: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    port: int = field(default_factory=free_port)
    user: str | None = "postgres" if os.geteuid() == 0 else None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> "Postgres":
        home = self.folder / "pg"
        home.mkdir()
        if self.user:
            self.folder.chmod(0o711)
            os.chown(home, pwd.getpwnam(self.user).pw_uid, pwd.getpwnam(self.user).pw_gid)
        words = ["-D", str(home / "data"), "-A", "trust", "-U", "postgres", "-E", "UTF8"]
        subprocess.run([POSTGRESQL[-1] / "initdb", *words], check=True, **self._quiet())
        self.run()
        return self

    def run(self) -> None:
        """Start the server on the cluster that is there."""
        home, port = str(self.folder / "pg"), str(self.port)
        words = ["-D", home + "/data", "-p", port, "-k", home, "-c", "listen_addresses=127.0.0.1"]
        server = [POSTGRESQL[-1] / "postgres", *words, *self.options]
        self.process = subprocess.Popen(server, **self._quiet())
        ready = [POSTGRESQL[-1] / "pg_isready", "-h", "127.0.0.1", "-p", port]
        while subprocess.run(ready, check=False, **self._quiet()).returncode:
            time.sleep(0.1)

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=30)

    def _quiet(self) -> dict[str, Any]:
        silent = subprocess.DEVNULL
        return {"stdout": silent, "stderr": silent, "cwd": "/", "user": self.user}


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A real PostgreSQL cluster of our own."""
    if not POSTGRESQL:
        skip_or_fail("PostgreSQL's server is not installed (Debian: apt-get install postgresql)")
    with tempfile.TemporaryDirectory(prefix="constitutional-pg-", dir="/tmp") as folder:
        postgres = Postgres(Path(folder), PG_OF_TESTS).start()
        yield postgres.url
        postgres.stop()


def wait_until(holds: Callable[[], bool], story: Callable[[], str], *, seconds: float = 30) -> None:
    """Wait until something holds. Raises AssertionError with the story of why it may not."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, story()
        time.sleep(0.05)


def wait_for_port(port: int) -> None:
    """Wait until something listens."""

    def listens() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        return False

    wait_until(listens, lambda: f"nothing listens on port {port}")
