"""Attacks that fail; SECURITY.md names them one by one, with those that other files hold."""

import json
import logging
import re
from typing import Any

import pytest
import structlog
from django.conf import settings as django_settings
from django.test import Client

from games.deals.models import Deal
from games.deals.services import publish_deal
from games.players.models import Player, User
from games.players.services import ensure_member
from tests.deals.ground import candidate, days_from_now
from tests.guests import Guest
from tests.searchlight import paths, routes
from tests.servers import ROOT

pytestmark = pytest.mark.django_db
MARKUP = "<img src=x onerror=alert(1)>"
BROKEN_OUT = "'\"></script><script>alert(1)</script>"
INJECTED = "x%0d%0aSet-Cookie:%20evil=1%0d%0aINFO%20all%20is%20well"


@pytest.fixture
def member(guest: Guest, standard_day: Deal) -> Guest:
    """Somebody with the worst of names, who got past the rules and plays the day's deal."""
    user = User.objects.create_superuser("root", password="a long password")
    guest.client.force_login(user)
    Player.objects.filter(pk=ensure_member(user=user).pk).update(name=MARKUP)
    return guest


def texts(client: Client, parameters: dict[str, list[str]]) -> dict[str, str]:
    """Give the text of every page and call, the admin's lists included."""
    lists = ("play/attempt/", "players/player/", "deals/auditentry/", "deals/deal/", "deals/deal/calendar/")
    everywhere = [*paths(parameters), *(f"/admin/{name}" for name in lists)]
    answers: dict[str, Any] = {path: client.get(path) for path in everywhere}
    assert all(answer.status_code < 500 for answer in answers.values())
    shown = {path: answer for path, answer in answers.items() if not answer.streaming}
    return {path: answer.content.decode(errors="replace") for path, answer in shown.items()}


def test_a_name_that_is_markup_is_text_on_every_page(member: Guest, standard_day: Deal) -> None:
    attempt = member.start(standard_day.slug)
    found = texts(
        member.client, {"slug": [str(standard_day.slug)], "attempt_id": [attempt], "name": [MARKUP]}
    )
    for path, text in found.items():
        if not path.startswith("/api/"):  # JSON is no page; its type says so, and nosniff that it stays so
            assert MARKUP not in text, path
    shown = [path for path, text in found.items() if "onerror=alert" in text]
    assert {f"/boards/{standard_day.slug}/", "/admin/players/player/"} <= set(shown)


@pytest.mark.parametrize("payload", [MARKUP, BROKEN_OUT])
def test_a_title_and_a_note_that_are_markup_are_text_on_every_page(
    guest: Guest, transactional_db: None, payload: str
) -> None:
    deal = candidate()
    deal.title, deal.note = payload, payload
    deal.save()
    deal = publish_deal(deal=deal, date=days_from_now(0))
    attempt = guest.start(deal.slug)
    found = texts(guest.client, {"slug": [str(deal.slug)], "attempt_id": [attempt], "name": []})
    assert not [path for path, text in found.items() if payload in text and not path.startswith("/api/")]
    assert [path for path, text in found.items() if "alert(1)" in text]


def test_a_record_that_is_markup_comes_back_as_json_alone(guest: Guest) -> None:
    record = f'[Game "British Constitution"]\n[Variant "{MARKUP}"]\n[Seed "{MARKUP}"]\n\n{MARKUP}\n'
    answer = guest.client.post("/api/v1/replay", record, content_type="text/plain")
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_search_that_is_markup_is_text(guest: Guest, standard_day: Deal) -> None:
    for path in (f"/boards/{standard_day.slug}/?search=", "/practice/?seed=", "/practice/?grade="):
        text = guest.client.get(path + BROKEN_OUT).content.decode()
        assert "<script>alert" not in text


def test_no_script_writes_markup_that_is_not_written_out_in_it() -> None:
    """What the server sends becomes text: the sinks of markup are given plain constants only."""
    sinks = (
        r"innerHTML(?!\s*=\s*'[^'$]*';)|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    )
    for path in sorted((ROOT / "frontend/static/js").glob("*.js")):
        assert not re.findall(sinks, path.read_text()), path.name


def test_a_line_break_in_an_address_makes_no_line_in_the_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        client.get(f"/nowhere/{INJECTED}")
        client.get("/api/v1/deals/" + INJECTED)
    assert caplog.messages
    assert not [message for message in caplog.messages if "\n" in message or "\r" in message]


def test_a_line_break_in_a_value_makes_no_line_in_our_own_log() -> None:
    event = {"event": "cannot_listen", "error": "x\r\n{'event': 'all is well'}"}
    line = structlog.processors.JSONRenderer()(None, "warning", dict(event))
    assert "\n" not in str(line)
    assert json.loads(line)["error"] == event["error"]


@pytest.mark.parametrize(
    "path", [f"/nowhere/{INJECTED}", f"/practice/?seed={INJECTED}", f"/admin/login/?next=/{INJECTED}"]
)
def test_a_line_break_in_an_address_makes_no_header(client: Client, path: str) -> None:
    answer = client.get(path, follow=False)
    assert "evil" not in answer.cookies
    assert not [value for _name, value in answer.items() if "\n" in value or "\r" in value]


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil"]
)
def test_no_address_of_ours_sends_a_visitor_elsewhere(client: Client, target: str) -> None:
    answer = client.post("/language/", {"language": "es", "next": target})
    assert answer.headers["Location"] == "/"
    User.objects.create_superuser("root", password="a long password")
    body = {"login": "root", "password": "a long password", "next": target}
    answer = client.post("/account/login/", body)
    assert answer.status_code == 302
    assert "evil" not in answer.headers.get("Location", "")


def test_a_session_that_was_planted_does_not_become_the_victims(guest: Guest) -> None:
    """Fixation: the attacker knows the key of a session before the victim logs in with it."""
    guest.practise()
    planted = guest.client.cookies[django_settings.SESSION_COOKIE_NAME].value
    User.objects.create_superuser("root", password="a long password")
    client = guest.client
    client.post("/account/login/", {"login": "root", "password": "a long password", "next": "/admin/"})
    assert client.get("/admin/").status_code == 200
    assert client.cookies[django_settings.SESSION_COOKIE_NAME].value != planted
    attacker = Client()
    attacker.cookies[django_settings.SESSION_COOKIE_NAME] = planted
    assert attacker.get("/admin/").status_code == 302
    assert attacker.get("/api/v1/attempts").json() == []


def test_no_address_is_exempt_from_the_proof_that_a_request_came_from_our_pages() -> None:
    everywhere = list(routes())
    assert len(everywhere) > 80
    assert [route for route, found in everywhere if getattr(found.callback, "csrf_exempt", False)] == []


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_a_forged_request_of_another_site_is_refused_at_every_address(
    member: Guest, standard_day: Deal, method: str
) -> None:
    attempt = member.start(standard_day.slug)
    victim = Client(enforce_csrf_checks=True, headers={"Origin": "https://evil.example"})
    victim.cookies = member.client.cookies
    parameters = {"slug": [str(standard_day.slug)], "attempt_id": [attempt], "name": ["x"]}
    for path in [*paths(parameters), "/admin/logout/", "/admin/login/"]:
        assert getattr(victim, method)(path, {}, content_type="text/plain").status_code == 403, path
