"""The search for a winning line of the STANDARD game, with the fills of rows 2-4 left out (see schedule).

Law: a state is the multiset of row 1 piles and the foundation heights; all else follows from the set of
departed cards. Depth first, best child first, no state twice; a search that ends by itself has seen
everything, so there is no line. Nothing is pruned that could hold the only line: a send-home is played at
once only when it can never be missed.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from games.engine.faces import ABOVE, BELOW, CLASS, FACE_COUNT, ONE, SHIFT
from games.engine.schedule import Layout, Pile, Step, packed, place

JITTER = 1.2
"""Relative standard deviation of a restart's weights.

Large, since a deal that is hard for one taste is often easy for another one: of 34 hard deals 0.8 left 2 open
within 40,000 nodes, 1.2 none, in half the nodes.
"""


class Weights(NamedTuple):
    """The small linear score of a child; tuned by `python -m tests.bench.tune_solver`."""

    home: float = -0.33
    home_rank: float = 0.1
    home_shown: float = 0.03  # worth of the top laid bare
    home_lost: float = 0.21  # worth of the top that goes
    home_last: float = -0.03  # the pile becomes empty
    build: float = 0.32
    build_rank: float = 1.88
    build_new: float = 1.24
    build_lost: float = 0.79
    build_wait: float = 0.12  # cards of its suit that must go home before it
    fill_rank: float = -0.04
    fill_new: float = 0.02
    fill_wait: float = 0.55
    shift: float = -0.99
    shift_last: float = 0.5
    rival: float = 1.47  # worth a top loses to each other top of its rank and colour
    noise: float = 0.2

    def jittered(self, seed: int) -> "Weights":
        """These weights, each a little off, and more noise: for a restart."""
        gauss = random.Random(seed).gauss
        weights = [weight * (1 + gauss(0, JITTER)) for weight in self]
        return Weights(*weights)._replace(noise=0.5)


WEIGHTS = Weights()


class State(NamedTuple):
    """Row 1 piles, sorted; packed counts of the cards home and those below row 1; slots busy; departures."""

    piles: tuple[Pile, ...]
    home: int
    left: int
    people: int
    lords: int
    departed: int


Key = tuple[tuple[Pile, ...], int]
"""`State.piles` and `State.home`: what tells a state from others."""


class Child(NamedTuple):
    """A step not yet made: score, kind, face, its indices in `State.piles`, the slots it takes."""

    score: float
    kind: str
    face: int
    source: int
    target: int
    slots: tuple[int, int]


class Outcome(NamedTuple):
    """What a search found: the steps, or None; the nodes spent; whether everything was seen."""

    steps: list[Step] | None
    nodes: int
    exhausted: bool


_NO_SLOTS = (0, 0)


class Search:
    """All that one layout's searches share."""

    def __init__(
        self,
        layout: Layout,
        *,
        shifts: bool,
        weights: Weights = WEIGHTS,
        seed: int = 0,
        lost: set[Key] | None = None,
    ) -> None:
        """`lost`: states of this layout that lead nowhere without shifts; such a search adds more."""
        self.releases = layout.releases()
        self.counts = [len(cards) for cards in self.releases]
        self.total = sum(self.counts)
        self.start = State(tuple(sorted(layout.piles)), layout.home, packed(self.releases), 0, 0, 0)
        self.shifts = shifts
        self.weights = weights
        self.random = random.Random(seed).random
        self.lost = lost

    def run(self, budget: int, stop: Callable[[], bool]) -> Outcome:
        """Search until a line is found, everything is seen, `budget` nodes are spent or `stop()` says so."""
        start, total = self.start, self.total
        if start.departed == total:
            return Outcome([], 0, True)
        seen = self.lost if self.lost is not None and not self.shifts else set()
        seen.add((start.piles, start.home))
        stack = [(start, self.children(start))]
        steps: list[Step] = []
        nodes = 1
        while stack:
            state, children = stack[-1]
            if not children:
                stack.pop()
                if steps:
                    steps.pop()
                continue
            step, after = self.make(state, children.pop())
            if after.departed == total:
                # All cards are in row 1, whose piles strictly descend: the rest goes home by itself.
                return Outcome([*steps, step], nodes, False)
            key = (after.piles, after.home)
            if key in seen:
                continue
            if nodes >= budget or (nodes & 63 == 0 and stop()):
                # Without shifts no state comes back, so all are lost that are not on the way to here.
                seen.difference_update((state.piles, state.home) for state, _ in stack)
                return Outcome(None, nodes, False)
            seen.add(key)
            nodes += 1
            steps.append(step)
            stack.append((after, self.children(after)))
        return Outcome(None, nodes, True)

    def make(self, state: State, child: Child) -> tuple[Step, State]:
        """The step of a child, and the state after it."""
        piles, home, left, people, lords, departed = state
        _, kind, face, i, j, (first, second) = child
        after = list(piles)
        if kind in ("build", "fill"):
            step = Step(kind, face, None, piles[j])
            after[j] = (*piles[j], face)
            left -= ONE[face]
            people |= first
            lords |= second
            departed += 1
        else:
            after[i] = piles[i][:-1]
            if kind == "home":
                step = Step(kind, face, piles[i], None)
                home += ONE[face]
            else:
                step = Step(kind, face, piles[i], piles[j])
                after[j] = (*piles[j], face)
        after.sort()
        return step, State(tuple(after), home, left, people, lords, departed)

    def children(self, state: State) -> list[Child]:
        """All steps, the best last; one alone if it is safe, fills alone while row 1 has a vacancy."""
        if not state.piles[0]:
            return self.fills(state)
        piles, home, left, _, _, _ = state
        w, noise = self.weights, self.random
        classes = [CLASS[pile[-1]] for pile in piles]
        found: list[Child] = []
        last: Pile = ()
        for i, pile in enumerate(piles):
            if pile == last:
                continue
            last = pile
            top = pile[-1]
            worth = self.worth(top, left, classes, 1)
            if home >> SHIFT[top - 4] & 3 > home >> SHIFT[top] & 3:
                if len(pile) > 1:
                    if self.is_safe(top, home, left):
                        return [Child(0.0, "home", top, i, i, _NO_SLOTS)]
                    score = w.home + w.home_shown * self.worth(pile[-2], left, classes, 0)
                else:
                    score = w.home + w.home_last
                score += w.home_rank * (top >> 2) - w.home_lost * worth + w.noise * noise()
                found.append(Child(score, "home", top, i, i, _NO_SLOTS))
            for face in BELOW[top]:
                if left >> SHIFT[face] & 3:
                    slots = self.slots(face, state)
                    if slots is not None:
                        score = (
                            w.build + w.build_rank * (face >> 2) - w.build_lost * worth + w.noise * noise()
                        )
                        score += w.build_new * self.worth(face, left, classes, 0)
                        score -= w.build_wait * missing_under(face, home)
                        found.append(Child(score, "build", face, i, i, slots))
            if self.shifts:
                found += self.shift_children(state, classes, i)
        found.sort()
        return found

    def shift_children(self, state: State, classes: list[int], i: int) -> list[Child]:
        """The moves of the top of pile `i` onto other row 1 piles."""
        piles, left = state.piles, state.left
        w = self.weights
        top = piles[i][-1]
        above = ABOVE[top]
        found: list[Child] = []
        last: Pile = ()
        for j, pile in enumerate(piles):
            if pile[-1] in above and pile != last:
                last = pile
                shown = self.worth(piles[i][-2], left, classes, 0) if len(piles[i]) > 1 else w.shift_last
                score = w.shift + shown - self.worth(pile[-1], left, classes, 1) + w.noise * self.random()
                found.append(Child(score, "shift", top, i, j, _NO_SLOTS))
        return found

    def fills(self, state: State) -> list[Child]:
        """The fills of the empty row 1 pile, which sorts first."""
        home, left = state.home, state.left
        w = self.weights
        classes = [CLASS[pile[-1]] for pile in state.piles if pile]
        found: list[Child] = []
        for face in range(4, FACE_COUNT):
            if left >> SHIFT[face] & 3:
                slots = self.slots(face, state)
                if slots is not None:
                    score = w.fill_rank * (face >> 2) - w.fill_wait * missing_under(face, home)
                    score += w.fill_new * self.worth(face, left, classes, 0) + w.noise * self.random()
                    found.append(Child(score, "fill", face, 0, 0, slots))
        found.sort()
        return found

    def is_safe(self, top: int, home: int, left: int) -> bool:
        """Whether the top of a pile of several cards can go at once: nothing will ever need to lie on it."""
        below = BELOW[top]
        if not below:
            return True
        a, b = SHIFT[below[0]], SHIFT[below[1]]
        if (home >> a) & (home >> b) & 3 == 2:
            return True
        return not self.shifts and not (left >> a & 3 or left >> b & 3)

    def slots(self, face: int, state: State) -> tuple[int, int] | None:
        """The slots that bring the next card of a face to row 2 in time for the next departure, or None."""
        release = self.releases[face][self.counts[face] - (state.left >> SHIFT[face] & 3)]
        if release == _NO_SLOTS:
            return release
        slots = place(release, state.people, state.lords)
        return slots if slots[1] <= 1 << state.departed else None

    def worth(self, top: int, left: int, classes: list[int], own: int) -> float:
        """How many cards (2 at most) still want this top, less for other tops like it.

        `own` is 1 if `classes` counts the top itself.
        """
        below = BELOW[top]
        if not below:
            return 0.0
        demand = min(2, (left >> SHIFT[below[0]] & 3) + (left >> SHIFT[below[1]] & 3))
        return max(0.0, demand - self.weights.rival * (classes.count(CLASS[top]) - own))


def missing_under(face: int, home: int) -> int:
    """How many ranks of its suit are not home even once, of those under a face."""
    missing, under = 0, face - 4
    while not home >> SHIFT[under] & 3:
        missing += 1
        under -= 4
    return missing
