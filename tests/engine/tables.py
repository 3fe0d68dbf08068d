"""What the engine's tests share: one way to ask whether a move is allowed, and positions to try things on."""

import random
from itertools import pairwise

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from games.engine import (
    PACK,
    VARIANTS,
    IllegalMove,
    Position,
    Variant,
    deal_cards,
    is_legal,
    legal_moves,
    play,
)

each_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
variants = st.sampled_from(list(VARIANTS.values()))
seeds = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", min_size=1, max_size=64)


def allowed(text: str, move: str) -> Position:
    """Assert that a move is legal in a position given as text; return the position after it."""
    position = Position.of_text(text)
    assert is_legal(position, move)
    assert move in legal_moves(position)
    play(position, move)
    return position


def refused(text: str, move: str) -> str:
    """Assert that a move is refused and changes nothing; return the stable code of the reason."""
    position = Position.of_text(text)
    assert not is_legal(position, move)
    assert move not in legal_moves(position)
    try:
        play(position, move)
    except IllegalMove as error:
        assert position == Position.of_text(text)
        code = "vacancy_first" if error.reason_code == "vacancy_first" else "illegal_move"
        assert (error.move, error.code) == (move, code)
        assert error.reason
        return error.reason_code
    raise AssertionError(f"{move} was played")


def walk(variant: Variant, seed: str, plies: int) -> tuple[Position, list[str]]:
    """The position after so many random moves (or where no move is left), and the moves."""
    chance = random.Random(seed)
    position = Position.of_deal(variant, deal_cards(seed))
    moves: list[str] = []
    while len(moves) < plies and (legal := legal_moves(position)):
        # Home and turning too often end games early; this keeps some of each kind.
        moves.append(chance.choice(legal))
        play(position, moves[-1])
    return position, moves


@st.composite
def played(draw: st.DrawFn, most: int = 320) -> Position:
    """Positions of random play, from the deal to the end."""
    return walk(draw(variants), draw(st.integers(0, 10**6).map(str)), draw(st.integers(0, most)))[0]


@st.composite
def studies(draw: st.DrawFn) -> Position:
    """Positions no game leads to: cards missing, rows bare above full ones."""
    variant = draw(variants)
    chance = draw(st.randoms(use_true_random=False))
    cards = list(PACK)
    chance.shuffle(cards)
    heights = draw(st.lists(st.sampled_from([0, 0, 1, 3, 10]), min_size=8, max_size=8))
    home = []
    for i, height in enumerate(heights):
        suit = "CCDDHHSS"[i]
        home.append("A23456789TJ"[height] + suit)
        for rank in "23456789TJ"[:height]:
            cards.remove(rank + suit)
    rows = []
    for row in (1, 2, 3, 4):
        share = draw(st.sampled_from([0, 0.1, 0.5, 0.9, 1]))
        most = 3 if variant.is_built_on(row) else 1
        piles = [[cards.pop() for _ in range(min(len(cards), chance.randint(1, most)))] for _ in range(8)]
        rows.append([pile if chance.random() < share else [] for pile in piles])
    # One vacancy may wait, at most: the others are filled.
    while (
        len(waiting := [pile for row, below in pairwise(rows) if any(below) for pile in row if not pile]) > 1
    ):
        assume(cards)
        waiting[-1].append(cards.pop())
    stock: list[str] = []
    waste: list[str] = []
    if all(rows[3]) and draw(st.booleans()):
        stock = cards[: chance.randint(0, 20)]
        if variant.turns:
            waste = cards[20 : 20 + chance.randint(0, 5)]
    lines = [variant.name, f"home {' '.join(home)}"]
    lines += [f"{n} {' '.join('.'.join(pile) or '--' for pile in row)}" for n, row in enumerate(rows, 1)]
    lines += [f"stock {' '.join(stock) or '--'}", f"waste {' '.join(waste) or '--'}"]
    return Position.of_text("\n".join(lines))
