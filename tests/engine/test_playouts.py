import random
import time

import pytest

from games.engine import STANDARD, Position, deal_cards, legal_moves, play, replay, status
from games.engine.evaluator import TASTES
from games.engine.grade import CUTS, LABELS, PLAYERS, grade, wilson
from games.engine.hint import hint
from games.engine.house import HOUSE_PLAYERS, house_game
from games.engine.moves import STOCK
from games.engine.playouts import careful, greedy, name_move, one_ply, play_out, straight, with_rollouts
from games.engine.tableau import Tableau
from games.engine.words import HINTS
from tests.engine.tables import each_variant


def table_of(variant, seed):
    return Tableau.of_position(Position.of_deal(variant, deal_cards(seed)))


def players(variant):
    taste = TASTES[variant.name]
    return {
        "straight": straight,
        "greedy": greedy,
        "careful": careful,
        "one-ply": one_ply(taste),
        "noisy": one_ply(taste, 0.7),
        "rollouts": with_rollouts(taste, width=2, samples=1, noise=0.3),
    }


@each_variant
def test_the_tableau_plays_by_the_rules_move_by_move(variant):
    rng = random.Random(1)
    for number in range(40):
        position = Position.of_deal(variant, deal_cards(f"test-{number}"))
        table = Tableau.of_position(position)
        for _ in range(200):
            moves = table.legal()
            assert sorted(map(name_move, moves)) == legal_moves(position)
            if not moves:
                break
            move = rng.choice(moves)
            table.make(move)
            play(position, name_move(move))
            assert table == Tableau.of_position(position)


@each_variant
def test_every_player_makes_legal_moves_and_is_repeated_by_its_seed(variant):
    cards = deal_cards("test-1")
    for name, player in players(variant).items():
        table = table_of(variant, "test-1")
        if name == "rollouts":
            # Its early moves are dear.
            play_out(table, one_ply(TASTES[variant.name]), random.Random(0), limit=240)
        begun = table.copy()
        made = play_out(table, player, random.Random(7))
        assert made == play_out(begun, player, random.Random(7))
        if name != "rollouts":
            replay(variant, cards, map(name_move, made))


@each_variant
def test_players_choose_the_same_when_the_stock_is_shuffled_behind_their_back(variant):
    rng = random.Random(5)
    for name, player in players(variant).items():
        table = table_of(variant, f"test-{name}")
        for ply in range(12 if name == "rollouts" else 120):
            other = table.copy()
            rng.shuffle(other.piles[STOCK])
            move = player(table, random.Random(ply))
            assert move == player(other, random.Random(ply))
            if move is None:
                break
            table.make(move)


@each_variant
def test_a_hint_is_legal_has_words_is_quick_and_does_not_know_the_stock(variant):
    rng = random.Random(2)
    reasons = set()
    slowest = 0.0
    for number in range(12):
        position = Position.of_deal(variant, deal_cards(f"test-{number}"))
        while legal_moves(position):
            started = time.process_time()
            given = hint(position)
            slowest = max(slowest, time.process_time() - started)
            if given is None:
                break
            shuffled = position.copy()
            rng.shuffle(shuffled.piles[STOCK])
            assert hint(shuffled) == given
            reasons.add(given.reason)
            play(position, given.move)
        if status(position) == "lost":
            assert hint(position) is None
    assert reasons <= set(HINTS)
    assert len(reasons) >= 10
    assert slowest < 0.05  # ten times the target, for a busy machine


def test_a_hint_does_not_send_home_at_every_chance_but_does_so_when_it_is_safe():
    held_back = 0
    for number in range(10):
        position = Position.of_deal(STANDARD, deal_cards(f"test-{number}"))
        while given := hint(position):
            if not given.move.endswith("f") and any(move.endswith("f") for move in legal_moves(position)):
                held_back += 1
            play(position, given.move)
    assert held_back > 50
    safe = Position.of_text(
        "standard\n1 3C.2D JC JS JC JS JD JH TC\n2 JH JD 9C 9S TD TH TS TC\n"
        "3 9D 9H 8C 8S 8D 8H 7C 7S\n4 5S 5D 5H 6C 6D 6H 4S 4D\nhome AC AC AD AD AH AH AS AS"
    )
    assert hint(safe) == ("a1f", "home_safe")


def test_there_is_no_hint_where_only_idle_moves_between_row_1_piles_are_left():
    idle = Position.of_text("standard\n1 TC.9D TS JC JC JS JS 5C 5C\n2 JD JD JH JH 7C 7C 7S 7S")
    assert legal_moves(idle) == ["a1b1"]
    assert hint(idle) is None
    useful = Position.of_text(
        "standard\n1 TC.9D TS JC JC JS JS 5S 5S\n2 JD JD JH JH 7S 7S 7C --\nhome 9C AC AD AD AH AH AS AS"
    )
    assert legal_moves(useful) == ["a1b1"]
    assert hint(useful) == ("a1b1", "only_move")


@each_variant
def test_a_grade_is_a_share_with_its_interval_and_one_of_five_labels(variant):
    given = grade(variant, deal_cards("test-1"), playouts=30)
    assert given == grade(variant, deal_cards("test-1"), playouts=30)
    assert 0 <= given.low <= given.rate <= given.high <= 1
    assert given.label in LABELS
    assert len(LABELS) == len(CUTS[variant.name]) + 1
    assert list(CUTS[variant.name]) == sorted(CUTS[variant.name])
    assert PLAYERS.keys() == CUTS.keys() == TASTES.keys()


def test_the_wilson_interval_is_the_textbook_one():
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)
    assert wilson(10, 10)[1] == pytest.approx(1.0)


@each_variant
def test_a_house_game_is_legal_repeatable_and_takes_its_time(variant):
    cards = deal_cards("test-2")
    for player in HOUSE_PLAYERS[:-1]:  # the last one takes seconds; its kind is tested above
        moves, times = house_game(player, variant, cards, "2026-11-29")
        assert (moves, times) == house_game(player, variant, cards, "2026-11-29")
        assert len(moves) == len(times)
        assert times == sorted(times)
        replay(variant, cards, moves)
        if len(moves) > 100:
            assert 0.3 < times[-1] / len(moves) < 10


def test_house_players_have_keys_and_names_of_their_own_and_grow_stronger():
    assert len({player.key for player in HOUSE_PLAYERS}) == len({p.name for p in HOUSE_PLAYERS}) == 10
    wins = []
    for player in (HOUSE_PLAYERS[0], HOUSE_PLAYERS[4], HOUSE_PLAYERS[8]):
        won = 0
        for number in range(25):
            table = table_of(STANDARD, f"test-{number}")
            play_out(table, player.of(TASTES["standard"]), random.Random(number))
            won += table.is_won()
        wins.append(won)
    assert wins == sorted(wins)
    assert wins[0] == 0
    assert wins[2] >= 18
