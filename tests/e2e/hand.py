"""A hand at the table in a browser: it plays a line and knows from the engine what must lie there.

Law: nothing here waits by sleeping but for the double-tap guard, whose law is a time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Page

from games import engine
from games.engine import VARIANTS, Position, deal_cards
from games.engine.solver import solve
from tests.e2e.browser import await_, tab_to

GUARD_MS = 190
"""After a seat's card has changed a tap on it is ignored for 180 ms (table.js)."""

Way = Literal["tap", "key", "drag"]

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
_SHOWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""What follows a tap's picture, names and counts, is there after the frame that shows it."""
_NAMES = "(places) => places.map((p) => document.querySelector(`[data-place=${p}]`).ariaLabel)"
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

    def play_until_a_vacancy(self) -> None:
        while not self.position.vacancy:
            self.make("tap")
        self.settle()

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
        self.page.evaluate(_SHOWN)
        await_(
            self.page,
            "() => document.querySelector('[data-act=hint]').getAttribute('aria-disabled') === 'false' "
            "|| !document.querySelector('[data-end]').hidden",
        )
        shown = self.names()
        assert shown == [seat_name(self.position, place) for place in PLACES]

    def names(self) -> list[str]:
        """Give the names of the 32 seats as the page has them."""
        self.page.evaluate(_SHOWN)
        return list(self.page.evaluate(_NAMES, PLACES))

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
