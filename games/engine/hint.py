"""A fair hint: the move the one-ply player would make, and why, in a word.

Law: a hint knows what the player at the table knows; the order of the stock is never looked at. It holds
cards back when that is better: sending home at every chance is bad play.
"""

from typing import NamedTuple

from games.engine.evaluator import Score
from games.engine.moves import HOME, STOCK, WASTE
from games.engine.playouts import name_move, scored
from games.engine.position import Position
from games.engine.tableau import CLASS, GUEST, HOST, Move, Tableau
from games.engine.tastes import TASTES

HINTS: dict[str, str] = {
    "only_move": "It is the only move that leads on.",
    "home_safe": "Sends a card home that nothing will need.",
    "home_opens": "Sends a card home and opens a vacancy in the Privy Council.",
    "home_shows": "Sends a card home and lays bare one that others can join.",
    "home": "Sends a card home that is of little more use in the Privy Council.",
    "build_follow": "Builds a card that another can follow at once.",
    "build_low": "Builds a card that will soon go home.",
    "build": "Builds a card and brings new ones up.",
    "fill_low": "Fills the vacancy with a low card, which will soon go home and open it again.",
    "fill_high": "Fills the vacancy with a high card, which has nowhere else to go and can take many.",
    "fill_follow": "Fills the vacancy with a card that another can follow at once.",
    "fill_placed": "Brings up a card that has a place to go to.",
    "fill_variety": "Brings up a card unlike those in the House of Lords.",
    "fill": "Brings up the card that is the least in the way.",
    "shift_opens": "Empties a pile, and so opens a vacancy in the Privy Council.",
    "shift_home": "Lays bare a card that can go home.",
    "cover_opens": "Builds below the Privy Council and opens a vacancy for another card.",
    "cover": "Builds below the Privy Council, where the card is in nobody's way for long.",
    "waste": "Takes the top of the waste back into the game.",
    "turn": "Nothing on the table is better than a look at the next card.",
}
"""Reason code to English words; the codes stay, the words may be polished."""

LOW_WAIT = 1
"""A card goes home soon if at most so many ranks of its suit must go before it."""


class Hint(NamedTuple):
    """A move in the notation of the rules, and a key of `HINTS`."""

    move: str
    reason: str


def hint(position: Position) -> Hint | None:
    """The move to make now, or None if no legal move leads on. Takes well under 5 ms."""
    if position.waiting.bit_count() > 1:
        return None  # a study from text; no game leads here
    table = Tableau.of_position(position)
    taste = TASTES[position.variant.name]
    moves = scored(table, taste)
    if not moves:
        return None
    move = max(moves)[1]
    return Hint(
        name_move(move), "only_move" if len(moves) == 1 else _reason(Score(table, taste), table, move)
    )


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
