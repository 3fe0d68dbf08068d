"""The order of a board, as pure arithmetic (rules: Ranked play). No Django, no database, no clock.

A score is one whole number, lower is better, and equal scores are equal places: 1, 2, 2, 4.
Won attempts come first: on the *time* board by seconds, then moves; on the *moves* board by
moves alone. All others follow by cards home alone. A score is below 2**29, so it is exact
in a double as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

By = Literal["time", "moves"]
MOVES_BITS = 11  # a line has at most 2,000 moves
NOT_WON = 1 << 28  # above every won score: 2**17 seconds are 36 hours, a deal's boards are open for 26
CARDS = 80


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


@dataclass(frozen=True, slots=True)
class Placed:
    """A result with the place it takes."""

    place: int
    result: Result


def score(result: Result, by: By) -> int:
    """Give the score of a result on one of the two boards; lower is better."""
    if not result.won:
        return NOT_WON + CARDS - result.home
    return (result.seconds << MOVES_BITS) + result.moves if by == "time" else result.moves


def rank(results: Iterable[Result], by: By) -> list[Placed]:
    """Put results in order, each with its place: 1 + the number of strictly better ones.

    Within a tie: by finishing time, running ones last, then by id; the place is the same.
    """

    def order(pair: tuple[int, Result]) -> tuple[int, float, str]:
        points, result = pair
        finished = float("inf") if result.finished_ms is None else result.finished_ms
        return points, finished, result.attempt_id

    placed: list[Placed] = []
    last_score = -1
    for index, (points, result) in enumerate(sorted(((score(r, by), r) for r in results), key=order)):
        place = placed[-1].place if points == last_score else index + 1
        placed.append(Placed(place, result))
        last_score = points
    return placed


def neighbours(placed: Sequence[Placed], attempt_id: str, reach: int) -> list[Placed]:
    """Give the rows around an attempt, itself included; empty when it is not there."""
    for index, row in enumerate(placed):
        if row.result.attempt_id == attempt_id:
            return list(placed[max(0, index - reach) : index + reach + 1])
    return []
