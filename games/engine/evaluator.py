"""What a move is worth at first sight: a linear score of what is visible.

Law: nothing here looks at the stock. A move is scored by its kind and by a few figures of the cards it
concerns, never by what follows. All the taste is in the weights, which `python -m tests.bench.tune_players`
finds.

Words: a card's *wait* is the number of ranks of its suit that must go home before it; a top's *worth* is
whether a row 2 card wants it now, and how many cards that are still to come will, beyond what other tops
like it serve.
"""

from typing import NamedTuple

from games.engine.faces import CLASS
from games.engine.moves import HOME, STOCK, WASTE
from games.engine.tableau import CLASSES, GUEST, HOST, Move, Tableau


class Taste(NamedTuple):
    """The weights of one player of one variant; the values here are STANDARD's."""

    # worth of a row 1 top
    worth_now: float = 0.954
    worth_later: float = 0.715
    # home, from row 1
    home: float = 0.174
    home_rank: float = 0.024
    home_lost: float = 0.753
    home_shown: float = 6.622
    home_last: float = 0.36
    # build, from row 2 onto row 1
    build: float = 3.471
    build_rank: float = 0.026
    build_wait: float = 0.171
    build_new: float = 0.786
    build_lost: float = 0.491
    build_twin: float = 0.468
    # fill a row 1 vacancy
    fill_rank: float = 0.385
    fill_wait: float = 0.054
    fill_new: float = 1.007
    fill_placed: float = -0.15
    fill_twin: float = -0.406
    # fill a row 2 vacancy
    lords_rank: float = 0.215
    lords_wait: float = 0.151
    lords_placed: float = 2.03
    lords_hosted: float = 0.271
    lords_twin: float = -1.255
    lords_worth: float = 0.209
    # fill a row 3 vacancy
    commons_rank: float = -0.041
    commons_wait: float = 0.095
    commons_placed: float = 0.621
    commons_hosted: float = 0.068
    commons_twin: float = -0.176
    # move between row 1 piles
    shift_last: float = 8.308
    shift_lost: float = 0.454
    shift_home: float = 0.184
    # CADOGAN: build onto rows 2-4, and what a move from a pile of several lays bare
    cover: float = -0.635
    cover_row: float = 0.056
    cover_rank: float = -0.355
    cover_placed: float = 0.233
    cover_blocks: float = 0.965
    cover_wait: float = -0.235
    cover_opens: float = 0.235
    cover_waste: float = 1.066
    shown_placed: float = 0.704
    # CADOGAN: turn the stock
    turn: float = -0.855
    turn_placed: float = -0.275
    turn_waste: float = -0.157


TASTES: dict[str, Taste] = {
    "standard": Taste(),
    "cadogan": Taste(
        worth_now=2.14, worth_later=1.607,
        home=0.056, home_rank=0.093, home_lost=1.633, home_shown=1.498, home_last=1.166,
        build=0.448, build_rank=0.0, build_wait=-0.07, build_new=0.879, build_lost=0.647, build_twin=0.321,
        fill_rank=-0.232, fill_wait=0.111, fill_new=0.127, fill_placed=-1.439, fill_twin=0.214,
        lords_rank=-0.006, lords_wait=0.149, lords_placed=1.546, lords_hosted=0.315, lords_twin=-0.72,
        lords_worth=-0.132,
        commons_rank=0.23, commons_wait=0.329, commons_placed=1.586, commons_hosted=1.581,
        commons_twin=-0.089,
        shift_last=0.033, shift_lost=0.239, shift_home=0.505,
        cover=-0.811, cover_row=-0.063, cover_rank=0.03, cover_placed=-0.034, cover_blocks=1.752,
        cover_wait=0.098, cover_opens=0.5, cover_waste=0.426, shown_placed=0.372,
        turn=-0.252, turn_placed=-0.466, turn_waste=-0.027,
    ),
}  # fmt: skip
"""Copied from a run on the deals `train-..`; what they are worth is measured on others (docs/study)."""

SAFE = 100.0
"""Score of sending a card home that no card below row 1 can want to lie on: first of all, for it is free."""


class Score:
    """The figures of one position that its moves share, and the score of each move."""

    __slots__ = ("hosts", "lords", "table", "taste", "waits")

    def __init__(self, table: Tableau, taste: Taste) -> None:
        self.table = table
        self.taste = taste
        self.hosts = hosts = [0] * (CLASSES + 1)  # row 1 tops of each class; the last for "none"
        self.lords = lords = [0] * (CLASSES + 1)  # row 2 tops of each class
        piles = table.piles
        for pile in piles[:8]:
            if pile:
                hosts[CLASS[pile[-1]]] += 1
        for pile in piles[8:16]:
            if pile:
                lords[CLASS[pile[-1]]] += 1

    def of(self, move: Move) -> float:
        """The score of a legal move that is not idle."""
        s, t = move
        if s == STOCK:
            return self._turn()
        row = s >> 3
        pile = self.table.piles[s]
        face = pile[-1]
        if t == HOME:
            return self._home(face, pile)
        if t == self.table.waiting:
            score = (self._fill, self._lords, self._commons)[row - 1](face)
        elif row == 0:
            return self._shift(pile, self.table.piles[t][-1])
        elif row == 1:
            score = self._build(face, self.table.piles[t][-1])
        else:
            score = self._cover(row, face, self.table.piles[t][-1], len(pile) == 1)
        if len(pile) > 1 and self.hosts[HOST[pile[-2]]]:
            score += self.taste.shown_placed
        return score

    def worth(self, face: int, rivals: int) -> float:
        """What a top of row 1 is good for, given the number of other tops like it."""
        guest = GUEST[face]
        if guest < 0:
            return 0.0
        taste = self.taste
        worth = taste.worth_now if self.lords[guest] > rivals else 0.0
        later = self.table.below[guest] - rivals
        return worth + taste.worth_later * later / 4 if later > 0 else worth

    def wait(self, face: int) -> int:
        """How many ranks of its suit must go home before a card of this face."""
        home = self.table.home
        done = home[face]
        under = face - 4
        while home[under] <= done:
            under -= 4
        return (face - 4 - under) >> 2

    def _home(self, face: int, pile: list[int]) -> float:
        taste = self.taste
        guest = GUEST[face]
        if len(pile) > 1 and (guest < 0 or not self.table.below[guest]):
            return SAFE
        score = taste.home + taste.home_rank * (face >> 2)
        score -= taste.home_lost * self.worth(face, self.hosts[CLASS[face]] - 1)
        if len(pile) == 1:
            return score + taste.home_last
        return score + taste.home_shown * self.worth(pile[-2], self.hosts[CLASS[pile[-2]]])

    def _build(self, face: int, host: int) -> float:
        taste = self.taste
        return (
            taste.build
            + taste.build_rank * (face >> 2)
            - taste.build_wait * self.wait(face)
            + taste.build_new * self.worth(face, self.hosts[CLASS[face]])
            - taste.build_lost * self.worth(host, self.hosts[CLASS[host]] - 1)
            + taste.build_twin * (self.lords[CLASS[face]] - 1)
        )

    def _fill(self, face: int) -> float:
        taste = self.taste
        score = (
            taste.fill_rank * (face >> 2)
            - taste.fill_wait * self.wait(face)
            + taste.fill_new * self.worth(face, self.hosts[CLASS[face]])
            + taste.fill_twin * (self.lords[CLASS[face]] - 1)
        )
        return score + taste.fill_placed if self.hosts[HOST[face]] else score

    def _lords(self, face: int) -> float:
        t = self.taste
        likes = t.lords_rank, t.lords_wait, t.lords_twin, t.lords_worth, t.lords_placed, t.lords_hosted
        return self._rise(face, *likes)

    def _commons(self, face: int) -> float:
        t = self.taste
        likes = t.commons_rank, t.commons_wait, t.commons_twin, 0.0, t.commons_placed, t.commons_hosted
        return self._rise(face, *likes)

    def _rise(
        self, face: int, rank: float, wait: float, twin: float, worth: float, placed: float, hosted: float
    ) -> float:
        own, host = CLASS[face], HOST[face]
        score = rank * (face >> 2) - wait * self.wait(face) + twin * self.lords[own]
        score += worth * self.lords[GUEST[face]]
        if self.hosts[host] > self.lords[own]:
            score += placed
        return score + hosted if self.lords[host] else score

    def _shift(self, pile: list[int], host: int) -> float:
        taste = self.taste
        if len(pile) > 1:
            return taste.shift_home
        return taste.shift_last - taste.shift_lost * self.worth(host, self.hosts[CLASS[host]] - 1)

    def _cover(self, row: int, face: int, host: int, opens: bool) -> float:
        taste = self.taste
        score = taste.cover + taste.cover_row * row + taste.cover_rank * (face >> 2)
        score -= taste.cover_wait * (self.wait(face) - self.wait(host))
        if self.hosts[HOST[face]]:
            score += taste.cover_placed
        if self.hosts[HOST[host]]:
            score -= taste.cover_blocks
        if row == 4:
            score += taste.cover_waste
        return score + taste.cover_opens if opens else score

    def _turn(self) -> float:
        taste = self.taste
        waste = self.table.piles[WASTE]
        if not waste:
            return taste.turn
        score = taste.turn + taste.turn_waste * len(waste)
        return score + taste.turn_placed if self.hosts[HOST[waste[-1]]] else score
