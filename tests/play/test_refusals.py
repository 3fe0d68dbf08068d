"""Every refusal has its code, and changes nothing."""

from typing import Any

import pytest

from games import engine
from games.deals.models import Deal
from games.engine import VARIANTS
from games.play import protocol
from games.play.models import Event
from tests.guests import Guest, Seat, in_db, line_of, put_on_calendar, store_moves
from tests.play.test_messages import WON


@in_db
def count_events(attempt: str) -> int:
    return Event.objects.filter(attempt_id=attempt).count()


@pytest.fixture
def attempt(guest: Guest) -> str:
    return guest.practise("standard", "seed-0")


async def refusal(guest: Guest, attempt: str, **wish: Any) -> str:
    """Give the code with which a wish is refused, having made sure that nothing has changed."""
    async with guest.sit(attempt) as seat:
        before, events = await seat.sync(), await count_events(attempt)
        await seat.send(**wish)
        rejected = await seat.hear("rejected")
        assert set(rejected) == {"type", "rev", "code", "detail"}
        assert rejected["rev"] == wish.get("rev", before["rev"])
        assert rejected["detail"]
        after = await seat.sync()
        assert {**after, "elapsed_ms": 0, "server_ms": 0} == {**before, "elapsed_ms": 0, "server_ms": 0}
        assert await count_events(attempt) == events
        return str(rejected["code"])


@pytest.mark.parametrize("move", ["a4f", "a1b2", "a4a1", "s", "wa4", "a2a1"])
async def test_a_move_the_rules_refuse_is_an_illegal_move(guest: Guest, attempt: str, move: str) -> None:
    assert not engine.is_legal(engine.Position.of_deal(engine.STANDARD, engine.deal_cards("seed-0")), move)
    assert await refusal(guest, attempt, type="move", rev=1, move=move) == "illegal_move"


async def test_while_a_vacancy_waits_anything_else_is_vacancy_first(guest: Guest, attempt: str) -> None:
    async with guest.sit(attempt) as seat:
        moved = await seat.play(line_of("standard", "seed-0", 1))
    vacancy = moved["legal"][0][2:]
    assert all(move.endswith(vacancy) for move in moved["legal"])
    assert await refusal(guest, attempt, type="move", rev=2, move="a1f") == "vacancy_first"
    async with guest.sit(attempt) as seat:
        assert (await seat.move(2, moved["legal"][0]))["type"] == "moved"


@pytest.mark.parametrize("move", ["", "z9z9", "A1F", "a1", "a1f ", "a1f\u0000", "é1f", "ss", "fa1"])
async def test_text_that_is_no_move_is_a_bad_message(guest: Guest, attempt: str, move: str) -> None:
    assert await refusal(guest, attempt, type="move", rev=1, move=move) == "bad_message"


async def test_before_the_first_move_there_is_no_undo(guest: Guest, attempt: str) -> None:
    assert await refusal(guest, attempt, type="undo", rev=1) == "no_undo"


async def test_after_all_moves_are_taken_back_there_is_no_undo(guest: Guest, cadogan: str) -> None:
    async with guest.sit(cadogan) as seat:
        await seat.move(1, "s")
        assert (await seat.undo(2))["undo"] is False
    assert await refusal(guest, cadogan, type="undo", rev=3) == "no_undo"


async def test_with_a_stock_left_there_is_no_line_to_finish_with(guest: Guest, attempt: str) -> None:
    assert await refusal(guest, attempt, type="finish", rev=1) == "no_line"


def first_ply(variant: str, *, wins: bool) -> int:
    """Give the first ply of a won game without stock and waste from which plain play wins, or does not."""
    moves, cards = WON[variant]["moves"].split(), WON[variant]["deal"].split()
    return next(
        ply
        for ply, position in enumerate(engine.trace(VARIANTS[variant], cards, moves))
        if not position.stock and not position.waste and bool(engine.plain_play(position)) is wins
    )


@pytest.fixture
def unclear(guest: Guest) -> tuple[str, int]:
    """An attempt without stock and waste from which plain play does not win."""
    return stands_at(guest, first_ply("standard", wins=False))


def stands_at(guest: Guest, ply: int) -> tuple[str, int]:
    attempt = guest.practise_cards("standard", WON["standard"]["deal"])
    store_moves(attempt, WON["standard"]["moves"].split()[:ply])
    return attempt, ply


async def test_where_plain_play_does_not_win_there_is_no_line(guest: Guest, unclear: tuple[str, int]) -> None:
    attempt, ply = unclear
    assert await refusal(guest, attempt, type="finish", rev=ply + 1) == "no_line"


@pytest.mark.parametrize(
    "wish", [{"type": "move", "move": "s"}, {"type": "undo"}, {"type": "concede"}, {"type": "finish"}]
)
async def test_after_the_end_the_attempt_is_over(guest: Guest, cadogan: str, wish: dict[str, Any]) -> None:
    async with guest.sit(cadogan) as seat:
        await seat.move(1, "s")
        await seat.concede(2)
        await seat.send(rev=3, **wish)
        assert (await seat.hear("rejected"))["code"] == "attempt_over"
    assert await count_events(cadogan) == 2


async def test_a_hint_in_ranked_play_is_practice_only(guest: Guest, ranked: str) -> None:
    assert await refusal(guest, ranked, type="hint") == "practice_only"


async def test_a_hint_in_practice_is_a_move_or_null_with_a_reason(seat: Seat) -> None:
    await seat.send(type="hint")
    hint = await seat.hear("hint")
    assert set(hint) == {"type", "rev", "move", "reason"}
    assert hint["reason"]
    assert hint["move"] is None or hint["move"] in (await seat.sync())["legal"]


@pytest.fixture
def ranked(guest: Guest, standard_day: Deal) -> str:
    return guest.start(standard_day.slug)


async def test_a_line_takes_no_more_than_its_limit(
    guest: Guest, cadogan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.play.game.MAX_LINE", 3)
    async with guest.sit(cadogan) as seat:
        await seat.play(["s"] * 3)
    assert await refusal(guest, cadogan, type="move", rev=4, move="s") == "too_long"
    async with guest.sit(cadogan) as seat:
        await seat.undo(4)
        assert (await seat.move(5, "s"))["ply"] == 3


async def test_a_finish_that_would_be_too_long_plays_nothing_at_all(
    guest: Guest, nearly_won: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt, ply = nearly_won
    monkeypatch.setattr("games.play.game.MAX_LINE", ply + 5)
    assert await refusal(guest, attempt, type="finish", rev=ply + 1) == "too_long"


@pytest.fixture
def nearly_won(guest: Guest) -> tuple[str, int]:
    return stands_at(guest, first_ply("standard", wins=True))


async def test_an_attempt_takes_no_more_events_than_its_limit_but_can_be_conceded(
    guest: Guest, cadogan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.play.game.MAX_EVENTS", 4)
    async with guest.sit(cadogan) as seat:
        for rev in (1, 3):
            await seat.move(rev, "s")
            await seat.undo(rev + 1)
    assert await refusal(guest, cadogan, type="move", rev=5, move="s") == "too_long"
    async with guest.sit(cadogan) as seat:
        assert (await seat.concede(5))["status"] == "conceded"


def test_the_limits_are_those_of_the_rules() -> None:
    assert (protocol.MAX_LINE, protocol.MAX_EVENTS) == (2000, 10_000)


# --- undo -----------------------------------------------------------------------------------------


async def undo_all(guest: Guest, attempt: str, line: list[str]) -> int:
    """Play a line and take back as much as can be; gives how many moves stand in the end."""
    async with guest.sit(attempt) as seat:
        answer = await seat.play(line)
        rev = len(line)
        while answer["undo"]:
            rev += 1
            answer = await seat.undo(rev)
        return int(answer["ply"])


def last_showing(variant: str, seed: str, line: list[str]) -> int:
    """Give how many moves of a line stand up to the last one that showed a stock card."""
    position = engine.Position.of_deal(VARIANTS[variant], engine.deal_cards(seed))
    shown = [
        ply for ply, move in enumerate(line, 1) if any(o == "s" for o, _p, _c in engine.play(position, move))
    ]
    return shown[-1]


SEEDS = {"standard": "seed-2", "cadogan": "seed-3"}


@pytest.mark.parametrize("variant", list(VARIANTS))
async def test_in_ranked_play_undo_stops_at_the_last_move_that_showed_a_stock_card(
    guest: Guest, ranked_ones: dict[str, str], variant: str, no_rate_limit: None
) -> None:
    line = line_of(variant, SEEDS[variant], 20)
    floor = last_showing(variant, SEEDS[variant], line)
    assert 0 < floor <= len(line)
    attempt = ranked_ones[variant]
    assert await undo_all(guest, attempt, line) == floor
    assert await refusal(guest, attempt, type="undo", rev=len(line) * 2 - floor + 1) == "no_undo"


@pytest.fixture
def ranked_ones(guest: Guest) -> dict[str, str]:
    return {variant: guest.start(put_on_calendar(variant, seed).slug) for variant, seed in SEEDS.items()}


@pytest.mark.parametrize("variant", list(VARIANTS))
async def test_in_practice_undo_goes_back_to_the_deal(
    guest: Guest, practices: dict[str, str], variant: str, no_rate_limit: None
) -> None:
    assert await undo_all(guest, practices[variant], line_of(variant, SEEDS[variant], 20)) == 0


@pytest.fixture
def practices(guest: Guest) -> dict[str, str]:
    return {variant: guest.practise(variant, seed) for variant, seed in SEEDS.items()}


async def test_a_floor_once_reached_stays_when_moves_above_it_are_taken_back(
    guest: Guest, ranked_ones: dict[str, str]
) -> None:
    async with guest.sit(ranked_ones["cadogan"]) as seat:
        await seat.move(1, "s")
        legal = (await seat.sync())["legal"]
        await seat.move(2, next(move for move in legal if move != "s"))
        assert (await seat.undo(3))["undo"] is False
    assert await refusal(guest, ranked_ones["cadogan"], type="undo", rev=4) == "no_undo"
