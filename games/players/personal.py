"""What this app holds of a person."""

from typing import Any

from django.db.models import QuerySet

from games.holdings import Holding
from games.players.models import Player, User

FORMER_MEMBER = "A former member"  # nobody can be called that (names.py)


def _make_anonymous(players: QuerySet[Any]) -> None:
    """Leave a row without a person, so that its games keep the places of others."""
    players.update(name=FORMER_MEMBER, skeleton=None, is_private=True, settings={}, leaving_at=None)


HOLDINGS = (
    Holding(
        Player,
        lambda player: Player.objects.filter(pk=player.pk),
        personal=("name", "user", "settings", "leaving_at"),
        plain=("id", "created_at", "is_private"),
        hidden=("skeleton",),
        clear=_make_anonymous,
    ),
    # Last: what points to the account goes with it.
    Holding(
        User,
        lambda player: User.objects.filter(pk=player.user_id),
        personal=("username", "first_name", "last_name", "email", "last_login", "date_joined"),
        plain=("id", "is_active", "is_staff", "is_superuser"),
        hidden=("password",),
    ),
)
