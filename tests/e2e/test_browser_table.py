"""The table in a browser: what a finger, a line and an upgrade may do to it."""

import json
import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games import engine
from tests.e2e.browser import Visitor, Wire, await_, await_table, concede
from tests.e2e.hand import GUARD_MS, PLACES, Hand, pile_at, seat_name, split_move
from tests.servers import Site

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
SEEDS = (("standard", "house-40"), ("cadogan", "house-38"))


@pytest.mark.parametrize(("variant", "seed"), SEEDS)
def test_nothing_scrolls_on_a_small_phone_upright_or_on_its_side_and_everything_is_in_a_fingers_reach(
    site: Site, visit: Visit, variant: str, seed: str
) -> None:
    visitor = visit(site.base, width=360, height=640, has_touch=True, is_mobile=True)
    page = visitor.practise(variant, seed)
    page.evaluate(LONGEST)
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUT_OF_REACH)["small"] == [], width  # 24 pixels are wanted
    page.set_viewport_size({"width": 360, "height": 640})
    hand = Hand(page, variant, seed, touch=True)
    for ply in (0, 25, 50):
        hand.play(ply)
        hand.play_until_a_vacancy()
        for width, height in ((360, 560), *ON_ITS_SIDE, (800, 540), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            reach = page.evaluate(OUT_OF_REACH)
            assert reach == {"scrolls": False, "outside": [], "small": [], "over": []}, (width, height)
    page.emulate_media(forced_colors="active")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.emulate_media(forced_colors="none")
    # The Government has its name.
    assert page.evaluate("document.querySelector('[data-row=\"0\"] .lab').offsetWidth") > 20
    concede(page).get_by_role("button", name="Look at the table").click()
    for width, height in ON_ITS_SIDE:
        page.set_viewport_size({"width": width, "height": height})
        reach = page.evaluate(OUT_OF_REACH)
        assert (reach["outside"], reach["over"]) == ([], []), (width, height)
    page.set_viewport_size({"width": 640, "height": 360})
    for hand_of_player in ("right", "left"):
        page.evaluate("(hand) => document.documentElement.dataset.hand = hand", hand_of_player)
        assert page.evaluate(APART), hand_of_player


# The masthead of a practice game on a day's deal, in its longest words.
LONGEST = """() => {
    document.querySelector(".issue").insertAdjacentHTML("afterbegin", '<b class="num">N.º&nbsp;1234</b>');
    document.querySelector(".what").textContent = "Práctica, diabólica";
}"""
ON_ITS_SIDE = ((568, 320), (640, 360), (667, 375), (740, 360), (844, 390))
APART = """() => {
    const [top, board] = [".top", ".board"].map((s) => document.querySelector(s).getBoundingClientRect());
    return top.right <= board.left || board.right <= top.left;
}"""

OUT_OF_REACH = """() => {
    const root = document.scrollingElement;
    const box = (e) => e.getBoundingClientRect();
    const shown = [...document.querySelectorAll("button, a[href], [data-prompt]")].filter(
        (e) => e.checkVisibility({ visibilityProperty: true })
            && !e.closest("dialog, .skip, .sr, .division"));
    const is_out = ({ top, left, bottom, right }) =>
        top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
    const is_small = ({ width, height }) => width < 24 || height < 24;
    const top = box(document.querySelector(".top"));
    const leaves = (e) => box(e).bottom > top.bottom || box(e).top < top.top || box(e).right > top.right;
    const list = (elements) => elements.map((e) => e.outerHTML.slice(0, 120));
    return {
        scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
        outside: list([...shown.filter((e) => is_out(box(e))), ...[
            ...document.querySelectorAll(".top > *, .issue > *"),
        ].filter((e) => e.checkVisibility() && leaves(e))]),
        small: list(shown.filter((e) => e.matches("button, a") && is_small(box(e)))),
        // No seat lies over another, over the name of its bench or under what stands beside the benches.
        over: list([...document.querySelectorAll(".slot")].filter((e) => [
            ...document.querySelectorAll(".slot, .lab h2:not([data-row='0'] *), .bar, .end.low, .ticker"),
        ].some((o) => o !== e
            && box(o).left < box(e).right - 0.5 && box(e).left < box(o).right - 0.5
            && box(o).top < box(e).bottom - 0.5 && box(e).top < box(o).bottom - 0.5))),
    };
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_the_layout_of_the_table_never_shifts_while_it_loads_and_is_played_on(
    site: Site, visit: Visit, width: int, height: int
) -> None:
    visitor = visit(site.base, width=width, height=height)
    page = visitor.practise("cadogan", "house-38")
    page.reload()
    await_table(page)
    Hand(page, "cadogan", "house-38").play(30)
    assert page.evaluate("window.__seen.shifts") == []


def test_the_second_tap_of_a_double_tap_is_ignored_where_another_card_has_come(
    site: Site, visit: Visit
) -> None:
    """The last fills of a row of vacancies bring a card that could build at once: 180 ms long it does not."""
    page = visit(site.base).practise("standard", "house-1")
    hand = Hand(page, "standard", "house-1")
    place = play_until_a_newcomer_can_build(hand)
    chain = [split_move(move)[0] for move in hand.line[hand.ply : hand.ply + 3]]
    page.evaluate(
        """([chain, place]) => {
            for (const p of [...chain, place, place]) document.querySelector(`[data-place=${p}]`).click();
        }""",
        [chain, place],
    )
    for move in hand.line[hand.ply : hand.ply + 3]:
        engine.play(hand.position, move)
        hand.ply += 1
    hand.settle()
    assert page.locator("[data-moves]").inner_text() == str(hand.ply)
    page.wait_for_timeout(GUARD_MS)
    page.locator(f'button[data-place="{place}"]').click()
    expect(page.locator("[data-moves]")).to_have_text(str(hand.ply + 1))


def play_until_a_newcomer_can_build(hand: Hand) -> str:
    """Play on until three fills come after which a seat just filled has one only build; gives the seat."""
    while True:
        ahead = hand.position.copy()
        moves = hand.line[hand.ply : hand.ply + 3]
        for move in moves:
            if not ahead.vacancy:
                break
            engine.play(ahead, move)
        else:
            for _from, place in map(split_move, moves):
                mine = [m for m in engine.legal_moves(ahead) if split_move(m)[0] == place]
                kinds = {tuple(pile_at(ahead, split_move(m)[1])) for m in mine if not m.endswith("f")}
                if len(kinds) == 1 and not any(m.endswith("f") for m in mine) and not ahead.vacancy:
                    hand.settle()
                    return place
        hand.make("tap")


def test_a_refused_move_puts_the_truth_back_and_says_why(
    site: Site, visit: Visit, wire_to: Callable[[int], Wire]
) -> None:
    """Two tabs; the one that has not heard of the other's move yet makes another one."""
    wire = wire_to(site.port)
    visitor = visit(site.base)
    page = visitor.practise("standard", "house-40")
    hand = Hand(page, "standard", "house-40")
    hand.play_until_a_vacancy()
    late = visit(wire.base)
    late.context.add_cookies(visitor.context.cookies())
    other = await_table(late.open(page.url.removeprefix(site.base)))
    wire.cut(up=False)
    fills = engine.legal_moves(hand.position)
    wrong = next(move for move in fills if move != hand.line[hand.ply])
    can, cannot = (page.locator(f'button[data-place="{p}"]') for p in (split_move(wrong)[0], "a1"))
    cannot.hover()
    can.hover()
    expect(can).to_have_class(re.compile(r"\bover\b"))  # it rises under a mouse that rests
    expect(cannot).not_to_have_class(re.compile(r"\bover\b"))
    hand.make("tap")
    hand.settle()
    other.locator(f'button[data-place="{split_move(wrong)[0]}"]').click()
    expect(other.locator("[data-moves]")).to_have_text(str(hand.ply))
    wire.mend()
    expect(other.get_by_role("status")).not_to_be_empty()
    late_hand = Hand(other, "standard", "house-40", hand.line, hand.ply)
    late_hand.position = hand.position
    expect(other.locator("[data-prompt].refused")).to_be_visible()
    assert other.locator("[data-prompt]").inner_text().strip()
    late_hand.settle()


def test_a_refused_finish_leaves_both_ways_finish_and_card_by_card(site: Site, visit: Visit) -> None:
    """The server's answer is put in the place of its own; the next position says what is true."""
    visitor = visit(site.base, width=360, height=640)
    page = visitor.open()
    page.route_web_socket("**/ws/attempts/**", refuse_to_finish)
    visitor.practise("standard", "house-40", page)
    page.get_by_role("button", name="Finish").click()
    expect(page.locator("[data-prompt]")).to_have_text("Plain play does not win from here yet.")
    for name in ("Send home", "Finish"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    assert page.evaluate(OUT_OF_REACH) == {"scrolls": False, "outside": [], "small": [], "over": []}


def refuse_to_finish(page_side: WebSocketRoute) -> None:
    """Let the page believe that stock and waste are empty, and refuse what it then asks."""
    server = page_side.connect_to_server()

    def to_page(text: str | bytes) -> None:
        message = json.loads(text)
        page_side.send(json.dumps(message | {"stock": 0} if "stock" in message else message))

    def to_server(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "finish":
            refusal = {"type": "rejected", "code": "no_line", "rev": message["rev"]}
            page_side.send(json.dumps(refusal | {"detail": "Plain play does not win from here yet."}))
        else:
            server.send(text)

    server.on_message(to_page)
    page_side.on_message(to_server)


def test_an_upgrade_of_the_server_is_said_and_the_game_goes_on_after_it(own_site: Site, visit: Visit) -> None:
    visitor = visit(own_site.base)
    page = visitor.practise("standard", "house-40")
    hand = Hand(page, "standard", "house-40")
    hand.play(12)
    visitor.forgive("WebSocket connection to")  # while there is no server
    own_site.stop()
    strip = page.get_by_text("No connection.").first
    expect(strip).to_be_visible()
    own_site.start()
    expect(page.locator("[data-net]").get_by_text("Connected again.")).to_be_visible()
    hand.play(30)


COVERED = """() => [...document.querySelectorAll(".seat, button.pack, footer.bar button")].filter((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return width && !e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((e) => e.getAttribute("aria-label") ?? e.textContent)"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_what_is_played_while_the_line_is_down_is_counted_and_sent_on_return(
    site: Site, visit: Visit, wire_to: Callable[[int], Wire], width: int, height: int
) -> None:
    wire = wire_to(site.port)
    visitor = visit(wire.base, width=width, height=height)
    page = visitor.practise("cadogan", "house-38")
    hand = Hand(page, "cadogan", "house-38")
    hand.play_until_a_vacancy()
    wire.cut()
    hand.make("tap")
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("No connection. Play on here: your last move is kept and will be sent.")
    assert page.evaluate(COVERED) == []
    wire.mend()
    expect(page.locator("[data-net]").get_by_text("Connected again.")).to_be_visible()
    hand.settle()


def test_undo_redo_and_begin_again_by_keys(site: Site, visit: Visit) -> None:
    page = visit(site.base).practise("standard", "house-40")
    hand = Hand(page, "standard", "house-40")
    start = [seat_name(hand.position, place) for place in PLACES]
    hand.play(6, "key")
    for left in range(5, -1, -1):
        page.keyboard.press("Backspace")
        expect(page.locator("[data-moves]")).to_have_text(str(left))
    await_(page, "() => document.querySelector('[data-act=hint]').getAttribute('aria-disabled') === 'false'")
    assert hand.names() == start
    badges = page.locator(".acts kbd, .lab kbd")
    expect(badges.first).to_be_visible()
    page.evaluate("document.documentElement.dataset.keys = 'off'")  # as the setting of single keys does
    expect(badges.filter(visible=True)).to_have_count(0)


def test_the_waste_is_looked_at_by_its_key(site: Site, visit: Visit) -> None:
    page = visit(site.base).practise("cadogan", "house-38")
    page.keyboard.press("p")
    page.keyboard.press("9")
    expect(page.get_by_role("button", name="top of the waste, 1 in it")).to_be_focused()


def test_a_pile_looked_at_fans_out_and_its_upper_card_stays_where_it_was(site: Site, visit: Visit) -> None:
    page = visit(site.base).practise("cadogan", "house-38")
    hand = Hand(page, "cadogan", "house-38")
    hand.play(60)
    deepest = max(PLACES, key=lambda place: len(pile_at(hand.position, place)))
    cards = page.locator(f"[data-place={deepest}] > .card")
    page.mouse.move(0, 0)
    expect(page.locator(".over")).to_have_count(0)
    tops = "cards => cards.map(card => card.getBoundingClientRect().top)"
    before = cards.evaluate_all(tops)
    box = cards.last.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 10)
    expect(page.locator(f".over[data-place={deepest}]")).to_be_visible()
    after = cards.evaluate_all(tops)
    assert len(after) > 3 and min(b - a for a, b in pairwise(after)) >= 18
    assert abs(after[-1] - before[-1]) <= 2  # it may rise, since it may move


def test_with_builds_asked_for_a_card_is_chosen_let_go_and_placed(site: Site, visit: Visit) -> None:
    visitor = visit(site.base)
    page = visitor.open("/practice/")
    page.get_by_role("button", name="Menu and settings").click()
    page.get_by_role("group", name="Ask before building").get_by_role("radio", name="Always").check()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    visitor.practise("standard", "house-40", page)
    position = Hand(page, "standard", "house-40").position
    move = next(m for m in engine.legal_moves(position) if not m.endswith("f"))
    place, target = split_move(move)
    # A slow finger on a card that lies on no other has nothing to look at: that is a tap, and is answered.
    lone = page.locator("button[data-place=a4]")
    lone.dispatch_event("touchstart")
    page.wait_for_timeout(400)
    lone.dispatch_event("touchend")
    lone.dispatch_event("click", {"detail": 1})
    expect(page.locator("[data-prompt].refused")).to_be_visible()
    seat = page.locator(f'button[data-place="{place}"]')
    seat.click()
    chosen = page.get_by_role(
        "button", name=seat_name(position, place).replace("playable", "chosen"), exact=True
    )
    expect(chosen).to_be_visible()
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    assert page.locator("[data-moves]").inner_text() == "0"
    seat.dblclick()
    expect(page.locator("[data-prompt]")).to_have_text("Put down: nothing has moved.")
    seat.click()
    page.locator(f'button[data-place="{target}"]').click()
    expect(page.locator("[data-moves]")).to_have_text("1")


def test_a_drag_that_ends_nowhere_flies_back_and_escape_cancels_one(site: Site, visit: Visit) -> None:
    page = visit(site.base).practise("standard", "house-40")
    hand = Hand(page, "standard", "house-40")
    before = hand.names()
    place = split_move(engine.legal_moves(hand.position)[0])[0]
    box = page.locator(f'button[data-place="{place}"]').bounding_box()
    assert box
    lift(page, box["x"] + 20, box["y"] + 20)
    page.mouse.move(640, 780)
    page.mouse.up()
    assert hand.names() == before
    expect(page.locator("[data-prompt].refused")).to_contain_text("cannot go there")
    people = page.locator('button[data-place="d4"]').bounding_box()
    assert people
    lift(page, people["x"] + 20, people["y"] + 20)
    page.mouse.up()
    expect(page.locator("[data-prompt].refused")).to_have_text(
        re.compile("^(Only the Council sends|This bench only fills)")
    )
    lift(page, box["x"] + 20, box["y"] + 20)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert hand.names() == before
    assert page.locator("[data-moves]").inner_text() == "0"


def test_a_card_looked_at_shows_what_it_could_build_on_and_one_in_the_hand_its_own_places_alone(
    site: Site, visit: Visit
) -> None:
    page = visit(site.base).practise("standard", "house-40")
    hand = Hand(page, "standard", "house-40")
    hand.play_until_a_vacancy()
    for place in {split_move(move)[0] for move in engine.legal_moves(hand.position)}:
        box = page.locator(f'button[data-place="{place}"]').bounding_box()
        assert box
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        expect(page.locator(f'.over[data-place="{place}"]')).to_be_visible()
        if page.locator(".builds").count():
            lift(page, box["x"] + 20, box["y"] + 20)
            expect(page.locator(".dest")).to_have_count(1)
            expect(page.locator(".builds")).to_have_count(0)
            return
    raise AssertionError("no card that fills the vacancy could be built with")


def lift(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)


def test_conceding_asks_first_and_ends_on_the_result(site: Site, visit: Visit) -> None:
    page = visit(site.base).practise("standard", "house-40")
    page.get_by_role("button", name="Menu and settings").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    asked = page.get_by_role("dialog", name="Concede this game?")
    asked.get_by_role("button", name="Play on").click()
    expect(asked).to_be_hidden()
    end = concede(page).get_by_role("region", name="The end of the game")
    expect(end.get_by_role("heading", name="Conceded. The House is dissolved.")).to_be_visible()
    end.get_by_role("button", name="Look at the table").click()
    expect(end.get_by_role("button", name="How it ended")).to_be_visible()
    end.get_by_role("link", name="See the result").click()
    expect(page.get_by_role("heading", name="The House is dissolved.")).to_be_visible()
