"""The order of a board, as pure arithmetic (rules: Ranked play). No database, no clock.

A score is one whole number, lower is better, and equal scores are equal places: 1, 2, 2, 4.
Won attempts come first: on the *time* board by seconds, then moves; on the *moves* board by
moves alone. All others follow by cards home alone. A score is below 2**29, so it is exact
in a double as well.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from games.play.scores import CARDS, MOVES_BITS, NOT_WON

By = Literal["time", "moves"]


@dataclass(frozen=True, slots=True)
class Result:
    """One ranked attempt, as far as the order cares. Times in whole seconds.

    `finished_ms` is when it ended (a running one has none): the display order within a tie.
    """

    attempt_id: str
    won: bool
    home: int
    seconds: int
    moves: int
    finished_ms: int | None
    takes_place: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """A result with its place; one that takes none (a guest's) has the place that it would take."""

    place: int
    result: Result


def score(result: Result, by: By) -> int:
    """Give the score of a result on one of the two boards; lower is better."""
    if not result.won:
        return NOT_WON + CARDS - result.home
    return (result.seconds << MOVES_BITS) + result.moves if by == "time" else result.moves


def rank(results: Iterable[Result], by: By) -> list[Placed]:
    """Put results in order, each with its place: 1 + the number of strictly better ones that take places.

    Within a tie: by finishing time, running ones last, then by id; the place is the same. This is the
    meaning of a board; the database gives the same without reading it whole (standings.py).
    """

    def order(pair: tuple[int, Result]) -> tuple[int, float, str]:
        points, result = pair
        finished = float("inf") if result.finished_ms is None else result.finished_ms
        return points, finished, result.attempt_id

    placed: list[Placed] = []
    last_score, taken, better = -1, 0, 0
    for points, result in sorted(((score(r, by), r) for r in results), key=order):
        if points != last_score:
            last_score, better = points, taken
        placed.append(Placed(better + 1, result))
        taken += result.takes_place
    return placed


def places_of(values: Iterable[object]) -> list[int]:
    """Give the places of values that are in order, best first; equal ones share one: 1, 2, 2, 4."""
    places: list[int] = []
    last = None
    for index, value in enumerate(values, 1):
        places.append(places[-1] if places and value == last else index)
        last = value
    return places
