"""The two groups of staff, made after every migration with the permissions they need and no more.

A member also needs "staff status" to get into the admin. Whoever should do both is put into both groups.
"""

from functools import reduce
from operator import or_
from typing import Any

GROUPS = {
    # Looks after the calendar; sees results, changes none.
    "curator": (
        "deals.view_deal",
        "deals.curate_deal",
        "deals.void_deal",
        "deals.view_auditentry",
        "play.view_attempt",
    ),
    # Looks after people.
    "moderator": (
        "players.view_player",
        "play.view_attempt",
        "play.disqualify_attempt",
        "leaderboard.view_group",
        "leaderboard.delete_group",
    ),
}


def set_up_groups(**_kwargs: Any) -> None:
    """Give both groups exactly their permissions."""
    from django.contrib.auth.models import Group, Permission
    from django.db.models import Q

    for name, wanted in GROUPS.items():
        group, _is_new = Group.objects.get_or_create(name=name)
        codes = (permission.split(".") for permission in wanted)
        named = (Q(content_type__app_label=app, codename=code) for app, code in codes)
        group.permissions.set(Permission.objects.filter(reduce(or_, named)))
