"""P8: places and windows of ±5, by SQL alone at 10,000 scores and with the index in Redis at 1,000,000.

Runs the children below, one a database, each on a database of its own. Loading the million takes a minute.
"""

import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.report import Row, row
from tests.bench.servers import POSTGRESQL, SECRET, SERVER_CORE, Postgres, Redis, pinned
from tests.servers import OURS, ROOT

SCORES, MANY = 10_000, 1_000_000
ASKED = 200
NEAR = 5


def measure(*, rounds: int, databases: set[str]) -> list[Row]:
    """Return the rows of P8."""
    rows: list[Row] = []
    for name in sorted(databases, reverse=True):
        with _database(name) as env:
            found = _run(env, rounds, SCORES)
            for what, target in (("place", 10.0), ("place and window", 10.0), ("first page of 50", None)):
                rows.append(
                    row("P8", f"{what} at {SCORES:,} scores, {name} / one indexed row read", found[what],
                        found["row"], target=target, unit="us")
                )  # fmt: skip
    if "postgresql" in databases and POSTGRESQL:
        redis = Redis().start()
        try:
            with _database("postgresql") as env:
                found = _run(env | {"REDIS_URL": redis.url}, rounds, MANY)
        finally:
            redis.stop()
        loaded, indexed = found["loaded"][0], found["indexed"][0]
        print(f"P8: {MANY:,} scores loaded in {loaded:.0f} s, both boards indexed in {indexed:.0f} s")
        for what, target in (
            ("the index, place and window", 1.3), ("place", None), ("place and window, all rows", None),
            ("first page of 50", None), ("SQL alone, place", None),
        ):  # fmt: skip
            rows.append(
                row("P8", f"{what} at {MANY:,} / raw ZCOUNT + ZRANGE", found[what], found["raw"],
                    target=target, unit="us")
            )  # fmt: skip
    return rows


def _run(env: dict[str, str], rounds: int, scores: int) -> dict[str, list[float]]:
    run = [sys.executable, "-m", "tests.bench.bench_boards", str(rounds), str(scores)]
    out = subprocess.run(run, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE).stdout
    found: dict[str, list[float]] = json.loads(out.splitlines()[-1])
    return found


@contextlib.contextmanager
def _database(name: str) -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        env = {k: v for k, v in os.environ.items() if k not in OURS} | {
            "DATA_DIR": folder,
            "SECRET_KEY": SECRET,
            "DJANGO_SETTINGS_MODULE": "constitution_site.settings",
        }
        if name != "postgresql":
            yield env
        elif POSTGRESQL:
            postgres = Postgres(Path(folder)).start()
            try:
                yield env | {"DATABASE_URL": postgres.url}
            finally:
                postgres.stop()


def _child(rounds: int, scores: int) -> None:
    """Fill a board, and print the time of each question in microseconds, interleaved, as JSON."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from games import clock
    from games.deals import services
    from games.play.models import Attempt
    from leaderboard import index
    from leaderboard.standings import Board

    call_command("migrate", verbosity=0, stdout=sys.stderr)
    deal = services.ensure_day(date=clock.today())[0]
    began = time.perf_counter()
    _fill(deal.pk, scores)
    times: dict[str, list[float]] = {"loaded": [time.perf_counter() - began]}
    ids = list(Attempt.objects.filter(pk__startswith="a7").values_list("pk", flat=True)[: 20 * ASKED])
    points = dict(Attempt.objects.filter(pk__in=ids).values_list("pk", "time_score"))
    board = Board(deal.pk, "time", clock.now())
    questions: dict[str, Callable[[str], Any]] = {
        "row": lambda pk: Attempt.objects.get(pk=pk),
        "place": board.place_of,
        "place and window": lambda pk: board.around(NEAR, id=pk),
        "first page of 50": lambda _pk: board.page(limit=50, cursor="", search=""),
    }
    if url := settings.REDIS_URL:
        began = time.perf_counter()
        index.rebuild(deal.pk)
        times["indexed"] = [time.perf_counter() - began]
        tally, client = index._read_tally(deal.pk, "time")[0], index._client()
        assert tally
        key = index._key(tally, "time")

        def raw(pk: str) -> object:
            place = client.zcount(key, 0, f"({points[pk]}")
            return client.zrange(key, max(0, place - NEAR), place + NEAR)

        def without_redis(pk: str) -> object:
            settings.REDIS_URL = ""
            try:
                return board.place_of(pk)
            finally:
                settings.REDIS_URL = url

        questions |= {
            "raw": raw,
            # What standings ask of it: where it stands, and the counts of one's own score and the next one.
            "the index, place and window": lambda pk: index._ask(key, [points[pk], points[pk] + 1]),
            "place and window, all rows": questions["place and window"],
            "SQL alone, place": without_redis,
        }
        assert board.place_of(ids[0]) == without_redis(ids[0])
    samples: dict[str, list[float]] = {name: [] for name in questions}
    chance = random.Random(1)
    for _ in range(rounds + 1):
        taken: dict[str, list[float]] = {name: [] for name in questions}
        for number, pk in enumerate(chance.sample(ids, ASKED)):
            for name, ask in questions.items():
                if name != "SQL alone, place" or number % 20 == 0:
                    began = time.perf_counter()
                    ask(pk)
                    taken[name].append((time.perf_counter() - began) * 1e6)
        for name, ones in taken.items():
            samples[name].append(median(ones))
    times |= {name: medians[1:] for name, medians in samples.items()}  # the first round warms up
    print(json.dumps(times))


PLAYERS = """INSERT INTO players_player (id, name, created_at, is_private, settings)
    SELECT n, 'bench ' || n, %s, {false}, '{{}}' FROM {numbers}"""
ATTEMPTS = """INSERT INTO play_attempt (id, player_id, deal_id, variant, seed, cards, ranked, status,
    started_at, ended_at, home, steps, moves, seconds, history, takes_place, disqualified_reason, change)
    SELECT 'a' || (n %% 10) || 'bench' || n, n, %s, 'standard', '', '', {true},
    CASE n %% 100 WHEN 0 THEN 'playing' ELSE CASE n %% 2 WHEN 1 THEN 'won' ELSE 'lost' END END, %s,
    CASE n %% 100 WHEN 0 THEN NULL ELSE %s END, CASE n %% 2 WHEN 1 THEN 80 ELSE n %% 77 END, 0,
    CASE n %% 100 WHEN 0 THEN NULL ELSE 272 + n * 7919 %% 59 END,
    CASE n %% 100 WHEN 0 THEN NULL ELSE 240 + n * 104729 %% 3361 END, '[]', {true}, '',
    CASE n %% 100 WHEN 0 THEN NULL ELSE n END FROM {numbers}"""


def _fill(deal_id: int, scores: int) -> None:
    """Put a field on the board past the triggers, which would number a million rows one by one."""
    from django.db import connection

    from games import clock
    from games.play import tally
    from games.play.models import Tally

    words = {"true": "true", "false": "false", "numbers": f"generate_series(1::bigint, {scores}) AS n"}
    if connection.vendor == "sqlite":
        series = f"WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {scores})"
        words["numbers"] = f"({series} SELECT n FROM s)"
    now = connection.ops.adapt_datetimefield_value(clock.now())
    with connection.cursor() as cursor:
        for name in ("changed", "added", "removed"):
            on = "" if connection.vendor == "sqlite" else " ON play_attempt"
            cursor.execute(f"DROP TRIGGER play_attempt_{name}{on}")
        cursor.execute(PLAYERS.format(**words), [now])
        cursor.execute(ATTEMPTS.format(**words), [deal_id, now, now])
    tally.set_up(connection)
    Tally.objects.create(deal_id=deal_id, n=scores, epoch="bench")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


if __name__ == "__main__":
    with pinned(SERVER_CORE):
        _child(int(sys.argv[1]), int(sys.argv[2]))
