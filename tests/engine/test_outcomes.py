"""Won, lost, dead and progress (rules: section 4)."""

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    FORCED_STEPS,
    STANDARD,
    Position,
    deal_cards,
    is_dead,
    is_forced,
    legal_moves,
    play,
    status,
)
from tests.engine.tables import studies, walk

STUCK = """
standard
1  JC  JS  JC  JD  JD  JH  JH  JS
2  3C  3D  3H  3S  4C  5D  6H  7S
"""


def dead_by_brute_force(position: Position) -> bool:
    """The closure of rules.md 4 by whole positions, copies and the legal list alone."""
    if status(position) != "playing" or position.variant is not STANDARD:
        return False
    seen: list[Position] = []
    todo = [position]
    while todo:
        if (at := todo.pop()) in seen:
            continue
        seen.append(at)
        for move in legal_moves(at):
            within = move[-1] == "1" and move[1] == "1"
            if not within or len(at.rows[0]["abcdefgh".index(move[0])]) == 1:
                return False
            after = at.copy()
            play(after, move)
            todo.append(after)
    return True


def test_80_cards_home_are_won() -> None:
    won = Position.of_text("standard\nhome JC JC JD JD JH JH JS JS")
    assert (status(won), won.home, legal_moves(won)) == ("won", 80, [])
    nearly = Position.of_text("standard\n1 JS -- -- -- -- -- -- --\nhome JC JC JD JD JH JH JS TS")
    assert status(nearly) == "playing"
    play(nearly, "a1f")
    assert nearly == won


def test_no_legal_move_is_lost_even_at_move_0() -> None:
    assert status(Position.of_text(STUCK)) == "lost"
    assert not is_dead(Position.of_text(STUCK))


def test_a_position_with_any_legal_move_is_playing() -> None:
    assert status(Position.of_text(STUCK.replace("3C", "TC"))) == "playing"


def test_a_game_is_dead_when_nothing_but_shuffling_within_row_1_is_left() -> None:
    dead = Position.of_text(STUCK.replace("1  JC", "1  JC.TD"))
    assert legal_moves(dead) == ["a1b1", "a1c1", "a1h1"]
    assert status(dead) == "playing"
    assert is_dead(dead)
    assert not is_dead(Position.of_text(str(dead).replace("3C", "TC")))


def test_a_shuffle_that_uncovers_a_way_on_keeps_a_game_alive() -> None:
    uncovers = STUCK.replace("JC  JS  JC", "JC.TD  JS  8C")
    alive = Position.of_text(uncovers + "home TC AC AD AD AH AH AS AS")
    assert legal_moves(alive) == ["a1b1", "a1h1"]
    assert not is_dead(alive)
    assert is_dead(Position.of_text(uncovers + "home 9C AC AD AD AH AH AS AS"))


def test_a_lone_card_that_may_move_keeps_a_game_alive_since_a_fill_follows() -> None:
    lone = STUCK.replace("JC  JS  JC", "TS.9D  8C  JC")
    assert legal_moves(Position.of_text(lone)) == ["b1a1"]
    assert not is_dead(Position.of_text(lone))
    under = lone.replace("JH  JS", "JH.8S  9H")
    assert legal_moves(Position.of_text(under)) == ["b1a1", "b1h1", "g1a1", "g1h1"]
    held = under.replace("8C", "JS.8C")
    assert legal_moves(Position.of_text(held)) == ["b1a1", "b1h1", "g1a1", "g1h1"]
    assert is_dead(Position.of_text(held))


def test_no_game_of_the_other_variant_and_no_waiting_vacancy_is_dead() -> None:
    dead = STUCK.replace("1  JC", "1  JC.TD")
    assert is_dead(Position.of_text(dead))
    lower = "3 2C 2D 2H 2S 7D 8C 9H TS\n4 4S 4H 4D 5C 6C 6D 8D 9C\nstock 2C"
    cadogan = Position.of_text(dead.replace("standard", "cadogan") + lower)
    assert status(cadogan) == "playing"
    assert not is_dead(cadogan)
    assert not is_dead(Position.of_text(dead.replace("JD  JH", "JD  --")))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6).map(str))
def test_dead_is_what_brute_force_finds_in_the_last_positions_of_random_games(seed: str) -> None:
    _, moves = walk(STANDARD, seed, 400)
    position = Position.of_deal(STANDARD, deal_cards(seed))
    for ply, move in enumerate(moves):
        if ply > len(moves) - 12:
            assert is_dead(position) == dead_by_brute_force(position)
        play(position, move)
    assert is_dead(position) == dead_by_brute_force(position)


@settings(deadline=None, max_examples=100)
@given(studies())
def test_dead_is_what_brute_force_finds_in_made_up_positions(position: Position) -> None:
    assert is_dead(position) == dead_by_brute_force(position)


def test_a_dead_game_stays_dead_and_its_progress_stands_still() -> None:
    found = 0
    for seed in range(30):
        position, moves = walk(STANDARD, f"dead-{seed}", 400)
        positions = [Position.of_deal(STANDARD, deal_cards(f"dead-{seed}"))]
        for move in moves:
            positions.append(positions[-1].copy())
            play(positions[-1], move)
        for (before, after), move in zip(pairwise(positions), moves, strict=True):
            if is_dead(before):
                found += 1
                assert not is_forced(move)
                assert is_dead(after) or status(after) == "lost"
                assert after.home == position.home
    assert found > 10


def test_moves_home_and_up_a_row_are_forced_steps_and_no_others() -> None:
    assert all(map(is_forced, ("a1f", "b2a1", "c3b2", "d4c3")))
    assert not any(map(is_forced, ("a1b1", "s", "wa4", "zz9")))
    assert FORCED_STEPS == 80 + 72 + 64 + 56


def test_dead_asks_for_no_stock() -> None:
    cards = list(deal_cards("1"))
    position = Position.of_deal(STANDARD, cards)
    other = Position.of_deal(STANDARD, cards[:32] + cards[:31:-1])
    chance = random.Random(1)
    while (legal := legal_moves(position)) and legal == legal_moves(other) and len(position.stock) > 40:
        assert is_dead(position) == is_dead(other)
        move = chance.choice(legal)
        play(position, move)
        play(other, move)
