"""Limits: how often, how large, and from which address."""

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import Any

import pytest
import time_machine
from allauth.core.internal import ratelimit
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache, caches
from django.core.cache.backends.redis import RedisCache
from django.core.handlers.asgi import ASGIRequest
from django.test import Client, override_settings
from redis.exceptions import RedisError

from constitution_site.cache import PatientRedis
from constitution_site.door import address_of, with_true_address
from games import limits
from games.deals import audit
from games.engine import VARIANTS
from games.limits import LIMITS, Limit, TooFast, check_limit, network_of
from games.play.handshake import greet
from games.play.models import Attempt
from games.play.protocol import SUBPROTOCOL
from games.players.models import Player, User
from tests.guests import NOON, Guest, seat_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _strict(settings: Any, monkeypatch: pytest.MonkeyPatch, noon: time_machine.Traveller) -> Iterator[None]:
    settings.LIMITS = True
    noon.move_to(NOON, tick=False)
    for kind in LIMITS:
        monkeypatch.setitem(LIMITS, kind, Limit(visitor=2, address=4, seconds=60))
    cache.clear()
    yield
    cache.clear()


def practise(client: Client, address: str = "192.0.2.1") -> Any:
    body = {"variant": "standard", "seed": "a-seed"}
    return client.post("/api/v1/practice", body, content_type="application/json", REMOTE_ADDR=address)


def test_the_third_of_two_is_429_and_says_when_to_come_back(noon: time_machine.Traveller) -> None:
    client = Client()
    practise(client)
    assert [practise(client).status_code for _ in range(3)] == [201, 201, 429]
    answer = practise(client)
    assert answer.json()["code"] == "too_fast"
    wait = int(answer.headers["Retry-After"])
    assert 0 < wait <= 60
    noon.shift(wait)
    assert practise(client).status_code == 201


def test_putting_is_counted_as_posting_is() -> None:
    client = Client()
    client.force_login(User.objects.create(username="ada"))
    put = partial(client.put, "/api/v1/settings", {"settings": {}}, content_type="application/json")
    assert [put().status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize(
    "path", ["account/", "account/password/reset/", "you/privacy/", "you/data/", "groups/", "language/"]
)
def test_every_form_counts_and_the_third_of_two_is_told_on_a_page(path: str) -> None:
    client = Client(headers={"accept-language": "es"})
    client.force_login(User.objects.create(username="ada"))
    answers = [client.post(f"/{path}", {"email": "no@example.org"}) for _ in range(3)]
    assert 429 not in [answer.status_code for answer in answers[:2]]
    assert answers[2].status_code == 429
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert "Se abre de nuevo en 1 minuto como mucho" in answers[2].content.decode()
    assert ("Volver al formulario" in answers[2].content.decode()) is path.startswith("account/")


def test_allauths_limits_are_counted_where_ours_are_so_that_processes_share_them() -> None:
    assert ratelimit.cache is limits.cache is cache


def test_new_visitors_without_cookies_are_counted_by_their_address() -> None:
    assert [practise(Client()).status_code for _ in range(5)] == [201] * 4 + [429]
    assert Player.objects.count() == 4
    assert practise(Client(), "192.0.2.2").status_code == 201


def test_one_network_of_ipv6_is_one_address() -> None:
    addresses = [f"2001:db8:0:1::{n:x}" for n in range(1, 6)]
    assert [practise(Client(), address).status_code for address in addresses] == [201] * 4 + [429]
    assert practise(Client(), "2001:db8:0:2::1").status_code == 201
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("rubbish\r\n") == network_of("") == "unknown"


def test_reading_is_not_limited() -> None:
    client = Client()
    assert {client.get("/api/v1/deals/today").status_code for _ in range(9)} == {200}


DEAD = {"default": {"BACKEND": "constitution_site.cache.PatientRedis", "LOCATION": "redis://127.0.0.1:1"}}


@override_settings(CACHES=DEAD, ACCOUNT_RATE_LIMITS={})
def test_a_redis_that_does_not_answer_stops_nobody_from_playing_signing_in_and_reading(
    standard_day: Any,
) -> None:
    User.objects.create_user("ada", password="a-long-password")
    client = Client()
    assert [practise(client).status_code for _ in range(9)] == [201] * 9
    login = {"login": "ada", "password": "a-long-password"}
    assert client.post("/account/login/", login).status_code == 302
    assert client.get(f"/boards/{standard_day.slug}/").status_code == 200


def test_a_redis_that_does_not_answer_is_not_asked_again_for_a_second(
    noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fail(*_: Any) -> None:
        asked.append(1)
        raise RedisError("gone")

    silent = PatientRedis("redis://127.0.0.1:1", {})
    monkeypatch.setattr(RedisCache, "get", fail)
    assert [silent.get("a", 1), silent.get("a", 2), len(asked)] == [1, 2, 1]
    noon.shift(1)
    assert [silent.get("a", 3), len(asked)] == [3, 2]


def test_drawing_pictures_is_counted_by_address_and_a_drawn_one_is_not_drawn_again(
    guest: Guest, standard_day: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr("leaderboard.poster_views.draw_poster", lambda poster: drawn.append(poster) or b"PNG")
    caches["posters"].clear()
    over = {"status": "conceded", "ended_at": NOON, "moves": 0, "seconds": 1}
    Attempt.objects.filter(pk=guest.start(standard_day.slug)).update(**over)
    boards = [f"/boards/2026-11-29-{v}/poster.png?lang={la}" for v in VARIANTS for la in ("en", "es")]
    game = f"/games/{Attempt.objects.get().pk}/poster.png"

    def ask(paths: list[str], address: str = "192.0.2.7") -> list[int]:
        return [Client().get(path, REMOTE_ADDR=address).status_code for path in paths]

    assert ask(boards * 3) == [200] * 12 and len(drawn) == 4
    assert ask([game, *boards]) == [429, 200, 200, 200, 200]
    assert ask([game], "192.0.2.8") == ask([game]) == [200]
    assert len(drawn) == 5
    caches["posters"].clear()


def test_each_kind_and_visitor_has_a_count_of_its_own() -> None:
    for kind in LIMITS:
        for visitor in ("a", "b"):
            check_limit(kind, address="192.0.2.1", visitor=visitor)
            check_limit(kind, address="192.0.2.1", visitor=visitor)
    with pytest.raises(TooFast):
        check_limit("post", address="192.0.2.9", visitor="a")


async def test_a_socket_too_many_is_ended_with_4408(guest: Guest, standard_day: Any) -> None:
    path = f"/ws/deals/{standard_day.slug}/"
    for _ in range(4):
        async with seat_at(path) as seat:
            await seat.send(type="ping")
            await seat.hear("pong")
    async with seat_at(path) as seat:
        assert await seat.hear_close() == (4408, "too_fast")


XFF = b"x-forwarded-for"
FORGED = [
    (0, [(XFF, b"203.0.113.9")], "10.0.0.1"),
    (1, [(XFF, b"203.0.113.9")], "203.0.113.9"),
    (1, [(XFF, b"1.1.1.1, 203.0.113.9")], "203.0.113.9"),
    (1, [(XFF, b"1.1.1.1"), (XFF, b"203.0.113.9")], "203.0.113.9"),
    (2, [(XFF, b"1.1.1.1, 203.0.113.9, 10.0.0.2")], "203.0.113.9"),
    (2, [(XFF, b"203.0.113.9")], "10.0.0.1"),
    (1, [], "10.0.0.1"),
    (1, [(XFF, b"evil\r\nX: y")], "10.0.0.1"),
    (1, [(XFF, b"<script>")], "10.0.0.1"),
    (1, [(b"x-real-ip", b"1.1.1.1"), (b"forwarded", b"for=1.1.1.1")], "10.0.0.1"),
]


@pytest.mark.parametrize(("proxies", "headers", "wanted"), FORGED)
def test_only_what_our_own_proxies_wrote_is_believed_of_forwarded_headers(
    settings: Any, proxies: int, headers: list[tuple[bytes, bytes]], wanted: str
) -> None:
    settings.PROXIES = proxies
    assert address_of(headers, ("10.0.0.1", 4711)) == wanted


def test_behind_the_door_pages_sockets_and_the_audit_log_know_one_address_and_no_forged_header(
    settings: Any,
) -> None:
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (XFF, b"1.2.3.4, 203.0.113.9")]
    headers.append((b"cookie", rb'sessionid="\000aaaaaaaa"'))
    for kind in ("http", "websocket"):
        for proxies, wanted in ((0, "10.0.0.1"), (1, "203.0.113.9")):
            settings.PROXIES = proxies
            scope = {"type": kind, "method": "POST", "path": "/", "subprotocols": [SUBPROTOCOL]}
            scope |= {"headers": headers, "client": ["10.0.0.1", 4711]}
            seen = with_true_address(scope)
            request: Any = ASGIRequest(seen, BytesIO())
            request.user = AnonymousUser()
            visitor = greet(seen)
            assert request.META["REMOTE_ADDR"] == audit.hand_of(request).address == wanted
            assert visitor is not None and visitor.address == wanted
            assert visitor.session_key is None and not request.COOKIES
            assert "HTTP_X_FORWARDED_FOR" not in request.META


@pytest.mark.parametrize("path", ["/api/v1/replay", "/api/v1/practice", "/language/", "/admin/login/"])
def test_a_body_that_is_too_large_is_413_in_the_visitors_language(path: str) -> None:
    answer = Client().post(
        path, b"x" * (256 * 1024 + 1), content_type="text/plain", HTTP_ACCEPT_LANGUAGE="es"
    )
    assert answer.status_code == 413
    text = answer.json()["detail"] if path.startswith("/api/") else answer.content.decode()
    assert "Es más de lo que admite esta dirección." in text


@pytest.mark.parametrize("length", ["-1", "1e9", "9" * 30, "x"])
def test_a_length_that_is_no_length_is_refused(length: str) -> None:
    answer = Client().post("/api/v1/replay", b"", content_type="text/plain", CONTENT_LENGTH=length)
    assert answer.status_code == 413


def test_a_body_of_unsaid_length_is_411() -> None:
    answer = Client().post(
        "/api/v1/replay", b"x", content_type="text/plain", HTTP_TRANSFER_ENCODING="chunked"
    )
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")
