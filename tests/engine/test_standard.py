"""The modern game (rules: section 2), a sentence a rule, allowed and refused side by side."""

from games.engine import Position, is_legal, legal_moves, play
from tests.engine.tables import allowed, refused

TABLE = """
standard
1  9H   TC.9D  8S  2C  JD  4H  5S.4D  JS
2  8C   7H     TH  3C  9S  TD  3D     2H
3  5C   8D     TH  2S  JC  4D  8S     9H
4  3D   5H     7S  6C  6D  JC  2D     4S
stock 7C 7D JH
"""

FILLING = """
standard
1  9H.8C  TC.9D  8S  2C  JD  4H  5S.4D  JS
2  --     7H     TH  3C  9S  TD  3D     2H
3  5C     8D     TH  2S  JC  4D  8S     9H
4  3D     5H     7S  6C  6D  JC  2D     4S
stock 7C 7D
"""

LATE = """
standard
1  9H.8S  --  TH  3D  JS  2D  5H  4S
2  --     --  --  --  --  --  --  --
home 9C 8C AD AD AH AH AS AS
"""


def test_the_top_card_of_a_row_1_pile_goes_home_and_a_row_2_card_does_not() -> None:
    assert allowed(TABLE, "d1f").foundations == ["2C", "AC", "AD", "AD", "AH", "AH", "AS", "AS"]
    assert refused(TABLE, "h2f") == "home_from_row_1"
    assert refused(TABLE, "d3f") == "home_from_row_1"
    assert refused(TABLE, "g4f") == "home_from_row_1"


def test_only_the_next_card_of_its_suit_goes_home() -> None:
    assert refused(TABLE, "f1f") == "not_next_at_home"
    assert refused(TABLE, "a1f") == "not_next_at_home"


def test_a_card_goes_onto_the_foundation_it_fits_be_it_the_higher_or_the_lower() -> None:
    close = "standard\n1 TC -- 9C -- -- -- -- --\nhome 9C 8C AD AD AH AH AS AS"
    far = "standard\n1 TC 2C 9C -- -- -- -- --\nhome 9C AC AD AD AH AH AS AS"
    assert allowed(close, "a1f").foundations[:2] == ["TC", "8C"]
    assert allowed(close, "c1f").foundations[:2] == ["9C", "9C"]
    assert allowed(far, "b1f").foundations[:2] == ["9C", "2C"]
    assert refused(far, "c1f") == "not_next_at_home"


def test_row_1_is_built_down_in_alternating_colours_from_row_2() -> None:
    assert allowed(TABLE, "a2a1").rows[0][0] == ["9H", "8C"]
    assert allowed(TABLE, "b2c1").rows[0][2] == ["8S", "7H"]
    assert refused(TABLE, "b2a1") == "wrong_rank"
    assert refused(TABLE, "e2c1") == "wrong_rank"
    assert refused(TABLE, "f2e1") == "same_colour"


def test_row_1_takes_the_top_card_of_another_row_1_pile() -> None:
    assert allowed(TABLE, "c1b1").rows[0][1] == ["TC", "9D", "8S"]
    assert refused(TABLE, "f1g1") == "wrong_rank"
    assert refused(TABLE, "c1c1") == "within_row"


def test_only_the_top_card_of_a_pile_moves() -> None:
    assert refused(TABLE, "b1e1") == "wrong_rank"  # the ten beneath the nine would fit


def test_a_jack_is_built_on_nothing_and_a_2_takes_nothing() -> None:
    position = Position.of_text(TABLE)
    assert not any(is_legal(position, "h1" + column + "1") for column in "abcdefgh")
    assert not any(is_legal(position, f"{column}{row}d1") for column in "abcdefgh" for row in "12")


def test_rows_2_to_4_are_never_built_on() -> None:
    assert refused(TABLE, "b3e2") == "one_card_a_seat"  # 8D onto 9S
    assert refused(TABLE, "c4b3") == "one_card_a_seat"  # 7S onto 8D
    assert refused(TABLE, "g2d2") == "within_row"


def test_a_card_rises_no_two_rows_and_never_descends() -> None:
    assert refused(TABLE, "g3a1") == "wrong_row"  # 8S onto 9H
    assert refused(TABLE, "c4b2") == "wrong_row"
    assert refused(TABLE, "f1a3") == "wrong_row"


def test_there_is_no_turning_and_no_waste() -> None:
    assert refused(TABLE, "s") == "no_turning"
    assert refused(TABLE, "wa4") == "no_turning"
    assert refused(TABLE, "wf") == "no_turning"


def test_a_place_without_a_card_sends_none() -> None:
    assert refused(LATE, "b1f") == "no_card_there"
    assert refused(LATE, "a2e1") == "no_card_there"


def test_a_card_that_leaves_row_2_opens_a_vacancy_for_any_card_of_row_3() -> None:
    assert allowed(TABLE, "a2a1") == Position.of_text(FILLING.replace("7C 7D", "7C 7D JH"))
    assert Position.of_text(FILLING).vacancy == "a2"
    assert legal_moves(Position.of_text(FILLING)) == [column + "3a2" for column in "abcdefgh"]
    assert allowed(FILLING, "h3a2").vacancy == "h3"
    assert refused(FILLING, "a4a2") == "fill_from_row_below"
    assert refused(FILLING, "b2a2") == "fill_from_row_below"
    assert refused(FILLING, "b1a2") == "fill_from_row_below"


def test_while_a_vacancy_waits_nothing_but_its_fills_is_legal() -> None:
    assert refused(FILLING, "d1f") == "vacancy_first"
    assert refused(FILLING, "c1b1") == "vacancy_first"
    assert refused(FILLING, "b2a1") == "vacancy_first"
    assert refused(FILLING, "a4a3") == "vacancy_first"


def test_a_row_1_pile_that_becomes_empty_is_filled_from_row_2_and_never_from_row_1() -> None:
    position = allowed(TABLE, "d1f")
    assert position.vacancy == "d1"
    assert legal_moves(position) == [column + "2d1" for column in "abcdefgh"]
    assert refused(str(position), "a1d1") == "fill_from_row_below"


def test_a_piles_only_card_may_go_onto_another_row_1_pile_and_a_fill_follows() -> None:
    position = allowed(TABLE, "c1a1")
    assert position.vacancy == "c1"
    assert legal_moves(position) == [column + "2c1" for column in "abcdefgh"]


def test_a_card_that_leaves_others_in_its_row_1_pile_opens_no_vacancy() -> None:
    assert allowed(TABLE.replace("JD  4H", "JD  5C"), "g1f1").vacancy is None


def test_a_fill_opens_a_vacancy_below_and_the_chain_ends_with_the_next_stock_card_in_row_4() -> None:
    position = Position.of_text(FILLING)
    assert play(position, "c3a2") == ()
    assert position.vacancy == "c3"
    assert legal_moves(position) == [column + "4c3" for column in "abcdefgh"]
    assert play(position, "h4c3") == (("s", "h4", "7C"),)
    assert position.vacancy is None
    assert position.rows[3][7] == ["7C"]
    assert position.stock == ["7D"]


def test_with_the_stock_empty_a_row_4_vacancy_stays_open_and_forbids_nothing() -> None:
    position = allowed(str(allowed(FILLING.replace("stock 7C 7D", ""), "c3a2")), "h4c3")
    assert position.rows[3][7] == []
    assert position.vacancy is None
    assert is_legal(position, "d1f")


def test_a_vacancy_above_an_empty_row_forbids_nothing_and_takes_nothing() -> None:
    assert Position.of_text(LATE).vacancy is None
    assert legal_moves(Position.of_text(LATE)) == ["c1e1", "d1h1", "f1f", "h1g1"]
    assert refused(LATE, "a1b1") == "stays_open"
    assert refused(LATE, "h1b1") == "stays_open"
    assert allowed(LATE.replace("4S", "TC"), "h1f").vacancy is None
    assert allowed(LATE.replace("TH", "JH.TC"), "c1f").vacancy is None


def test_the_last_card_of_row_2_fills_row_1_and_then_row_1_stays_open() -> None:
    last = "standard\n1 9H 2C JD JH 9D JC JS --\n2 -- -- 7S -- -- -- -- --\nhome AC AC AD AD AH AH AS AS"
    position = Position.of_text(last)
    assert legal_moves(position) == ["c2h1"]
    play(position, "c2h1")
    assert position.vacancy is None
    assert legal_moves(position) == ["b1f"]
    play(position, "b1f")
    assert legal_moves(position) == []
