"""axe finds nothing on any page, in both themes, on three widths and at 200 % zoom.

Pages come from the URL conf: a new one joins by itself. Those with something in their address are given an
example of it; states that no address names (a dialog, a chosen card, the end) are listed here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.template.loader import render_to_string
from django.urls import URLPattern
from playwright.sync_api import Browser, Page, expect

from constitution_site.urls import urlpatterns
from games import engine
from tests.e2e.browser import Visitor, await_table, concede, faults, take_seat, visiting
from tests.e2e.hand import Hand, seat_name
from tests.guests import line_of
from tests.servers import Site

pytestmark = pytest.mark.browser
SIZES = ((1280, 800), (390, 844), (360, 640), (640, 400))
"""Desktop, two phones, and a desktop at 200 % zoom."""
NO_PAGES = {"jsi18n", "key_list", "settings_fields", "export_data", "set_language", "results_csv", "player"}
NO_PAGES |= {"board_poster", "game_poster", "privacy"}
"""What answers with no page; a profile is the page "you" too."""


@dataclass
class House:
    """A visitor with a game under way, one that is over and a ranked one, and what addresses need.

    And two members of a group, to which the visitor is invited.
    """

    visitor: Visitor
    member: Visitor
    friend: Visitor
    group: str
    token: str
    practice: str
    over: str
    ranked: str
    slug: str


@pytest.fixture(scope="module")
def house(site: Site, chromium: Browser) -> Iterator[House]:
    with visiting(chromium) as visit:
        visitor = visit(site.base, reduced_motion="reduce")
        page = visitor.practise("cadogan", "house-38")
        over = concede(page).url
        page = visitor.practise("standard", "house-40", page)
        practice = page.url
        page.goto(site.base)
        ranked = take_seat(page).url
        page.get_by_role("link", name="The full board").click(force=True)
        page.wait_for_url("**/boards/*/")
        slug = page.url.split("/")[-2]
        page.close()
        visitor.forgive("40[34]")  # pages that say no
        *keys, group, token = site.run_python(MEMBER).split()
        members = [visit(site.base, reduced_motion="reduce") for _ in keys]
        for member, key in zip(members, keys, strict=True):
            member.context.add_cookies(
                [{"name": "sessionid", "value": key, "url": site.base, "httpOnly": True}]
            )
        numbers = (url.split("/")[-2] for url in (practice, over, ranked))
        yield House(visitor, members[0], members[1], group, token, *numbers, slug)


MEMBER = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from games import clock
from games.deals.models import Deal
from games.play.models import Attempt
from games.players.models import Player, User
from leaderboard import groups
from leaderboard.models import Roll
members = []
for name in ("Ada Byron", "Bea Webb", "Cy Young", "Dot Lane"):
    user = User.objects.create_user(name.replace(" ", ""))
    members.append(Player.objects.create(name=name, user=user, created_at=clock.now()))
group = groups.create_group(player=members[0], name="F" + "w" * 23)  # as long as one word may be
groups.join_group(player=members[1], token=group.token)
groups.join_group(player=members[3], token=group.token)
fastest = {"standard": [], "cadogan": []}
for deal in Deal.objects.filter(date=clock.today()):
    for seconds, player in enumerate(members[:3], 500):
        won = {"status": "won", "home": 80, "steps": 272, "moves": 272, "seconds": seconds}
        times = {"started_at": clock.now(), "ended_at": clock.now()}
        what = {"player": player, "deal": deal, "variant": deal.variant, "ranked": True}
        fastest[deal.variant].append(Attempt.objects.create(**what, **won, **times).pk)
runs = [(player.pk, 7) for player in members]
entries = {"fastest": fastest, "perfect": runs, "wins": runs, "streaks": runs}
Roll.objects.create(closed=clock.today(), made_at=clock.now(), entries=entries)
for player in (members[0], members[3]):
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(player.user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.user.get_session_auth_hash()
    session.create()
    print(session.session_key)
print(group.pk, group.token)
"""


def addresses() -> list[str]:
    """Give the route of every page: what has a name and is neither the API nor for machines."""
    own = [p for p in urlpatterns if isinstance(p, URLPattern) and p.name and p.name not in NO_PAGES]
    return [str(p.pattern) for p in own]


def filled(route: str, house: House) -> str:
    """Give the route with examples in the place of what varies."""
    attempt = house.over if route.startswith("games/") else house.practice
    path = route.replace("<str:attempt_id>", attempt).replace("<slug:slug>", house.slug)
    path = path.replace("<int:group_id>", house.group).replace("<str:token>", house.token)
    assert "<" not in path, f"tell House what {route} needs"
    return "/" + path + ("?seed=" + "9" * 64 if route == "practice/" else "")


def examine(page: Page, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Run axe on a page as it stands, at every size in both themes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            found += [f"{width} {theme} {fault}" for fault in faults(page, theme)]
    page.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("route", addresses())
def test_axe_finds_nothing_on_a_page_and_none_is_wider_than_its_window(house: House, route: str) -> None:
    who = house.member if "group_id" in route or route == "account/" else house.visitor
    page = who.open(filled(route, house))
    if page.get_by_role("grid").count():
        await_table(page)
    for width in (320, 600, 770):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    examine(page)


def ranked_table(house: House) -> Page:
    page = house.visitor.open(f"/play/{house.ranked}/")
    return await_table(page)


def ranked_board(house: House) -> Page:
    return house.visitor.open(f"/boards/{house.slug}/?by=moves")


def division_on_a_phone(house: House) -> Page:
    page = ranked_table(house)
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name="The Division").click()
    return page


def start_dialog(house: House) -> Page:
    page = house.visitor.open("/")
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_role("radio", name="Cadogan").check()
    page.get_by_role("button", name="Take your seat").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("link", name="Read Cadogan’s rules")).to_be_visible()
    expect(dialog.get_by_role("link", name="Learn first")).to_have_attribute("href", "/learn/cadogan/")
    return page


def vacancy(house: House) -> Page:
    page = house.visitor.practise("standard", "house-40")
    hand = Hand(page, "standard", "house-40")
    while not (hand.position.vacancy and hand.ply > 12):
        hand.make("tap")
    hand.settle()
    return page


def cadogan(house: House) -> Page:
    page = house.visitor.practise("cadogan", "house-38")
    Hand(page, "cadogan", "house-38").play(40)
    return page


def chosen_card(house: House) -> Page:
    """With builds asked for, a tap chooses a card and rings its destinations."""
    page = house.visitor.open("/")
    page.evaluate("localStorage.setItem('tdc.settings', JSON.stringify({ ask: 'on' }))")
    house.visitor.practise("cadogan", "house-1", page)
    page.evaluate("localStorage.removeItem('tdc.settings')")
    position = Hand(page, "cadogan", "house-1").position
    legal = engine.legal_moves(position)
    place = next(m[:2] for m in legal if m != "s" and m[:2] + "f" not in legal)
    page.get_by_role("button", name=seat_name(position, place), exact=True).click()
    expect(page.get_by_role("button", name=", takes the chosen card").first).to_be_visible()
    return page


def settings(house: House) -> Page:
    page = ranked_table(house)
    page.get_by_role("button", name="Menu and settings").click()
    expect(page.get_by_label("Reduced motion")).to_be_visible()
    return page


def keys(house: House) -> Page:
    page = ranked_table(house)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Hear an overview")
    return page


def concede_dialog(house: House) -> Page:
    page = ranked_table(house)
    page.get_by_role("button", name="Menu and settings").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(page.get_by_role("dialog", name="Concede this game?")).to_be_visible()
    return page


def end_panel(house: House) -> Page:
    return concede(house.visitor.practise("standard", "house-58"))


def replay(house: House) -> Page:
    page = house.visitor.open("/replay/")
    line = " ".join(line_of("cadogan", "house-38", 30))
    record = f'[Variant "cadogan"]\n[Seed "house-38"]\n\n{line}'
    page.get_by_role("textbox", name="The record").fill(record)
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_role("button", name="One move on")).to_be_enabled()
    return page


def four_colours(house: House) -> Page:
    page = house.visitor.open("/")
    page.evaluate(
        "localStorage.setItem('tdc.settings', JSON.stringify({ deck: '4', size: 'large', hand: 'left' }))"
    )
    house.visitor.practise("standard", "house-58", page)
    page.evaluate("localStorage.removeItem('tdc.settings')")
    return page


def not_found(house: House) -> Page:
    return house.visitor.open("/no/such/page/")


def forbidden(house: House) -> Page:
    """A form that carries no token, as it would be shown."""
    page = house.visitor.open()
    body = house.visitor.context.request.post(house.visitor.base + "/rules/")
    assert body.status == 403
    page.route("**/forbidden/", lambda route: route.fulfill(response=body))
    page.goto(house.visitor.base + "/forbidden/")
    return page


def server_error(house: House) -> Page:
    page = house.visitor.open("/rules/")
    text = render_to_string("500.html")
    served = dict(
        page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('link[href*=\"/css/\"]')].map((l) => "
            "[l.getAttribute('href').replace(/\\.[0-9a-f]{12}\\./, '.'), l.getAttribute('href')]))"
        )
    )
    for plain, hashed in served.items():
        text = text.replace(plain, hashed)
    page.route("**/broken/", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(house.visitor.base + "/broken/")
    assert page.evaluate("getComputedStyle(document.querySelector('main')).paddingLeft") != "0px"
    return page


def page_of_allauth(path: str, *, signed_in: bool) -> Callable[[House], Page]:
    def state(house: House) -> Page:
        page = (house.member if signed_in else house.visitor).open(f"/account/{path}")
        assert page.url.endswith(f"/account/{path}"), page.url
        return page

    state.__name__ = path
    return state


def refused_sign_up(house: House) -> Page:
    page = page_of_allauth("signup/", signed_in=False)(house)
    page.get_by_label("Email").fill("ada@example.org")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("alert").filter(has_text="too short").wait_for()
    return page


def a_group_whose_member_begins_meanwhile(house: House) -> Page:
    page = house.member.open(f"/groups/{house.group}/")
    begun = page.locator("[data-boards=today]").get_by_role("link", name="Dot Lane")
    assert not begun.count()
    take_seat(house.friend.open("/")).close()
    expect(begun).to_be_visible()
    return page


ALLAUTH = (
    refused_sign_up,
    page_of_allauth("signup/", signed_in=False),
    page_of_allauth("login/", signed_in=False),
    page_of_allauth("2fa/", signed_in=True),
    page_of_allauth("2fa/webauthn/", signed_in=True),
    page_of_allauth("sessions/", signed_in=True),
)
"""Pages of the library in our look."""
STATES = (
    ranked_table,
    ranked_board,
    division_on_a_phone,
    start_dialog,
    vacancy,
    cadogan,
    chosen_card,
    settings,
    keys,
    concede_dialog,
    end_panel,
    replay,
    four_colours,
    not_found,
    forbidden,
    server_error,
    a_group_whose_member_begins_meanwhile,
    *ALLAUTH,
)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_axe_finds_nothing_in_a_state(house: House, state: Callable[[House], Page]) -> None:
    page = state(house)
    sizes = dict.fromkeys((replay, a_group_whose_member_begins_meanwhile, *ALLAUTH), SIZES[:3:2]) | {
        division_on_a_phone: SIZES[1:3]
    }
    examine(page, sizes.get(state, SIZES))
