"""A table on faces instead of text, for players that play thousands of games.

Law: it plays by the same rules as rules.py, and tests hold it to them move by move. It asks nobody's leave:
only moves that `legal` lists may be made. It knows what lies where and prefers nothing.

Places are numbered as in moves.py: 0-31 the seats row by row, WASTE, STOCK; HOME as a target. A move is the
pair (source, target).
"""

from dataclasses import dataclass
from typing import Self

from games.engine.cards import PACK
from games.engine.faces import ABOVE, BELOW, CLASS, FACE, FACE_COUNT
from games.engine.moves import HOME, STOCK, WASTE, seats
from games.engine.position import Position

Move = tuple[int, int]

TURN: Move = (STOCK, WASTE)
"""The move `s`."""

CLASSES = FACE_COUNT // 2
"""Classes there are (`CLASS`); class -1 is none."""

HOST: tuple[int, ...] = tuple(CLASS[ABOVE[face][0]] if ABOVE[face] else -1 for face in range(FACE_COUNT))
"""The class a face may be built on."""

GUEST: tuple[int, ...] = tuple(CLASS[BELOW[face][0]] if BELOW[face] else -1 for face in range(FACE_COUNT))
"""The class of the faces that may be built on it."""


@dataclass(slots=True)
class Tableau:
    """One game's table; mutable.

    `piles`: 34 lists of faces, bottom to top: the seats, the waste, the stock (its next card last).
    `home`: how many cards of each face are home (aces 2); `sent`: cards sent home.
    `below`: how many cards of each class have not reached row 1, seen or unseen (all others are visible).
    `waiting`: the place of the vacancy that must be filled, -1 for none.
    """

    piles: list[list[int]]
    home: list[int]
    below: list[int]
    sent: int
    waiting: int
    routes: tuple[tuple[range, range], ...]
    turns: bool

    @classmethod
    def of_position(cls, position: Position) -> Self:
        """The same table."""
        piles = [[FACE[card] for card in pile] for pile in position.piles]
        home = [2] * 4 + [0] * (FACE_COUNT - 4)
        for card in position.sent:
            home[FACE[card]] += 1
        below = [0] * CLASSES
        for pile in piles[8:]:
            for face in pile:
                below[CLASS[face]] += 1
        routes = tuple((seats(up), seats(onto)) for up, onto in position.variant.builds)
        waiting = position.waiting.bit_length() - 1
        return cls(piles, home, below, position.home, waiting, routes, position.variant.turns)

    def copy(self) -> Self:
        """A table that shares nothing that changes with this one."""
        piles = [pile[:] for pile in self.piles]
        rest = self.sent, self.waiting, self.routes, self.turns
        return type(self)(piles, self.home[:], self.below[:], *rest)

    def is_won(self) -> bool:
        """Whether all cards are home."""
        return self.sent == len(PACK)

    def legal(self) -> list[Move]:
        """Every legal move."""
        piles = self.piles
        waiting = self.waiting
        if waiting >= 0:
            first = (waiting | 7) + 1
            return [(s, waiting) for s in range(first, first + 8) if piles[s]]
        home = self.home
        moves: list[Move] = []
        for s in range(8):
            if piles[s] and home[piles[s][-1] - 4] > home[piles[s][-1]]:
                moves.append((s, HOME))
        for up, onto in self.routes:
            hosts: dict[int, list[int]] = {}
            for t in onto:
                if piles[t]:
                    hosts.setdefault(CLASS[piles[t][-1]], []).append(t)
            for s in up:
                if piles[s] and (targets := hosts.get(HOST[piles[s][-1]])):
                    for t in targets:
                        moves.append((s, t))
        if self.turns and piles[STOCK]:
            moves.append(TURN)
        return moves

    def is_idle(self, move: Move) -> bool:
        """Whether a legal move only shifts a card between row 1 piles to no avail.

        Such a move leaves tops of the same classes. It is of use if it empties its pile, or shows a card
        that can go home at once where the card it covers cannot (else there would be no end to and fro).
        """
        s, t = move
        if s >= 8 or t >= 8 or len(self.piles[s]) == 1:
            return False
        home = self.home
        shown, covered = self.piles[s][-2], self.piles[t][-1]
        return home[shown - 4] <= home[shown] or home[covered - 4] > home[covered]

    def make(self, move: Move) -> None:
        """Carry out a legal move, and what moves by itself with it."""
        s, t = move
        piles = self.piles
        face = piles[s].pop()
        self.waiting = -1
        if t == HOME:
            self.home[face] += 1
            self.sent += 1
        else:
            piles[t].append(face)
            if t < 8 <= s:
                self.below[CLASS[face]] -= 1
        if piles[s] or s >= WASTE:
            return
        if s >= 24:
            if piles[WASTE]:
                piles[s].append(piles[WASTE].pop())
            elif piles[STOCK]:
                piles[s].append(piles[STOCK].pop())
            return
        first = (s | 7) + 1
        if any(piles[first : first + 8]):
            self.waiting = s
