"""When a card can be in row 2, without ever moving it there.

Law: the fills of rows 2-4 are a schedule of unit tasks. Departures from row 2 are numbered 1, 2, ..;
departure t opens exactly one Commons-to-Lords slot and one People-to-Commons slot, and the stock's next
card reaches row 4 with it. A card climbs one row a slot, each later than its arrival, and may depart once
it is there. Tasks are equal, so giving every departing card its earliest free slots is exact, and which
slots are busy depends on the *set* of departed cards alone. `write_moves` turns departures back into moves
by earliest deadline. Slots are bits of an integer, slot t = 1 << t.
"""

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from games.engine.cards import PACK
from games.engine.faces import FACE, FACE_COUNT, ONE, foundations_home
from games.engine.moves import COLUMNS
from games.engine.position import Position

Pile = tuple[int, ...]

Release = tuple[int, int]
"""Earliest People-to-Commons slot and earliest Commons-to-Lords slot of a card; 0 = none needed."""


class Step(NamedTuple):
    """One step of a lazy line: `home`, `build`, `fill` or `shift` of `face`.

    `source` and `target` are row 1 piles as they lie before the step.
    `source` is None where the card departs from row 2; `target` is None for a card that goes home.
    """

    kind: str
    face: int
    source: Pile | None
    target: Pile | None


@dataclass(frozen=True)
class Layout:
    """A position as faces.

    Row 1 piles bottom to top; rows 2-4 with one face or None a seat; the stock in order of entry; the packed
    counts of the cards home.
    """

    piles: tuple[Pile, ...]
    rows: tuple[tuple[int | None, ...], ...]
    stock: tuple[int, ...]
    home: int

    def waiting(self) -> int:
        """The row (1-3) of the vacancy that must be filled, 0 when none waits."""
        rows: list[list[bool]] = [[bool(pile) for pile in self.piles]]
        rows += [[face is not None for face in row] for row in self.rows]
        for row in range(3):
            if not all(rows[row]) and any(rows[row + 1]):
                return row + 1
        return 0

    def releases(self) -> list[list[Release]]:
        """For every face the releases of its cards below row 1, earliest arrival first."""
        waiting = self.waiting()
        # A waiting vacancy is a departure 0 that has already taken place.
        people = 0 if waiting in (2, 3) else 1
        lords = 0 if waiting == 2 else 1
        found: list[list[Release]] = [[] for _ in range(FACE_COUNT)]
        for row, release in enumerate(((0, 0), (0, 1 << lords), (1 << people, 0))):
            for face in self.rows[row]:
                if face is not None:
                    found[face].append(release)
        for number, face in enumerate(self.stock):
            found[face].append((1 << (people + number + 1), 0))
        return found


def layout_of(position: Position) -> Layout | None:
    """A position as a layout, or None where the schedule does not describe it.

    That is: piles of several cards below row 1 (CADOGAN), and studies read from text that no game leads to
    (cards missing, row 1 piles that do not descend). A waste goes before the stock, as it refills row 4.
    """
    rows = position.rows
    if any(len(pile) > 1 for row in rows[1:] for pile in row):
        return None
    piles = tuple(tuple(FACE[card] for card in pile) for pile in rows[0])
    if any(low // 4 >= high // 4 for pile in piles for high, low in pairwise(pile)):
        return None
    seats = tuple(tuple(FACE[pile[0]] if pile else None for pile in row) for row in rows[1:])
    stock = tuple(FACE[card] for card in (*reversed(position.waste), *position.stock))
    on_table = sum(map(len, piles)) + sum(face is not None for row in seats for face in row) + len(stock)
    if on_table + position.home != len(PACK):
        return None
    return Layout(piles, seats, stock, foundations_home([FACE[top] for top in position.foundations]))


def place(release: Release, people: int, lords: int) -> Release:
    """The earliest free slots (as bits, 0 = none needed) of a card, given the busy slots of both kinds."""
    first, second = release
    if first:
        free = ~people & -first
        first = free & -free
        second = first << 1
    if second:
        free = ~lords & -second
        second = free & -free
    return first, second


def write_moves(layout: Layout, steps: list[Step]) -> list[str]:
    """The explicit moves of a lazy line that departs every card: fills by earliest deadline, the rest home.

    Raises ValueError if a step names a pile or card that is not there (the line is not of this layout).
    """
    order = [step.face for step in steps if step.source is None]
    # From here on a card below row 1 *is* its number in the order of departures, so the earliest deadline
    # is the minimum.
    numbers: dict[int, deque[int]] = {}
    for number, face in enumerate(order):
        numbers.setdefault(face, deque()).append(number)
    rows = [[None if face is None else numbers[face].popleft() for face in row] for row in layout.rows]
    stock = deque(numbers[face].popleft() for face in layout.stock)
    piles = list(layout.piles)
    moves: list[str] = []

    def climb(row: int, column: int) -> None:
        """Fill the vacancy at `rows[row][column]`, and those that opens."""
        while row < 2:
            below = rows[row + 1]
            waiting = [number for number in below if number is not None]
            if not waiting:
                return
            source = below.index(min(waiting))
            rows[row][column], below[source] = below[source], None
            moves.append(f"{COLUMNS[source]}{row + 3}{COLUMNS[column]}{row + 2}")
            row, column = row + 1, source
        if stock:
            rows[row][column] = stock.popleft()

    waiting = layout.waiting()
    if waiting > 1:
        climb(waiting - 2, rows[waiting - 2].index(None))
    departed = 0
    for step in steps:
        if step.target is not None:
            target = piles.index(step.target)
        if step.source is None:
            seat = rows[0].index(departed)
            departed += 1
            moves.append(f"{COLUMNS[seat]}2{COLUMNS[target]}1")
            piles[target] += (step.face,)
            rows[0][seat] = None
            climb(0, seat)
            continue
        source = piles.index(step.source)
        piles[source] = step.source[:-1]
        if step.target is None:
            moves.append(f"{COLUMNS[source]}1f")
        else:
            moves.append(f"{COLUMNS[source]}1{COLUMNS[target]}1")
            piles[target] += (step.face,)
    while any(piles):
        # Piles strictly descend: with everything else gone the lowest top can always go home.
        source = min((pile[-1], column) for column, pile in enumerate(piles) if pile)[1]
        piles[source] = piles[source][:-1]
        moves.append(f"{COLUMNS[source]}1f")
    return moves


def packed(releases: list[list[Release]]) -> int:
    """The packed counts of the cards below row 1."""
    return sum(len(cards) * ONE[face] for face, cards in enumerate(releases))
