"""Reads of players; nothing here writes."""

import datetime as dt

from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from games.players.models import Player, User
from games.players.names import LONGEST, skeleton_of

SESSION_KEY = "player"  # of a guest in its session
PRIVATE = "~"  # no name begins so (names.py)
GRACE = dt.timedelta(days=7)  # in which a login takes a deletion back


def public_name(player: Player, deal_id: int | None) -> str:
    """Give the name under which a player stands on a deal's public board."""
    return code_of(player.pk, deal_id) if player.is_private else player.name


def code_of(player_id: int, deal_id: int | None) -> str:
    """Give what a private player has there for a name: `~` and a few letters that tell nothing.

    The page says "a member" instead, and can still tell one row from another. On another board they are
    others, so that nobody is followed.
    """
    return PRIVATE + salted_hmac("a member on a board", f"{player_id} {deal_id}").hexdigest()[:8]


def player_of_session(session: SessionBase, user: User | None) -> Player | None:
    """Give the player of a login or, without one, the session's guest; None for a new visitor."""
    if user is not None:
        return Player.objects.select_related("user").filter(user=user).first()
    key = session.get(SESSION_KEY)
    return Player.objects.filter(pk=key, user=None).first() if key else None


def user_of_session(session: SessionBase) -> User | None:
    """Give the active account a session is logged in to; its password hash is checked as Django does."""
    request = HttpRequest()
    request.session = session
    user = get_user(request)
    return user if isinstance(user, User) and user.is_active else None


def players_due_to_go(now: dt.datetime) -> list[int]:
    """Give the ids of those who asked to be deleted, and whose week of grace is over."""
    asked_before = now - GRACE
    return list(Player.objects.filter(leaving_at__lte=asked_before).values_list("pk", flat=True))


def find_member(name: str) -> Player | None:
    """Give the active account's player of a name, however it is spelt; guests have no public page."""
    if len(name) > LONGEST or "\0" in name:  # PostgreSQL would not even look
        return None
    members = Player.objects.select_related("user").filter(user__is_active=True, leaving_at=None)
    return members.filter(skeleton=skeleton_of(name)).first()
