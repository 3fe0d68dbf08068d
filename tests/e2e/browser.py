"""A real browser on a real server, for the tests of pages: visitors who notice every complaint, and a hand.

Law: Playwright is started and stopped by the module that needs it (a running one leaves an event loop in
the thread, which asynchronous tests of other modules could not stand). Nothing here waits by sleeping but
for the double-tap guard, whose law is a time; everything else waits for the page to say so.
"""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.servers import CHROMIUM, ROOT, free_port, skip_or_fail

PATIENCE_MS = 20_000
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

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (theme) => {
    // Nothing but colours differs in the dark.
    const what = theme === "dark" ? { runOnly: ["color-contrast", "link-in-text-block"] }
        : { rules: { "target-size": { enabled: true } } };
    const { violations } = await axe.run(document, { ...what, resultTypes: ["violations"] });
    const tell = (id, node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 300)}`;
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => tell(id, node)));
}"""


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


def take_seat(page: Page) -> Page:
    """Sit down to the ranked game that the landing offers."""
    page.get_by_role("button", name="Take your seat").click()
    page.get_by_role("dialog").get_by_role("button", name="Take your seat").click()
    page.wait_for_url("**/play/*/")
    return await_table(page)


def concede(page: Page) -> Page:
    """Give a game up, and wait for its end to be said."""
    page.get_by_role("button", name="Menu and settings").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    page.get_by_role("dialog", name="Concede this game?").get_by_role("button", name="Concede").click()
    expect(page.get_by_role("region", name="The end of the game")).to_be_visible()
    return page


def faults(page: Page, theme: Literal["light", "dark"]) -> list[str]:
    """Give what axe finds wrong with a page as it stands, by day or by gaslight."""
    if not AXE.exists():
        skip_or_fail("axe-core is not installed (npm ci)")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text() + "; 0")
    page.emulate_media(color_scheme=theme)
    return list(page.evaluate(RUN, theme))


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
