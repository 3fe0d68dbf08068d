"""The STANDARD rules once more, as small as can be, for packs a brute force can exhaust.

Law: written from the text of the rules alone, sharing nothing with the engine but what lies on what. A
state is (row 1 piles, rows 2-4, stock cards gone, packed counts of the cards home), piles and rows sorted:
columns make no difference.
"""

import random
from collections.abc import Iterator

from games.engine.faces import BELOW, ONE, SHIFT
from games.engine.schedule import Layout

Row = tuple[int, ...]
State = tuple[tuple[Row, ...], tuple[Row, Row, Row], int, int]
ACES_HOME = 2 * sum(ONE[:4])


class SmallGame:
    """A game of `columns` columns with its stock."""

    def __init__(self, columns: int, cards: list[int]) -> None:
        self.columns = columns
        self.stock = cards[4 * columns :]
        rows = [tuple(sorted(cards[columns * row : columns * (row + 1)])) for row in (1, 2, 3)]
        self.start: State = (tuple((card,) for card in sorted(cards[:columns])), tuple(rows), 0, ACES_HOME)

    @classmethod
    def random(cls, rng: random.Random) -> "SmallGame":
        """A random small pack: 2-3 columns, 3-4 ranks, one or two of each card."""
        while True:
            columns, ranks, copies = rng.choice((2, 3)), rng.choice((3, 4)), rng.choice((1, 1, 2))
            cards = list(range(4, 4 + 4 * ranks)) * copies
            if 4 * columns <= len(cards) and len(cards) <= 24:
                rng.shuffle(cards)
                return cls(columns, cards)

    def after(self, state: State, *, shifts: bool) -> Iterator[State]:
        """Every state one move on."""
        piles, (row2, row3, row4), gone, home = state
        if () in piles and row2:
            for card in set(row2):
                yield swap(piles, (), (card,)), (less(row2, card), row3, row4), gone, home
        elif len(row2) < self.columns and row3:
            for card in set(row3):
                yield piles, (more(row2, card), less(row3, card), row4), gone, home
        elif len(row3) < self.columns and row4:
            for card in set(row4):
                people, turned = less(row4, card), gone
                if gone < len(self.stock):
                    people, turned = more(people, self.stock[gone]), gone + 1
                yield piles, (row2, more(row3, card), people), turned, home
        else:
            for pile in set(piles) - {()}:
                top = pile[-1]
                if home >> SHIFT[top - 4] & 3 > home >> SHIFT[top] & 3:
                    yield swap(piles, pile, pile[:-1]), (row2, row3, row4), gone, home + ONE[top]
                for card in set(row2) & set(BELOW[top]):
                    yield swap(piles, pile, (*pile, card)), (less(row2, card), row3, row4), gone, home
                for other in set(piles) - {()} if shifts else ():
                    if top in BELOW[other[-1]]:
                        after = swap(swap(piles, pile, pile[:-1]), other, (*other, top))
                        yield after, (row2, row3, row4), gone, home

    def can_be_won(self, state: State, *, shifts: bool, limit: int) -> bool | None:
        """Whether any order of moves wins; None if more than `limit` states would have to be looked at."""
        seen, stack = {state}, [state]
        while stack:
            here = stack.pop()
            if not any(here[0]) and not any(here[1]):
                return True
            for there in self.after(here, shifts=shifts):
                if there not in seen:
                    seen.add(there)
                    stack.append(there)
            if len(seen) > limit:
                return None
        return False

    def layout(self, state: State) -> Layout:
        """The state as the solver takes it."""
        piles, rows, gone, home = state
        seats = tuple((*row, *[None] * (self.columns - len(row))) for row in rows)
        return Layout(piles, seats, tuple(self.stock[gone:]), home)


def less(row: Row, card: int) -> Row:
    """A row without a card."""
    index = row.index(card)
    return row[:index] + row[index + 1 :]


def more(row: Row, card: int) -> Row:
    """A row with a card."""
    return tuple(sorted((*row, card)))


def swap(piles: tuple[Row, ...], old: Row, new: Row) -> tuple[Row, ...]:
    """The piles with one of them changed."""
    index = piles.index(old)
    return tuple(sorted((*piles[:index], new, *piles[index + 1 :])))


def plays(layout: Layout, moves: list[str]) -> bool:
    """Whether the moves are legal one after the other, and win."""
    rows = [[list(pile) for pile in layout.piles]]
    rows += [[[] if face is None else [face] for face in row] for row in layout.rows]
    stock, home = list(layout.stock), layout.home
    columns = len(layout.piles)
    for move in moves:
        column, row = ord(move[0]) - ord("a"), int(move[1]) - 1
        waiting = [(r, c) for r in range(3) for c in range(columns) if not rows[r][c] and any(rows[r + 1])]
        card = rows[row][column].pop()
        if move[2] == "f":
            if waiting or row or not home >> SHIFT[card - 4] & 3 > home >> SHIFT[card] & 3:
                return False
            home += ONE[card]
            continue
        target = (int(move[3]) - 1, ord(move[2]) - ord("a"))
        pile = rows[target[0]][target[1]]
        fills = row == target[0] + 1 and waiting == [target]
        builds = not waiting and target[0] == 0 and row <= 1 and pile and card in BELOW[pile[-1]]
        if not (fills or builds):
            return False
        pile.append(card)
        if row == 3 and stock:
            rows[row][column].append(stock.pop(0))
    return not stock and not any(any(row) for row in rows)
