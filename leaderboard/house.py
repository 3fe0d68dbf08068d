"""House players beside people: marked, without taking places (rules: Ranked play)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from leaderboard.ranking import Result, score


class Beaten(NamedTuple):
    """How many house players a result beats on the time board, of how many."""

    beaten: int
    of: int


def beaten_by(result: Result, games: Sequence[dict[str, Any]]) -> Beaten:
    """Count the house players that a person's result is strictly better than."""
    own = score(result, "time")
    theirs = [
        score(Result("", game["status"] == "won", game["home"], game["seconds"], game["moves"], None), "time")
        for game in games
    ]
    return Beaten(sum(own < other for other in theirs), len(theirs))
