"""What this app holds of a person: which groups they are in."""

from typing import Any

from django.db.models import QuerySet

from games.holdings import Holding
from leaderboard import groups
from leaderboard.models import Membership


def _leave(memberships: QuerySet[Any]) -> None:
    for membership in memberships.select_related("player"):
        groups.leave_group(player=membership.player, group_id=membership.group_id)


HOLDINGS = (
    Holding(
        Membership,
        lambda player: Membership.objects.filter(player_id=player.pk),
        personal=("group", "joined_at"),
        plain=("id",),
        hidden=("player",),
        clear=_leave,
    ),
)
NOTHING_PERSONAL = ("Group", "Roll")  # a name that is its members'; ids and numbers
