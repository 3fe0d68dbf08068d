"""House players beside people: marked, without taking places (rules: Ranked play)."""

from collections.abc import Sequence
from typing import Any

from leaderboard.ranking import Result, score


def beaten_by(result: Result, games: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Count the house players that a person's result is strictly better than, by time, of how many."""
    own = score(result, "time")
    theirs = [
        score(Result("", game["status"] == "won", game["home"], game["seconds"], game["moves"], None), "time")
        for game in games
    ]
    return {"beaten": sum(own < other for other in theirs), "of": len(theirs)}
