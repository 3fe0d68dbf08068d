"""The boards as the database gives them agree, row by row, with ranking's arithmetic; ties and all."""

import datetime as dt
import random

import pytest

from games import clock
from games.deals.models import Deal
from games.play.models import Attempt
from games.play.protocol import Row
from games.players.models import Player, User
from leaderboard.counts import counts_of
from leaderboard.ranking import By, Placed, Result, rank, score
from leaderboard.standings import NEAR, TOP, Board, Sweep
from tests.guests import put_on_calendar

pytestmark = pytest.mark.django_db
both_boards = pytest.mark.parametrize("by", ["time", "moves"])


def fill(deal: Deal, seed: int, number: int = 60) -> None:
    """Put a generated field on a deal's board: few values, so many ties; half of it guests."""
    chance, now = random.Random(seed), clock.now()
    for index in range(number):
        name = f"player {index}"
        status = chance.choice(["won", "won", "lost", "conceded", "playing"])
        user = User.objects.create(username=name) if chance.random() < 0.5 else None
        running = status == "playing"
        Attempt.objects.create(
            player=Player.objects.create(name=name, user=user, created_at=now),
            deal=deal,
            variant=deal.variant,
            ranked=True,
            status=status,
            started_at=now,
            home=80 if status == "won" else chance.randint(0, 4),
            moves=None if running else chance.randint(272, 274),
            seconds=None if running else chance.randint(300, 302),
            ended_at=None if running else now + dt.timedelta(seconds=chance.randint(0, 2)),
        )


def expected(deal: Deal, by: By) -> list[Placed]:
    """Read everything and rank it in memory."""
    return rank(
        (
            Result(
                a.pk, a.status == "won", a.home, a.seconds or 0, a.moves or 0,
                clock.to_ms(a.ended_at) if a.ended_at else None, a.player.user_id is not None,
            )
            for a in Attempt.objects.filter(deal=deal, ranked=True).select_related("player")
        ),
        by,
    )  # fmt: skip


def shown(row: Row) -> tuple[int | None, str]:
    return row.place, row.player


@both_boards
@pytest.mark.parametrize("seed", range(3))
def test_every_question_is_answered_as_if_the_board_had_been_ranked_in_memory(by: By, seed: int) -> None:
    deal = put_on_calendar("standard", "a-day-in-standard")
    fill(deal, seed)
    placed = expected(deal, by)
    attempts = {a.pk: a for a in Attempt.objects.filter(deal=deal).select_related("player")}
    want = [
        (p.place if p.result.takes_place else None, attempts[p.result.attempt_id].player.name) for p in placed
    ]
    board = Board(deal.pk, by, clock.now())
    assert [shown(row) for row in board.top()] == want[:TOP]
    for limit in (1, 7):
        rows: list[Row] = []
        cursor: str | None = ""
        while cursor is not None:
            page, cursor = board.page(limit=limit, cursor=cursor, search="")
            rows += page
        assert [shown(row) for row in rows] == want
    sweep = Sweep(board)
    assert [shown(row) for row in sweep.rows] == want
    for index, p in enumerate(placed):
        attempt = attempts[p.result.attempt_id]
        own = board.own(attempt.player_id)
        assert own == sweep.own(attempt.player_id)
        assert [shown(row) for row in own.near] == want[max(0, index - NEAR) : index + NEAR + 1]
        assert own.row.would_be == (None if p.result.takes_place else p.place)
        assert board.place_of(attempt.pk) == ((p.place, None) if p.result.takes_place else (None, p.place))
        assert getattr(attempt, f"{by}_score") == score(p.result, by)
    found, _cursor = board.page(limit=100, cursor="", search="player 1")
    assert [shown(row) for row in found] == [row for row in want if "player 1" in row[1]]
    playing = sum(a.status == "playing" for a in attempts.values())
    assert counts_of(deal.pk) == (60, playing, 60 - playing)


@both_boards
def test_a_page_stays_where_it_is_while_others_finish(by: By) -> None:
    deal = put_on_calendar("standard", "a-day-in-standard")
    fill(deal, 7, 30)
    board = Board(deal.pk, by, clock.now())
    first, cursor = board.page(limit=10, cursor="", search="")
    whole = [row.player for row in Sweep(board).rows]
    best = Attempt.objects.get(player__name=whole[-1])
    Attempt.objects.filter(pk=best.pk).update(
        status="won",
        home=80,
        seconds=1,
        moves=272,
        ended_at=clock.now() - dt.timedelta(hours=1),
        history="[]",
    )
    second, _cursor = board.page(limit=10, cursor=cursor or "", search="")
    assert [row.player for row in [*first, *second]] == whole[:20]
    assert board.top()[0].player == best.player.name
