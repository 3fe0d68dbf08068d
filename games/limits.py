"""How often one visitor, and one address, may ask for something that costs.

The law: whoever is over a limit is told so and for how long, and nothing else happens. Counts live in
Django's cache, so that all processes share them through Redis; a cache that does not answer stops nobody.
Messages on an open socket have limits of their own (games/play/sockets.py), and log-ins
allauth's, counted in the same cache.
"""

import hashlib
import ipaddress
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache

from games import clock


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds, for one visitor and for one address; a school shares an address."""

    visitor: int
    address: int
    seconds: int


LIMITS = {
    "post": Limit(120, 1_200, 60),  # any call that may write
    "start": Limit(30, 300, 60),  # games begun, pictures drawn
    "guest": Limit(0, 300, 60 * 60),  # players made by themselves; such a visitor is nobody yet
    "export": Limit(6, 60, 60 * 60),  # downloads of all one's games
    "socket": Limit(60, 600, 60),  # sockets opened, a reload is one
}
NETWORK_BITS = 64  # an IPv6 visitor has all addresses of such a network


class TooFast(Exception):
    """More than the limit; `retry_after` seconds from now it is open again."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too fast; again in {retry_after} s")
        self.retry_after = retry_after


def check_limit(kind: str, *, address: str, visitor: str = "") -> None:
    """Count one asking of a kind (`LIMITS`) for an address and, where known, a visitor. Raises `TooFast`."""
    if not settings.LIMITS:
        return
    limit = LIMITS[kind]
    for who, allowed in ((network_of(address), limit.address), (visitor, limit.visitor)):
        if who and allowed:
            # A cookie may hold anything; what is counted by it is of one short shape.
            name = hashlib.blake2s(who.encode(), digest_size=12).hexdigest()
            _count(f"limit:{kind}:{name}", allowed, limit.seconds)


def network_of(address: str) -> str:
    """Give what is counted for an address: itself, or its IPv6 network; an unknown one is counted as one."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is None:
        return str(ipaddress.ip_network((int(ip), NETWORK_BITS), strict=False).network_address)
    return str(getattr(ip, "ipv4_mapped", None) or ip)


def _count(key: str, allowed: int, seconds: int) -> None:
    window, passed = divmod(clock.now_ms() // 1000, seconds)
    key = f"{key}:{window}"
    try:
        cache.add(key, 0, timeout=seconds)
        count = cache.incr(key)
    except ValueError:
        return  # it ran out between the two: the window is over
    if count > allowed:
        raise TooFast(seconds - passed)
