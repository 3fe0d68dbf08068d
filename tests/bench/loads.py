"""A stage of clients on one server: saturated, or at a given rate, for a window at a time.

Between windows nothing is sent, so that stages take turns on one core.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import quantiles

from tests.bench.clients import Client, Load, Player
from tests.bench.servers import Ground, cpu_seconds
from tests.bench.wire import Door
from tests.servers import Site

WARM_UP = 0.4  # seconds of load before a window is measured
TICK = 0.0005  # the pacer looks at the clock twice a millisecond; epoll makes it about once


@dataclass(frozen=True)
class Window:
    """What was measured in a window of load."""

    microseconds: float  # CPU of the server's process tree a message
    extra_microseconds: float  # CPU of the database server a message
    per_second: float
    client_busy: float  # share of its core the client used
    p50: float  # seconds
    p99: float


@dataclass
class Stage:
    """Clients of one kind on one server."""

    pid: int
    extra_pid: int | None = None
    load: Load = field(default_factory=Load)
    clients: list[Client] = field(default_factory=list)

    async def saturate(self, seconds: float) -> Window:
        """Let every client send as soon as it was answered."""
        self.load.is_open = True
        for client in self.clients:
            client.go()
        window = await self._measure(seconds)
        self.load.is_open = False
        await self._settle()
        return window

    async def pace(self, rate: float, seconds: float) -> Window:
        """Let the clients send in turn, `rate` messages a second together."""
        pacer = asyncio.create_task(self._pace(rate))
        window = await self._measure(seconds)
        pacer.cancel()
        await self._settle()
        return window

    async def _pace(self, rate: float) -> None:
        start, done = time.perf_counter(), 0
        while True:
            due = int((time.perf_counter() - start) * rate)
            for number in range(done, due):
                self.clients[number % len(self.clients)].go()
            done = due
            await asyncio.sleep(TICK)

    async def _measure(self, seconds: float) -> Window:
        load = self.load
        await asyncio.sleep(WARM_UP)
        load.waits.clear()
        answered, began, busy = load.answered, time.perf_counter(), time.process_time()
        cpu, extra = cpu_seconds(self.pid), cpu_seconds(self.extra_pid) if self.extra_pid else 0.0
        await asyncio.sleep(seconds)
        cpu = cpu_seconds(self.pid) - cpu
        extra = cpu_seconds(self.extra_pid) - extra if self.extra_pid else 0.0
        took, busy = time.perf_counter() - began, time.process_time() - busy
        answered = load.answered - answered
        centiles = quantiles(load.waits, n=100)
        return Window(
            microseconds=cpu / answered * 1e6,
            extra_microseconds=extra / answered * 1e6,
            per_second=answered / took,
            client_busy=busy / took,
            p50=centiles[49],
            p99=centiles[98],
        )

    async def _settle(self) -> None:
        while any(client.is_waiting for client in self.clients):
            await asyncio.sleep(0.01)
        if self.load.failures:
            raise RuntimeError(f"{len(self.load.failures)} failures, the first: {self.load.failures[0]}")

    async def connect(self, make: Callable[[int], Client], numbers: Sequence[int], port: int) -> None:
        """Connect more clients, twenty at a time."""
        gate = asyncio.Semaphore(20)

        async def connect(number: int) -> None:
            async with gate:
                client = make(number)
                await Door(port).open(client)
                self.clients.append(client)

        await asyncio.gather(*(connect(number) for number in numbers))

    async def hang_up(self) -> None:
        """Close all sockets and wait until the server has had time to notice."""
        for client in self.clients:
            client.hang_up()
        self.clients.clear()
        await asyncio.sleep(2.5)  # daphne reaps once a second


async def echoers(site: Site, path: str, ground: Ground, numbers: Sequence[int]) -> Stage:
    """Give a stage of sockets at one of the baselines; `{}` in the path becomes the attempt."""
    assert site.process is not None
    stage = Stage(site.process.pid)
    await stage.connect(
        lambda number: Client(stage.load, path.format(ground.seats[number]["attempt"]), Door(site.port)),
        numbers,
        site.port,
    )
    return stage


async def players(
    site: Site, ground: Ground, numbers: Sequence[int], *, extra_pid: int | None = None
) -> Stage:
    """Give a stage of players who sit at their tables and have seen the position."""
    assert site.process is not None
    stage = Stage(site.process.pid, extra_pid)
    seated = 0
    everybody = asyncio.Event()

    def when_seated() -> None:
        nonlocal seated
        seated += 1
        if seated == len(numbers):
            everybody.set()

    await stage.connect(
        lambda number: Player(stage.load, Door(site.port), ground.seats[number], when_seated),
        numbers,
        site.port,
    )
    for client in stage.clients:
        assert isinstance(client, Player)
        client.sit_down()
    try:
        await asyncio.wait_for(everybody.wait(), 60)
    except TimeoutError:
        raise RuntimeError(
            f"{seated} of {len(numbers)} seated; failures: {stage.load.failures}\n{site.log.read_text()}"
        ) from None
    return stage
