"""Whole games in a browser, by every hand, to the end panel and the result."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from games import engine
from tests.e2e.browser import Visitor, Wire, await_table, tab_to, wait_out
from tests.e2e.hand import GUARD_MS, PLACES, Hand, card_name, pile_at, place_name, seat_name, split_move
from tests.servers import Site

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]


def see_the_end(hand: Hand) -> None:
    """The panel of the end leads to the result, which tells the same."""
    page = hand.page
    end = page.get_by_role("region", name="The end of the game")
    expect(end.get_by_role("heading", name="Won. The Ayes have it.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text("Won. The Ayes have it.")
    end.get_by_role("link", name="See the result").click()
    page.wait_for_url("**/games/*/")
    expect(page.get_by_role("heading", name="The Ayes have it.")).to_be_visible()
    expect(page.get_by_role("definition").filter(has_text=str(hand.ply)).first).to_be_visible()
    play_on = page.get_by_role("button", name="Play on from here")
    expect(page.locator("[data-at]")).to_have_text(str(hand.ply))
    expect(play_on).to_be_disabled()  # nothing is left to play there
    page.get_by_role("button", name="One move back").click()
    expect(play_on).to_be_enabled()


@pytest.mark.parametrize(("variant", "seed"), [("standard", "house-40"), ("cadogan", "house-38")])
def test_a_game_is_won_by_taps_keys_and_drags_on_two_screens_with_the_line_cut_for_ten_seconds(
    site: Site, visit: Visit, wire_to: Callable[[int], Wire], variant: str, seed: str
) -> None:
    wire = wire_to(site.port)
    visitor = visit(wire.base)
    page = visitor.practise(variant, seed)
    hand = Hand(page, variant, seed)
    hand.play(20, "tap")
    hand.play(40, "key")
    hand.play(60, "drag")
    other = visitor.open(page.url.removeprefix(wire.base))
    await_table(other)
    hand.play(80, ("tap", "drag", "key"))
    beside = Hand(other, variant, seed, hand.line, hand.ply)
    beside.position = hand.position
    beside.settle()
    visitor.forgive("WebSocket is closed before", "ERR_")  # what the cut makes the browser say
    play_through_a_cut(hand, wire)
    beside.settle()
    other.close()
    page.set_viewport_size({"width": 360, "height": 640})
    hand.play(hand.ply + 20, ("tap", "drag"))
    page.set_viewport_size({"width": 1280, "height": 800})
    hand.play_until_finish("key")
    page.get_by_role("button", name="Finish", exact=True).click()
    hand.finished()
    see_the_end(hand)


def play_through_a_cut(hand: Hand, wire: Wire) -> None:
    """Cut the line, play on as far as can be known, mend it after ten seconds: everything stands."""
    hand.play_until_a_vacancy()
    wire.cut()
    while hand.position.vacancy:
        hand.make("tap")
    expect(hand.page.get_by_text("No connection.").first).to_be_visible()
    wait_out(10)
    wire.mend()
    expect(hand.page.locator("[data-net]").get_by_text("Connected again.")).to_be_visible()
    hand.settle()


def test_a_game_is_begun_played_and_won_by_keys_alone(site: Site, visit: Visit) -> None:
    page = visit(site.base).open("/practice/?variant=standard&seed=house-4")
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_visible()
    tab_to(page, "document.activeElement.textContent.trim() === 'Deal'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*/")
    hand = Hand(await_table(page), "standard", "house-4")
    hand.play(None, "key")
    end = page.get_by_role("region", name="The end of the game")
    expect(end).to_be_visible()
    tab_to(page, "document.activeElement.textContent.trim() === 'See the result'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*/")
    expect(page.get_by_role("heading", name="The Ayes have it.")).to_be_visible()


@dataclass
class Listener(Hand):
    """A hand that knows the table by roles and names alone, as a screen reader tells them."""

    changed: dict[str, int] = field(default_factory=dict)
    """At which ply a seat's card last changed."""

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def listen(self, move: str) -> None:
        """Make the line's next move by the name of its card, and hear what is said of it."""
        move = self.next_by_tap()
        place, target = split_move(move)
        is_fresh = [self.changed.get(seat, -9) > self.ply - 3 for seat in (place, target)]
        if is_fresh[0] or (is_fresh[1] and self._is_asked(place, target)):
            self.page.get_by_role("button", name=self._name(place), exact=True).wait_for()
            self.page.wait_for_timeout(GUARD_MS)
        before = [seat_name(self.position, p) for p in PLACES]
        self.press(self._name(place))
        if self._is_asked(place, target):
            self.press(self._name(target).rsplit(", playable")[0] + ", takes the chosen card")
        engine.play(self.position, move)
        self.ply += 1
        for seat, name in zip(PLACES, before, strict=True):
            if name.split(", ")[0] != seat_name(self.position, seat).split(", ")[0]:
                self.changed[seat] = self.ply

    def _name(self, place: str) -> str:
        if place == "s":
            return "Turn the stock"
        if place == "w":
            waste = self.position.waste
            return f"{card_name(waste[-1])}, top of the waste, {len(waste)} in it, playable"
        return seat_name(self.position, place)

    def _is_asked(self, place: str, target: str) -> bool:
        if self.position.vacancy or target == "f" or place == "s":
            return False
        builds = {
            tuple(pile_at(self.position, split_move(m)[1]))
            for m in engine.legal_moves(self.position)
            if split_move(m)[0] == place
        }
        return len(builds) > 1

    def hears(self, text: str) -> None:
        expect(self.page.get_by_role("status")).to_contain_text(text)


@pytest.mark.parametrize(("variant", "seed"), [("standard", "house-58")])
def test_a_game_is_won_through_the_accessibility_tree_alone(
    site: Site, visit: Visit, variant: str, seed: str
) -> None:
    page = visit(site.base).open("/practice/")
    page.get_by_role("radio", name=variant.capitalize()).check()
    page.get_by_role("textbox", name="Seed, if you want a certain deal").fill(seed)
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("grid", name="The table")).to_be_visible()
    reader = Listener(page, variant, seed)
    reader.hears("0 of 80 cards home, 0 moves, 48 in the stock.")
    finish = page.get_by_role("button", name="Finish", exact=True)
    while not engine.plain_play(reader.position):
        move = reader.next_by_tap()
        _place, target = split_move(move)
        reader.listen(move)
        if reader.ply < 20:
            if target == "f":
                reader.hears(f"Home: {reader.position.home} of 80.")
            else:
                pile = pile_at(reader.position, target)
                onto = f" onto {card_name(pile[-2])}." if len(pile) > 1 else f" to {place_name(target)}."
                reader.hears(card_name(pile[-1]) + onto)
            if reader.position.vacancy:
                reader.hears(f"Vacancy in {place_name(reader.position.vacancy)}.")
    finish.click()
    reader.finished()
    expect(page.get_by_role("alert")).to_have_text("Won. The Ayes have it.")
    see_the_end(reader)
