"""All writes of players."""

import secrets

from django.contrib.sessions.backends.base import SessionBase

from games import clock
from games.players.models import Player, User

SESSION_KEY = "player"
# Friendly and in the theme; 12 * 14 names and a number, so that two guests of a day rarely share one.
MANNERS = tuple("Able Brisk Candid Dapper Earnest Frank Gallant Hearty Keen Merry Prudent Spry".split())
OFFICES = tuple(
    "Backbencher Chancellor Clerk Crier Herald Justice Marshal Orator Proctor Teller Usher Whip".split()
)


def make_guest_name() -> str:
    """Give a new guest a name such as "Brisk Teller 318"."""
    return f"{secrets.choice(MANNERS)} {secrets.choice(OFFICES)} {secrets.randbelow(900) + 100}"


def create_guest(*, session: SessionBase) -> Player:
    """Make a guest and remember it in the session."""
    player = Player.objects.create(name=make_guest_name(), created_at=clock.now())
    session[SESSION_KEY] = player.pk
    return player


def ensure_member(*, user: User) -> Player:
    """Give the player of an account, made on first use."""
    player, _ = Player.objects.get_or_create(
        user=user, defaults={"name": user.get_username()[:40], "created_at": clock.now()}
    )
    return player
