"""A whole house for the load driver: PostgreSQL, Redis, sites on them, and nginx in front.

The law: everything started here is stopped here; nginx reads the very site file of deploy/, in which
nothing but ports and paths is filled in, each exactly once.
"""

import asyncio
import contextlib
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.servers import Ground, Postgres, Redis
from tests.bench.wire import Door
from tests.servers import ROOT, Site, free_port, wait_for_port

NAME = "constitution.example"  # the site's, in deploy/


class House:
    """A PostgreSQL, a Redis and a ground on them; everything started here is stopped here."""

    def __init__(self, folder: Path) -> None:
        self.postgres, self.redis = Postgres(folder), Redis()
        self.folder = folder

    def ground(self, players: int, kind: str, **env: str) -> Ground:
        """Give the database with more players."""
        assert self.postgres.process is not None
        ground = Ground(
            self.folder / f"site-{time.monotonic_ns()}",
            self.postgres.url,
            self.postgres.process.pid,
            {"REDIS_URL": self.redis.url} | env,
        )
        return ground.prepare(players, kind)


@contextlib.contextmanager
def house() -> Iterator[House]:
    """Open one on a real disk."""
    folder = Path(tempfile.mkdtemp(prefix="constitutional-load-", dir="/var/tmp"))
    found = House(folder)
    try:
        found.postgres.start()
        found.redis.start()
        yield found
    finally:
        if found.redis.process:
            found.redis.stop()
        if found.postgres.process:
            found.postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.asynccontextmanager
async def served(ground: Ground, *processes: int) -> AsyncIterator[list[Site]]:
    """Run a site for each number, of so many processes."""
    try:
        yield [ground.serve(Site, number) for number in processes]
    except BaseException:
        for site in ground.running:
            print(site.log.read_text()[-3000:], file=sys.stderr)
        raise
    finally:
        await asyncio.to_thread(ground.stop)


@dataclass
class Nginx:
    """Debian's nginx with the site file of deploy/, in front of a port."""

    folder: Path
    upstream: int
    http: int = field(default_factory=free_port)
    https: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def binary() -> str | None:
        """Give nginx, where it is installed."""
        return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")

    @property
    def door(self) -> Door:
        """Give where clients knock."""
        return Door(self.https, NAME, ssl.create_default_context(cafile=str(self.folder / "site.crt")))

    def configure(self) -> list[str]:
        """Write certificate and configuration; gives the command that runs nginx with them."""
        self.folder.mkdir(parents=True, exist_ok=True)
        keys = ["-keyout", self.folder / "site.key", "-out", self.folder / "site.crt"]
        names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        openssl = ["openssl", "req", "-x509", "-nodes", *curve, *names, "-days", "2", *keys]
        subprocess.run(openssl, check=True, capture_output=True)
        site = (ROOT / "deploy" / "nginx.conf").read_text()
        for example, here in {
            "server 127.0.0.1:8000;": f"server 127.0.0.1:{self.upstream};",
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen [::]:80;": "",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.https} ssl http2;",
            "listen [::]:443 ssl http2;": "",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{self.folder}/site.crt",
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{self.folder}/site.key",
        }.items():
            if site.count(example) != 1:
                raise ValueError(f"deploy/nginx.conf should say {example!r} once")
            site = site.replace(example, here)
        temporary = " ".join(
            f"{kind}_temp_path {self.folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log; worker_processes 1;"
            f" events {{}}\nhttp {{ access_log off; {temporary}\n{site}\n}}\n"
        )
        binary = self.binary()
        if binary is None:
            raise FileNotFoundError("nginx is not installed (Debian: apt-get install nginx-light)")
        return [binary, "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "error.log")]

    def start(self) -> "Nginx":
        """Serve."""
        self.process = subprocess.Popen(self.configure())
        wait_for_port(self.https)
        return self

    def stop(self) -> None:
        """Stop at once."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=10)
