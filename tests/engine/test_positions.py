"""The text of a position, and what is refused in it."""

import pytest

from games.engine import CADOGAN, STANDARD, Position, UnreadablePosition, deal_cards

SMALL = "cadogan\n1 9H.8C -- -- -- -- -- -- 2D"


def test_what_is_left_out_of_the_text_is_empty_and_foundations_left_out_are_aces() -> None:
    position = Position.of_text(SMALL)
    assert position.variant is CADOGAN
    assert position.rows[0] == [["9H", "8C"], [], [], [], [], [], [], ["2D"]]
    assert position.rows[1:] == [[[]] * 8] * 3
    assert (position.stock, position.waste, position.home) == ([], [], 0)
    assert position.foundations == ["AC", "AC", "AD", "AD", "AH", "AH", "AS", "AS"]


def test_foundations_are_listed_by_suit_the_higher_one_first() -> None:
    position = Position.of_text("standard\nhome 3S JS AC AD 2C AH AD 5H")
    assert position.foundations == ["2C", "AC", "AD", "AD", "5H", "AH", "JS", "3S"]
    assert position.home == 1 + 4 + 10 + 2


def test_a_copy_shares_nothing_that_changes() -> None:
    position = Position.of_text(SMALL)
    other = position.copy()
    assert other == position
    other.piles[0].pop()
    other.waste.append("3S")
    other.foundations[0] = "2C"
    other.sent.append("2C")
    assert position == Position.of_text(SMALL)
    assert position.home == 0


def test_positions_are_equal_by_variant_and_by_what_lies_on_the_table() -> None:
    cards = deal_cards("1")
    assert Position.of_deal(STANDARD, cards) == Position.of_deal(STANDARD, cards)
    assert Position.of_deal(STANDARD, cards) != Position.of_deal(CADOGAN, cards)
    assert Position.of_deal(STANDARD, cards) != Position.of_deal(STANDARD, deal_cards("2"))
    assert Position.of_deal(STANDARD, cards) != str(cards)
    with pytest.raises(TypeError):
        hash(Position.of_deal(STANDARD, cards))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "variant"),
        ("patience", "variant"),
        ("standard\n5 2C", "a line starts with"),
        ("standard\nwaste --\nwaste --", "once"),
        ("standard\n1 2C 3C", "eight places"),
        ("standard\n1 2C QC -- -- -- -- -- --", "QC"),
        ("standard\n1 2C.2C 2C -- -- -- -- -- --", "3 times"),
        ("standard\n1 2C 2C -- -- -- -- -- --\nhome 3C AC AD AD AH AH AS AS", "3 times"),
        ("standard\n2 3C.2D -- -- -- -- -- -- --", "one card a seat"),
        ("standard\nhome AC AC AC AD AH AH AS AS", "two of each suit"),
        ("standard\nhome AC AC AD AD AH AH AS", "eight foundations"),
        ("standard\nhome KC AC AD AD AH AH AS AS", "eight foundations"),
        ("standard\nwaste 2C", "no waste"),
        ("standard\nstock 2C", "row 4"),
        ("cadogan\nwaste 2C", "row 4"),
        ("standard\n1 2C 3C 4C 5C 6C 7C -- --\n2 2D -- -- -- -- -- -- --", "two vacancies"),
    ],
)
def test_text_that_is_no_position_is_refused_and_says_why(text: str, words: str) -> None:
    with pytest.raises(UnreadablePosition, match=words):
        Position.of_text(text)
