"""What this app holds of a person: games.

Practice goes with the person. A ranked game stays, as that of a former member: places of others were
counted with it. Events and post-mortems are parts of a game; its record tells them.
"""

from typing import Any

from django.db.models import QuerySet

from games.holdings import Holding
from games.play.models import Attempt


def _delete_practice(attempts: QuerySet[Any]) -> None:
    attempts.filter(ranked=False).delete()


HOLDINGS = (
    Holding(
        Attempt,
        lambda player: Attempt.objects.filter(player_id=player.pk).order_by("started_at"),
        personal=("seed", "cards"),  # what was typed; only practice has any
        plain=(
            *("id", "deal", "variant", "ranked", "status", "started_at", "ended_at"),
            *("home", "steps", "moves", "seconds", "history"),
            *("takes_place", "disqualified_at", "disqualified_reason", "time_score", "moves_score"),
        ),
        hidden=("player", "change"),
        clear=_delete_practice,
    ),
)
NOTHING_PERSONAL = ("Event", "Postmortem", "Closing", "Tally")
