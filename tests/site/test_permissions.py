"""The permission matrix: every address outside the admin, and every message of a socket, against everybody.

Both lists are taken from the product (URL conf, protocol), so a new door without a rule fails here. The
admin's doors have their own rules in test_admin_doors.py.
"""

import re
from typing import Any, get_args

import msgspec
import pytest
from django.conf import settings
from django.test import Client

from games.deals.models import Deal
from games.play.protocol import ClientMessage
from games.players.models import Player, User
from games.players.services import ensure_member
from leaderboard.groups import create_group
from tests.deals.ground import staff
from tests.guests import Guest, in_db, line_of, seat_at
from tests.searchlight import routes

pytestmark = pytest.mark.django_db(transaction=True)
NOBODY: frozenset[str] = frozenset()
# `owner` is the guest whose attempt is asked for; `guest` and all the others have no part in it.
EVERYBODY = frozenset("stranger guest owner member curator moderator superuser suspended".split())
OWNER = frozenset({"owner"})
GET, POST = "GET", "POST"
ACCOUNTS = frozenset("member curator moderator superuser".split())
# Of allauth's pages these are for whoever is not logged in; all the others send them to the login.
ENTRANCE = {
    f"account/{page}"
    for page in "2fa/webauthn/signup/ inactive/ login/ logout/ password/reset/ password/reset/done/ "
    "password/reset/key/done/ signup/ signup/passkey/".split()
}
if settings.SOCIAL_LOGIN:  # in a run of its own (players/test_social_login.py); its page of errors is a 401
    ENTRANCE |= {"account/3rdparty/login/cancelled/", "account/oidc/^(?P<provider_id>[^/]+)/login/"}
    # Old addresses that lead to the new ones.
    ENTRANCE |= {f"account/social/{p}/" for p in "connections signup login/cancelled login/error".split()}
Rule = dict[str, frozenset[str]]
# What everybody may read, and nobody write to.
READ = (
    "", "learn/", "learn/cadogan/", "practice/", "replay/", "d/<slug:slug>/", "boards/",
    "boards/<slug:slug>/", "boards/<slug:slug>/poster.png", "players/<str:name>/", "you/", "archive/",
    "honours/", "commitments/", "verify/", "rules/", "about/", "jsi18n/", "dialogs/keys/",
    "dialogs/settings/", "healthz", "readyz", "api/v1/deals/today", "api/v1/deals/<slug:slug>",
    "api/v1/deals/<slug:slug>/standings", "api/v1/commitments", "api/v1/attempts",
    "api/v1/players/<str:name>",
)  # fmt: skip
# An attempt is asked for as a ranked one whose boards are open, and as a practice game; `practice` says who
# gets through there, where that differs.
RULES: dict[str, Rule] = {route: {GET: EVERYBODY} for route in READ} | {
    "boards/<slug:slug>/line/": {GET: NOBODY},  # closed while the boards are open
    # The suspended one has become a guest by now.
    "you/data/": {GET: EVERYBODY, POST: EVERYBODY - {"stranger"}},
    "you/data/export/": {GET: EVERYBODY - {"stranger"}},
    "you/privacy/": {POST: ACCOUNTS},
    "account/": {GET: ACCOUNTS, POST: ACCOUNTS},
    "api/v1/settings": {GET: NOBODY, POST: NOBODY},  # PUT, by accounts: test_accounts.py
    "groups/": {GET: EVERYBODY, POST: EVERYBODY},  # who has no account is told so
    "groups/<int:group_id>/": {GET: frozenset({"member"}), POST: frozenset({"member"})},
    "groups/join/<str:token>/": {GET: EVERYBODY, POST: EVERYBODY},
    "language/": {GET: EVERYBODY, POST: EVERYBODY},
    "play/<str:attempt_id>/": {GET: OWNER},
    "games/<str:attempt_id>/": {GET: EVERYBODY, "practice": OWNER},
    "games/<str:attempt_id>/poster.png": {GET: NOBODY},  # there is one once the game is over
    "api/v1/deals/<slug:slug>/line": {GET: NOBODY},
    "api/v1/deals/<slug:slug>/attempts": {POST: EVERYBODY},
    "api/v1/practice": {POST: EVERYBODY},
    "api/v1/attempts/<str:attempt_id>/record": {GET: OWNER},
    "api/v1/attempts/<str:attempt_id>/replay": {GET: OWNER},
    "api/v1/attempts/<str:attempt_id>/practice": {POST: OWNER},
    "api/v1/attempts/<str:attempt_id>/postmortem": {POST: OWNER},
    "api/v1/replay": {POST: EVERYBODY},
}
BODIES: dict[str, Any] = {
    "api/v1/practice": {"variant": "standard", "seed": "a-seed"},
    "api/v1/attempts/<str:attempt_id>/practice": {"ply": 0},
}
FORMS: dict[str, Any] = {"groups/<int:group_id>/": {"act": "rename", "name": "Benches"}}
# What each message says at one's own ranked table, right after the first `position`.
MESSAGES: dict[str, tuple[dict[str, Any], tuple[str, str | None]]] = {
    "sync": ({"rev": 0}, ("position", None)),
    "move": ({"rev": 1, "move": line_of("standard", "a-day-in-standard", 1)[0]}, ("moved", None)),
    "undo": ({"rev": 1}, ("rejected", "no_undo")),
    "concede": ({"rev": 1}, ("ended", None)),
    "finish": ({"rev": 1}, ("rejected", "no_line")),
    "hint": ({}, ("rejected", "practice_only")),
    "ping": ({}, ("pong", None)),
}


ALL_ROUTES = sorted({route for route, _pattern in routes() if not route.startswith("admin/")})
ALLAUTHS = [route for route in ALL_ROUTES if route.startswith("account/") and route != "account/"]
ROUTES = [route for route in ALL_ROUTES if route not in ALLAUTHS]


def visitors() -> dict[str, Client]:
    """Give a client for each role; the suspended one had logged in before that happened."""
    clients = {role: Client() for role in EVERYBODY}
    for role in ("guest", "owner"):
        Guest(clients[role]).practise()
    users = {
        "member": User.objects.create_user("member"),
        "suspended": User.objects.create_user("suspended"),
        "superuser": User.objects.create_superuser("root"),
        "curator": staff("curator", "curator"),
        "moderator": staff("moderator", "moderator"),
    }
    for role, user in users.items():
        ensure_member(user=user)
        clients[role].force_login(user)
    User.objects.filter(username="suspended").update(is_active=False)
    return clients


def path_of(route: str, values: dict[str, str]) -> str:
    return "/" + re.sub(r"<\w+:(\w+)>", lambda match: values[match[1]], route)


def is_through(client: Client, method: str, path: str, body: Any = None, form: Any = None) -> bool:
    """Say whether a door is open: what is asked may still be refused as wrong or too late."""
    answer: Any
    if method == GET:
        answer = client.get(path)
    else:
        answer = client.post(path, form) if form else client.post(path, body or {}, "application/json")
    assert answer.status_code < 500, path
    if answer.status_code == 302 and "/login" in answer.headers["Location"]:
        return False
    return answer.status_code not in (401, 403, 404, 405)


def test_every_address_and_every_message_has_a_rule_and_every_rule_an_address() -> None:
    assert set(ROUTES) == set(RULES)
    assert set(MESSAGES) == {msgspec.inspect.type_info(kind).tag for kind in get_args(ClientMessage)}


def test_each_address_is_open_to_whom_it_should_be(standard_day: Deal) -> None:
    clients = visitors()
    owner = Guest(clients["owner"])
    attempts = {"ranked": owner.start(standard_day.slug), "practice": owner.practise("cadogan")}
    group_owner = Player.objects.get(user__username="member")
    group = create_group(player=group_owner, name="The Benches")
    wrong = []
    for kind, attempt in attempts.items():
        values = {"slug": str(standard_day.slug), "attempt_id": attempt, "name": group_owner.name}
        values |= {"group_id": str(group.pk), "token": group.token}
        for route in ROUTES:
            if kind == "practice" and "attempt_id" not in route:
                continue
            path = path_of(route, values)
            rule = RULES[route]
            if kind == "practice" and "practice" in rule:
                rule = {GET: rule["practice"]}
            for method in (GET, POST):
                for role, client in clients.items():
                    if role == "stranger":
                        client = Client()  # who has done anything is a guest
                    found = is_through(client, method, path, BODIES.get(route), FORMS.get(route))
                    if found != (role in rule.get(method, NOBODY)):
                        wrong.append((kind, role, method, path, "open" if found else "shut"))
    assert not wrong, wrong


def test_allauths_pages_but_those_at_the_entrance_are_for_who_is_logged_in(standard_day: Deal) -> None:
    clients = visitors()
    outside = EVERYBODY - ACCOUNTS
    assert set(ALLAUTHS) > ENTRANCE
    for route in ALLAUTHS:
        path = "/" + re.sub(r"<int:\w+>", "1", route).replace("^(?P<provider_id>[^/]+)", "fake")
        for role in outside:
            if route in ENTRANCE:
                assert is_through(clients[role], GET, path, {}), (role, path)
            else:
                for method in (GET, POST):
                    assert not is_through(clients[role], method, path, {}), (role, method, path)


def test_no_proxy_keeps_what_depends_on_who_asks_and_the_quick_way_back_stays_open(
    standard_day: Deal,
) -> None:
    clients = visitors()
    attempt = Guest(clients["owner"]).start(standard_day.slug)
    member = Player.objects.get(user__username="member")
    group = create_group(player=member, name="The Benches")
    values = {"slug": str(standard_day.slug), "attempt_id": attempt, "name": member.name}
    values |= {"group_id": str(group.pk), "token": group.token, "key": "1", "uidb36": "1", "pk": "1"}
    pages = set()
    for route in ALL_ROUTES:
        path = path_of(route, values)
        for role in ("stranger", "owner", "member"):
            answer = clients[role].get(path)
            said = answer.headers["Cache-Control"]
            if "poster.png" not in route:  # pictures are the same for everybody
                assert "private" in said or said == "no-store", (path, role, said)
            if answer.status_code == 200 and "no-store" not in said:
                pages.add(route)
    assert pages > {"", "play/<str:attempt_id>/", "games/<str:attempt_id>/", "you/", "boards/<slug:slug>/"}
    picture = Client().get(f"/boards/{standard_day.slug}/poster.png")
    assert not picture.cookies


@pytest.fixture
def clients(standard_day: Deal) -> dict[str, Client]:
    return visitors()


@pytest.mark.parametrize("tag", MESSAGES)
async def test_each_message_moves_ones_own_attempt_and_nobody_elses(
    clients: dict[str, Client], standard_day: Deal, tag: str
) -> None:
    attempt = await in_db(Guest(clients["owner"]).start)(standard_day.slug)
    fields, (answer, code) = MESSAGES[tag]
    path = f"/ws/attempts/{attempt}/"
    for role in sorted(EVERYBODY - OWNER):
        async with seat_at(path, cookies=Guest(clients[role]).cookies) as seat:
            await seat.send(type=tag, **fields)
            assert await seat.hear_close() == (4401, None), role
            assert not seat.heard
    async with seat_at(path, cookies=Guest(clients["owner"]).cookies) as seat:
        assert (await seat.sync())["rev"] == 0  # nobody else has moved it
        await seat.send(type=tag, **fields)
        message = await seat.hear("position", "moved", "rejected", "ended", "pong")
        assert (message["type"], message.get("code")) == (answer, code)


@pytest.mark.parametrize("tag", MESSAGES)
async def test_whoever_watches_a_board_only_watches(
    clients: dict[str, Client], standard_day: Deal, tag: str
) -> None:
    for role in sorted(EVERYBODY):
        path, cookies = f"/ws/deals/{standard_day.slug}/", Guest(clients[role]).cookies
        async with seat_at(path, cookies=cookies) as seat:
            await seat.send(type=tag, **MESSAGES[tag][0])
            said = [message["type"] for message in await seat.hear_until_pong()]
            assert said == ([] if tag in ("sync", "ping") else ["rejected"]), role


def test_a_suspended_account_loses_its_own_doors_too(standard_day: Deal) -> None:
    client = Client()
    user = User.objects.create_user("somebody")
    client.force_login(user)
    attempt = Guest(client).start(standard_day.slug)
    assert is_through(client, GET, f"/play/{attempt}/")
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not is_through(client, GET, f"/play/{attempt}/")
    assert not is_through(client, GET, f"/api/v1/attempts/{attempt}/record")
