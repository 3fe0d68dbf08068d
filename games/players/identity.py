"""Who sends this request: an account's player, the session's guest, or nobody yet."""

from django.http import HttpRequest

from games.limits import check_limit
from games.players import services
from games.players.models import Player, User
from games.players.selectors import player_of_session


def current_player(request: HttpRequest) -> Player | None:
    """Give the player of the request; None for a visitor without an account who has not acted yet."""
    user = request.user if isinstance(request.user, User) else None
    player = player_of_session(request.session, user)
    if player is None and user is not None:
        return services.ensure_member(user=user)  # an account is always somebody
    return player


def acting_player(request: HttpRequest) -> Player:
    """Give the player of the request, made on the first act of a visitor. Raises `TooFast`."""
    player = current_player(request)
    if player is None:
        check_limit("guest", address=request.META.get("REMOTE_ADDR", ""))
        player = services.create_guest(session=request.session)
    return player
