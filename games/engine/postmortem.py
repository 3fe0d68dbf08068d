"""Where a game was lost, and whether that could be known.

Law: two measures that are never mixed. Against the true stock the solver says up to which ply the deal
could be won. Against what could be known then, the strong blind player plays on over shuffled stocks, with
and without the move.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.evaluator import TASTES
from games.engine.moves import read_move
from games.engine.playouts import one_ply, play_out, shuffle_stock
from games.engine.position import Position
from games.engine.replay import replay
from games.engine.rules import status
from games.engine.solver import solve
from games.engine.tableau import Tableau
from games.engine.variants import Variant

MISTAKE = 0.08
"""A move that lowers the odds by so much was a mistake: three standard errors of 200 paired samples.
Where the odds were lower before, there was nothing to lose: no verdict."""


@dataclass(frozen=True, slots=True)
class LastChance:
    """`ply`: moves made to the last position known to be winnable; None if not even the deal is.

    `settled`: whether the next position is proved lost (never so in CADOGAN, short of its end), so that the
    move after `ply` lost the game. `moves`: a line that wins from `ply` on.
    """

    ply: int | None
    settled: bool
    moves: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """`before`, `after`: the strong player's odds around the move; `verdict`: 'mistake', 'bad luck' or ''."""

    before: float
    after: float
    verdict: str


def last_winnable_ply(
    variant: Variant, cards: Sequence[str], moves: Sequence[str], *, nodes: int = 20_000
) -> LastChance:
    """Binary search over a line for the last position the solver wins within `nodes`, from the end backwards.

    A position not won within the budget counts as lost while searching, but is not called so: `settled` says.
    Raises `BadText`, `UnreadableMove` or `IllegalMove`.
    """
    end = replay(variant, cards, moves)
    low, high = -1, len(moves) + 1  # winnable at low (or nowhere), not known to be at high
    proved = False
    line: tuple[str, ...] | None = None
    step = 4
    if status(end) == "lost":
        high, proved = len(moves), True
    while high - low > 1:
        # Games are lost late as a rule: look back in doubling steps until a won position is found, then
        # halve.
        middle = max(low + 1, high - step) if low < 0 else (low + high) // 2
        step *= 2
        verdict = solve(replay(variant, cards, moves[:middle]), nodes=nodes)
        if verdict.verdict == "won":
            low, line = middle, verdict.moves
        else:
            high, proved = middle, verdict.verdict == "unwinnable"
    return LastChance(low if low >= 0 else None, proved and high <= len(moves), line)


def known_odds(position: Position, samples: int, seed: str, *, move: str | None = None) -> float:
    """The share of shuffled stocks on which the strong blind player wins from here, or after `move`.

    The same seed shuffles the same stocks, so that moves are compared like for like.
    """
    start = Tableau.of_position(position)
    player = one_ply(TASTES[position.variant.name])
    wins = 0
    for number in range(samples):
        rng = random.Random(f"{seed}:{number}")
        table = start.copy()
        shuffle_stock(table, rng)
        if move is not None:
            table.make(read_move(move))
        play_out(table, player, rng)
        wins += table.is_won()
    return wins / samples


def judge_move(position: Position, move: str, *, samples: int = 200, seed: str = "judge") -> Judgement:
    """Whether a legal move was a mistake by what could be known when it was made, bad luck, or neither."""
    before = known_odds(position, samples, seed)
    after = known_odds(position, samples, seed, move=move)
    verdict = "mistake" if before - after >= MISTAKE else "bad luck" if before >= MISTAKE else ""
    return Judgement(before, after, verdict)
