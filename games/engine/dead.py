"""Whether a game is dead: nothing but shuffling cards between row 1 piles is left (rules: Outcome).

Law: decided from visible cards alone, by a complete search of a small closure; no stock is looked at. Asked
after every move, so what is alive at a glance is answered at a glance.
"""

from games.engine.cards import NEXT_HOME, ONTO
from games.engine.position import Position
from games.engine.rules import status

Row = tuple[tuple[str, ...], ...]


def is_dead(position: Position) -> bool:
    """Whether no position reachable by row 1 to row 1 moves that empty no pile has any other legal move.

    False unless the status is playing, and in variants without such moves. The rules say "other": a lone card
    that may move to another pile counts as a way on, for a fill follows.
    """
    if position.waiting or not position.variant.crosses:
        return False
    piles = position.piles
    # Of the moves but those within row 1, what they need of row 1 does not change in the closure.
    wanted = {host for pile in piles[8:16] if pile for host in ONTO[pile[-1]]}
    wanted.update(NEXT_HOME[top] for top in position.foundations if top in NEXT_HOME)
    start = tuple(sorted(tuple(pile) for pile in piles[:8] if pile))
    if _lives(start, wanted) or status(position) != "playing":
        return False
    seen = {start}
    todo = [start]
    while todo:
        for row in _after(todo.pop()):
            if row not in seen:
                if _lives(row, wanted):
                    return False
                seen.add(row)
                todo.append(row)
    return True


def _lives(row: Row, wanted: set[str]) -> bool:
    """Whether a top card is wanted by a foundation or as a host, or a lone card can leave its pile."""
    tops = {pile[-1] for pile in row}
    if not wanted.isdisjoint(tops):
        return True
    return any(not tops.isdisjoint(ONTO[pile[0]]) for pile in row if len(pile) == 1)


def _after(row: Row) -> list[Row]:
    """Return the rows one move on, the moved card leaving others behind; order of the piles is no matter."""
    return [
        tuple(
            sorted((*(p for k, p in enumerate(row) if k not in (i, j)), source[:-1], (*target, source[-1])))
        )
        for i, source in enumerate(row)
        if len(source) > 1
        for j, target in enumerate(row)
        if i != j and target[-1] in ONTO[source[-1]]
    ]
