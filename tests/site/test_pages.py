"""Every page: headers, errors, health."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import InterfaceError, OperationalError
from django.test import Client
from pytest_django.fixtures import Settings

from constitution_site import views
from games import metrics
from games.deals.models import Deal
from leaderboard.api import StandingsQuery
from tests.guests import Guest
from tests.searchlight import paths

pytestmark = pytest.mark.django_db


@pytest.fixture
def answers(guest: Guest, standard_day: Deal) -> dict[str, Any]:
    """What a guest who plays is answered at every address there is, and at one of each kind that is not."""
    attempt = guest.start(standard_day.slug)
    slugs = [str(standard_day.slug), "no-such-deal"]
    there = paths({"slug": slugs, "attempt_id": [attempt, "nothing"], "name": []})
    return {path: guest.client.get(path) for path in (*there, "/nowhere/", "/api/v1/nowhere")}


def pages(answers: dict[str, Any]) -> dict[str, Any]:
    return {path: a for path, a in answers.items() if a["Content-Type"].startswith("text/html")}


def test_every_answer_carries_the_security_headers(answers: dict[str, Any]) -> None:
    for path, answer in answers.items():
        assert answer.status_code < 500, path
        assert answer["X-Frame-Options"] == "DENY", path
        assert answer["X-Content-Type-Options"] == "nosniff", path
        assert answer["Referrer-Policy"] == "same-origin", path
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin", path


def test_every_answer_carries_a_policy_that_lets_nothing_foreign_in(answers: dict[str, Any]) -> None:
    for path, answer in answers.items():
        policy = answer["Content-Security-Policy"]
        rules = dict(part.strip().split(" ", 1) for part in policy.split(";") if part.strip())
        assert rules["default-src"] == "'self'", path
        assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'", path
        assert rules["form-action"] == "'self'", path
        for kind, sources in rules.items():
            known = {"'self'", "'none'", "data:"} if kind == "img-src" else {"'self'", "'none'"}
            if kind == "style-src" and answer["Content-Type"] == "image/png":
                known = {"'unsafe-inline'"}  # the browser's own page around a picture
            assert all(s in known or s.startswith("'nonce-") for s in sources.split()), (path, kind, sources)


def test_no_page_holds_a_script_or_a_style_without_the_nonce_of_its_answer(answers: dict[str, Any]) -> None:
    for path, answer in pages(answers).items():
        html = answer.content.decode()
        nonces = set(re.findall(r"'nonce-([^']+)'", answer["Content-Security-Policy"]))
        for tag in re.findall(r"<(?:script|style)\b[^>]*>", html):
            if "src=" not in tag and 'type="application/json"' not in tag:
                found = re.search(r'nonce="([^"]+)"', tag)
                assert found and found[1] in nonces, (path, tag)
        assert not re.search(r"<[^>]+\s(?:on\w+|style)=", html), path
        assert "javascript:" not in html, path


def test_no_page_names_a_foreign_address(answers: dict[str, Any]) -> None:
    for path, answer in pages(answers).items():
        loaded = re.findall(r'(?:src|action|<link[^>]*href)="(https?:)?//', answer.content.decode())
        assert loaded == [], path


def test_answers_of_the_api_are_json_kept_by_nobody_and_its_errors_have_one_shape(
    answers: dict[str, Any],
) -> None:
    for path, answer in answers.items():
        if path.startswith("/api/"):
            is_text = path.endswith("/record") and answer.status_code == 200
            assert answer["Content-Type"].startswith("text/plain" if is_text else "application/json"), path
            assert answer.status_code < 400 or set(answer.json()) == {"code", "detail"}, path
            if answer.status_code < 400 or "nowhere" not in path:
                assert answer["Cache-Control"] == "no-store", path


def test_a_page_that_is_not_there_says_so_as_a_page(client: Client) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "<h1" in answer.content.decode()


@pytest.mark.parametrize(
    ("path", "kind", "error", "counted"),
    [
        ("/", "text/html", OperationalError, 1),
        ("/api/v1/deals/today", "application/json", InterfaceError, 1),
        ("/api/v1/deals/today", "application/json", RuntimeError, 0),
    ],
)
def test_a_failure_of_ours_says_nothing_about_its_cause_and_the_databases_are_counted(
    monkeypatch: pytest.MonkeyPatch, path: str, kind: str, error: type[Exception], counted: int
) -> None:
    def fail(*_args: Any) -> None:
        raise error("a-secret-of-the-server")

    for module in ("leaderboard.views", "leaderboard.api"):
        monkeypatch.setattr(f"{module}.deals_today", fail)
    errors = metrics.ERRORS.labels("database")._value
    before = errors.get()
    answer = Client(raise_request_exception=False).get(path)
    assert answer.status_code == 500
    assert errors.get() == before + counted
    assert answer["Content-Type"].startswith(kind)
    assert "a-secret-of-the-server" not in answer.content.decode()


def test_a_guests_cookie_cannot_be_read_by_scripts_or_sent_along_by_other_sites(guest: Guest) -> None:
    guest.practise()
    cookie = guest.client.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver:80@evil.example"])
def test_a_foreign_host_is_refused(client: Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 400


@pytest.mark.parametrize(
    ("proxies", "host", "known_as"),
    [
        (0, "testserver:8000", "testserver:8000"), (0, "TestServer.", "testserver"),
        (0, "testserver:80", "testserver"), (0, "testserver:8001", None), (0, "testserver:443", None),
        (1, "testserver", "testserver"), (1, "testserver:8000", None), (1, "localhost:8443", None),
        (0, "localhost:8443", "localhost:8443"), (1, "localhost:8000", "localhost:8000"),
        (1, "testserver:8443", "testserver:8443"),
    ],
)  # fmt: skip
def test_a_port_that_is_not_ours_is_refused_and_no_address_of_ours_repeats_it(
    settings: Any, standard_day: Deal, proxies: int, host: str, known_as: str | None
) -> None:
    settings.PROXIES = proxies
    settings.CSRF_TRUSTED_ORIGINS = ["http://testserver:8443"]
    path = f"/boards/{standard_day.slug}/"
    answer = Client().get(path, headers={"host": host}, SERVER_PORT="8000")
    assert answer.status_code == (200 if known_as else 400)
    addresses = re.findall(r'content="http://([^/"]+)/', answer.content.decode())
    assert set(addresses) == ({known_as} if known_as else set())


def queries() -> set[str]:
    """Give the names under which our own views read the query of an address."""
    sources = (
        file for app in ("constitution_site", "games", "leaderboard") for file in Path(app).rglob("*.py")
    )
    read = {name for file in sources for name in re.findall(r'GET\.get\("(\w+)"', file.read_text())}
    return read | set(StandingsQuery.__struct_fields__)


def test_a_nul_in_an_address_finds_nothing_and_breaks_nothing(guest: Guest, standard_day: Deal) -> None:
    attempt, slug = guest.start(standard_day.slug), str(standard_day.slug)
    there = {"slug": [slug], "attempt_id": [attempt], "name": ["nobody"]}
    assert {"cursor", "deal", "search", "seed", "then"} <= queries()
    for path in paths(there | {"attempt_id": [attempt, "%00a"], "name": ["%00a"], "token": ["%00a"]}):
        asked = (path, path + "?" + "&".join(f"{name}=%00a" for name in queries()))
        for address in asked:
            assert guest.client.get(address).status_code < 500, address


# --- health ---------------------------------------------------------------------------------------------


def test_healthz_asks_nobody_and_readyz_says_that_all_is_well(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (200, "ok")
    assert not django_settings.DEBUG  # by itself


def test_readyz_names_a_database_that_cannot_be_reached(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any) -> None:
        raise OperationalError("a-secret-of-the-server")

    monkeypatch.setattr(views, "MigrationExecutor", fail)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "unreachable")
    assert "a-secret" not in answer.content.decode()


def test_readyz_names_migrations_that_are_missing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.db.migrations.executor.MigrationExecutor.migration_plan", lambda *_: ["one"])
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "migrations are missing")


def test_readyz_names_a_redis_that_cannot_be_reached(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (503, "unreachable")
