"""Plain play: the published way in which a decided game is finished (rules: Ranked play, Finish).

Law: fully determined by the position, so that anyone can check a finish by hand. It is no good player and
must not become one.
"""

from games.engine.cards import PACK, RANK
from games.engine.moves import HOME, PLACES, STOCK, read_move, row_of
from games.engine.position import Position
from games.engine.rules import legal_moves, play


def plain_play(position: Position) -> list[str] | None:
    """Return the whole line of plain play from here if stock and waste are empty and it wins, else None.

    The position stays as it was. A won position gives the empty line.
    """
    if position.waste or position.piles[STOCK]:
        return None
    table = position.copy()
    line: list[str] = []
    while (move := _next(table)) is not None:
        play(table, move)
        line.append(move)
    return line if len(table.sent) == len(PACK) else None


def _next(position: Position) -> str | None:
    """Fill with the lowest card, else send the lowest card home, else build the highest card.

    It comes to an end, since every such move takes a card home or up a row.
    """
    steps = [(move, *read_move(move)) for move in legal_moves(position)]

    def rank(source: int) -> int:
        return RANK[position.piles[source][-1]]

    if position.vacancy:
        vacancy = PLACES[position.vacancy]
        fills = [(rank(s), s, move) for move, s, t in steps if t == vacancy]
        return min(fills)[2]
    if homes := [(rank(s), s, move) for move, s, t in steps if t == HOME]:
        return min(homes)[2]
    builds = [(-rank(s), row_of(t), s, t, move) for move, s, t in steps if row_of(s) != row_of(t)]
    return min(builds)[4] if builds else None
