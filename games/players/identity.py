"""Who sends this request: an account's player, the session's guest, or nobody yet."""

from django.http import HttpRequest

from games.players import services
from games.players.models import Player, User
from games.players.selectors import player_of_session


def current_player(request: HttpRequest) -> Player | None:
    """Give the player of the request; None for a visitor who has not acted yet."""
    user = request.user if isinstance(request.user, User) else None
    return player_of_session(request.session, user)


def acting_player(request: HttpRequest) -> Player:
    """Give the player of the request, made on the first act of a visitor."""
    player = current_player(request)
    if player is not None:
        return player
    if isinstance(request.user, User):
        return services.ensure_member(user=request.user)
    return services.create_guest(session=request.session)
