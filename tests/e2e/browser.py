"""A real browser on a real server, for the tests of pages: visitors who notice every complaint, and a hand.

Law: Playwright is started and stopped by the module that needs it (a running one leaves an event loop in
the thread, which asynchronous tests of other modules could not stand). Nothing here waits by sleeping but
for the double-tap guard, whose law is a time; everything else waits for the page to say so.
"""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from games import engine
from games.engine import VARIANTS, Position, deal_cards
from games.engine.solver import solve
from tests.servers import CHROMIUM, free_port, skip_or_fail

PATIENCE_MS = 20_000
GUARD_MS = 190
"""After a seat's card has changed a tap on it is ignored for 180 ms (table.js)."""

# A page tells of every violation of its own policy and every shift of its layout; a test remembers when a
# seat's card last changed. Playwright runs this outside the page's policy.
WATCH = """
(() => {
  const seen = window.__seen = { shifts: [], at: new WeakMap() };
  addEventListener("securitypolicyviolation", (e) => {
    console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`);
  });
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) {
      if (e.hadRecentInput) continue;
      const tell = ({ node }) => (node?.outerHTML ?? node?.data)?.slice(0, 120);
      seen.shifts.push([e.value, ...e.sources.map(tell)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
  new MutationObserver((records) => {
    for (const { target } of records) {
      if (target.matches?.("[data-place]")) seen.at.set(target, performance.now());
    }
  }).observe(document, { childList: true, subtree: true });
})();
"""

Way = Literal["tap", "key", "drag"]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One Chromium for the tests of a module."""
    if not CHROMIUM:
        skip_or_fail("Chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@dataclass
class Visitor:
    """One person at one browser: cookies, storage and pages of their own, and all that went wrong on them."""

    base: str
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)

    def open(self, path: str = "") -> Page:
        """Open a page in a new tab; without a path an empty one."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda m: self._hear(m.type, m.text, m.location.get("url", "")))
        page.on("pageerror", lambda error: self._hear("page error", str(error)))
        page.on("request", lambda request: self._see(request.url))
        if path:
            page.goto(self.base + path)
        return page

    def forgive(self, *patterns: str) -> None:
        """Let complaints pass that a test provokes on purpose."""
        self.forgiven += patterns

    def practise(self, variant: str, seed: str, page: Page | None = None) -> Page:
        """Sit down to a practice deal by its page, as people do."""
        page = page or self.open()
        page.goto(f"{self.base}/practice/?variant={variant}&seed={seed}")
        page.get_by_role("button", name="Deal", exact=True).click()
        page.wait_for_url("**/play/*/")
        return await_table(page)

    def unforgiven(self) -> list[str]:
        return [c for c in self.complaints if not any(re.search(p, c) for p in self.forgiven)]

    def _hear(self, kind: str, text: str, url: str = "") -> None:
        if kind in ("error", "warning", "page error"):
            self.complaints.append(f"{kind}: {text} {url}")

    def _see(self, url: str) -> None:
        if not url.startswith((self.base + "/", "data:", "blob:")):
            self.complaints.append(f"foreign request: {url}")


@contextmanager
def visiting(chromium: Browser) -> Iterator[Callable[..., Visitor]]:
    """Let visitors come: `visit(site.base, width=360, color_scheme="dark")`. None may complain."""
    visitors: list[Visitor] = []

    def come(base: str, *, width: int = 1280, height: int = 800, **wish: Any) -> Visitor:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, **{"locale": "en-GB"} | wish
        )
        context.add_init_script(WATCH)
        visitors.append(Visitor(base, context))
        return visitors[-1]

    try:
        yield come
        for visitor in visitors:
            for page in visitor.context.pages:
                page.evaluate("0")  # what the page has said up to now has then arrived
    finally:
        for visitor in visitors:
            visitor.context.close()
    complaints = [complaint for visitor in visitors for complaint in visitor.unforgiven()]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Visitor]]:
    """Visitors of one test."""
    with visiting(chromium) as come:
        yield come


def await_table(page: Page) -> Page:
    """Wait until the cards lie on the table."""
    expect(page.get_by_role("grid", name="The table")).to_be_visible()
    await_(page, "() => document.querySelectorAll('[data-board] .card').length >= 40")
    return page


def await_(page: Page, condition: str, argument: Any = None, patience: float = PATIENCE_MS) -> Any:
    """Wait, frame by frame, until a function in the page gives something true; give that.

    (`page.wait_for_function` compiles text in the page, which our policy forbids.)
    """
    text = f"""([argument, patience]) => new Promise((done, fail) => {{
        const condition = {condition};
        const end = performance.now() + patience;
        const look = () => {{
            const found = condition(argument);
            if (found) done(found);
            else if (performance.now() < end) setTimeout(look, 4);
            else fail(new Error(`waited in vain for ${{condition}} ${{JSON.stringify(argument)}}`));
        }};
        look();
    }})"""
    return page.evaluate(text, [argument, patience])


def tab_to(page: Page, there: str) -> None:
    """Press Tab until an expression about the focused element holds."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(there):
            return
    raise AssertionError(f"no Tab leads there: {there}")


# ---- names, as the table says them ----

_RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_BENCHES = ("Privy Council", "House of Lords", "House of Commons", "The People")
PLACES = [column + row for row in "1234" for column in "abcdefgh"]


def card_name(card: str) -> str:
    return f"{_RANKS.get(card[0], card[0])} of {_SUITS[card[1]]}"


def place_name(place: str) -> str:
    return f"{_BENCHES[int(place[1]) - 1]} {'abcdefgh'.index(place[0]) + 1}"


def pile_at(position: Position, place: str) -> list[str]:
    if place == "w":
        return position.waste
    return position.rows[int(place[1]) - 1]["abcdefgh".index(place[0])]


def split_move(move: str) -> tuple[str, str]:
    """Give from and to; the stock's own move goes from "s" to "w"."""
    if move == "s":
        return "s", "w"
    return (move[:1], move[1:]) if move[0] == "w" else (move[:2], move[2:])


def seat_name(position: Position, place: str) -> str:
    """Give what a seat is called in a settled position, nothing being chosen."""
    pile = pile_at(position, place)
    if not pile:
        return place_name(place) + (", vacant, to be filled" if position.vacancy == place else ", empty")
    words = [card_name(pile[-1]), place_name(place)]
    if covered := [card_name(card) for card in pile[-2::-1]]:
        words.append("on " + ", ".join(covered))
    if any(split_move(move)[0] == place for move in engine.legal_moves(position)):
        words.append("can fill the vacancy" if position.vacancy else "playable")
    return ", ".join(words)


# ---- a hand ----


def line_of(variant: str, seed: str) -> list[str]:
    """Give a winning line of a deal, from the solver."""
    verdict = solve(Position.of_deal(VARIANTS[variant], deal_cards(seed)))
    assert verdict.moves, f"{variant} {seed} is {verdict.verdict}"
    return list(verdict.moves)


_READY = """([place, target, fill, guard]) => {
    const seat = document.querySelector(`button[data-place="${place}"]`);
    const hint = document.querySelector("[data-act=hint]");
    if (!seat || seat.querySelector(":scope > .back.upper")) return null;
    if (fill ? !seat.matches(".src") : hint.getAttribute("aria-disabled") === "true") return null;
    const to = target && document.querySelector(target);
    for (const element of fill ? [seat] : [seat, to]) {
        if (performance.now() - (window.__seen.at.get(element) ?? -1e9) < guard) return null;
    }
    const middle = (element) => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + Math.min(box.height / 2, 16)];
    };
    const lies = (element) => element.querySelector(":scope > .card.upper") ?? element;
    if (lies(seat).matches(".moving") || to && lies(to).matches(".moving")) return null;
    return { from: middle(lies(seat)), to: to && middle(lies(to)) };
}"""
_DONE = """([place, ply]) => {
    if (document.querySelector("[data-moves]").textContent === String(ply)) return "moved";
    return document.querySelector(`button[data-place="${place}"]`)?.matches(".sel") && "chosen";
}"""
_KEYS = dict(zip(PLACES, "12345678qwertyuiasdfghjkzxcvbnm,", strict=True))
_FOUNDATIONS = (6, 4, 2, 0, 7, 5, 3, 1)


@dataclass
class Hand:
    """Plays a line at a table in the browser, and knows from the engine what must lie there."""

    page: Page
    variant: str
    seed: str
    line: list[str] = field(default_factory=list)
    ply: int = 0
    touch: bool = False

    def __post_init__(self) -> None:
        self.position = Position.of_deal(VARIANTS[self.variant], deal_cards(self.seed))
        self.line = self.line or line_of(self.variant, self.seed)

    def play(self, until: int | None, by: Way | Sequence[Way] = "tap") -> None:
        """Play on up to a ply (None: to the end of the line), by one way or by several in turn."""
        ways: Sequence[Way] = [by] if isinstance(by, str) else by
        until = len(self.line) if until is None else until
        while self.ply < until:
            self.make(ways[self.ply % len(ways)])
        self.settle()

    def play_until_finish(self, by: Way | Sequence[Way] = "tap") -> None:
        """Play on until plain play wins, so that Finish may be asked for."""
        rest = self.position.copy()
        for ply in range(self.ply, len(self.line)):
            if engine.plain_play(rest):
                return self.play(ply, by)
            engine.play(rest, self.line[ply])
        raise AssertionError("plain play never wins on this line")

    def finished(self) -> None:
        """Take note that the rest has been played out by plain play."""
        for move in engine.plain_play(self.position) or ():
            engine.play(self.position, move)
            self.ply += 1

    def make(self, way: Way) -> None:
        """Make the next move of the line; when this returns it is drawn, perhaps not yet answered."""
        move = self.line[self.ply] if way == "drag" else self.next_by_tap()
        place, target = split_move(move)
        fill = bool(self.position.vacancy)
        to = self._seat(target, place)
        ready = await_(self.page, _READY, [place, to, fill, GUARD_MS])
        engine.play(self.position, move)
        self.ply += 1
        if way == "drag" and move != "s":
            self._drag(ready["from"], ready["to"])
        else:
            self._touch(way, place, ready["from"])
        if await_(self.page, _DONE, [place, self.ply]) == "chosen":
            if target == "f":  # pressed again, it goes home
                self._touch(way, place, ready["from"])
            else:
                self._touch(way, target, ready["to"])
            await_(
                self.page,
                "([ply]) => document.querySelector('[data-moves]').textContent === String(ply)",
                [self.ply],
            )

    def settle(self) -> None:
        """Wait until the server has answered everything, and see that the table is what the engine says."""
        await_(
            self.page,
            "() => document.querySelector('[data-act=hint]').getAttribute('aria-disabled') === 'false' "
            "|| !document.querySelector('[data-end]').hidden",
        )
        shown = self.names()
        assert shown == [seat_name(self.position, place) for place in PLACES]

    def names(self) -> list[str]:
        """Give the names of the 32 seats as the page has them."""
        return list(
            self.page.evaluate(
                "(places) => places.map((p) => document.querySelector(`[data-place=${p}]`).ariaLabel)", PLACES
            )
        )

    def next_by_tap(self) -> str:
        """Give the line's next move; builds onto equal piles count as one, so what follows is relabelled."""
        move = self.line[self.ply]
        if self.position.vacancy or move == "s":
            return move
        place, target = split_move(move)
        mine = [m for m in engine.legal_moves(self.position) if split_move(m)[0] == place]
        goes_home = place + "f" in mine
        assert move == place + "f" or not goes_home, f"no tap builds a card that can go home: {move}"
        piles = {tuple(pile_at(self.position, split_move(m)[1])) for m in mine if m != place + "f"}
        if goes_home or len(piles) > 1 or mine[0] == move:
            return move
        other = split_move(mine[0])[1]
        swap = {target: other, other: target}
        for i in range(self.ply, len(self.line)):
            ends = split_move(self.line[i])
            if self.line[i] != "s":
                self.line[i] = "".join(swap.get(end, end) for end in ends)
        return self.line[self.ply]

    def _seat(self, target: str, place: str) -> str:
        if target != "f":
            return f'button[data-place="{target}"]'
        card = pile_at(self.position, place)[-1]
        below = engine.RANKS[engine.RANKS.index(card[0]) - 1] + card[1]
        column = _FOUNDATIONS.index(list(self.position.foundations).index(below))
        return f'button[data-foundation="{column}"]'

    def _touch(self, way: Way, place: str, at: tuple[float, float]) -> None:
        if way == "key" and place == "s":
            self.page.keyboard.press("p")
        elif way == "key" and place in _KEYS:
            self.page.keyboard.press(_KEYS[place])
        elif way == "key":  # the waste has no key of its own
            tab_to(self.page, "document.activeElement.dataset.place === 'w'")
            self.page.keyboard.press("Enter")
        elif self.touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + 8, start[1] + 8)
        mouse.move(*end)
        mouse.up()


# ---- a wire that can be cut ----


class Wire:
    """A line to a server that can be cut: nothing passes until it is mended, then all that was held."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = free_port()
        self.up, self.down = threading.Event(), threading.Event()
        self.mend()
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def base(self) -> str:
        return f"http://localhost:{self.port}"

    def cut(self, *, up: bool = True, down: bool = True) -> None:
        """Stop what goes to the server (up), what comes from it (down), or both."""
        if up:
            self.up.clear()
        if down:
            self.down.clear()

    def mend(self) -> None:
        self.up.set()
        self.down.set()

    def close(self) -> None:
        self.mend()
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for end in self.ends:
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self.ends += [near, far]
            for source, sink, flows in ((near, far, self.up), (far, near, self.down)):
                threading.Thread(target=_pump, args=(source, sink, flows), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket, flows: threading.Event) -> None:
    try:
        while data := source.recv(65536):
            flows.wait()
            sink.sendall(data)
        flows.wait()
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        return


@pytest.fixture
def wire_to() -> Iterator[Callable[[int], Wire]]:
    """Lay wires to servers: `wire_to(site.port)`."""
    wires: list[Wire] = []

    def lay(port: int) -> Wire:
        wires.append(Wire(port))
        return wires[-1]

    yield lay
    for wire in wires:
        wire.close()


def wait_out(seconds: float) -> None:
    """Let real time pass, where the time itself is what is tested."""
    time.sleep(seconds)
