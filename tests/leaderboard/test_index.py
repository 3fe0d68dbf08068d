"""The index of boards in Redis: right or silent, whatever becomes of Redis; and who numbers changes."""

from collections.abc import Iterator
from io import StringIO
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import metrics
from games.deals.models import Deal
from games.play.models import Attempt, Tally
from games.play.scores import NOT_WON
from leaderboard import index
from leaderboard.counts import count_better
from leaderboard.standings import Board
from tests.guests import put_on_calendar
from tests.leaderboard.ground import sit
from tests.servers import Redis, wait_for_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.redis]
LAST = 1 << 40  # behind every score


@pytest.fixture
def redis(redis_url: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """A Redis of this test's own; one that does not answer is asked again at once."""
    own = Redis().start()
    wait_for_port(own.port)
    settings.REDIS_URL = own.url
    monkeypatch.setattr(index, "PATIENCE", 1.0)  # a busy machine is no silent Redis
    monkeypatch.setattr(index, "REST", 0.0)
    monkeypatch.setattr(index, "_asleep_until", 0.0)
    yield own
    own.stop()


@pytest.fixture
def deal() -> Deal:
    deal = put_on_calendar("standard", "a-day-in-standard")
    for name, status, home in (
        ("Ada", "won", 80),
        ("Bea", "won", 80),
        ("Cy", "lost", 30),
        ("Dot", "playing", 20),
    ):
        sit(deal, name, status, home=home, **({} if status == "playing" else {"seconds": 700, "moves": 281}))
    return deal


def indexed(deal: Deal) -> list[list[int] | None]:
    """Ask the index alone, on both boards."""
    return [index.count_better(deal.pk, by, [LAST]) for by in ("time", "moves")]


def places(deal: Deal) -> list[int | None]:
    return [
        Board(deal.pk, "time", deal.drawn_at).place_of(a.pk)[0] for a in Attempt.objects.order_by("player")
    ]


def test_the_index_counts_what_sql_counts_and_follows_each_change(redis: Redis, deal: Deal) -> None:
    assert indexed(deal) == [[4], [4]]
    counted = metrics.PLACES.labels("index")
    before = counted._value.get()
    assert places(deal) == [1, 1, 3, 4]
    assert counted._value.get() == before + 4
    sit(deal, "Eli", "won", home=80, seconds=600, moves=280)
    assert places(deal) == [2, 2, 4, 5, 1]
    Attempt.objects.filter(player__name="Ada").update(takes_place=False)
    Attempt.objects.filter(player__name="Dot").update(home=40)
    assert indexed(deal) == [[4], [4]]
    assert places(deal)[1:] == [2, 4, 3, 1]
    eli = Attempt.objects.get(player__name="Eli")
    with CaptureQueriesContext(connection) as asked:
        own = Board(deal.pk, "time", deal.drawn_at).around(id=eli.pk)
    assert own
    assert [row.place for row in own.near] == [1, None, 2]
    assert len(asked) == 1  # a place and its window are one statement


def test_a_redis_that_is_emptied_restarted_frozen_or_gone_changes_no_answer(redis: Redis, deal: Deal) -> None:
    assert indexed(deal) == [[4], [4]]
    index._client().flushall()
    sit(deal, "Eli", "won", home=80, seconds=600, moves=280)
    assert indexed(deal) == [[5], [5]]
    redis.freeze()
    index.REST = 60.0
    assert indexed(deal) == [None, None]
    assert places(deal) == [2, 2, 4, 5, 1]
    redis.thaw()
    index.REST = index._asleep_until = 0.0
    assert indexed(deal) == [[5], [5]]
    redis.stop()
    assert indexed(deal) == [None, None]
    assert places(deal) == [2, 2, 4, 5, 1]
    redis.start()
    wait_for_port(redis.port)
    indexed(deal)  # on the connections of before
    assert indexed(deal) == [[5], [5]]
    assert places(deal) == [2, 2, 4, 5, 1]


def test_a_silent_redis_is_left_alone_for_a_while(
    redis: Redis, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "REST", 3600.0)
    redis.stop()
    assert indexed(deal) == [None, None]
    redis.start()
    wait_for_port(redis.port)
    assert indexed(deal) == [None, None]
    index._asleep_until = 0.0
    assert indexed(deal) == [[4], [4]]


def test_a_large_index_is_filled_in_pieces_by_those_who_ask_and_is_silent_meanwhile(
    redis: Redis, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "PIECE", 2)
    assert indexed(deal) == [None, None]
    assert places(deal)[:3] == [1, 1, 3]
    assert indexed(deal) == [[4], [4]]


def test_an_index_that_knows_more_than_sql_is_dropped(redis: Redis, deal: Deal) -> None:
    indexed(deal)
    Attempt.objects.filter(player__name="Cy").update(change=None)
    Attempt.objects.filter(player__name="Cy").delete()
    Tally.objects.update(n=2)  # as in a database that was put back to an older day
    assert indexed(deal) == [[3], [3]]


def test_nothing_is_left_of_a_game_that_is_deleted(redis: Redis, deal: Deal) -> None:
    indexed(deal)
    Attempt.objects.filter(player__name="Cy").delete()
    assert indexed(deal) == [[3], [3]]


def test_inside_a_transaction_sql_answers(redis: Redis, deal: Deal) -> None:
    with transaction.atomic():
        sit(deal, "Eli", "won", home=80, seconds=600, moves=280)
        assert indexed(deal) == [None, None]
        assert count_better(deal.pk, "time", [LAST]) == [5]
        transaction.set_rollback(True)
    assert indexed(deal) == [[4], [4]]


def test_every_change_of_a_finished_ranked_game_is_numbered_by_the_database_and_nothing_else(
    deal: Deal,
) -> None:
    def number() -> int:
        return Tally.objects.get(deal=deal).n

    assert sorted(Attempt.objects.filter(change__isnull=False).values_list("change", flat=True)) == [1, 2, 3]
    game = Attempt.objects.get(player__name="Dot")
    Attempt.objects.filter(pk=game.pk).update(home=33, takes_place=False)
    Attempt.objects.create(player=game.player, variant="standard", started_at=game.started_at)
    assert number() == 3
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE play_attempt SET status = 'lost', ended_at = %s, moves = 1, seconds = 1 WHERE id = %s",
            [connection.ops.adapt_datetimefield_value(game.started_at), game.pk],
        )
    assert (number(), Attempt.objects.get(pk=game.pk).change) == (4, 4)
    for change in ({"takes_place": True}, {"seconds": 2}, {"ranked": False}):
        Attempt.objects.filter(pk=game.pk).update(**change)
    assert (number(), Attempt.objects.get(pk=game.pk).change) == (7, 7)
    epoch = Tally.objects.get(deal=deal).epoch
    Attempt.objects.filter(pk=game.pk).delete()
    assert (number(), Tally.objects.get(deal=deal).epoch == epoch) == (8, False)


def test_while_games_end_the_index_is_neither_behind_nor_ahead_of_what_is_committed(
    redis: Redis, deal: Deal
) -> None:
    games = [sit(deal, f"player {number}").pk for number in range(60)]
    asked, wrong = [], []

    def end(mine: list[str]) -> None:
        for pk in mine:
            over = {"status": "won", "home": 80, "moves": 280, "seconds": 500, "ended_at": deal.drawn_at}
            Attempt.objects.filter(pk=pk).update(**over)
        connection.close()

    def ended() -> int:
        # Without the games that still run, which the index does not hold.
        return Attempt.objects.filter(deal=deal, takes_place=True, time_score__lt=NOT_WON).count()

    def ask() -> None:
        is_last = False
        while not is_last:
            is_last = not any(writer.is_alive() for writer in writers)
            before, found = ended(), index.count_better(deal.pk, "time", [NOT_WON])
            if found is not None:
                asked.append(found[0])
                wrong.extend(found if not before <= found[0] <= ended() else [])
        connection.close()

    writers = [Thread(target=end, args=(games[number::3],)) for number in range(3)]
    readers = [Thread(target=ask) for _ in range(2)]
    for thread in (*writers, *readers):
        thread.start()
    index._client().flushall()
    for thread in (*writers, *readers):
        thread.join()
    assert asked
    assert not wrong
    assert indexed(deal) == [[64], [64]]
    assert sorted(Attempt.objects.exclude(change=None).values_list("change", flat=True)) == [*range(1, 64)]


def said(*which: str) -> str:
    out = StringIO()
    call_command("rebuild_standings", *which, stdout=out)
    return out.getvalue()


def test_rebuild_standings_drops_the_index_and_fills_it_from_sql(
    redis: Redis, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed(deal)
    (key,) = index._client().keys("board:*:time")
    index._client().zadd(key, {"nobody": 1})
    monkeypatch.setattr(index, "PIECE", 1)
    for which in ((), (deal.slug,), ("2026-11-29",)):
        assert said(*map(str, which)) == f"{deal.slug}: 3 finished games with a place, on both boards\n"
    assert indexed(deal) == [[4], [4]]
    with pytest.raises(CommandError, match="No deal: 2026-01-01"):
        said("2026-01-01")
    redis.freeze()
    with pytest.raises(CommandError, match="Redis does not answer"):
        said()


def test_without_redis_there_is_nothing_to_rebuild(settings: Any) -> None:
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match="the database answers alone"):
        said()
