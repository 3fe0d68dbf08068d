"""P8, SQL alone: place and window of ±2 on a board of 10,000 scores, beside one indexed row read by the ORM.

Runs the children below, one a database, each on a database of its own.
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

from tests.bench.report import Row, row
from tests.bench.servers import POSTGRESQL, SECRET, SERVER_CORE, Postgres, pinned
from tests.servers import OURS, ROOT

SCORES = 10_000
ASKED = 200


def measure(*, rounds: int, databases: set[str]) -> list[Row]:
    """Return the rows of P8."""
    rows = []
    for name in sorted(databases, reverse=True):
        with _database(name) as env:
            run = [sys.executable, "-m", "tests.bench.bench_boards", str(rounds)]
            out = subprocess.run(run, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE).stdout
            found = json.loads(out.splitlines()[-1])
            for what, target in (("place", 10.0), ("place and window", 10.0), ("first page of 50", None)):
                rows.append(
                    row("P8", f"{what} at {SCORES:,} scores, {name} / one indexed row read", found[what],
                        found["row"], target=target, unit="us")
                )  # fmt: skip
    return rows


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


def _child(rounds: int) -> None:
    """Fill a board, and print the time of each question in microseconds, interleaved, as JSON."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from games import clock
    from games.deals import services
    from games.play.models import Attempt
    from leaderboard.standings import Board

    call_command("migrate", verbosity=0, stdout=sys.stderr)
    deal = services.ensure_day(date=clock.today())[0]
    ids = _fill(deal)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    board = Board(deal.pk, "time", clock.now())
    questions: dict[str, Callable[[str], object]] = {
        "row": lambda pk: Attempt.objects.get(pk=pk),
        "place": board.place_of,
        "place and window": board.around,
        "first page of 50": lambda _pk: board.page(limit=50, cursor="", search=""),
    }
    times: dict[str, list[float]] = {name: [] for name in questions}
    chance = random.Random(1)
    for _ in range(rounds + 1):
        asked = chance.sample(ids, ASKED)
        samples: dict[str, list[float]] = {name: [] for name in questions}
        for pk in asked:
            for name, ask in questions.items():
                began = time.perf_counter()
                ask(pk)
                samples[name].append((time.perf_counter() - began) * 1e6)
        for name, taken in samples.items():
            times[name].append(median(taken))
    print(json.dumps({name: taken[1:] for name, taken in times.items()}))  # the first round warms up


def _fill(deal: object) -> list[str]:
    from games import clock
    from games.play.models import Attempt
    from games.players.models import Player, User

    now, chance = clock.now(), random.Random(0)
    users = User.objects.bulk_create([User(username=f"bench {n}") for n in range(SCORES)])
    players = Player.objects.bulk_create(
        [Player(name=user.username, user=user, created_at=now) for user in users]
    )
    attempts = []
    for player in players:
        won = chance.random() < 0.5
        attempts.append(
            Attempt(
                player=player, deal=deal, variant=deal.variant, ranked=True, takes_place=True,  # type: ignore[attr-defined,misc]
                status="won" if won else "lost", started_at=now, ended_at=now, history="[]",
                home=80 if won else chance.randint(0, 79), moves=chance.randint(272, 330),
                seconds=chance.randint(240, 3600),
            )
        )  # fmt: skip
    Attempt.objects.bulk_create(attempts, batch_size=1000)
    return [attempt.pk for attempt in attempts]


if __name__ == "__main__":
    with pinned(SERVER_CORE):
        _child(int(sys.argv[1]))
