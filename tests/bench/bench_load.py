"""`python -m tests.bench.bench_load`: PostgreSQL, Redis and several processes under load, and what breaks.

Scenarios: finishes, elsewhere, faults, processes (P6), crowd (P7), soak. A table, JSON and an SVG in
bench-results/. `--with-bench` adds the figures of `python -m tests.bench moves connects`.
"""

import argparse
import asyncio
import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from statistics import median

import psycopg

from tests.bench import bench_connects, bench_moves, crowds, plots, report
from tests.bench.ledger import Keeper, audit
from tests.bench.loads import players
from tests.bench.report import Row
from tests.bench.servers import CLIENT_CORE, Ground, Postgres, Redis, memory, tree
from tests.servers import Site

SCENARIOS = ("finishes", "elsewhere", "faults", "processes", "crowd")


class House:
    """A PostgreSQL, a Redis and a ground on them; everything started here is stopped here."""

    def __init__(self, folder: Path) -> None:
        self.postgres, self.redis = Postgres(folder), Redis()
        self.folder = folder

    def ground(self, players: int, kind: str) -> Ground:
        """Give the database with more players."""
        assert self.postgres.process is not None
        ground = Ground(
            self.folder / f"site-{time.monotonic_ns()}",
            self.postgres.url,
            self.postgres.process.pid,
            {"REDIS_URL": self.redis.url},
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


def fact(number: str, what: str, figure: float, target: float | None, unit: str, note: str = "") -> Row:
    """Give a row of a plain figure."""
    verdict = "report" if target is None else "ok" if figure <= target else "short"
    return {
        "id": number, "what": what, "figure": round(figure, 2), "target": target, "unit": unit,
        "verdict": verdict, "note": note,
    }  # fmt: skip


async def finishes(found: House, many: int = 500, readers: int = 50) -> list[Row]:
    """Let many finish at two processes while pages read."""
    ground = found.ground(many, "ranked")
    async with served(ground, 1, 1) as sites:
        end = await crowds.all_finish(ground.seats, [site.port for site in sites], readers)
    note = "; ".join(end.disagreements[:3]) or (
        f"{end.seconds:.1f} s of finishing, {end.heard} standings a page,"
        f" all agreed {end.agreed_after:.2f} s after"
    )
    what = f"{readers} pages read while {many} finish: disagreements"
    return [fact("L1", what, len(end.disagreements), 0, "", note)]


async def elsewhere(found: House, many: int = 20) -> list[Row]:
    """Finish at one process, look at the other."""
    ground = found.ground(many, "ranked")
    with psycopg.connect(found.postgres.url) as database:
        row = database.execute(
            "SELECT count(*) FROM play_attempt WHERE ranked AND status <> 'playing'"
        ).fetchone()
    assert row is not None
    async with served(ground, 1, 1) as sites:
        waits = await crowds.seen_elsewhere(ground.seats, sites[0].port, sites[1].port, row[0])
    what = "a finish in one process on the other's page, longest"
    return [fact("L2", what, max(waits), 2, "s", f"{many} finishes, median {median(waits):.2f} s")]


async def faults(
    found: House, many: int = 100, calm: float = 6.0, frozen: float = 3.0, pause: float = 0.5
) -> list[Row]:
    """Break everything in turn while people play at two processes behind one port."""
    ground = found.ground(many, "practice")
    marks: list[tuple[str, float]] = []
    async with served(ground, 2) as (site,):
        await asyncio.sleep(1)
        keepers = [Keeper(seat, site.port, pause) for seat in ground.seats]
        until = time.monotonic() + 5 * calm + frozen + 3
        playing = asyncio.gather(*(keeper.play(until) for keeper in keepers))
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
        await playing
        result = await audit(keepers, found.postgres.url, site.port)
    rows = [
        fact("L3", "faults under load: acked events lost", result.lost, 0, "", f"{result.acked} acked"),
        fact("L3", "faults under load: events doubled", result.doubled, 0, ""),
        fact(
            "L3", "faults under load: wrong positions", len(result.wrong), 0, "", "; ".join(result.wrong[:3])
        ),
    ]
    for (name, start), (_next, end) in zip(marks, [*marks[1:], ("", until + 60)], strict=True):
        waits = sorted(wait for keeper in keepers for at, wait in keeper.waits if start <= at < end)
        losses = [why for keeper in keepers for at, why in keeper.losses if start <= at < end]
        p99 = waits[len(waits) * 99 // 100]
        note = f"{len(waits)} answers, median {median(waits) * 1000:.0f} ms, p99 {p99:.2f} s;"
        note += f" {len(losses)} connections lost{': ' + max(losses, key=losses.count) if losses else ''}"
        rows.append(fact("L3", f"longest wait, {name}", waits[-1], None, "s", note))
    return rows


async def processes(found: House, rounds: int = 4, sockets: int = 400) -> list[Row]:
    """P6: what a move costs the web processes, with two of them and with one."""
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
    return [report.row("P6", what, cost[2], cost[1], target=1.11, unit="us", note=note)]


async def crowd(found: House, many: int = 2000, seconds: float = 20.0) -> list[Row]:
    """P7: a full house on one process, each at one move in two seconds, the standings live."""
    ground = found.ground(many, "ranked")
    async with served(ground, 1) as (site,):
        stage = await players(site, ground, range(many))
        sent = stage.load.sent
        window = await stage.pace(many / 2, seconds)
        sent = stage.load.sent - sent
        with psycopg.connect(found.postgres.url) as database:
            row = database.execute(
                "SELECT count(*) FROM play_event WHERE attempt_id = ANY(%s)",
                ([seat["attempt"] for seat in ground.seats],),
            ).fetchone()
        assert row is not None
    note = f"p50 {window.p50 * 1000:.1f} ms at {window.per_second:.0f} moves/s, {window.microseconds:.0f} us"
    return [
        fact("P7", f"{many} players, a move every 2 s: p99 ack", window.p99 * 1000, 50, "ms", note),
        fact("P7", "lost", max(0, sent - row[0]), 0, "", f"{sent} sent and answered, {row[0]} stored"),
        fact("P7", "doubled", max(0, row[0] - sent), 0, ""),
    ]


async def soak(found: House, seconds: float, many: int = 60) -> tuple[list[Row], str]:
    """Let people come, play, watch and go for a while; what the processes hold is to stay flat."""
    ground = found.ground(many, "practice")
    watched = found.ground(1, "ranked").seats[0]["slug"]
    samples: list[tuple[float, float, float, float, float]] = []
    async with served(ground, 2) as (site,):
        assert site.process is not None
        began, until = time.monotonic(), time.monotonic() + seconds
        keepers = [Keeper(seat, site.port, 1.0) for seat in ground.seats]

        async def churn(keeper: Keeper, number: int) -> None:
            while time.monotonic() < until:
                await keeper.play(min(until, time.monotonic() + 5 + number % 20))

        async def come_and_go() -> None:
            while time.monotonic() < until:
                pages = [await crowds.read_along(site.port, watched) for _ in range(10)]
                await asyncio.sleep(3)
                for page in pages:
                    crowds.hang_up(page)

        work = asyncio.gather(come_and_go(), *(churn(keeper, n) for n, keeper in enumerate(keepers)))
        while time.monotonic() < until:
            await asyncio.sleep(min(10.0, seconds / 20))
            samples.append((time.monotonic() - began, *holdings(found, site)))
        await work
        result = await audit(keepers, found.postgres.url, site.port)
    quarter = len(samples) // 4
    rows = [
        fact("L4", f"soak of {seconds:.0f} s: lost, doubled, wrong",
             result.lost + result.doubled + len(result.wrong), 0, "", f"{result.acked} acked"),
    ]  # fmt: skip
    names = ("memory of the web processes, MB", "descriptors", "Redis keys", "database connections")
    for column, name in enumerate(names, 1):
        early = median(sample[column] for sample in samples[quarter : 2 * quarter])
        late = median(sample[column] for sample in samples[-quarter:])
        note = (
            f"second quarter {early:.1f}, last quarter {late:.1f}, most {max(s[column] for s in samples):.1f}"
        )
        rows.append(
            fact("L4", f"{name}: last quarter / second", late / early if early else 1.0, 1.1, "", note)
        )
    shares = [(at / seconds, megabytes / (1.2 * max(s[1] for s in samples))) for at, megabytes, *_ in samples]
    return rows, plots.scatter("Soak: memory (share of 1.2 × the most) over time", shares, "time")


def holdings(found: House, site: Site) -> tuple[float, float, float, float]:
    """Give memory, descriptors, Redis keys and database connections as they are now."""
    import redis

    assert site.process is not None
    pids = tree(site.process.pid)
    with redis.Redis.from_url(found.redis.url) as client:
        keys = client.dbsize()
    with psycopg.connect(found.postgres.url) as database:
        row = database.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        ).fetchone()
    assert row is not None
    descriptors = sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)
    return sum(memory(pid) for pid in pids) / 1e6, float(descriptors), float(keys), float(row[0] - 1)


async def measure(wanted: list[str], soak_seconds: float) -> tuple[list[Row], str]:
    """Run scenarios, each on a house of its own."""
    rows: list[Row] = []
    svg = ""
    for name in wanted:
        with house() as found:
            if name == "soak":
                more, svg = await soak(found, soak_seconds)
            else:
                more = await globals()[name](found)
        report.print_table(more)
        rows += more
    return rows, svg


def main() -> int:
    """Run the chosen scenarios; 1 when a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_load", description=__doc__)
    parser.add_argument("scenarios", nargs="*", help=f"some of {' '.join(SCENARIOS)} soak (all but soak)")
    parser.add_argument("--soak", type=float, default=60.0, help="seconds of the soak (60)")
    parser.add_argument("--with-bench", action="store_true", help="P1-P5 in the same report")
    options = parser.parse_args()
    if unknown := set(options.scenarios) - {*SCENARIOS, "soak"}:
        parser.error(f"no such scenario: {' '.join(sorted(unknown))}")
    os.sched_setaffinity(0, {CLIENT_CORE})
    rows, svg = asyncio.run(measure(options.scenarios or list(SCENARIOS), options.soak))
    if options.with_bench:
        for bench in (bench_moves, bench_connects):
            rows += bench.measure(rounds=3, databases={"sqlite", "postgresql"})
    report.print_table(rows)
    path = report.write("load", rows)
    picture = path.with_suffix(".svg")
    judged = [
        (
            str(row["what"])[:34],
            min(1.0, float(str(row.get("ratio", row["figure"]))) / float(str(row["target"]))),
        )
        for row in rows
        if row.get("target")
    ]
    picture.write_text(
        plots.bars("Figures as shares of their targets", [(what, s, s, s) for what, s in judged], "share")
    )
    if svg:
        picture.with_name(picture.stem + "-soak.svg").write_text(svg)
    print(f"written to {path} and {picture}")
    return int(any(row.get("verdict") == "short" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
