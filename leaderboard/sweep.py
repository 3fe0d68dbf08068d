"""A board read whole, for the live list of a full house.

The law: one query, then plain arithmetic over its rows, each made once however many see it. What it
gives is what `Board` gives row by row (a test compares them).
"""

from django.db.models import Case, F, OuterRef, Subquery, When
from django.db.models.functions import Coalesce
from msgspec.structs import replace

from games.engine import FORCED_STEPS
from games.play.models import Event
from games.play.protocol import Row
from games.players.models import Player
from games.players.selectors import public_name
from leaderboard.standings import NEAR, Board, Own

_last_steps = Subquery(Event.objects.filter(attempt_id=OuterRef("pk")).order_by("-rev").values("steps")[:1])
_steps = Case(When(status="playing", then=Coalesce(_last_steps, 0)), default=F("steps"))


class Sweep:
    """All rows of a board at one moment, in order."""

    def __init__(self, board: Board) -> None:
        read = board.in_order().values_list(
            "pk", "player_id", "player__name", "player__user_id", "player__is_private", "takes_place",
            "status", "home", "moves", "seconds", "started_at", board.field, _steps,
        )  # fmt: skip
        self.rows: list[Row] = []
        self._ids: list[str] = []
        self._better: list[int] = []
        self._at: dict[int, int] = {}
        better, taken, last_score = 0, 0, None
        for (
            attempt_id, player_id, name, user_id, is_private, takes, status,
            home, moves, seconds, started_at, score, steps,
        ) in read:  # fmt: skip
            if score != last_score:
                better, last_score = taken, score
            taken += takes
            self._at[player_id] = len(self.rows)
            self._ids.append(attempt_id)
            self._better.append(better)
            self.rows.append(
                Row(
                    place=better + 1 if takes else None,
                    player=public_name(Player(pk=player_id, is_private=True)) if is_private else name,
                    guest=user_id is None,
                    status=status,
                    progress=round(steps / FORCED_STEPS, 4),
                    home=home,
                    moves=moves if status == "won" else None,
                    seconds=board.elapsed(started_at) if seconds is None else seconds,
                )
            )

    def own(self, player_id: int) -> Own | None:
        """Give a player's own row and its neighbours."""
        index = self._at.get(player_id)
        if index is None:
            return None
        row, first = self.rows[index], max(0, index - NEAR)
        near = self.rows[first : index + NEAR + 1]
        if row.place is None:
            row = near[index - first] = replace(row, would_be=self._better[index] + 1)
        return Own(self._ids[index], row, near)
