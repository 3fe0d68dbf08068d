"""The reference vectors: deals and whole games on which independent implementations agree."""

import pytest

from games.engine import (
    VARIANTS,
    IllegalMove,
    commitment,
    deal_cards,
    is_dead,
    is_legal,
    legal_moves,
    play,
    replay,
    status,
    take_back,
    trace,
)
from tests.vectors import DEALS, GAMES

game = pytest.mark.parametrize("vector", GAMES, ids=[f"{i}-{g['variant']}" for i, g in enumerate(GAMES)])


@pytest.mark.parametrize("vector", DEALS, ids=[deal["seed"] for deal in DEALS])
def test_a_seed_gives_its_cards_and_its_commitment(vector) -> None:
    assert " ".join(deal_cards(vector["seed"])) == vector["cards"]
    assert commitment(vector["seed"]) == vector["commitment"]


@game
def test_a_game_has_the_legal_moves_and_refusals_of_the_vector_before_every_move(vector) -> None:
    illegal = dict(vector["illegal"])
    counts = []
    for ply, position in enumerate(
        trace(VARIANTS[vector["variant"]], vector["deal"].split(), vector["moves"].split())
    ):
        counts.append(len(legal_moves(position)))
        before = position.copy()
        for move in illegal.get(ply, ()):
            assert not is_legal(position, move)
            with pytest.raises(IllegalMove):
                play(position, move)
            assert position == before
    assert counts == [*vector["legal_counts"], vector["legal_at_end"]]


@game
def test_a_game_ends_on_the_table_of_the_vector_and_can_be_taken_back_to_its_deal(vector) -> None:
    variant, cards, moves = VARIANTS[vector["variant"]], vector["deal"].split(), vector["moves"].split()
    position = replay(variant, cards, moves)
    final = vector["final"]
    assert position.rows == final["rows"]
    assert len(position.stock) == final["stock"]
    assert position.waste == final["waste"]
    assert sorted(position.foundations) == final["foundations"]
    assert (status(position) == "won") == vector["won"]
    assert (status(position) == "lost") == (not vector["won"] and not vector["legal_at_end"])
    start = replay(variant, cards, [])
    again = start.copy()
    turned = [play(again, move) for move in moves]
    for move, cards_turned in zip(reversed(moves), reversed(turned), strict=True):
        take_back(again, move, cards_turned)
    assert again == start


@game
def test_no_position_of_a_won_game_is_dead(vector) -> None:
    if vector["won"]:
        for position in trace(VARIANTS[vector["variant"]], vector["deal"].split(), vector["moves"].split()):
            assert not is_dead(position)
