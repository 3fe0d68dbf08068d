"""What is said in little room is read whole in either language: under the table, on a result."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils import translation

from games.engine.words import HINTS, REFUSALS
from games.play.models import STATUS_CHOICES
from leaderboard.results import Result
from leaderboard.words import headline_of, standing_of
from tests.e2e.browser import Visitor, concede
from tests.e2e.hand import PLACES, Hand
from tests.servers import ROOT, Site

pytestmark = pytest.mark.browser
SIZES = ((1280, 800), (1366, 650), (800, 600), (390, 844), (360, 640), (360, 560), (640, 360))
SAID = re.compile(r'gettext\("((?:[^"\\]|\\.)+)"\)')

SPOKEN = re.compile(r"of 80|%\(seat\)s|%\(place\)s,|%\(count\)s")


def sentences() -> Iterator[str]:
    """What can be said under the table, with its slots."""
    for module in ("speech", "table"):
        text = Path(ROOT, "frontend/static/js", f"{module}.js").read_text()
        yield from (s for s in SAID.findall(text) if not SPOKEN.search(s))
    game = Path(ROOT, "games/play/game.py").read_text()
    yield from re.findall(r'"no_line", _\("(.+)"\)', game)
    yield from REFUSALS.values()


@pytest.mark.parametrize("variant", ["standard", "cadogan"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_sentence_of_the_dock_is_cut_off_or_moves_the_board(
    site: Site, visit: Callable[..., Visitor], language: str, variant: str
) -> None:
    visitor = visit(site.base)
    page = visitor.practise(variant, "house-40")
    visitor.context.add_cookies([{"name": "django_language", "value": language, "url": site.base}])
    page.reload()
    page.locator("[data-board] .card").nth(39).wait_for()
    with translation.override("en"):
        said = sorted(set(sentences()))
    with translation.override(language):
        reasons = {code: translation.gettext(reason) for code, reason in HINTS.items()}
        refusals = [translation.gettext(sentence) for sentence in said]
    wrong = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [
            f"{width}x{height} {why}" for why in page.evaluate(CUT_OFF, [said, refusals, reasons, PLACES])
        ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_a_result_grows_with_its_words_and_its_replay_fits_below_its_controls(
    site: Site, visit: Callable[..., Visitor], width: int, height: int
) -> None:
    page = visit(site.base, width=width, height=height).practise("standard", "house-40")
    Hand(page, "standard", "house-40").play(4)
    concede(page).get_by_role("link", name="See the result").click()
    page.locator(".theatre .card").nth(39).wait_for()
    facts = {"variant": "standard", "ranked": True, "moves": 272, "home": 79}
    results = [Result(status=status, **facts) for status, _label in STATUS_CHOICES]
    for language in ("en", "es"):
        with translation.override(language):
            said = [("h1", headline_of(result.status)) for result in results]
            said += [("p.s", standing_of(result)) for result in results]
        for element, sentence in said:
            page.locator(f".share {element}").evaluate("(e, words) => (e.innerText = words)", sentence)
            assert page.evaluate(BELOW, [".share .l dl", ".share footer"]), sentence
            assert page.evaluate(BELOW, [".share figure", ".share footer"]), sentence
    need = "['.dock', '.theatre'].map((s) => document.querySelector(s).getBoundingClientRect().height)"
    assert page.evaluate(f"{need}.reduce((a, b) => a + b) < innerHeight")
    if width < height:
        for side in ((568, 320), (740, 360), (844, 390)):
            page.set_viewport_size({"width": side[0], "height": side[1]})
            assert page.evaluate(COLUMNS), side
            assert page.locator(".dock").bounding_box()["height"] < 90
    page.set_viewport_size({"width": 768, "height": 1024})
    assert page.evaluate(WHOLE)


WHOLE = """[...document.querySelectorAll(".theatre .bench, .theatre .margin")].every((part) => {
    const { left, right } = part.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
})"""


COLUMNS = """[...document.querySelectorAll(".slot")].every((slot, i, all) => {
    const { left, right } = slot.getBoundingClientRect();
    return left >= (i % 8 ? all[i - 1].getBoundingClientRect().right : 0) && right <= innerWidth;
})"""

BELOW = """(names) => {
    const [above, below] = names.map((name) => document.querySelector(name).getBoundingClientRect());
    const card = document.querySelector(".share").getBoundingClientRect();
    return above.bottom <= below.top && below.bottom <= card.bottom;
}"""

CUT_OFF = """async ([said, refusals, reasons, places]) => {
    const { cardName, gettext, interpolate, placeName, tell } = await import("#c/words.js");
    const longest = (words) => words.reduce((a, b) => (b.length > a.length ? b : a));
    const place = longest(places.map(placeName));
    const below = longest(["JD", "TD", "JH", "TC", "TS"].map(cardName));
    // A card fills a vacancy, goes home, or is built: each for its own reasons.
    const kindOf = (sentence) => sentence.includes("vacancy.") ? /fill/
        : sentence.includes("Government.") ? /home/ : /build|shift|cover|waste|turn|only/;
    const filled = said.map((sentence, i) => {
        const codes = Object.keys(reasons).filter((code) => kindOf(sentence).test(code));
        const local = gettext(sentence) === sentence ? refusals[i] : gettext(sentence);
        const card = sentence.includes("reason") ? `${below} (${place})` : below;
        const reason = longest(codes.map((code) => reasons[code]));
        return interpolate(local, { card, below, place, reason });
    }).sort((a, b) => b.length - a.length);
    // Words are of three sizes, by their length: the longest of each.
    const sizes = [(n) => n > 90, (n) => n > 50 && n <= 90, (n) => n <= 50];
    const worst = sizes.flatMap((fits) => filled.filter((s) => fits(s.length)).slice(0, 4));
    const prompt = document.querySelector("[data-prompt]");
    const acts = document.querySelector(".acts");
    const box = (e) => JSON.stringify(e.getBoundingClientRect());
    const board = () => [...document.querySelectorAll(".board, [data-place]")].map(box).join();
    const wrong = [];
    for (const hidden of ["[data-stuck], [data-act=finish]", "[data-stuck]"]) {
        for (const button of acts.children) button.hidden = button.matches(hidden);
        acts.classList.toggle("full", hidden === "[data-stuck]");
        tell(prompt, "");
        const lay = board();
        for (const sentence of worst) {
            tell(prompt, sentence);
            const words = document.createRange();
            words.selectNodeContents(prompt);
            const [text, bar] = [words, prompt.parentElement].map((e) => e.getBoundingClientRect());
            const corners = [...words.getClientRects()].flatMap((r) => [r.left + 1, r.right - 1].flatMap(
                (x) => [r.top + 2, r.bottom - 2].map((y) => document.elementFromPoint(x, y))));
            const what = {
                out: text.top < bar.top - 1 || text.bottom > Math.min(bar.bottom, innerHeight) + 1,
                wide: text.left < 0 || text.right > innerWidth,
                covered: !corners.every((e) => prompt.contains(e)),
                moved: board() !== lay,
            };
            const faults = Object.keys(what).filter((name) => what[name]);
            if (faults.length) wrong.push(`${faults} (but for ${hidden}): ${sentence}`);
        }
    }
    return wrong;
}"""
