"""A soak: people come, play today's deal for a while, concede and are followed by others; pages look and go.

The law: what is held is to be as much at the end as in the middle, though by then twice as many have
played. A verdict for each thing that is held, and for the ledgers.
"""

import asyncio
import time
from itertools import count
from pathlib import Path
from statistics import median

import psycopg
import redis

from tests.bench import crowds, plots
from tests.bench.house import House, served
from tests.bench.ledger import Keeper, audit, hang_up
from tests.bench.report import RESULTS, Row, fact
from tests.bench.servers import memory, tree
from tests.bench.wire import Door
from tests.servers import Site

PAUSE = 1.0  # seconds between a player's moves
SPELL = 10.0  # seconds that a player stays, on average
HELD = ("memory of the web processes, MB", "descriptors", "Redis keys", "database connections")
HANDFUL = 4  # of descriptors, keys or connections more is no growth: one a game or page would be hundreds
FLAT = 1.02  # the last quarter's median over the one before it


async def soak(found: House, seconds: float, many: int = 60) -> list[Row]:
    """Run it with so many players at any moment."""
    ground = found.ground(int(many * (seconds / SPELL + 2)), "cadogan")
    samples: list[tuple[float, ...]] = []
    keepers: list[Keeper] = []
    async with served(ground, 2) as (site,):
        began, until, following = time.monotonic(), time.monotonic() + seconds, count()

        async def play_one_after_the_other(number: int) -> None:
            while time.monotonic() < until and (seat := next(following)) < len(ground.seats):
                keepers.append(keeper := Keeper(ground.seats[seat], Door(site.port), PAUSE))
                await keeper.play(min(until, time.monotonic() + SPELL * (0.5 + number % 11 / 10)))
                await keeper.concede()

        async def look_and_go() -> None:
            while time.monotonic() < until:
                pages = [await crowds.read_along(site.port, ground.seats[0]["slug"]) for _ in range(10)]
                await asyncio.sleep(3)
                for page in pages:
                    hang_up(page)

        work = asyncio.gather(look_and_go(), *map(play_one_after_the_other, range(many)))
        while time.monotonic() < until:
            await asyncio.sleep(min(5.0, seconds / 40))
            samples.append((time.monotonic() - began, *holdings(found, site)))
        await work
        result = await audit(keepers, found.postgres.url, Door(site.port))
        faults = [
            line
            for line in site.log.read_text().splitlines()
            if '"level": "error"' in line or "Trace" in line
        ]
    rows = [
        fact("L4", f"soak of {seconds:.0f} s: lost, doubled, wrong",
             result.lost + result.doubled + len(result.wrong), 0, "",
             f"{result.acked} acked in {len(keepers)} games; {'; '.join(result.wrong[:3])}"),
        fact("L4", "errors in the log", len(faults), 0, "", "; ".join(faults[:2])),
    ]  # fmt: skip
    quarter = len(samples) // 4
    for column, name in enumerate(HELD, 1):
        before, last = (
            median(sample[column] for sample in samples[start : start + quarter])
            for start in (len(samples) - 2 * quarter, len(samples) - quarter)
        )
        most = max(sample[column] for sample in samples)
        note = f"third quarter {before:.1f}, last {last:.1f}, most {most:.1f}"
        allowed = before * FLAT + (0 if column == 1 else HANDFUL)
        rows.append(fact("L4", f"{name}, last quarter", last, allowed, "", note))
    top = 1.2 * max(sample[1] for sample in samples)
    points = [(sample[0] / seconds, sample[1] / top) for sample in samples]
    RESULTS.mkdir(exist_ok=True)
    title = f"Soak: memory (of {top:.0f} MB) over time (of {seconds:.0f} s)"
    (RESULTS / "soak.svg").write_text(plots.scatter(title, points, "time"))
    print(
        "soak:", "FLAT AND RIGHT" if all(row["verdict"] == "ok" for row in rows) else "NOT FLAT, OR NOT RIGHT"
    )
    return rows


def holdings(found: House, site: Site) -> tuple[float, float, float, float]:
    """Give memory, descriptors, Redis keys and database connections as they are now."""
    assert site.process is not None
    pids = tree(site.process.pid)
    with redis.Redis.from_url(found.redis.url) as client:
        keys = client.dbsize()
    with psycopg.connect(found.postgres.url) as database:
        connections = database.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        ).fetchone()
    assert connections is not None
    descriptors = sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)
    return sum(memory(pid) for pid in pids) / 1e6, float(descriptors), float(keys), float(connections[0] - 1)
