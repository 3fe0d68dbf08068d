"""The outer door: whence a request comes, by which name it calls us, how large it is, how often forms come.

The law: behind it `client` and `REMOTE_ADDR` are the visitor's address, the Host is one of ours in one
spelling, and no header says otherwise. Limits, links, the audit log and allauth ask there and nowhere else.
"""

import ipaddress
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from constitution_site.views import refuse, too_many_requests
from games.http import ApiError, count_request
from games.limits import TooFast

Scope = dict[str, Any]
View = Callable[[HttpRequest], HttpResponseBase]
FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"x-forwarded-host", b"x-forwarded-port")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def with_true_address(scope: Scope) -> Scope:
    """Write the address of the visitor into a request's scope, instead of our proxies'."""
    if "headers" in scope:
        scope["client"] = (address_of(scope["headers"], scope.get("client")), 0)
        # A cookie may write a NUL as \\000; PostgreSQL would not even look for such a session.
        scope["headers"] = [
            (name, value)
            for name, value in scope["headers"]
            if name.lower() not in FORWARDED and b"\\000" not in value
        ]
    return scope


def address_of(headers: list[tuple[bytes, bytes]], client: Any) -> str:
    """Give a visitor's address: of `X-Forwarded-For` the entry that our own outermost proxy wrote.

    With no proxy (setting PROXIES = 0) the header is whatever the visitor liked to send, and so is all that
    stands left of our proxies' entries.
    """
    direct = str(client[0]) if client and client[0] else ""
    if not settings.PROXIES:
        return direct
    values = b",".join(value for name, value in headers if name.lower() == b"x-forwarded-for")
    entries = [entry.strip() for entry in values.decode("latin1").split(",")]
    if len(entries) < settings.PROXIES:
        return direct
    try:
        return str(ipaddress.ip_address(entries[-settings.PROXIES]))
    except ValueError:
        return direct


def own_host(get_response: View) -> View:
    """Refuse a Host that is not ours with 400, its port too, and spell the others in one way.

    Links in mails and `og:` addresses repeat it, and allauth counts wrong passwords by it. A port is ours
    when it is the scheme's default, one in CSRF_TRUSTED_ORIGINS or, with no proxy in front, the server's.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        domain, port = split_domain_port(request.get_host())
        host = domain
        if port not in ("", "443" if request.is_secure() else "80"):
            host = f"{domain}:{port}"
            # A laptop is reached through all sorts of tunnels; behind proxies the machine asks "alive?".
            is_near, is_servers = domain in LOOPBACK, port == request.META["SERVER_PORT"]
            is_ours = is_near and is_servers if settings.PROXIES else is_near or is_servers
            if not is_ours and host not in {urlsplit(o).netloc for o in settings.CSRF_TRUSTED_ORIGINS}:
                raise DisallowedHost(f"Invalid HTTP_HOST header: {host!r}. Its port is not ours.")
        request.META["HTTP_HOST"] = host
        return get_response(request)

    return answer


def private_unless_said(get_response: View) -> View:
    """Let no proxy keep what may depend on who asks: any answer that does not say itself how it is kept.

    `no-store` would take the browsers' quick way back as well.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answer


def body_limit(get_response: View) -> View:
    """Refuse bodies that are too large, or do not say how large they are, before anything reads them."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if "HTTP_TRANSFER_ENCODING" in request.META:
            error = ApiError(411, "length_required", _("A request says how long its body is."))
            return refuse(request, error)
        if not length.isascii() or not length.isdigit() or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return refuse(request, ApiError(413, "too_large", _("That is more than this address takes.")))
        return get_response(request)

    return answer


class FormLimit(MiddlewareMixin):
    """Counts every form sent, and tells whoever is over a limit; calls of the API count themselves."""

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> HttpResponse | None:  # noqa: D102
        try:
            if request.method == "POST" and not hasattr(view, "call"):
                count_request(request, "post")
        except TooFast as error:
            return self.process_exception(request, error)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:  # noqa: D102
        return too_many_requests(request, error.retry_after) if isinstance(error, TooFast) else None
