"""The boards agree, row by row, with ranking's arithmetic, ties and all: counted in SQL, and by the index."""

import datetime as dt
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import clock
from games.deals.models import Deal
from games.play.models import Attempt, Tally
from games.play.protocol import Row
from games.players.models import Player, User
from leaderboard import index
from leaderboard.counts import counts_of
from leaderboard.ranking import By, score
from leaderboard.standings import NEAR, TOP, Board, Sweep

pytestmark = pytest.mark.django_db(transaction=True)
both_boards = pytest.mark.parametrize("by", ["time", "moves"])
MOST = 25


@pytest.fixture(params=["SQL", pytest.param("index", marks=pytest.mark.redis)])
def store(request: pytest.FixtureRequest, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """Count in the database alone, and by an index in Redis."""
    monkeypatch.setattr(index, "PATIENCE", 5.0)  # a busy machine is no silent Redis
    settings.REDIS_URL = request.getfixturevalue("redis_url") if request.param == "index" else ""
    return str(request.param)


@pytest.fixture
def players() -> list[Player]:
    """Half of them members, half guests."""
    return [
        Player.objects.create(
            name=f"player {number}",
            user=User.objects.create(username=f"player {number}") if number % 2 else None,
            created_at=clock.now(),
        )
        for number in range(MOST)
    ]


class Played(NamedTuple):
    """A game with few values to choose from, so that many are equal."""

    status: str
    home: int
    moves: int
    seconds: int
    ended: int


fields = st.lists(
    st.builds(
        Played,
        st.sampled_from(["won", "won", "lost", "conceded", "playing"]),
        st.integers(0, 3), st.integers(272, 274), st.integers(300, 302), st.integers(0, 2),
    ),
    max_size=MOST,
)  # fmt: skip


def fill(deal: Deal, players: list[Player], field: list[Played]) -> None:
    """Put a field on a deal's board, and nothing else."""
    now = clock.now()
    Attempt.objects.filter(deal=deal).delete()
    for player, game in zip(players, field, strict=False):
        over = {
            "moves": game.moves, "seconds": game.seconds, "ended_at": now + dt.timedelta(seconds=game.ended)
        }  # fmt: skip
        Attempt.objects.create(
            player=player, deal=deal, variant=deal.variant, ranked=True, started_at=now, status=game.status,
            home=80 if game.status == "won" else game.home, **({} if game.status == "playing" else over),
        )  # fmt: skip


def order(attempt: Attempt, by: By) -> tuple[int, ...]:
    """Say it as the rules do, without scores."""
    if attempt.status != "won":
        return 1, -attempt.home
    return (0, attempt.seconds or 0, attempt.moves or 0) if by == "time" else (0, attempt.moves or 0)


def expected(deal: Deal, by: By) -> list[tuple[int, Attempt]]:
    """Read everything and rank it in memory: a place is 1 + the strictly better ones that take places."""
    field = list(
        Attempt.objects.filter(deal=deal, ranked=True, disqualified_at=None).select_related("player")
    )
    field.sort(key=lambda a: (order(a, by), a.ended_at is None, a.ended_at or a.started_at, a.pk))
    return [(1 + sum(o.takes_place and order(o, by) < order(a, by) for o in field), a) for a in field]


def shown(row: Row) -> tuple[int | None, str]:
    return row.place, row.player


def check(deal: Deal, by: By) -> None:
    """Ask a board everything."""
    placed = expected(deal, by)
    want = [(place if attempt.takes_place else None, attempt.player.name) for place, attempt in placed]
    board = Board(deal.pk, by, clock.now())
    assert [shown(row) for row in board.top()] == want[:TOP]
    sweep = Sweep(board)
    assert [shown(row) for row in sweep.rows] == want
    for limit in (3, 7):
        rows: list[Row] = []
        cursor: str | None = ""
        while cursor is not None:
            page, cursor = board.page(limit=limit, cursor=cursor, search="")
            rows += page
        assert [shown(row) for row in rows] == want
    for number, (place, attempt) in enumerate(placed):
        own = board.around(player_id=attempt.player_id)
        assert own
        assert own == sweep.own(attempt.player_id)
        assert [shown(row) for row in own.near] == want[max(0, number - NEAR) : number + NEAR + 1]
        assert own.row.would_be == (None if attempt.takes_place else place)
        assert board.place_of(attempt.pk) == ((place, None) if attempt.takes_place else (None, place))
        result = {"home": attempt.home, "seconds": attempt.seconds or 0, "moves": attempt.moves or 0}
        assert getattr(attempt, f"{by}_score") == score(by, won=attempt.status == "won", **result)
    found, _cursor = board.page(limit=100, cursor="", search="PLAYER 1")
    assert [shown(row) for row in found] == [row for row in want if "player 1" in row[1]]
    everybody = list(Attempt.objects.filter(deal=deal))
    playing = sum(a.status == "playing" for a in everybody)
    assert counts_of(deal.pk) == (len(everybody), playing, len(everybody) - playing)


@both_boards
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(field=fields)
def test_every_question_is_answered_as_if_the_board_had_been_ranked_in_memory(
    by: By, store: str, deal: Deal, players: list[Player], field: list[Played]
) -> None:
    fill(deal, players, field)
    check(deal, by)
    first, *others = Attempt.objects.filter(deal=deal) or [None]
    if first is None:
        return
    Attempt.objects.filter(pk=first.pk).update(takes_place=not first.takes_place)
    if others:
        over = {"status": "lost", "ended_at": clock.now(), "moves": 0, "seconds": 1, "home": 2}
        Attempt.objects.filter(pk=others[0].pk).update(**over, disqualified_at=clock.now(), takes_place=False)
        Attempt.objects.filter(deal=deal, status="playing").exclude(pk=first.pk).update(**over)
    check(deal, by)
    has_ended = Tally.objects.filter(deal=deal).exists()
    assert (index.count_better(deal.pk, by, [1 << 40]) is not None) == (store == "index" and has_ended)


@both_boards
def test_a_page_stays_where_it_is_while_others_finish(by: By, deal: Deal, players: list[Player]) -> None:
    fill(deal, players, [Played("won", 80, 272 + n % 3, 300 + n % 2, n % 4) for n in range(MOST)])
    board = Board(deal.pk, by, clock.now())
    first, cursor = board.page(limit=10, cursor="", search="")
    whole = [row.player for row in Sweep(board).rows]
    best = Attempt.objects.get(player__name=whole[-1])
    Attempt.objects.filter(pk=best.pk).update(
        seconds=1, moves=272, ended_at=best.started_at - dt.timedelta(hours=1)
    )
    second, _cursor = board.page(limit=10, cursor=cursor or "", search="")
    assert [row.player for row in [*first, *second]] == whole[:20]
    assert board.top()[0].player == best.player.name
