"""Places, the notation of moves, and one table a variant of every move that could ever be legal in it.

Law: what can be known about a move without looking at the table is worked out here, once, when the module is
loaded. No position is read here.

Places are numbered row by row: 0-7 row 1, 8-15 row 2, 16-23 row 3, 24-31 row 4, then the waste and the stock.
"""

import re

from games.engine.cards import ONTO
from games.engine.errors import UnreadableMove
from games.engine.variants import VARIANTS, WASTE_ROW, Variant

COLUMNS = "abcdefgh"
WASTE = 32
STOCK = 33
HOME = 34  # the foundations as a target

NAMES: tuple[str, ...] = (*(column + row for row in "1234" for column in COLUMNS), "w", "s", "f")
"""Number of a place to its name on the wire."""

TEXTS: tuple[tuple[str, ...], ...] = tuple(tuple(source + target for target in NAMES) for source in NAMES)
"""Source and target to the text of the move, one object each: servers hold the legal moves of many games."""

PLACES: dict[str, int] = {name: number for number, name in enumerate(NAMES)}

FORCED_STEPS = 272
"""Moves home or up a row in every won game: 80 + 72 + 64 + 56 (rules: Standard)."""

_MOVE = re.compile(r"(w|[a-h][1-4])(f|[a-h][1-4])")
_NOWHERE: dict[str, frozenset[str]] = dict.fromkeys(ONTO, frozenset())


Step = tuple[int, int, int, int, int, dict[str, frozenset[str]]]
"""What a move means: (source, target, fills, opens, below, onto); plain, since every move unpacks one.

`fills`: bit of the target if the move may fill a vacancy there, else 0. `opens`: bit of the source if it is
a seat of rows 1-3, else 0. `below`: bit of the row below the source's (bit 0 = row 1). `onto`: card to the
faces it may be built on by this move.
"""


def read_move(text: str) -> tuple[int, int]:
    """Return (source, target) of a move as numbers of places; raises `UnreadableMove`."""
    if text == "s":
        return STOCK, WASTE
    match = _MOVE.fullmatch(text)
    if match is None:
        raise UnreadableMove(text, "not_a_move")
    return PLACES[match[1]], PLACES[match[2]]


def is_forced(move: str) -> bool:
    """Whether the move takes a card home or up a row, which is what progress counts (rules: Outcome).

    A card that comes from the stock or the waste into row 4 does not count.
    """
    return move in _FORCED


def row_of(place: int) -> int:
    """Row 1-4 of a seat; 5 for the waste."""
    return place // 8 + 1


def seats(row: int) -> range:
    """Return the numbers of the places of a row, column a first; of row 5 the waste alone."""
    return range(WASTE, WASTE + 1) if row == WASTE_ROW else range(8 * row - 8, 8 * row)


_FORCED = frozenset(
    TEXTS[s][t]
    for s in range(STOCK)
    for t in (*range(WASTE), HOME)
    if t == HOME or (s < WASTE and row_of(s) == row_of(t) + 1)
)


def _table(variant: Variant) -> dict[str, Step]:
    routes = {(row + 1, row) for row in (1, 2, 3)} | set(variant.builds)
    pairs = [(s, t) for up, onto in routes for s in seats(up) for t in seats(onto) if s != t]
    pairs += [(s, HOME) for s in seats(1)]
    table = {TEXTS[s][t]: _step(variant, s, t) for s, t in pairs}
    if variant.turns:
        table["s"] = (STOCK, WASTE, 0, 0, 0, _NOWHERE)
    return table


def _step(variant: Variant, source: int, target: int) -> Step:
    route = (row_of(source), row_of(target))
    fills = 1 << target if target < 24 and route[0] == route[1] + 1 else 0
    opens = 1 << source if source < 24 else 0
    onto = ONTO if route in variant.builds else _NOWHERE
    return (source, target, fills, opens, 1 << route[0], onto)


TABLES: dict[str, dict[str, Step]] = {name: _table(variant) for name, variant in VARIANTS.items()}
"""Variant's name to (text of a move to its `Step`); what is not in it is never legal in that variant."""

FILLS: tuple[tuple[tuple[int, str], ...], ...] = tuple(
    tuple((s, TEXTS[s][t]) for s in seats(row_of(t) + 1)) for t in range(24)
)
"""Place of rows 1-3 to its possible fills: (source, text of the move), in the order of the alphabet."""
