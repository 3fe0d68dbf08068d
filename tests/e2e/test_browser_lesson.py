"""The lesson in a real browser: by taps and by keys, in both languages, at every size; then an easy deal."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import Visitor, await_, await_table, faults
from tests.e2e.hand import GUARD_MS
from tests.servers import Site

pytestmark = pytest.mark.browser

# A tap that is not wanted stands before the one that is; "undo" is the button.
TAPS = "b1 c2 d3 e4 c2 f3 a4 c2 undo c2 g3 h4 c1".split()
NOT_WANTED = {"b1": "a4", "f3": "a3"}
KEYS = dict(zip("12345678qwertyuiasdfghjkzxcvbnm,", [c + r for r in "1234" for c in "abcdefgh"], strict=True))
KEY_OF = {place: key for key, place in KEYS.items()}
BEGUN = {"en-GB": "Learn in a minute", "es-ES": "Aprende en un minuto"}


SIDEWAYS = """() => {
    const [script, prompt, undo] = [".script", ".prompt", "[data-act=undo]"]
        .map((name) => document.querySelector(name).getBoundingClientRect());
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth <= 640 && scrollHeight <= 360 && prompt.width > 140
        && script.bottom < prompt.top && prompt.bottom <= undo.top;
}"""


def says(page: Page) -> str:
    return page.locator("[data-says]").inner_text()


def step_reached(page: Page, number: int) -> None:
    await_(page, "([n]) => document.querySelectorAll('[data-pips] .done').length === n", [number])


def do_the_lesson(page: Page, make: Callable[[str], None]) -> None:
    for number, place in enumerate(TAPS):
        if place in NOT_WANTED and number in (0, 5):
            before = says(page)
            make(NOT_WANTED[place])
            expect(page.locator("[data-prompt].refused")).to_be_visible()
            assert says(page) == before
        make(place)
        step_reached(page, number + 1)
    expect(page.locator("[data-end]")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "width", "height", "scheme"),
    [("en-GB", 1280, 800, "light"), ("en-GB", 360, 640, "dark"), ("es-ES", 360, 560, "light")],
)
def test_the_lesson_by_taps_and_then_an_easy_deal(
    site: Site, visit: Callable[..., Visitor], locale: str, width: int, height: int, scheme: str
) -> None:
    is_phone = width < 700
    visitor = visit(
        site.base, width=width, height=height, locale=locale, color_scheme=scheme, has_touch=is_phone
    )
    page = visitor.open("/")
    first = page.locator(".cta .btn.primary:visible").first
    assert first.inner_text() == BEGUN[locale]
    first.click()
    page.wait_for_url("**/learn/")
    await_(page, "() => document.querySelectorAll('[data-board] .card').length >= 40")

    def tap(place: str) -> None:
        page.wait_for_timeout(GUARD_MS)
        spot = page.locator("[data-act=undo]" if place == "undo" else f"[data-place={place}]")
        spot.tap() if is_phone else spot.click()

    do_the_lesson(page, tap)
    # Nothing scrolls, once the panel has risen to its place.
    for side in ("Height", "Width"):
        await_(page, f"() => document.documentElement.scroll{side} <= inner{side}")
    assert faults(page, scheme) == []
    assert page.evaluate("JSON.parse(localStorage['tdc.settings']).learnt") == "yes"
    page.locator("[data-easy]").click()
    page.wait_for_url("**/play/*/")
    await_(page, "() => document.querySelectorAll('[data-board] .card').length >= 40")


def test_the_lesson_by_keys_alone(site: Site, visit: Callable[..., Visitor]) -> None:
    page = visit(site.base).open("/learn/")
    await_table(page)

    def press(place: str) -> None:
        page.wait_for_timeout(GUARD_MS)
        page.keyboard.press("Backspace" if place == "undo" else KEY_OF[place])

    do_the_lesson(page, press)
    expect(page.locator("[data-end] h2")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*/")
    await_table(page)


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


def test_who_skips_the_lesson_finds_the_seat_first(site: Site, visit: Callable[..., Visitor]) -> None:
    page = visit(site.base).open("/learn/")
    page.locator("[data-skip]").first.click()
    page.wait_for_url(site.base + "/")
    assert page.locator(".cta .btn.primary:visible").first.inner_text() == "Take your seat"


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
