"""Who may open a socket: the right origin, the right subprotocol, and whose session it is.

Wrong or missing Origin or subprotocol end in 403 before anything is read. Everything the
database is asked for a connection is asked in one hop to one thread (an attempt's: seats.py).
"""

from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from games.play.protocol import SUBPROTOCOL, By
from games.players.models import Player
from games.players.selectors import player_of_session, user_of_session

Scope = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Visitor:
    """What a handshake tells: the session cookie, the language, the board's wanted order, the address."""

    session_key: str | None
    language: str
    by: By
    address: str


def greet(scope: Scope) -> Visitor | None:
    """Read a handshake as Django reads a page's request; None when it must be refused with 403."""
    request = ASGIRequest(scope | {"method": "GET"}, BytesIO())
    if SUBPROTOCOL not in scope.get("subprotocols", ()) or not _is_own_origin(request):
        return None
    try:
        by = request.GET.get("by")
    except SuspiciousOperation:  # more fields than Django reads
        return None
    return Visitor(
        session_key=request.COOKIES.get(settings.SESSION_COOKIE_NAME),
        language=translation.get_language_from_request(request),
        by="moves" if by == "moves" else "time",
        address=(scope.get("client") or [""])[0],
    )


def _is_own_origin(request: ASGIRequest) -> bool:
    origin = request.META.get("HTTP_ORIGIN", "")
    try:
        host, parts = request.get_host(), urlsplit(origin)
    except (DisallowedHost, ValueError):
        return False
    is_ours = parts.scheme in ("http", "https") and parts.netloc == host
    return is_ours or origin in settings.CSRF_TRUSTED_ORIGINS


def player_of(visitor: Visitor) -> Player | None:
    """Give the player behind a session cookie; None for a stranger."""
    if not visitor.session_key:
        return None
    session = SessionStore(visitor.session_key)
    return player_of_session(session, user_of_session(session) if "_auth_user_id" in session else None)
