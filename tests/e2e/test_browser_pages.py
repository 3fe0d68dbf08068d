"""The pages around the table: the way to the one ranked game, strangers, and browsers that keep nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.driver import Browser
from tests.e2e.browser import Visitor, Wire, await_, await_table, concede, take_seat
from tests.e2e.hand import Hand
from tests.guests import line_of
from tests.servers import Site

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"]) {
    const get = () => { throw new DOMException("Access is denied.", "SecurityError"); };
    Object.defineProperty(window, name, { get });
}
"""
# Members who sit at a deal and have so many cards home.
SIT = """
from games import clock
from games.deals.models import Deal
from games.play.models import Attempt
from games.players.models import Player, User
deal = Deal.objects.get(slug="{slug}")
for home in {homes}:
    user = User.objects.create(username=f"member-{{home}}", password="!")
    player = Player.objects.create(name=f"Member {{home}}", user=user, created_at=clock.now())
    what = {{"variant": deal.variant, "ranked": True, "home": home, "started_at": clock.now()}}
    if home == 80:
        what |= {{"status": "won", "ended_at": clock.now(), "seconds": 60, "moves": 272}}
    Attempt.objects.create(player=player, deal=deal, **what)
"""
# A share sheet that takes pictures, only words, or nothing at all.
SHEET = """
const takes = localStorage.getItem("takes");
window.shared = [];
navigator.canShare = ({ files }) => {
    window.offered = files.length;
    return takes === "pictures";
};
navigator.share = async ({ text, files = [] }) => {
    if (takes === "nothing") throw new DOMException("Not now.", "NotAllowedError");
    window.shared.push([text, ...files.map((file) => file.type)]);
};
"""


def test_either_ranked_start_says_once_what_it_is_and_a_running_game_is_always_in_sight(
    site: Site, visit: Visit
) -> None:
    page = visit(site.base).open("/")
    asked = page.get_by_role("dialog", name="Your one ranked game on this deal")
    tables = []
    for rules, says in (("standard", "by the rules of the lesson"), ("cadogan", "are not Standard’s")):
        page.goto(f"{site.base}/?variant={rules}")
        page.get_by_role("button", name="Take your seat").dblclick()  # the second click does not close it
        expect(asked).to_contain_text(says)
        expect(asked.get_by_text("ask before each build")).to_be_visible()
        asked.get_by_role("button", name="Not now").click()
        expect(asked).to_be_hidden()
        page.reload()
        page.get_by_role("button", name="Take your seat").click()
        expect(asked.get_by_role("link", name="rules")).to_have_attribute("href", f"/rules/#{rules}")
        asked.get_by_role("button", name="Take your seat").click()
        page.wait_for_url("**/play/*/")
        await_table(page)
        tables.append(page.url)
        page.goto(site.base)  # the rules chosen last are Standard's: nothing was chosen
        page.get_by_role("link", name="Return to the table", exact=True).click()
        page.wait_for_url(page.url)
        await_table(page)
    assert len(set(tables)) == 2
    for address, name in (
        ("/?variant=standard", "Return to the table: Cadogan"),
        ("/you/", "Return to the table: Cadogan"),
    ):
        page.goto(site.base + address)
        page.get_by_role("link", name=name).click()
        page.wait_for_url(tables[1])
        await_table(page)


def test_who_watches_sees_the_top_and_the_own_row_move_on_landing_and_board_and_no_place_is_doubled(
    own_site: Site, visit: Visit
) -> None:
    page = take_seat(visit(own_site.base).open("/?variant=standard"))
    slug = f"{Browser(own_site.base).json('/api/v1/deals/today')[0]['date']}-standard"
    concede(page)
    own_site.run_python(SIT.format(slug=slug, homes=list(range(10, 22))))
    page.goto(own_site.base)
    landing = page.locator(f'[data-slug="{slug}"] li')
    expect(landing).to_have_text([*(f"–Member {n}{n}/80" for n in range(21, 9, -1)), "–You guest0/80"])
    board = page.context.new_page()
    board.goto(f"{own_site.base}/boards/{slug}/")
    expect(board.locator(".rank")).to_have_text(["–"] * 13)  # nobody has won
    expect(board.locator("[data-live-mark]")).not_to_have_class(re.compile(r"\boff\b"))
    own_site.run_python(SIT.format(slug=slug, homes=[70]))
    Browser(own_site.base).post(f"/api/v1/deals/{slug}/attempts")  # so that there is news
    expect(board.locator("tr[data-player]").first).to_contain_text("Member 70")
    expect(landing.first).to_have_text("–Member 7070/80")
    expect(page.locator(f'[data-slug="{slug}"] li.beyond')).to_have_text("–Member 1111/80")
    expect(page.locator(f'[data-slug="{slug}"] li.me')).to_have_text("–You guest0/80")
    own_site.run_python(SIT.format(slug=slug, homes=[80]))
    Browser(own_site.base).post(f"/api/v1/deals/{slug}/attempts")
    expect(board.locator("tr[data-player]").first).to_contain_text("Member 80")
    expect(board.locator(".rank")).to_have_text([*map(str, range(1, 15)), "–"])
    expect(landing.first).to_have_text("1Member 80272 moves01:00")


def test_a_ranked_game_asks_before_building_has_no_hint_and_is_not_live_without_a_line(
    site: Site, visit: Visit, wire_to: Callable[[int], Wire]
) -> None:
    wire = wire_to(site.port)
    visitor = visit(wire.base)
    visitor.forgive("WebSocket", "ERR_")  # what the cut makes the browser say
    page = take_seat(visitor.open("/"))
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    place = await_(
        page,
        '() => document.querySelector(\'[data-row="2"] .seat.can, [data-row="1"] .seat.can\')?.dataset.place',
    )
    seat = page.locator(f'button[data-place="{place}"]')
    row = place[1]
    seat.click()
    if row == "2":  # the Lords never go home by themselves: a tap chooses
        expect(seat).to_have_accessible_name(", chosen")
    mark = page.locator("[data-live-mark]")
    expect(mark).not_to_have_class(re.compile(r"\boff\b"))
    wire.cut()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it asks whether the line stands
    expect(mark).to_have_class(re.compile(r"\boff\b"))


def test_a_browser_that_keeps_nothing_plays_all_the_same(site: Site, visit: Visit) -> None:
    visitor = visit(site.base)
    visitor.context.add_init_script(NO_STORAGE)
    page = visitor.open("/")
    page.get_by_role("radio", name="Cadogan").check()
    page.get_by_role("button", name="Menu and settings").click()
    page.get_by_role("radio", name="Dark").check()
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    take_seat(page)
    visitor.practise("standard", "house-40", page)
    Hand(page, "standard", "house-40").play(8)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_the_layout_of_the_landing_never_shifts(site: Site, visit: Visit, width: int, height: int) -> None:
    page = visit(site.base, width=width, height=height).open("/")
    for variant in ("Standard", "Cadogan"):
        page.get_by_role("radio", name=variant, exact=True).check()
        page.reload()
        page.wait_for_load_state("networkidle")
        expect(page.locator("[data-until]")).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
        assert page.evaluate("window.__seen.shifts") == []


def test_a_result_is_shared_with_its_picture_else_as_words_else_by_the_clipboard(
    site: Site, visit: Visit
) -> None:
    visitor = visit(site.base, permissions=["clipboard-read", "clipboard-write"])
    visitor.context.add_init_script(SHEET)
    page = take_seat(visitor.open("/"))
    concede(page)
    result = page.url.replace("/play/", "/games/")
    words = []
    for takes, pictures in (("pictures", ["image/png"]), ("words", []), ("nothing", None)):
        page.evaluate("takes => localStorage.setItem('takes', takes)", takes)
        page.goto(result)
        assert await_(page, "() => window.offered") == 1  # the picture has come
        page.get_by_role("button", name="Share the result").click()
        if pictures is None:
            expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
            expect(page.get_by_role("button", name="Copied")).to_be_visible()  # where the finger is
            words.append(page.evaluate("navigator.clipboard.readText()"))
        else:
            (text, *files) = await_(page, "() => window.shared[0]")
            assert files == pictures
            words.append(text)
    assert len(set(words)) == 1
    assert words[0].endswith(result)


def test_a_form_of_practice_shares_a_link_to_a_seed(site: Site, visit: Visit) -> None:
    page = visit(site.base, permissions=["clipboard-read", "clipboard-write"]).open("/practice/")
    page.get_by_role("radio", name="Cadogan").check()
    copier = page.get_by_role("button", name="Copy a link to this deal")
    expect(copier).to_be_hidden()  # there is no deal yet
    page.get_by_role("textbox").fill("house-38")
    copier.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{site.base}/practice/?variant=cadogan&seed=house-38"
    page.goto(link)
    page.get_by_role("button", name="Play this deal").click()
    page.wait_for_url("**/play/*/")
    Hand(await_table(page), "cadogan", "house-38").settle()


def test_a_pasted_record_is_replayed_by_keys_played_on_and_its_moves_have_links(
    site: Site, visit: Visit
) -> None:
    visitor = visit(site.base, permissions=["clipboard-read", "clipboard-write"])
    visitor.forgive("400")  # the record that is wrong
    page = visitor.open("/replay/")
    line = line_of("standard", "house-58", 9)
    head = '[Variant "standard"]\n[Seed "house-58"]\n\n'
    page.get_by_role("textbox", name="The record").fill(head + "a1a2")
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_role("alert")).to_contain_text("a1a2 at ply 0")
    page.get_by_role("textbox", name="The record").fill(head + " ".join(line))
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_role("button", name="Play the replay")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-at]")).to_have_text("4")
    page.get_by_role("radio", name="8").check()
    page.get_by_role(
        "heading", level=1
    ).click()  # no control has the focus: Space is the replay's all the same
    page.keyboard.press("Space")
    expect(page.locator("[data-at]")).to_have_text("9")
    for _ in range(5):
        page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/play/*/")
    await_table(page)
    result = page.url.replace("/play/", "/games/")
    concede(page)
    page.goto(f"{result}#3")
    expect(page.locator("[data-at]")).to_have_text("3")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("[data-at]")).to_have_text("2")
    page.evaluate("localStorage.setItem('tdc.settings', JSON.stringify({ grade: 'hard' }))")
    page.reload()
    with page.expect_request("**/api/v1/practice") as asked:
        page.get_by_role("button", name="Another deal").click()
    assert asked.value.post_data_json == {"variant": "standard", "grade": "hard"}
    page.wait_for_url("**/play/*/")
    page.goto(result)
    page.get_by_role("button", name="Begin again").click()
    page.wait_for_url("**/play/*/")
    expect(await_table(page).locator("[data-moves]")).to_have_text("0")
    page.goto(result)
    # Nobody else may see a practice game.
    expect(page.get_by_role("button", name="Copy a link to this move")).to_have_count(0)


def test_a_picture_opened_by_itself_is_shown_by_the_browser_within_our_policy(
    site: Site, visit: Visit
) -> None:
    visitor = visit(site.base)
    visitor.forgive("favicon.ico")  # no page names its icon here
    page = visitor.open("/")
    page.goto(page.locator("meta[property='og:image']").get_attribute("content") or "")
    expect(page.locator("img")).to_be_visible()
