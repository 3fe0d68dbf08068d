"""Every address of the admin, taken from the URL conf, against everybody: a new door without a rule fails."""

import re

import pytest
import time_machine
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from constitution_site.staff import GROUPS
from games.deals.models import AuditEntry, Deal
from games.players.models import User
from games.players.services import ensure_member
from leaderboard.groups import create_group
from tests.deals.ground import AHEAD, candidate, published, staff
from tests.guests import Guest
from tests.searchlight import routes

pytestmark = pytest.mark.django_db
NOBODY: frozenset[str] = frozenset()
ALL = frozenset({"anonymous", "player", "curator", "moderator", "superuser"})
STAFF = frozenset({"curator", "moderator", "superuser"})
CURATORS = frozenset({"curator", "superuser"})
ROOT = frozenset({"superuser"})

# Who gets through, by the name of the address. What nobody may do even a superuser is refused.
RULES: dict[str, frozenset[str]] = {
    "index": STAFF,
    "login": STAFF,  # the others are sent to the login of everybody, or turned away
    "logout": ALL,  # a POST of whoever; it only ever logs out
    "password_change": STAFF,
    "password_change_done": STAFF,
    "autocomplete": NOBODY,  # no field of ours is completed
    "jsi18n": STAFF,
    "view_on_site": NOBODY,  # no model of ours says where it is on the site
    "app_list": STAFF,
    "results_csv": STAFF,
    # the desk
    **dict.fromkeys(
        (
            "deals_calendar",
            "deals_candidates",
            "deals_draw",
            "deals_study",
            "deals_csv",
            "deals_desk",
            "deals_look",
            "deals_describe",
            "deals_schedule",
            "deals_swap",
            "deals_withdraw",
            "deals_void",
            "deals_replace",
            "deals_log_csv",
            "play_practise",
            "play_practise_cards",
        ),
        CURATORS,
    ),
    # to look at
    "deals_deal": CURATORS,
    "deals_auditentry": CURATORS,
    "play_attempt": STAFF,
    "players_player": frozenset({"moderator", "superuser"}),
    "leaderboard_group": frozenset({"moderator", "superuser"}),
    "players_user": ROOT,
    "auth_group": ROOT,
    "auth_user_password_change": ROOT,
}
# The stock pages of a model by which something would be written.
READ_ONLY = ("deals_deal", "deals_auditentry", "play_attempt", "players_player", "leaderboard_group")
POSTED = {"deals_draw", "deals_look", "deals_describe", "play_practise", "play_practise_cards", "logout"}


ADDRESSES = sorted({(found.name or "", route) for route, found in routes() if route.startswith("admin/")})


def rule_of(name: str, route: str) -> frozenset[str]:
    """Give who gets through to an address. Raises KeyError where nobody has thought of it."""
    if not name:  # the end of the admin, where nothing is, and redirects from old addresses to new ones
        return NOBODY if "url" in route else STAFF
    model, _underscore, page = name.rpartition("_")
    if name not in RULES and page in ("changelist", "add", "change", "delete", "history") and model in RULES:
        return NOBODY if model in READ_ONLY and page in ("add", "delete") else RULES[model]
    return RULES[name]


@pytest.fixture
def world(_noon: None, noon: time_machine.Traveller) -> dict[str, str]:
    """A live deal, a future one, a candidate, attempts, accounts; gives the values of parameters."""
    noon.move_to(AHEAD)
    live = published(0)
    published(1)
    guest = Guest()
    attempt = guest.start(live.slug)
    user = User.objects.create_user("somebody")
    return {
        "deal": str(candidate().pk),
        "attempt": attempt,
        "player": str(ensure_member(user=user).pk),
        "user": str(user.pk),
        "group": str(Group.objects.get(name="curator").pk),
        "auditentry": str(AuditEntry.objects.order_by("pk")[0].pk),
        "club": str(create_group(player=ensure_member(user=user), name="Friday Club").pk),
        "content_type": str(ContentType.objects.get_for_model(Deal).pk),
    }


def path_of(route: str, world: dict[str, str]) -> str:
    """Fill an address in."""
    model = next(
        (name for name in ("auditentry", "attempt", "player", "user", "group") if f"/{name}/" in route),
        "deal",
    )
    key = world["deal"] if "practise/" in route else world["club" if "leaderboard/" in route else model]
    route = route.replace("<int:content_type_id>", world["content_type"])
    route = re.sub(r"<(path|int):(object_id|pk)>|<id>", key, route)
    return "/" + re.sub(r"\^\(\?P<app_label>.*", "play/", route).replace("(?P<url>.*)$", "nothing-here")


def visitor(role: str) -> Client:
    client = Client()
    if role == "player":
        client.force_login(User.objects.create_user("player"))
    elif role == "superuser":
        client.force_login(User.objects.create_superuser("root"))
    elif role != "anonymous":
        client.force_login(staff(role, role))
    return client


def gets_through(client: Client, name: str, path: str) -> bool:
    """Say whether an address is open: neither forbidden nor sent to the login."""
    answer = client.post(path) if name in POSTED else client.get(path)
    assert answer.status_code < 500
    if answer.status_code in (403, 404):
        return False
    return not (answer.status_code == 302 and "/login/" in answer.headers["Location"])


def test_every_address_of_the_admin_has_a_rule() -> None:
    assert len(ADDRESSES) > 50
    for name, route in ADDRESSES:
        assert rule_of(name, route) is not None, route


@pytest.mark.parametrize("role", sorted(ALL))
def test_each_address_of_the_admin_is_open_to_whom_it_should_be(world: dict[str, str], role: str) -> None:
    client = visitor(role)
    wrong = []
    for name, route in ADDRESSES:
        expected = role in rule_of(name, route)
        if name == "logout":
            continue  # it would end the visit; the test after this one tries it
        found = gets_through(client, name, path_of(route, world))
        if found != expected:
            wrong.append((role, name, path_of(route, world), "open" if found else "shut"))
    assert not wrong, wrong


def test_logging_out_takes_a_post(world: dict[str, str]) -> None:
    client = visitor("curator")
    assert client.get("/admin/logout/").status_code == 405
    assert client.post("/admin/logout/").status_code in (200, 302)
    assert "/login/" in client.get("/admin/").headers["Location"]


def test_what_changes_something_takes_no_get_or_what_is_dangerous_asks_first(world: dict[str, str]) -> None:
    client, routes_of = visitor("curator"), dict(ADDRESSES)
    before = AuditEntry.objects.count(), list(Deal.objects.order_by("pk").values_list())
    for name in ("deals_draw", "deals_look", "deals_describe", "play_practise", "play_practise_cards"):
        assert client.get(path_of(routes_of[name], world)).status_code == 405
    for name in ("deals_swap", "deals_withdraw", "deals_void", "deals_replace"):
        assert "No, go back" in client.get(path_of(routes_of[name], world)).content.decode()
    assert (AuditEntry.objects.count(), list(Deal.objects.order_by("pk").values_list())) == before


def test_no_page_of_the_admin_is_kept_by_a_cache(world: dict[str, str]) -> None:
    client = visitor("superuser")
    for name, route in ADDRESSES:
        if name.startswith("deals_") and name not in POSTED:
            answer = client.get(path_of(route, world))
            assert answer.status_code != 200 or "no-store" in answer.headers["Cache-Control"], route


def test_no_page_of_the_admin_holds_a_secret_of_an_unopened_deal(world: dict[str, str]) -> None:
    """Whoever has not looked finds no seed; cards and line go through the same door."""
    client = visitor("superuser")
    secrets = [deal.seed for deal in Deal.objects.all()]
    for name, route in ADDRESSES:
        if name in POSTED or name == "login":
            continue
        answer = client.get(path_of(route, world))
        body = b"".join(answer) if answer.streaming else answer.content
        for secret in secrets:
            assert secret.encode() not in body, route
    assert not AuditEntry.objects.filter(action="looked").exists()


LISTS = [f"/{route}" for name, route in ADDRESSES if name.endswith("_changelist")]


def offers(path: str) -> tuple[set[str], set[str]]:
    """Give the fields by which a list of the admin offers to filter, and all the others of its model."""
    shown = resolve(path).func.model_admin
    offered = {*shown.list_filter, shown.date_hierarchy} - {None}
    return offered, {field.name for field in shown.model._meta.get_fields()} - offered


@pytest.mark.parametrize("path", LISTS)
def test_no_field_that_a_list_does_not_offer_is_spelled_out_by_a_filter(
    world: dict[str, str], path: str
) -> None:
    client, others = visitor("superuser"), offers(path)[1]
    assert others
    for field in others:
        for filtered in (field, f"{field}__startswith", f"{field}__pk__gt", f"{field}__seed__contains"):
            assert client.get(path, {filtered: "1"}).status_code == 400, filtered


ABSURD = ["9" * 30, "0", "1e400", "\ud7ff", "a\0b"]
DATES = {"results.csv": ("from", "to"), "deals/deal/calendar/": ("month",)}


@pytest.mark.parametrize("path", LISTS)
def test_no_absurd_filter_or_choice_is_a_failure_of_ours(path: str) -> None:
    client, fields = visitor("superuser"), offers(path)[0]
    names = {f"{field}__{lookup}" for field in fields for lookup in ("exact", "year", "day", "in", "range")}
    for value in ABSURD:
        for name in names | {"p", "o", "q"}:
            beside = {f"{name[:-5]}__{part}": "1" for part in ("year", "month") if name.endswith("__day")}
            assert client.get(path, beside | {name: value}).status_code < 500, (name, value)
        for action in ("disqualify", "dissolve", "delete_selected"):
            chosen = {"action": action, "_selected_action": value, "reason": "because"}
            assert client.post(path, chosen).status_code < 500, (action, value)


@pytest.mark.parametrize("page", DATES)
def test_no_absurd_date_is_a_failure_of_ours(page: str) -> None:
    client = visitor("superuser")
    for name in DATES[page]:
        for value in [*ABSURD, "2026-13", "0001-01", "9999-12", "0001-01-01", "9999-12-31"]:
            assert client.get(f"/admin/{page}", {name: value}).status_code < 500, (name, value)


def test_an_address_with_a_nul_is_refused_before_anything_is_looked_for(world: dict[str, str]) -> None:
    client = visitor("superuser")
    for _name, route in ADDRESSES:
        if "<path:object_id>" in route:
            path = "/" + route.replace("<path:object_id>", "a%00b")
            with CaptureQueriesContext(connection) as asked:
                assert client.get(path).status_code == 400, path
            assert not [query for query in asked if "a\0b" in query["sql"]]


def test_groups_hold_exactly_their_permissions() -> None:
    assert set(GROUPS) == {"curator", "moderator"}
    for name, wanted in GROUPS.items():
        held = Group.objects.get(name=name).permissions.select_related("content_type")
        assert {f"{p.content_type.app_label}.{p.codename}" for p in held} == set(wanted)


def test_a_group_that_was_given_more_has_its_own_again_after_the_next_migration() -> None:
    from constitution_site.staff import set_up_groups

    group = Group.objects.get(name="moderator")
    group.permissions.add(Permission.objects.get(codename="void_deal"))
    set_up_groups()
    assert not group.permissions.filter(codename="void_deal").exists()
