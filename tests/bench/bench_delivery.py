"""P4: what it costs to tell the standings to a crowd, a watcher, beside a bare ASGI echo of that moment."""

import asyncio
import time
from dataclasses import dataclass

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

    def __init__(self, stage: Stage, door: Door) -> None:
        super().__init__(stage.load, "/", door)
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


def measure(*, rounds: int, databases: set[str]) -> list[Row]:
    """Return the rows of P4; no database is asked."""
    with grounds(CROWDS[1]) as found:
        return asyncio.run(_measure(found["sqlite"], rounds))


async def _measure(ground: Ground, rounds: int) -> list[Row]:
    stages: dict[int, Stage] = {0: await echoers(ground.serve(Baselines), "/bare", ground, range(CROWDS[1]))}
    for many in CROWDS:
        site = ground.serve(Deliveries)
        assert site.process is not None
        stages[many] = stage = Stage(site.process.pid)
        door = Door(site.port)
        await stage.connect(lambda _, stage=stage, door=door: Watcher(stage, door), range(many), site.port)  # type: ignore[misc]
    cost: dict[int, list[float]] = {many: [] for many in stages}
    notes: dict[int, str] = {}
    for _ in range(rounds):
        for many, stage in stages.items():
            window = await stage.saturate(SECONDS)
            cost[many].append(window.microseconds)
            notes[many] = f"{window.per_second:.0f}/s, client busy {window.client_busy:.0%}"
    few, middle, most = CROWDS
    return [
        row("P4", f"a standings delivery to {middle} watchers / bare ASGI echo", cost[middle], cost[0],
            target=0.45, unit="us", note=notes[middle]),
        row("P4", f"the same at {most} watchers / at {few}", cost[most], cost[few], target=1.25, unit="us",
            note=f"{notes[most]} / {notes[few]}"),
    ]  # fmt: skip
