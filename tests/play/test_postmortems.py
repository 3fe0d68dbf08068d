"""Post-mortems: where a game was lost, by both measures, never before the boards have closed."""

import datetime as dt

import pytest
import time_machine

from games import engine
from games.deals import services as deal_services
from games.engine.solver import solve
from games.play import postmortems, selectors
from games.play.game import Game, GameEvent, write_history
from games.play.models import Attempt, Postmortem
from games.play.services import play_on_from
from games.players.models import Player

pytestmark = pytest.mark.django_db
NOON = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


@pytest.fixture
def player() -> Player:
    return Player.objects.create(name="Ada", created_at=NOON)


def straight_to_the_end(variant: str, cards: tuple[str, ...], *, ranked: bool = False) -> Game:
    """A game by somebody who always makes the first forced step there is, and concedes when there is none."""
    game = Game(engine.VARIANTS[variant], cards, ranked=ranked)
    while forced := [move for move in game.legal if engine.is_forced(move)]:
        game.take(GameEvent("move", forced[0], 1000 * (game.rev + 1)))
    if game.status == "playing":  # a ranked game may have been lost by itself
        game.take(GameEvent("concede", "", 1000 * (game.rev + 1)))
    return game


def ended_attempt(player: Player, game: Game, **fields: object) -> Attempt:
    return Attempt.objects.create(
        player=player,
        variant=game.position.variant.name,
        status=game.status,
        started_at=NOON,
        ended_at=NOON + dt.timedelta(minutes=5),
        home=game.position.home,
        steps=game.steps,
        moves=len(game.line),
        seconds=300,
        history=write_history(game.events),
        **fields,
    )


def test_a_lost_practice_game_is_judged_on_request_by_both_measures(player: Player) -> None:
    seed, game = next(
        (seed, game)
        for seed in (f"post-{number}" for number in range(50))
        if solve((game := straight_to_the_end("standard", engine.deal_cards(seed))).position).verdict
        == "unwinnable"
    )
    attempt = ended_attempt(player, game, seed=seed)
    assert not postmortems.make_one()  # nobody asked
    pending = postmortems.request_postmortem(attempt=attempt, now=NOON)
    assert pending.made_at is None
    assert postmortems.make_one()
    made = Postmortem.objects.get(attempt=attempt)
    assert made.made_at is not None
    assert made.last_chance is not None and made.last_chance < len(game.line)
    assert made.move == game.line[made.last_chance]
    assert made.verdict in ("mistake", "bad luck")
    assert 0 <= (made.odds_after or 0) <= 1
    until = engine.replay(game.position.variant, game.cards, game.line[: made.last_chance])
    assert solve(until).verdict == "won"


def test_a_request_made_twice_is_one_request(player: Player) -> None:
    attempt = ended_attempt(
        player, straight_to_the_end("standard", engine.deal_cards("post-1")), seed="post-1"
    )
    postmortems.request_postmortem(attempt=attempt, now=NOON)
    postmortems.request_postmortem(attempt=attempt, now=NOON)
    assert Postmortem.objects.count() == 1


def test_a_ranked_game_is_judged_by_itself_once_its_boards_have_closed_and_not_before(player: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        deal = deal_services.ensure_day(date=NOON.date())[0]
        game = straight_to_the_end("standard", engine.deal_cards(deal.seed), ranked=True)
        attempt = ended_attempt(player, game, deal=deal, ranked=True)
        with pytest.raises(postmortems.NotYet):
            postmortems.request_postmortem(attempt=attempt, now=NOON)
        assert not postmortems.make_one()
    with time_machine.travel(NOON + dt.timedelta(hours=14), tick=False):  # 02:00 of the next date
        assert postmortems.make_one()
        assert not postmortems.make_one()
    assert Postmortem.objects.get(attempt=attempt).made_at is not None


def test_a_won_game_has_no_postmortem(player: Player) -> None:
    cards = engine.deal_cards("post-2")
    line = solve(engine.Position.of_deal(engine.STANDARD, cards)).moves
    assert line is not None
    game = Game(engine.STANDARD, cards, ranked=False)
    for move in line:
        game.take(GameEvent("move", move, 0))
    with pytest.raises(postmortems.NotYet):
        postmortems.request_postmortem(attempt=ended_attempt(player, game, seed="post-2"), now=NOON)


def test_a_clerk_that_died_over_a_postmortem_leaves_it_to_the_next_one(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt = ended_attempt(
        player, straight_to_the_end("standard", engine.deal_cards("post-1")), seed="post-1"
    )
    postmortems.request_postmortem(attempt=attempt, now=NOON)
    with time_machine.travel(NOON, tick=False):
        with monkeypatch.context() as patch:
            patch.setattr(postmortems, "_judge", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                postmortems.make_one()
        assert not postmortems.make_one()
    with time_machine.travel(NOON + dt.timedelta(minutes=6), tick=False):
        assert postmortems.make_one()


@pytest.mark.parametrize("variant", ["standard", "cadogan"])
def test_play_on_from_here_stands_exactly_where_the_game_stood(player: Player, variant: str) -> None:
    game = straight_to_the_end(variant, engine.deal_cards("post-3"))
    source = ended_attempt(player, game, seed="post-3")
    ply = len(game.line) // 2
    attempt = play_on_from(player=player, source=source, ply=ply)
    again = selectors.game_of(attempt)
    assert again.position == engine.replay(game.position.variant, game.cards, game.line[:ply])
    assert again.line == game.line[:ply]
    assert not attempt.ranked
