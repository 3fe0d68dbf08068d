"""Whether a position can be won, and by which moves.

Law: 'won' comes with a line that the rules engine has replayed; 'unwinnable' is said only when everything
has been seen, and of STANDARD alone; all else is 'unknown'. A budget in nodes gives the same answer on
every machine.
"""

import random
import time
from dataclasses import dataclass
from itertools import count

from games.engine.evaluator import TASTES
from games.engine.lazy import WEIGHTS, Key, Outcome, Search
from games.engine.playouts import PLY_LIMIT, name_move, one_ply, play_out
from games.engine.position import Position
from games.engine.rules import play, status
from games.engine.schedule import Layout, layout_of, write_moves
from games.engine.tableau import Tableau

NODES = 150_000
"""Budget when the caller names none: about two seconds of one core."""

ROUND = 600
"""Nodes of a round; most deals need fewer (docs/study)."""

LONG_ROUND = 2400
"""Nodes of the first long round, the fourth; long rounds double, so that what can be exhausted will be."""

PLAYOUTS = 6
"""CADOGAN: playouts between two searches."""

NOISES = (0.3, 0.6, 0.15)
"""CADOGAN: how much the player of the playouts misjudges, in turn."""


PAR_OF_VERDICT = {"won": "perfect", "unwinnable": "impossible", "unknown": "unknown"}
"""What the verdict of a search for perfect lines says of par."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`verdict` is 'won', 'unwinnable' or 'unknown'; `moves` the line from the position on, for 'won' alone.

    `nodes` are the states looked at, `seconds` the time it took.
    """

    verdict: str
    moves: tuple[str, ...] | None
    nodes: int
    seconds: float


class _Budget:
    """What is left to spend."""

    def __init__(self, nodes: int | None, seconds: float | None) -> None:
        self.started = time.perf_counter()
        self.left = NODES if nodes is None and seconds is None else nodes if nodes is not None else 1 << 60
        self.ends = None if seconds is None else self.started + seconds
        self.spent = 0

    def is_late(self) -> bool:
        return self.ends is not None and time.perf_counter() >= self.ends

    def is_over(self) -> bool:
        return self.left <= 0 or self.is_late()

    def pay(self, nodes: int) -> None:
        self.left -= nodes
        self.spent += nodes

    def verdict(self, verdict: str, moves: tuple[str, ...] | None = None) -> Verdict:
        return Verdict(verdict, moves, self.spent, time.perf_counter() - self.started)


def solve(
    position: Position, *, nodes: int | None = None, seconds: float | None = None, perfect: bool = False
) -> Verdict:
    """Look for a winning line from any position; the position is not changed.

    `nodes` and `seconds` bound the search, whichever is spent first; with neither `NODES` holds. With
    `perfect` only lines without moves between two row 1 piles count (of 272 in a STANDARD deal), and
    'unwinnable' means that no such line exists.
    """
    budget = _Budget(nodes, seconds)
    layout = layout_of(position)
    moves: tuple[str, ...] | None = None
    exhausted = False
    if not position.variant.crosses:
        moves = _try_playouts(position, layout, budget)
    elif layout is not None:
        found = _search_rounds(layout, budget, perfect)
        moves = None if found.steps is None else tuple(write_moves(layout, found.steps))
        exhausted = found.exhausted
    if moves is None:
        return budget.verdict("unwinnable" if exhausted else "unknown")
    _check_line(position, moves)
    return budget.verdict("won", moves)


def _search_rounds(layout: Layout, budget: _Budget, perfect: bool) -> Outcome:
    """Restart with jittered weights until there is an answer or nothing left to spend."""
    long = LONG_ROUND
    lost: set[Key] = set()
    for turn in count():
        allowance = ROUND
        if turn % 4 == 3:
            allowance, long = long, 2 * long
        # The first round looks for a perfect line: fewer states, and the better line.
        shifts = turn > 0 and not perfect
        weights = WEIGHTS if turn == 0 else WEIGHTS.jittered(turn)
        search = Search(layout, shifts=shifts, weights=weights, seed=turn, lost=lost)
        outcome = search.run(min(allowance, budget.left), budget.is_late)
        budget.pay(outcome.nodes)
        if outcome.steps is not None:
            return outcome
        if outcome.exhausted and (shifts or perfect):
            return outcome
        if budget.is_over():
            return outcome._replace(exhausted=False)
    raise AssertionError("count() never ends")


def _try_playouts(position: Position, layout: Layout | None, budget: _Budget) -> tuple[str, ...] | None:
    """CADOGAN: noisy playouts of the one-ply player, and between them the search of the STANDARD game.

    A STANDARD line without moves between row 1 piles is legal here, too. A move of a playout counts as a
    node.
    """
    start = Tableau.of_position(position)
    taste = TASTES[position.variant.name]
    allowance = ROUND
    lost: set[Key] = set()
    for turn in count():
        if budget.is_over():
            return None
        if turn % PLAYOUTS == PLAYOUTS - 1 and layout is not None:
            weights = WEIGHTS.jittered(turn)
            search = Search(layout, shifts=False, weights=weights, seed=turn, lost=lost)
            outcome = search.run(min(allowance, budget.left), budget.is_late)
            budget.pay(outcome.nodes)
            if outcome.steps is not None:
                return tuple(write_moves(layout, outcome.steps))
            if outcome.exhausted:
                layout = None  # no such line: only playouts can still win
            allowance *= 2
        table = start.copy()
        player = one_ply(taste, NOISES[turn % len(NOISES)] if turn else 0.0)
        made = play_out(table, player, random.Random(turn), min(PLY_LIMIT, budget.left))
        budget.pay(len(made) + 1)
        if table.is_won():
            return tuple(map(name_move, made))
    raise AssertionError("count() never ends")


def _check_line(position: Position, moves: tuple[str, ...]) -> None:
    """Replay a line by the rules; raises `IllegalMove` or AssertionError if the solver has erred."""
    table = position.copy()
    for move in moves:
        play(table, move)
    if status(table) != "won":
        raise AssertionError(f"the line does not win {position!r}")
