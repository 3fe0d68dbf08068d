"""W1-W3: what the table weighs, how soon a tap is seen, how soon a page is there and whether it stays put.

    python -m tests.bench.bench_web [--taps 60] [--rounds 5]

A tap's time runs from the event to the end of the frame that shows it. On a screen of 60 frames a second up
to 16.7 ms of it are the wait for that frame, whatever the page does: the baseline is a page with a bare
button, tapped in the same browser in turn. Pages are loaded into an empty cache over 150 ms a request and
1.6 Mbit/s down, 0.75 up (the slow 4G of Lighthouse), on a CPU slowed four times.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests import driver
from tests.bench.report import Row, fact, print_table, write
from tests.e2e.browser import WATCH, Visitor
from tests.e2e.hand import Hand
from tests.servers import CHROMIUM, Site
from tests.site.weight import weigh

SEED = "house-40"
SLOW = 4
TAPS = """() => {
    window.__taps = [];
    document.addEventListener("click", (event) => {
        if (!event.target.closest("button")) return;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.__taps.push(performance.now() - event.timeStamp);
        requestAnimationFrame(() => port2.postMessage(0));
    }, true);
}"""
BARE = "<!doctype html><title>bare</title><button style='position:fixed;inset:40% 40%'>tap</button>"
LOADED = """() => new Promise((done) => {
    let last = 0;
    new PerformanceObserver((list) => { for (const e of list.getEntries()) last = e.startTime; })
        .observe({ type: "largest-contentful-paint", buffered: true });
    const quiet = () => done([last, window.__seen.shifts]);
    setTimeout(quiet, 1500);
})"""


def main() -> None:
    """Measure, print and write down."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_web")
    parser.add_argument("--taps", type=int, default=60, help="taps on each CPU (60)")
    parser.add_argument("--rounds", type=int, default=5, help="loads of each page (5)")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="constitutional-bench-web-"))
    site = Site(folder).start()
    try:
        with sync_playwright() as playwright:
            flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
            rows = [*weights(site), *taps(site, browser, options.taps), *loads(site, browser, options.rounds)]
            browser.close()
    finally:
        site.stop()
    print_table(rows)
    print(write("bench-web", rows))


# ---- W1 ----


def weights(site: Site) -> list[Row]:
    visitor = driver.Browser(site.base)
    rows = []
    for variant in ("standard", "cadogan"):
        _status, started = visitor.post("/api/v1/practice", {"variant": variant, "seed": SEED})
        weight = weigh(visitor, f"/play/{started['attempt']}/")
        if variant == "standard":
            for path, size in sorted((weight.code | weight.fonts).items(), key=lambda file: -file[1]):
                print(f"{size:8,d}  {path}")
        rows.append(
            fact(
                "W1", f"table, {variant}: HTML + CSS + JS + sprite, gz", weight.code_kb, target=45, unit="kB"
            )
        )
    rows.append(fact("W1", "table: fonts", weight.fonts_kb, target=110, unit="kB"))
    return rows


# ---- W2 ----


def taps(site: Site, browser: Browser, count: int) -> list[Row]:
    rows = []
    for width, height in ((1280, 800), (360, 640)):
        context = browser.new_context(viewport={"width": width, "height": height})
        context.add_init_script(WATCH)
        page = Visitor(site.base, context).practise("standard", SEED)
        hand = Watched(page, "standard", SEED)
        bare = context.new_page()
        bare.set_content(BARE)
        for tapped in (page, bare):
            tapped.evaluate(TAPS)
        for slow, target in ((1, 16), (SLOW, 50)):
            for tapped in (page, bare):
                session = context.new_cdp_session(tapped)
                session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
                tapped.evaluate("window.__taps.length = 0")
            floor = tap_the_bare(bare, count)
            page.bring_to_front()
            hand.play(hand.ply + count)
            times = page.evaluate("window.__taps")
            what = f"tap to next frame, p95, {width} x {height}, CPU / {slow}"
            note = f"median {statistics.median(times):.1f}, max {max(times):.1f}; "
            note += f"bare page median {statistics.median(floor):.1f}"
            rows.append(
                fact("W2", what, p95(times), target=target, unit="ms", baseline=p95(floor), note=note)
            )
        context.close()
    return rows


class Watched(Hand):
    """A hand that leaves the page alone until the frame after its tap has long been shown."""

    def _touch(self, *tap: Any) -> None:
        super()._touch(*tap)
        time.sleep(0.2)


def tap_the_bare(page: Page, count: int) -> list[float]:
    page.bring_to_front()
    for _ in range(count):
        page.mouse.click(page.viewport_size["width"] / 2, page.viewport_size["height"] / 2)  # type: ignore[index]
        time.sleep(0.107)
    return list(page.evaluate("window.__taps"))


def p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


# ---- W3 ----


def loads(site: Site, browser: Browser, rounds: int) -> list[Row]:
    rows = []
    for name, width, height in (("desktop", 1280, 800), ("phone", 360, 640)):
        for what in ("landing", "table"):
            paints, shifts, sources = [], [], set[str]()
            for _ in range(rounds):
                context = browser.new_context(viewport={"width": width, "height": height})
                context.add_init_script(WATCH)
                path = "/" if what == "landing" else new_table(site, context)
                page = context.new_page()
                slow_down(context.new_cdp_session(page))
                page.goto(site.base + path)
                paint, moved = page.evaluate(LOADED)
                paints.append(paint / 1000)
                shifts.append(sum(shift[0] for shift in moved))
                sources |= {source for shift in moved for source in shift[1:] if source}
                context.close()
            note = f"{min(paints):.2f} to {max(paints):.2f}"
            rows.append(
                fact(
                    "W3",
                    f"{what}, {name}: largest contentful paint",
                    statistics.median(paints),
                    target=1.8,
                    unit="s",
                    note=note,
                )
            )
            rows.append(
                fact(
                    "W3",
                    f"{what}, {name}: layout shift, the worst",
                    max(shifts),
                    target=0,
                    unit="",
                    note=" | ".join(sorted(sources)),
                )
            )
    return rows


def new_table(site: Site, context: BrowserContext) -> str:
    """Start a practice game for this browser without opening a page of it; gives the table's path."""
    context.request.get(site.base + "/practice/")
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")
    answer = context.request.post(
        site.base + "/api/v1/practice",
        data={"variant": "standard", "seed": SEED},
        headers={"X-CSRFToken": token, "Origin": site.base},
    )
    return f"/play/{answer.json()['attempt']}/"


def slow_down(session: CDPSession) -> None:
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8},
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})


if __name__ == "__main__":
    main()
