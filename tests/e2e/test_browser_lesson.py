"""The lessons in a real browser: by taps and by keys, in both languages, at every size; then an easy deal."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import Visitor, await_, await_table, faults
from tests.e2e.hand import GUARD_MS
from tests.servers import Site

pytestmark = pytest.mark.browser

# "undo" is the button. A tap that is not wanted stands before a step's wanted one.
TAPS = {
    "standard": "b1 c2 d3 e4 c2 f3 a4 c2 undo c2 g3 h4 c1".split(),
    "cadogan": "s b4 s w h3 c2 g3 e4 f1".split(),
}
NOT_WANTED = {"standard": {0: "a4", 5: "a3"}, "cadogan": {0: "b4", 6: "h3"}}
KEYS = dict(zip("12345678qwertyuiasdfghjkzxcvbnm,", [c + r for r in "1234" for c in "abcdefgh"], strict=True))
KEY_OF = {place: key for key, place in KEYS.items()} | {"s": "p", "undo": "Backspace"}
BEGUN = {
    ("en-GB", "standard"): "Learn in a minute",
    ("en-GB", "cadogan"): "Learn Cadogan in a minute",
    ("es-ES", "standard"): "Aprende en un minuto",
}
LIES = "() => document.querySelectorAll('[data-board] .card').length >= 40"
# No card and no word lies under the end; nothing is wider than the screen.
SEEN = """() => {
    const end = document.querySelector("[data-end]").getBoundingClientRect();
    const clear = ({ left, right, top, bottom }) =>
        right <= end.left || left >= end.right || bottom <= end.top + 1 || top >= end.bottom;
    const cards = [...document.querySelectorAll("[data-board] .card, .says")];
    const button = document.querySelector("[data-easy]").getBoundingClientRect();
    return cards.every((card) => clear(card.getBoundingClientRect())) && button.bottom <= innerHeight
        && document.documentElement.scrollWidth <= innerWidth;
}"""


SIDEWAYS = """() => {
    const [script, prompt, undo] = [".script", ".prompt", "[data-act=undo]"]
        .map((name) => document.querySelector(name).getBoundingClientRect());
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth <= 640 && scrollHeight <= 360 && prompt.width > 140
        && script.bottom < prompt.top && prompt.bottom <= undo.top;
}"""


# Every bench's cards end above the next one's: none lies under another.
APART = """() => {
    const piles = [...document.querySelectorAll("[data-board] .bench")].map((bench) =>
        [...bench.querySelectorAll(".seat")].map((seat) => seat.getBoundingClientRect()));
    return piles.slice(1).every((row, above) =>
        Math.max(...piles[above].map(({ bottom }) => bottom)) < Math.min(...row.map(({ top }) => top)));
}"""


def says(page: Page) -> str:
    return page.locator("[data-says]").inner_text()


def step_reached(page: Page, number: int) -> None:
    await_(page, "([n]) => document.querySelectorAll('[data-pips] .done').length === n", [number])


def do_the_lesson(page: Page, make: Callable[[str], None], variant: str = "standard") -> None:
    for number, place in enumerate(TAPS[variant]):
        if number in NOT_WANTED[variant]:
            before = says(page)
            make(NOT_WANTED[variant][number])
            expect(page.locator("[data-prompt].refused")).to_be_visible()
            assert says(page) == before
        make(place)
        step_reached(page, number + 1)
    expect(page.locator("[data-end]")).to_be_visible()
    await_(page, SEEN)


@pytest.mark.parametrize(
    ("variant", "locale", "width", "height", "scheme"),
    [
        ("standard", "en-GB", 1280, 800, "light"),
        ("standard", "es-ES", 360, 560, "light"),
        ("cadogan", "en-GB", 360, 640, "dark"),
    ],
)
def test_the_lesson_by_taps_and_then_an_easy_deal(
    site: Site, visit: Callable[..., Visitor], variant: str, locale: str, width: int, height: int, scheme: str
) -> None:
    is_phone = width < 700
    visitor = visit(
        site.base, width=width, height=height, locale=locale, color_scheme=scheme, has_touch=is_phone
    )
    page = visitor.open("/")
    page.locator(f".which [value={variant}]").check(force=True)
    first = page.locator(".cta .btn.primary:visible").first
    assert first.inner_text() == BEGUN[locale, variant]
    first.click()
    page.wait_for_url("**/learn/cadogan/" if variant == "cadogan" else "**/learn/")
    await_(page, LIES)

    def tap(place: str) -> None:
        page.wait_for_timeout(GUARD_MS)
        spot = page.locator("[data-act=undo]" if place == "undo" else f"[data-place={place}]")
        spot.tap() if is_phone else spot.click()

    do_the_lesson(page, tap, variant)
    assert faults(page, scheme) == []
    assert page.evaluate("(name) => JSON.parse(localStorage['tdc.settings'])[name]", variant) == "yes"
    visitor.forgive("net::ERR_FAILED")
    page.route("**/api/v1/practice", lambda route: route.abort())
    page.locator("[data-easy]").click()
    expect(page.locator("[data-end] [role=status]")).not_to_be_empty()
    page.unroute("**/api/v1/practice")
    page.locator("[data-easy]").click()
    page.wait_for_url("**/play/*/")
    await_(page, LIES)
    assert page.locator("body.cad").count() == (variant == "cadogan")


@pytest.mark.parametrize(("variant", "locale"), [("standard", "en-GB"), ("cadogan", "es-ES")])
def test_the_lesson_by_keys_alone(
    site: Site, visit: Callable[..., Visitor], variant: str, locale: str
) -> None:
    page = visit(site.base, locale=locale).open("/learn/cadogan/" if variant == "cadogan" else "/learn/")
    await_(page, LIES)

    def press(place: str) -> None:
        page.wait_for_timeout(GUARD_MS)
        for key in "99" if place == "w" else [KEY_OF[place]]:  # the waste is looked at before it is played
            page.keyboard.press(key)

    do_the_lesson(page, press, variant)
    done = page.locator("[data-end]").get_attribute("data-done") or ""
    expect(page.locator("[data-say]")).to_contain_text(done.replace("*", ""))
    expect(page.locator("[data-end] h2")).to_be_focused()
    assert faults(page, "light") == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*/")
    await_(page, LIES)


def test_every_step_is_spoken_and_a_reload_goes_on_at_it(site: Site, visit: Callable[..., Visitor]) -> None:
    page = visit(site.base).open("/learn/")
    await_table(page)
    expect(page.locator("[data-say]")).to_contain_text("Tap the 2 of hearts")
    page.locator("[data-place=a4]").click()
    expect(page.locator("[data-say]")).to_contain_text("Only the Council sends cards home")
    page.locator("[data-place=b1]").click()
    expect(page.locator("[data-say]")).to_contain_text("Call up the 8 of diamonds")
    page.locator("[data-place=c2]").click()
    page.reload()
    step_reached(page, 2)
    expect(page.locator("[data-place=c2]")).to_have_accessible_name("House of Lords 3, vacant, to be filled")
    page.locator("[data-place=d3]").click()
    step_reached(page, 3)
    # On its side nothing scrolls, and the bar stands below the script.
    page.set_viewport_size({"width": 640, "height": 360})
    await_(page, SIDEWAYS)
    for width, height in ((761, 520), (1000, 560), (1080, 790)):
        page.set_viewport_size({"width": width, "height": height})
        await_(page, APART)


def test_cadogans_lesson_is_in_the_names_and_the_tried_card_is_kept_over_a_reload(
    site: Site, visit: Callable[..., Visitor]
) -> None:
    page = visit(site.base, width=640, height=360).open("/learn/cadogan/")
    await_table(page)
    expect(page.locator("[data-say]")).to_contain_text("Tap the stock")
    spoken = page.locator("[data-say]")
    for name, says in (
        ("Turn the stock", "jack of hearts on the waste."),
        ("5 of clubs, The People 2, playable", "jack of hearts takes The People 2."),
        ("Turn the stock", "5 of spades on the waste."),
        ("5 of spades, top of the waste, 1 in it, playable", "5 of spades onto 6 of hearts."),
        ("2 of spades, House of Commons 8", "Only the Council sends cards home: this one must rise first."),
    ):
        page.wait_for_timeout(GUARD_MS)
        page.get_by_role("button", name=name, exact=True).click()
        expect(spoken).to_contain_text(says)
    expect(spoken).to_contain_text("It has to rise first")
    page.reload()
    step_reached(page, 5)
    expect(page.get_by_role("button", name="2 of diamonds, House of Lords 3, playable")).to_be_visible()
    await_(page, SIDEWAYS)
    page.set_viewport_size({"width": 1000, "height": 560})
    await_(page, APART)


def test_who_skips_a_lesson_finds_the_seat_first_under_those_rules_alone(
    site: Site, visit: Callable[..., Visitor]
) -> None:
    page = visit(site.base).open("/learn/")
    first = page.locator(".cta .btn.primary:visible").first
    page.locator("[data-skip]").first.click()
    page.wait_for_url("**/?variant=standard")
    expect(first).to_have_text("Take your seat")
    page.get_by_role("radio", name="Cadogan").check(force=True)
    expect(first).to_have_text("Learn Cadogan in a minute")
    first.click()
    page.locator("[data-skip]").first.click()
    page.wait_for_url("**/?variant=cadogan")
    expect(first).to_have_text("Take your seat")


def test_the_language_is_switched_and_stays(site: Site, visit: Callable[..., Visitor]) -> None:
    page = visit(site.base).open("/rules/")
    page.locator(".foot [name=language][value=es]").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert page.url == site.base + "/rules/"
    page.goto(site.base + "/about/")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.locator("[data-open=settings]").first.click()
    page.locator("#settings [name=language][value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
