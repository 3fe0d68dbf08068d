"""The order of a board, as pure arithmetic (rules: Ranked play). No database, no clock.

A score is one whole number, lower is better, and equal scores are equal places: 1, 2, 2, 4.
Won attempts come first: on the *time* board by seconds, then moves; on the *moves* board by
moves alone. All others follow by cards home alone. A score is below 2**29, so it is exact
in a double as well. Of attempts the database derives it itself (games.play.models).
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from games.play.scores import CARDS, MOVES_BITS, NOT_WON

By = Literal["time", "moves"]


def score(by: By, *, won: bool, home: int, seconds: int, moves: int) -> int:
    """Give the score of a result, its time in whole seconds, on one of the two boards; lower is better."""
    if not won:
        return NOT_WON + CARDS - home
    return (seconds << MOVES_BITS) + moves if by == "time" else moves


def places_of(values: Iterable[object]) -> list[int]:
    """Give the places of values that are in order, best first; equal ones share one: 1, 2, 2, 4."""
    places: list[int] = []
    last = None
    for index, value in enumerate(values, 1):
        places.append(places[-1] if places and value == last else index)
        last = value
    return places


def beaten_by(time_score: int, house: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Count the house players that a result is strictly better than, by time, of how many."""
    theirs = [
        score(
            "time", won=game["status"] == "won", **{name: game[name] for name in ("home", "seconds", "moves")}
        )
        for game in house
    ]
    return {"beaten": sum(time_score < other for other in theirs), "of": len(theirs)}
