"""Seeds, cards and commitments (rules: section 5)."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings

from games.engine import (
    PACK,
    STANDARD,
    BadText,
    Position,
    check_cards,
    check_seed,
    commitment,
    deal,
    deal_cards,
)
from tests.engine.tables import seeds


def test_the_pack_has_two_of_each_face_from_2_to_jack() -> None:
    assert len(PACK) == 80
    assert set(Counter(PACK).values()) == {2}
    assert PACK[:11] == ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "2D")
    assert PACK[:40] == PACK[40:]


@settings(deadline=None, max_examples=50)
@given(seeds)
def test_every_seed_deals_the_whole_pack_and_always_the_same(seed: str) -> None:
    check_seed(seed)
    check_cards(deal_cards(seed))
    assert deal_cards(seed) == deal_cards(seed)
    assert commitment(seed) != commitment(seed + "x" if len(seed) < 64 else seed[1:])


@pytest.mark.parametrize("seed", ["", "a" * 65, "a b", "a_b", "é", "a\n", "١"])
def test_a_seed_is_1_to_64_ascii_letters_digits_or_dashes(seed: str) -> None:
    check_seed("a" * 64)
    check_seed("-Z9")
    for use in (check_seed, deal_cards, commitment):
        with pytest.raises(BadText):
            use(seed)


def test_a_deal_is_80_cards_two_of_each_face() -> None:
    cards = list(deal_cards("1"))
    check_cards(cards)
    for wrong, word in (
        (cards[:-1], "79"),
        ([*cards, "2C"], "81"),
        ([*cards[:-1], "QC"], "QC"),
        ([*cards[:-1], "2c"], "2c"),
        (["2C" if card == "3C" else card for card in cards], "twice, 2C"),
    ):
        with pytest.raises(BadText, match=word):
            check_cards(wrong)
        with pytest.raises(BadText):
            Position.of_deal(STANDARD, wrong)


def test_the_cards_lie_in_rows_1_to_4_and_the_rest_is_the_stock_first_out_first() -> None:
    cards = list(deal_cards("1"))
    position = Position.of_deal(STANDARD, cards)
    assert [card for row in position.rows for [card] in row] == cards[:32]
    assert position.stock == cards[32:]
    assert (position.waste, position.home, position.vacancy) == ([], 0, None)
    assert position.foundations == ["AC", "AC", "AD", "AD", "AH", "AH", "AS", "AS"]


def test_a_number_that_would_favour_some_places_is_skipped(monkeypatch) -> None:
    shuffle = deal_cards.__wrapped__  # which remembers nothing
    cards = shuffle("1")
    numbers = deal._numbers
    # 2**64 is no multiple of 80, so its last 16 numbers are not used for the first swap; the one before is.
    monkeypatch.setattr(deal, "_numbers", lambda seed: chain([2**64 - 16, 2**64 - 1], numbers(seed)))
    assert shuffle("1") == cards
    monkeypatch.setattr(deal, "_numbers", lambda seed: chain([2**64 - 17], numbers(seed)))
    assert shuffle("1") != cards
