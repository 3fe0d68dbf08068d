"""P5: what a connection costs, in CPU while it opens and in memory while it idles.

Each sample takes fresh servers, so that what earlier sockets left behind is nobody's; the first sockets of a
server (threads, database connections, caches) are not counted.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Sequence

from tests.bench.clients import Player
from tests.bench.loads import Stage, echoers, players
from tests.bench.report import Row, row
from tests.bench.servers import Baselines, Ground, cpu_seconds, grounds, memory
from tests.bench.wire import Door
from tests.servers import Site

FIRST = 100
SOCKETS = 1000
Fill = Callable[[Site, Ground, Sequence[int]], Awaitable[Stage]]


def measure(*, rounds: int, databases: set[str]) -> list[Row]:
    """Return the rows of P5."""
    with grounds(FIRST + SOCKETS) as found:
        gc.disable()
        try:
            rows = []
            for name in sorted(databases & set(found), reverse=True):
                rows += asyncio.run(_measure(name, found[name], rounds))
            return rows
        finally:
            gc.enable()


async def _measure(name: str, ground: Ground, rounds: int) -> list[Row]:
    bare: list[tuple[float, float]] = []
    synced: list[tuple[float, float]] = []
    seated: list[tuple[float, float]] = []
    for _ in range(rounds):
        bare.append(await _sample(ground, Baselines, _bare))
        seated.append(await _sample(ground, Site, _seated))
        synced.append(await _sample(ground, Site, players))
    note = "the live table is read and built"
    return [
        row("P5", f"idle socket with a live table, {name} / bare ASGI socket", [m for m, _ in synced],
            [m for m, _ in bare], target=1.6, unit="kB"),
        row("P5", f"authenticated connect, {name} / bare connect", [c for _, c in seated],
            [c for _, c in bare], target=2.0, unit="us", note=note),
        row("P5", f"the same with sync and position, {name} / bare connect", [c for _, c in synced],
            [c for _, c in bare], target=None, unit="us"),
    ]  # fmt: skip


async def _sample(ground: Ground, kind: type[Site], fill: Fill) -> tuple[float, float]:
    """Give private memory in kB and CPU in microseconds a socket."""
    site = ground.serve(kind)
    assert site.process is not None
    pid = site.process.pid
    first = await fill(site, ground, range(FIRST))
    await asyncio.sleep(1)
    before, began = memory(pid), cpu_seconds(pid)
    rest = await fill(site, ground, range(FIRST, FIRST + SOCKETS))
    await asyncio.sleep(0.5)
    cpu = cpu_seconds(pid) - began
    await asyncio.sleep(1.5)
    grown = memory(pid) - before
    await rest.hang_up()
    await first.hang_up()
    ground.stop()
    return grown / SOCKETS / 1024, cpu / SOCKETS * 1e6


async def _bare(site: Site, ground: Ground, numbers: Sequence[int]) -> Stage:
    return await echoers(site, "/bare", ground, numbers)


async def _seated(site: Site, ground: Ground, numbers: Sequence[int]) -> Stage:
    """Connect as players do, session cookie and all, and send nothing."""
    assert site.process is not None
    stage = Stage(site.process.pid)
    door = Door(site.port)
    await stage.connect(
        lambda number: Player(stage.load, door, ground.seats[number], lambda: None), numbers, site.port
    )
    return stage
