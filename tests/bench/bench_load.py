"""PostgreSQL, Redis and several processes under load, and what breaks; each on a house of its own."""

import asyncio
import math
import os
import signal
import time
from contextlib import suppress
from statistics import median

import psycopg

from tests.bench import crowds
from tests.bench.house import House, served
from tests.bench.ledger import Keeper, audit
from tests.bench.loads import players
from tests.bench.report import Row, fact, row
from tests.bench.servers import tree
from tests.bench.wire import Door


async def finishes(found: House, many: int = 500, readers: int = 50) -> list[Row]:
    """Let many finish at two processes while pages read."""
    ground = found.ground(many, "cadogan")
    async with served(ground, 1, 1) as sites:
        end = await crowds.all_finish(ground.seats, [site.port for site in sites], readers, many)
    note = "; ".join(end.disagreements[:3]) or (
        f"{end.seconds:.1f} s of finishing, {end.heard} standings a page,"
        f" all agreed {end.agreed_after:.2f} s after"
    )
    what = f"{readers} pages read while {many} finish: disagreements"
    return [fact("L1", what, len(end.disagreements), 0, "", note)]


async def elsewhere(found: House, many: int = 20) -> list[Row]:
    """Finish at one process, look at the other."""
    ground = found.ground(many, "cadogan")
    with psycopg.connect(found.postgres.url) as database:
        done = database.execute(
            "SELECT count(*) FROM play_attempt WHERE ranked AND status <> 'playing'"
        ).fetchone()
    assert done is not None
    async with served(ground, 1, 1) as sites:
        waits = await crowds.seen_elsewhere(ground.seats, sites[0].port, sites[1].port, done[0])
    what = "a finish in one process on the other's page, longest"
    return [fact("L2", what, max(waits), 2, "s", f"{many} finishes, median {median(waits):.2f} s")]


async def faults(
    found: House, many: int = 100, calm: float = 6.0, frozen: float = 3.0, pause: float = 0.5
) -> list[Row]:
    """Break everything in turn while people play, and watch a board, at two processes behind one port."""
    ground = found.ground(many, "practice")
    passers = found.ground(int((5 * calm + frozen + 6) / pause), "standard").seats
    marks: list[tuple[str, float]] = []
    async with served(ground, 2) as (site,):
        await asyncio.sleep(1)
        keepers = [Keeper(seat, Door(site.port), pause) for seat in ground.seats]
        playing = asyncio.gather(*(keeper.play(math.inf) for keeper in keepers))
        onlookers = [crowds.Onlooker(site.port, passers[0]["slug"]) for _ in range(10)]
        watching = asyncio.gather(
            crowds.pass_through(passers, site.port, pause), *(onlooker.watch() for onlooker in onlookers)
        )
        async with asyncio.timeout(60):
            while not all(keeper.waits for keeper in keepers):  # a busy machine seats them slowly
                await asyncio.sleep(0.05)
        marks.append(("nothing", time.monotonic()))
        await asyncio.sleep(calm)
        marks.append((f"Redis frozen for {frozen:g} s", time.monotonic()))
        found.redis.freeze()
        await asyncio.sleep(frozen)
        found.redis.thaw()
        await asyncio.sleep(calm)
        marks.append(("Redis gone for 1 s", time.monotonic()))
        found.redis.stop()
        await asyncio.sleep(1)
        found.redis.start()
        await asyncio.sleep(calm)
        marks.append(("PostgreSQL restarted", time.monotonic()))
        await asyncio.to_thread(found.postgres.stop)
        await asyncio.to_thread(found.postgres.run)
        await asyncio.sleep(calm)
        marks.append(("a web process killed", time.monotonic()))
        assert site.process is not None
        os.kill(tree(site.process.pid)[1], signal.SIGKILL)
        await asyncio.sleep(calm + 1)
        for keeper in keepers:
            keeper.until = 0.0
        await playing
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        result = await audit(keepers, found.postgres.url, Door(site.port))
    rows = [
        fact("L3", "faults under load: acked events lost", result.lost, 0, "", f"{result.acked} acked"),
        fact("L3", "faults under load: events doubled", result.doubled, 0, ""),
        fact(
            "L3", "faults under load: wrong positions", len(result.wrong), 0, "", "; ".join(result.wrong[:3])
        ),
    ]
    for (name, start), (_next, end) in zip(marks, [*marks[1:], ("", math.inf)], strict=True):
        waits = sorted(wait for keeper in keepers for at, wait in keeper.waits if start <= at < end)
        losses = [why for keeper in keepers for at, why in keeper.losses if start <= at < end]
        p99 = waits[len(waits) * 99 // 100]
        still = max(onlooker.longest_pause(start, end) for onlooker in onlookers)
        note = f"{len(waits)} answers, median {median(waits) * 1000:.0f} ms, p99 {p99:.2f} s;"
        note += f" {len(losses)} connections lost{': ' + max(losses, key=losses.count) if losses else ''};"
        note += f" the live list stood still for {still:.1f} s at most"
        rows.append(fact("L3", f"longest wait, {name}", waits[-1], None, "s", note))
    return rows


async def processes(found: House, rounds: int = 4, sockets: int = 1200) -> list[Row]:
    """P6: what a move costs the web processes, with two of them and with one.

    So many sockets that none is held back by the limit of 20 messages a second.
    """
    one, two = found.ground(sockets, "practice"), found.ground(sockets, "practice")
    cost: dict[int, list[float]] = {1: [], 2: []}
    rate: dict[int, list[float]] = {1: [], 2: []}
    async with served(one, 1) as (first,), served(two, 2) as (second,):
        await asyncio.sleep(1)
        stages = {
            1: await players(first, one, range(sockets)),
            2: await players(second, two, range(sockets)),
        }
        for _ in range(rounds):
            for number, stage in stages.items():
                window = await stage.saturate(2.5)
                cost[number].append(window.microseconds)
                rate[number].append(window.per_second)
    note = f"{median(rate[2]):.0f} and {median(rate[1]):.0f} moves/s, all web processes on one core"
    what = "a durable move, PostgreSQL + Redis: 2 processes / 1, CPU (>= 0.9 inverted)"
    return [row("P6", what, cost[2], cost[1], target=1.11, unit="us", note=note)]


async def crowd(found: House, many: int = 2000, seconds: float = 20.0) -> list[Row]:
    """P7: a full house on one process, each at one move in two seconds, the standings live."""
    ground = found.ground(many, "cadogan")
    async with served(ground, 1) as (site,):
        stage = await players(site, ground, range(many))
        sent = stage.load.sent
        window = await stage.pace(many / 2, seconds)
        sent = stage.load.sent - sent
        with psycopg.connect(found.postgres.url) as database:
            stored = database.execute(
                "SELECT count(*) FROM play_event WHERE attempt_id = ANY(%s)",
                ([seat["attempt"] for seat in ground.seats],),
            ).fetchone()
        assert stored is not None
    note = f"p50 {window.p50 * 1000:.1f} ms at {window.per_second:.0f} moves/s, {window.microseconds:.0f} us"
    return [
        fact("P7", f"{many} players, a move every 2 s: p99 ack", window.p99 * 1000, 50, "ms", note),
        fact("P7", "lost", max(0, sent - stored[0]), 0, "", f"{sent} sent and answered, {stored[0]} stored"),
        fact("P7", "doubled", max(0, stored[0] - sent), 0, ""),
    ]
