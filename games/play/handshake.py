"""Who may open a socket: the right origin, the right subprotocol, and whose session it is.

Wrong or missing Origin or subprotocol end in 403 before anything is read. Everything the
database is asked for a connection is asked in one hop to one thread (an attempt's: seats.py).
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, parse_cookie
from django.http.request import split_domain_port, validate_host
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
    """Read a handshake; None when it must be refused with 403."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if SUBPROTOCOL not in scope.get("subprotocols", ()) or not _is_own_origin(headers):
        return None
    # Django's reader, as for pages: it passes over odd cookies of others on this host.
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
    query = parse_qs(scope.get("query_string", b"").decode("latin1"))
    return Visitor(
        session_key=cookies.get(settings.SESSION_COOKIE_NAME),
        language=_language(headers, cookies),
        by="moves" if query.get("by") == ["moves"] else "time",
        address=(scope.get("client") or [""])[0],
    )


def _is_own_origin(headers: dict[bytes, bytes]) -> bool:
    origin = headers.get(b"origin", b"").decode("latin1")
    host = headers.get(b"host", b"").decode("latin1")
    if not origin or not host or origin == "null":
        return False
    domain, _port = split_domain_port(host)
    if not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host


def _language(headers: dict[bytes, bytes], cookies: dict[str, str]) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin1")
    request.COOKIES = cookies
    return translation.get_language_from_request(request)


def player_of(visitor: Visitor) -> Player | None:
    """Give the player behind a session cookie; None for a stranger."""
    if not visitor.session_key:
        return None
    session = SessionStore(visitor.session_key)
    return player_of_session(session, user_of_session(session) if "_auth_user_id" in session else None)
