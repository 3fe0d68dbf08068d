"""A curator at the desk, in a real browser: draws, previews, schedules, swaps and voids; axe finds nothing.

And a player, who sees what became of the day and checks it by the own browser.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import Visitor, await_table, faults, take_seat
from tests.servers import Site

pytestmark = pytest.mark.browser
PASSWORD = "a long password"

STAFF = f"""
from django.contrib.auth.models import Group
from games.players.models import User
clara = User.objects.create_user("clara", password="{PASSWORD}", is_staff=True)
clara.groups.add(Group.objects.get(name="curator"))
"""
CERTIFY = """
from games.deals import clerk
while clerk.certify_one():
    pass
"""
# A past day, as if the site had stood for a while; boards close at 02:00, so two days ago is sure.
PAST = """
import datetime as dt
from games import clock
from games.deals import clerk, services
services.ensure_day(date=clock.today() - dt.timedelta(days=2))
while clerk.certify_one():
    pass
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site with a curator for the module; no test touches the days of another one."""
    first_day = (datetime.now(UTC) - timedelta(days=9)).date()
    site = Site(tmp_path_factory.mktemp("desk"), env={"FIRST_DAY": first_day.isoformat()}).start()
    try:
        site.run_python(STAFF)
        yield site
    finally:
        assert site.stop() == 0, site.log.read_text()


def axe(page: Page) -> None:
    """See that axe finds nothing wrong with a page, by day and by gaslight."""
    page.emulate_media(reduced_motion="reduce")
    assert [*faults(page, "light"), *faults(page, "dark")] == [], page.url


def log_in(visitor: Visitor) -> Page:
    page = visitor.open("/admin/login/?next=/admin/deals/deal/calendar/")
    page.get_by_label("Email").fill("clara")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    return page


def day(days: int) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).date().isoformat()


def candidate_rows(page: Page, variant: str) -> Locator:
    """Give the rows of the candidates that may be scheduled."""
    rows = page.locator(".sheet tbody tr").filter(has_text=variant)
    return rows.filter(has=page.get_by_role("checkbox"))


def draw(page: Page, desk: Site, variant: str, count: int) -> None:
    """Draw until so many candidates can be won: what is drawn is left to chance, and now and then cannot."""
    page.get_by_role("link", name="Candidates", exact=True).click()
    for _n in range(4):
        page.get_by_label("Draw", exact=True).fill(str(count))
        page.get_by_label("Rules of what is drawn").select_option(label=variant)
        page.get_by_role("button", name="Draw candidates").click()
        expect(page.get_by_text(f"{count} drawn; the clerk certifies")).to_be_visible()
        expect(page.get_by_text("being certified").first).to_be_visible()
        desk.run_python(CERTIFY)
        page.reload()
        expect(page.get_by_text("being certified")).to_have_count(0)
        if candidate_rows(page, variant).count() >= count:
            return
    raise AssertionError(f"four times {count} {variant} deals, and never {count} that can be won")


def test_a_curator_draws_previews_schedules_swaps_and_voids(
    desk: Site, visit: Callable[..., Visitor]
) -> None:
    page = log_in(visit(desk.base))
    page.goto(f"{desk.base}/admin/deals/deal/calendar/?month={day(1)[:7]}")
    expect(page.get_by_text("No deal yet").first).to_be_visible()
    axe(page)
    # draw
    draw(page, desk, "Standard", 3)
    axe(page)
    # preview: no card before it is asked for
    candidate_rows(page, "Standard").first.get_by_role("rowheader").get_by_role("link").click()
    candidate = page.url
    expect(page.get_by_text("You have not seen this deal.")).to_be_visible()
    expect(page.locator(".picture .card")).to_have_count(0)
    axe(page)
    page.get_by_role("button", name="Look at the cards").click()
    expect(page.locator(".picture .card")).to_have_count(80)
    expect(page.get_by_role("heading", name="The solver’s line")).to_be_visible()
    axe(page)
    # title, then schedule, asked first
    page.get_by_label("Title").fill("The curator’s own")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Title and note are kept.")).to_be_visible()
    page.get_by_role("link", name="Schedule…").click()
    page.get_by_label("Date of candidate").fill(day(3))
    axe(page)
    page.get_by_role("button", name="Yes, schedule it").click()
    expect(page.get_by_text("scheduled", exact=True)).to_be_visible()
    page.get_by_role("link", name="Calendar", exact=True).first.click()
    # swap it for one of the others
    page.goto(candidate)
    page.get_by_role("link", name="Swap…").click()
    axe(page)
    page.get_by_label("The candidate that takes its place").select_option(index=1)
    page.get_by_role("button", name="Yes, swap it").click()
    expect(page.get_by_text("withdrawn", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name=f"{day(3)}-standard")).to_be_visible()
    # void today's, with a replacement
    page.get_by_role("link", name="Calendar", exact=True).first.click()
    page.locator(".today .square").first.click()
    page.get_by_role("link", name="Void…").click()
    axe(page)
    page.get_by_label("Reason").fill("A card was torn.")
    page.get_by_role("button", name="Yes, void it").click()
    expect(page.get_by_text("A card was torn.")).to_be_visible()
    axe(page)
    expect(page.get_by_role("link", name=f"{day(0)}-standard-2")).to_be_visible()
    # all of it is in the log
    page.get_by_role("link", name="Audit log").first.click()
    for deed in ("drew", "looked at the cards", "described", "published", "withdrew", "voided"):
        expect(page.locator("#result_list .field-action", has_text=deed).first).to_be_visible()
    # and a player reads of it, and of the swap
    reader = visit(desk.base).open("/")
    expect(reader.get_by_text("A card was torn.").first).to_be_visible()
    expect(reader.get_by_role("button", name="Take your seat")).to_be_visible()
    axe(reader)
    reader.get_by_role("link", name="All seals, and how to check one").click()
    expect(reader.get_by_text("withdrawn").first).to_be_visible()
    axe(reader)


def test_many_are_scheduled_at_once_and_one_is_played_as_practice(
    desk: Site, visit: Callable[..., Visitor]
) -> None:
    page = log_in(visit(desk.base, width=360, height=740))
    draw(page, desk, "Cadogan", 2)
    page.get_by_label("Rules", exact=True).select_option(label="Cadogan")
    page.get_by_role("button", name="Show").click()
    for row in candidate_rows(page, "Cadogan").all()[:2]:
        row.get_by_role("checkbox").check()
    axe(page)
    page.get_by_role("button", name="Schedule the chosen ones…").click()
    axe(page)
    page.get_by_role("button", name="Yes, schedule them").click()
    expect(page.get_by_text("2 deals are scheduled.")).to_be_visible()
    axe(page)
    draw(page, desk, "Standard", 1)
    candidate_rows(page, "Standard").first.get_by_role("rowheader").get_by_role("link").click()
    page.get_by_role("button", name="Play it as practice").click()
    page.wait_for_url("**/play/*/")
    await_table(page)


def test_cards_are_studied(desk: Site, visit: Callable[..., Visitor]) -> None:
    page = log_in(visit(desk.base))
    page.get_by_role("link", name="Study", exact=True).click()
    page.get_by_label("A seed, 80 cards, or a record").fill("29-nov-example")
    page.get_by_role("button", name="Study it").click()
    expect(page.locator(".picture .card")).to_have_count(80)
    expect(page.get_by_text("It can be won.")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Play it as practice").click()
    page.wait_for_url("**/play/*/")
    await_table(page)


def test_a_game_under_way_becomes_practice_before_the_players_eyes(
    desk: Site, visit: Callable[..., Visitor]
) -> None:
    player = visit(desk.base).open("/")
    player.get_by_role("radio", name="Cadogan").check()
    take_seat(player)
    page = log_in(visit(desk.base))
    page.locator(".today .square", has_text="Cadogan").click()
    page.get_by_role("link", name="Void…").click()
    page.get_by_label("Reason").fill("A card was torn.")
    page.get_by_role("button", name="Yes, void it").click()
    expect(player.get_by_role("heading", name="This deal is void")).to_be_visible()
    axe(player)
    player.get_by_role("button", name="Play on").click()
    expect(player.get_by_role("button", name="Hint")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_player_checks_a_past_deal_by_the_own_browser_and_sees_how_it_could_be_won(
    desk: Site, visit: Callable[..., Visitor], width: int
) -> None:
    desk.run_python(PAST)
    page = visit(desk.base, width=width).open(f"/boards/{day(-2)}-standard/")
    page.get_by_role("link", name="Check this deal").click()
    expect(page.get_by_text("The seal fits: this seed is the one that was promised.")).to_be_visible()
    expect(page.get_by_text("The table that was played is the one that this seed gives.")).to_be_visible()
    expect(page.locator(".picture .card")).to_have_count(80)
    axe(page)
    page.get_by_label("Seed").fill("another")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_text("The seal does not fit")).to_be_visible()
    page.goto(f"{desk.base}/boards/{day(-2)}-standard/line/")
    expect(page.get_by_text("The table as it is dealt.")).to_be_visible()
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_text("Move 1: the ")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="The last position").click()
    expect(page.locator("[data-home]")).to_have_text("80")
