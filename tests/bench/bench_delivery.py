"""P4: what it costs to tell the standings to a crowd, a watcher, beside a bare ASGI echo of that moment."""

import asyncio
import time
from dataclasses import dataclass
from functools import partial

from tests.bench.clients import Client
from tests.bench.loads import Stage, echoers
from tests.bench.report import Row, row
from tests.bench.servers import Baselines, Ground, grounds
from tests.bench.wire import Door

CROWDS = (100, 500, 2000)
SECONDS = 2.5


@dataclass
class Deliveries(Baselines):
    """The server of deliveries.py."""

    module: str = "tests.bench.deliveries"


class Watcher(Client):
    """One of a crowd; the first asks for the next telling as soon as all have heard the last one."""

    def __init__(self, stage: Stage, door: Door, path: str) -> None:
        super().__init__(stage.load, path, door)
        self._stage = stage

    def go(self) -> None:
        if self is self._stage.clients[0]:
            super().go()

    def on_text(self, text: bytes) -> None:
        first, load = self._stage.clients[0], self.load
        assert isinstance(first, Watcher)
        load.answered += 1
        load.waits.append(time.perf_counter() - first._since)
        if load.answered % len(self._stage.clients) == 0:
            first.is_waiting = False
            if load.is_open:
                first.go()


def _watcher(stage: Stage, door: Door, path: str, _number: int) -> Watcher:
    return Watcher(stage, door, path)


def measure(*, rounds: int, databases: set[str]) -> list[Row]:
    """Return the rows of P4; no database is asked."""
    with grounds(CROWDS[1]) as found:
        return asyncio.run(_measure(found["sqlite"], rounds))


async def _measure(ground: Ground, rounds: int) -> list[Row]:
    echo = (0, "/bare")
    stages = {echo: await echoers(ground.serve(Baselines), "/bare", ground, range(CROWDS[1]))}
    few, middle, most = ((many, "/") for many in CROWDS)
    fewest, mostest = (CROWDS[0], "/floor"), (CROWDS[-1], "/floor")
    for crowd in (few, middle, most, fewest, mostest):
        site = ground.serve(Deliveries)
        assert site.process is not None
        stages[crowd] = stage = Stage(site.process.pid)
        make = partial(_watcher, stage, Door(site.port), crowd[1])
        await stage.connect(make, range(crowd[0]), site.port)
    cost: dict[tuple[int, str], list[float]] = {crowd: [] for crowd in stages}
    notes: dict[tuple[int, str], str] = {}
    for _ in range(rounds):
        for crowd, stage in stages.items():
            window = await stage.saturate(SECONDS)
            cost[crowd].append(window.microseconds)
            notes[crowd] = f"{window.per_second:.0f}/s, client busy {window.client_busy:.0%}"
    return [
        row("P4", f"a standings delivery to {middle[0]} watchers / bare ASGI echo", cost[middle], cost[echo],
            target=0.45, unit="us", note=notes[middle]),
        row("P4", f"the same at {most[0]} watchers / at {few[0]}", cost[most], cost[few],
            target=1.25, unit="us", note=f"{notes[most]} / {notes[few]}"),
        row("P4", f"the system call alone at {most[0]} / at {few[0]}", cost[mostest], cost[fewest],
            target=None, unit="us", note=f"{notes[mostest]} / {notes[fewest]}"),
    ]  # fmt: skip
