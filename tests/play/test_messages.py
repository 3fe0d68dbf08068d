"""Every message holds exactly what the protocol names, and says what is so."""

from typing import Any

import pytest
import time_machine

from games import engine
from games.deals.models import Deal
from games.engine import VARIANTS
from tests.guests import Guest, cards_hidden, line_of, store_moves
from tests.vectors import GAMES

POSITION = set(
    "type attempt slug variant ranked rev ply moves rows foundations stock waste legal status home progress "
    "undo dead elapsed_ms server_ms".split()
)
NOW = set("type rev ply stock legal status home progress undo dead elapsed_ms".split())
WON = {variant: next(g for g in GAMES if g["variant"] == variant and g["won"]) for variant in VARIANTS}
both_variants = pytest.mark.parametrize("variant", list(VARIANTS))


def apply_restored(position: dict[str, Any], restored: list[Any], taken: str) -> None:
    """Put restored places into a position as a page would.

    After a send home all eight foundations come last; there `f2` is a foundation, elsewhere a seat.
    """
    if taken.endswith("f"):
        assert [place for place, _cards in restored[-8:]] == [f"f{index}" for index in range(8)]
        position["foundations"] = [card for _place, (card,) in restored[-8:]]
        restored = restored[:-8]
    for place, cards in restored:
        if place == "w":
            position["waste"] = cards
        else:
            position["rows"][int(place[1]) - 1]["abcdefgh".index(place[0])] = cards


def table_of(position: dict[str, Any]) -> dict[str, Any]:
    """Give what lies on the table, without the clock."""
    return {name: value for name, value in position.items() if name not in ("elapsed_ms", "server_ms", "rev")}


@both_variants
async def test_the_first_position_is_the_deal_face_up_and_the_stock_as_a_number(
    guest: Guest, variant: str, attempts: dict[str, str]
) -> None:
    async with guest.sit(attempts[variant], synced=False) as seat:
        position = await seat.sync()
    cards = list(engine.deal_cards("seed-0"))
    assert set(position) == POSITION
    assert position["rows"] == [[[card] for card in cards[8 * row : 8 * row + 8]] for row in range(4)]
    assert position["foundations"] == ["AC", "AC", "AD", "AD", "AH", "AH", "AS", "AS"]
    dealt = engine.Position.of_deal(VARIANTS[variant], cards)
    assert position["legal"] == engine.legal_moves(dealt)
    expected = {
        "attempt": attempts[variant], "slug": None, "variant": variant, "ranked": False, "rev": 0, "ply": 0,
        "moves": [], "stock": 48, "waste": [], "status": "playing", "home": 0, "progress": 0.0, "undo": False,
        "dead": engine.is_dead(dealt),
    }  # fmt: skip
    assert {name: position[name] for name in expected} == expected


@pytest.fixture
def attempts(guest: Guest) -> dict[str, str]:
    return {variant: guest.practise(variant, "seed-0") for variant in VARIANTS}


async def test_a_daily_position_names_its_slug_and_is_ranked(
    guest: Guest, daily: str, standard_day: Deal
) -> None:
    async with guest.sit(daily, synced=False) as seat:
        position = await seat.sync()
        assert (position["slug"], position["ranked"]) == (standard_day.slug, True)


@pytest.fixture
def daily(guest: Guest, standard_day: Deal) -> str:
    return guest.start(standard_day.slug)


@both_variants
async def test_a_move_is_told_with_all_that_stands_after_it(
    guest: Guest, variant: str, attempts: dict[str, str]
) -> None:
    line = line_of(variant, "seed-0", 8)
    position = engine.Position.of_deal(VARIANTS[variant], engine.deal_cards("seed-0"))
    async with guest.sit(attempts[variant]) as seat:
        for ply, move in enumerate(line, 1):
            turned = engine.play(position, move)
            moved = await seat.move(ply, move)
            assert set(moved) == NOW | {"move", "turned"}
            expected = {
                "type": "moved", "rev": ply, "ply": ply, "move": move, "turned": list(map(list, turned)),
                "stock": len(position.stock), "legal": engine.legal_moves(position), "home": position.home,
                "progress": round(sum(map(engine.is_forced, line[:ply])) / 272, 4), "undo": True,
            }  # fmt: skip
            assert {name: moved[name] for name in expected} == expected


async def test_a_card_that_fills_the_people_by_itself_is_told_with_the_move(
    guest: Guest, attempts: dict[str, str]
) -> None:
    async with guest.sit(attempts["standard"]) as seat:
        for rev, move in enumerate(line_of("standard", "seed-0", 12), 1):
            moved = await seat.move(rev, move)
            if moved["turned"]:
                break
    assert moved["turned"] == [["s", moved["move"][:2], cards_hidden("seed-0")[0]]]
    assert moved["stock"] == 47


async def test_a_turned_stock_card_is_told_on_the_waste(guest: Guest, attempts: dict[str, str]) -> None:
    async with guest.sit(attempts["cadogan"]) as seat:
        moved = await seat.move(1, "s")
    assert moved["turned"] == [["s", "w", cards_hidden("seed-0")[0]]]


@both_variants
async def test_restored_places_bring_a_page_back_to_every_earlier_position(
    guest: Guest, variant: str, no_rate_limit: None, attempts: dict[str, str]
) -> None:
    line = line_of(variant, "seed-0", 25)
    async with guest.sit(attempts[variant]) as seat:
        positions = [await seat.sync()]
        for ply, move in enumerate(line, 1):
            await seat.move(ply, move)
            positions.append(await seat.sync())
        drawn = positions.pop()
        for back, expected in enumerate(reversed(positions), 1):
            undone = await seat.undo(len(line) + back)
            assert set(undone) == NOW | {"restored"}
            apply_restored(drawn, undone["restored"], drawn["moves"].pop())
            drawn |= {name: undone[name] for name in NOW - {"type"}}
            assert table_of(drawn) == table_of(expected)


@both_variants
async def test_restored_places_hold_the_foundations_after_a_send_home(
    guest: Guest, variant: str, won_attempts: dict[str, str], no_rate_limit: None
) -> None:
    moves = WON[variant]["moves"].split()
    first_home = next(ply for ply, move in enumerate(moves) if move.endswith("f"))
    async with guest.sit(won_attempts[variant]) as seat:
        await seat.play(moves[:first_home])
        before = await seat.sync()
        await seat.move(first_home + 1, moves[first_home])
        drawn = await seat.sync()
        apply_restored(drawn, (await seat.undo(first_home + 2))["restored"], moves[first_home])
        assert (drawn["rows"], drawn["foundations"]) == (before["rows"], before["foundations"])


@pytest.fixture
def won_attempts(guest: Guest) -> dict[str, str]:
    return {variant: guest.practise_cards(variant, game["deal"]) for variant, game in WON.items()}


@both_variants
async def test_a_whole_won_game_ends_with_a_last_moved_and_then_ended(
    guest: Guest, variant: str, won_attempts: dict[str, str], no_rate_limit: None
) -> None:
    moves = WON[variant]["moves"].split()
    async with guest.sit(won_attempts[variant]) as seat:
        last = await seat.play(moves)
        assert (last["status"], last["home"], last["progress"]) == ("won", 80, 1.0)
        assert (last["legal"], last["undo"], last["stock"]) == ([], False, 0)
        ended = await seat.hear("ended")
        assert set(ended) == set("type rev status home seconds moves place would_be".split())
        expected = {"rev": len(moves), "status": "won", "home": 80, "moves": len(moves), "place": None}
        assert {name: ended[name] for name in expected} == expected


@both_variants
async def test_a_finish_is_told_as_played_with_all_its_moves_and_the_last_rev(
    guest: Guest, variant: str, nearly_won: dict[str, tuple[str, int]]
) -> None:
    attempt, ply = nearly_won[variant]
    async with guest.sit(attempt) as seat:
        await seat.send(type="finish", rev=ply + 1)
        played = await seat.hear("played")
        assert set(played) == NOW | {"moves", "turned"}
        assert (played["rev"], played["ply"]) == (ply + 1, ply + len(played["moves"]))
        assert (played["status"], played["home"], played["turned"]) == ("won", 80, [])
        ended = await seat.hear("ended")
        assert (ended["status"], ended["rev"], ended["moves"]) == ("won", ply + 1, played["ply"])


@pytest.fixture
def nearly_won(guest: Guest, won_attempts: dict[str, str]) -> dict[str, tuple[str, int]]:
    """Attempts at the first ply from which plain play wins."""
    found = {}
    for variant, attempt in won_attempts.items():
        moves = WON[variant]["moves"].split()
        cards = WON[variant]["deal"].split()
        for ply, position in enumerate(engine.trace(VARIANTS[variant], cards, moves)):
            if engine.plain_play(position):
                store_moves(attempt, moves[:ply])
                found[variant] = (attempt, ply)
                break
    return found


async def test_a_pong_tells_the_rev_and_the_servers_time(
    guest: Guest, attempts: dict[str, str], noon: time_machine.Traveller
) -> None:
    async with guest.sit(attempts["cadogan"]) as seat:
        await seat.move(1, "s")
        noon.move_to(4_000_000_000, tick=False)
        await seat.send(type="ping")
        assert await seat.hear("pong") == {"type": "pong", "rev": 1, "server_ms": 4_000_000_000_000}


async def test_the_clock_is_the_servers_and_counts_from_the_start(
    guest: Guest, attempts: dict[str, str], noon: time_machine.Traveller
) -> None:
    async with guest.sit(attempts["cadogan"]) as seat:
        before = (await seat.sync())["elapsed_ms"]
        noon.shift(90)
        moved = await seat.move(1, "s")
        assert 90_000 <= moved["elapsed_ms"] - before < 100_000


async def test_the_clock_never_runs_backwards(
    guest: Guest, attempts: dict[str, str], noon: time_machine.Traveller
) -> None:
    async with guest.sit(attempts["cadogan"]) as seat:
        noon.shift(90)
        first = await seat.move(1, "s")
        noon.shift(-60)
        second = await seat.move(2, "s")
        assert second["elapsed_ms"] == first["elapsed_ms"]
        assert (await seat.sync())["elapsed_ms"] >= first["elapsed_ms"]


async def test_a_page_that_comes_after_the_end_gets_the_position_and_how_it_ended(
    guest: Guest, attempts: dict[str, str]
) -> None:
    async with guest.sit(attempts["cadogan"]) as seat:
        told = await seat.concede(1)
    async with guest.sit(attempts["cadogan"], synced=False) as late:
        assert (await late.sync())["status"] == "conceded"
        assert await late.hear("ended") == told
