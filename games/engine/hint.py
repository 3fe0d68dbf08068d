"""A fair hint: the move the one-ply player would make, and why, in a word.

Law: a hint knows what the player at the table knows; the order of the stock is never looked at. It holds
cards back when that is better: sending home at every chance is bad play.
"""

from typing import NamedTuple

from games.engine.evaluator import TASTES, Score
from games.engine.faces import CLASS
from games.engine.moves import HOME, STOCK, WASTE
from games.engine.playouts import name_move, scored
from games.engine.position import Position
from games.engine.tableau import GUEST, HOST, Move, Tableau

LOW_WAIT = 1
"""A card goes home soon if at most so many ranks of its suit must go before it."""


class Hint(NamedTuple):
    """A move in the notation of the rules, and why: a key of `words.HINTS`."""

    move: str
    reason: str


def hint(position: Position) -> Hint | None:
    """The move to make now, or None if no legal move leads on. Takes well under 5 ms."""
    table = Tableau.of_position(position)
    taste = TASTES[position.variant.name]
    moves = scored(table, taste)
    if not moves:
        return None
    move = max(moves)[1]
    reason = "only_move" if len(moves) == 1 else _reason(Score(table, taste), table, move)
    return Hint(name_move(move), reason)


def _reason(score: Score, table: Tableau, move: Move) -> str:
    s, t = move
    if s == STOCK:
        return "turn"
    if s == WASTE:
        return "waste"
    pile = table.piles[s]
    if t == HOME:
        return _why_home(score, table, pile)
    face = pile[-1]
    if t == table.waiting:
        return _why_fill(score, face, t)
    if s < 8:
        return "shift_opens" if len(pile) == 1 else "shift_home"
    if t >= 8:
        return "cover_opens" if len(pile) == 1 else "cover"
    if score.lords[GUEST[face]]:
        return "build_follow"
    return "build_low" if score.wait(face) <= LOW_WAIT else "build"


def _why_home(score: Score, table: Tableau, pile: list[int]) -> str:
    guest = GUEST[pile[-1]]
    if len(pile) == 1:
        return "home_opens"
    if guest < 0 or not table.below[guest]:
        return "home_safe"
    return "home_shows" if score.lords[GUEST[pile[-2]]] else "home"


def _why_fill(score: Score, face: int, target: int) -> str:
    if target >= 8:
        if score.hosts[HOST[face]] > score.lords[CLASS[face]]:
            return "fill_placed"
        return "fill" if score.lords[CLASS[face]] else "fill_variety"
    if score.wait(face) <= LOW_WAIT:
        return "fill_low"
    if score.lords[GUEST[face]]:
        return "fill_follow"
    return "fill_high" if not score.hosts[HOST[face]] else "fill"
