"""Servers for the bench: pinned to a core, with their CPU and memory read from /proc.

The law: figures are of the web process and its children; a database server's CPU is its own and told
beside them. Everything started here is stopped here.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests import servers
from tests.servers import POSTGRESQL, ROOT, Site

_TICKS = os.sysconf("SC_CLK_TCK")
_CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, CLIENT_CORE = _CORES[0], _CORES[-1]
SECRET = "only-for-the-bench-" + "0123456789" * 4


def tree(pid: int) -> list[int]:
    """Give a process and all below it."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    return found


def cpu_seconds(pid: int) -> float:
    """Give user + system of a process tree, in seconds; its resolution is 10 ms."""
    total = 0
    for process in tree(pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / _TICKS


def memory(pid: int) -> int:
    """Give the private memory of a process in bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024


@contextlib.contextmanager
def pinned(core: int) -> Iterator[None]:
    """Let what starts inside run on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Postgres(servers.Postgres):
    """A PostgreSQL of our own with synchronous commits, on the client's core."""

    def run(self) -> None:
        """Start the server on the cluster that is there."""
        with pinned(CLIENT_CORE):
            super().run()


class Redis(servers.Redis):
    """A Redis of our own, on the client's core."""

    def start(self) -> "Redis":
        with pinned(CLIENT_CORE):
            super().start()
        return self


@dataclass
class Baselines(Site):
    """The applications of baselines.py, beside the site on its core and on its database."""

    module: str = "tests.bench.baselines"

    def arguments(self) -> tuple[str, ...]:
        return "-m", self.module, str(self.port)


@dataclass
class Ground:
    """One database with its players, and servers on it."""

    folder: Path
    database_url: str
    server_pid: int | None = None  # the database server's, if there is one
    env: dict[str, str] = field(default_factory=dict)
    seats: list[dict[str, str]] = field(default_factory=list)
    running: list[Site] = field(default_factory=list)

    def prepare(self, players: int, kind: str = "practice") -> "Ground":
        """Make the database and its players, each with a session and an attempt: practice, or the day's."""
        self.folder.mkdir(exist_ok=True)
        out = subprocess.run(
            [sys.executable, "-m", "tests.bench.players", str(players), kind],
            cwd=ROOT,
            env=self._site(Site).environ(),
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
        self.seats = json.loads(out)
        return self

    def serve(self, kind: type[Site], processes: int = 1, core: int = SERVER_CORE) -> Site:
        """Start the site (Site) or the baselines (Baselines) on the server's core."""
        with pinned(core):
            site = self._site(kind, processes).start()
        self.running.append(site)
        return site

    def stop(self) -> None:
        while self.running:
            self.running.pop().stop()

    def _site(self, kind: type[Site], processes: int = 1) -> Site:
        env = {"DATABASE_URL": self.database_url, "SECRET_KEY": SECRET} | self.env
        (self.folder / "data" / "static").mkdir(parents=True, exist_ok=True)
        return kind(self.folder, env=env, command=("serve", "--processes", str(processes)))


@contextlib.contextmanager
def grounds(players: int) -> Iterator[dict[str, Ground]]:
    """Give a ground on SQLite and, where it is installed, one on PostgreSQL; removed afterwards.

    They lie on a real disk, since a commit that costs no fsync is none.
    """
    folder = Path(tempfile.mkdtemp(prefix="constitutional-bench-", dir="/var/tmp"))
    found: dict[str, Ground] = {}
    server = Postgres(folder) if POSTGRESQL else None
    try:
        found["sqlite"] = Ground(folder / "sqlite", f"sqlite:///{folder / 'sqlite' / 'bench.sqlite3'}")
        if server:
            server.start()
            assert server.process is not None
            found["postgresql"] = Ground(folder / "postgresql", server.url, server.process.pid)
        for ground in found.values():
            ground.prepare(players)
        yield found
    finally:
        for ground in found.values():
            ground.stop()
        if server and server.process:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)
