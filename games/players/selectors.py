"""Reads of players; nothing here writes."""

from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from games.players.models import Player, User
from games.players.services import SESSION_KEY


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


def find_member(name: str) -> Player | None:
    """Give the active account's player of a name; guests have names that others may have too."""
    if "\0" in name:  # PostgreSQL would not even look
        return None
    members = Player.objects.select_related("user").filter(user__is_active=True)
    return members.filter(name__iexact=name).order_by("pk").first()
