"""The rules a second time, read slowly from the book: no table, no bit, no code of the engine's rules.

The tests hold the engine against this; it looks at what lies on the table and at nothing the engine has
worked out about it.
"""

from collections.abc import Iterator

from games.engine import CADOGAN, Position

ALL_PLACES = [column + row for row in "1234" for column in "abcdefgh"]
ALL_MOVES = [
    "s",
    "wf",
    *("w" + place for place in ALL_PLACES),
    *(place + "f" for place in ALL_PLACES),
    *(a + b for a in ALL_PLACES for b in ALL_PLACES),
]
"""Everything the notation can say."""

ORDER = "A23456789TJ"


def legal_by_the_book(position: Position) -> list[str]:
    """Every legal move, sorted, by trying all that the notation can say."""
    table = {place: position.rows[int(place[1]) - 1]["abcdefgh".index(place[0])] for place in ALL_PLACES}
    waiting = list(_waiting(table))
    if waiting:
        return sorted(a + v for v in waiting for a in _row(int(v[1]) + 1) if table[a])
    return sorted(move for move in ALL_MOVES if _is_legal(position, table, move))


def _row(number: int) -> list[str]:
    return [column + str(number) for column in "abcdefgh"]


def _waiting(table: dict[str, list[str]]) -> Iterator[str]:
    for row in (1, 2, 3):
        if any(table[place] for place in _row(row + 1)):
            yield from (place for place in _row(row) if not table[place])


def _is_legal(position: Position, table: dict[str, list[str]], move: str) -> bool:
    cadogan = position.variant is CADOGAN
    if move == "s":
        return cadogan and bool(position.stock)
    source, target = (move[0], move[1:]) if move[0] == "w" else (move[:2], move[2:])
    cards = position.waste if source == "w" else table[source]
    if not cards:
        return False
    card = cards[-1]
    if target == "f":
        before = ORDER[ORDER.index(card[0]) - 1] + card[1]
        return source[-1] == "1" and before in position.foundations
    if not table[target]:
        return False
    up = 5 if source == "w" else int(source[1])
    onto = int(target[1])
    if cadogan:
        if up != onto + 1:
            return False
    elif onto != 1 or up not in (1, 2):
        return False
    return is_build(card, table[target][-1])


def is_build(card: str, host: str) -> bool:
    """Whether a card may lie on another: one lower, of the other colour."""
    colours = {"C": "black", "S": "black", "D": "red", "H": "red"}
    return ORDER.index(host[0]) == ORDER.index(card[0]) + 1 and colours[card[1]] != colours[host[1]]
