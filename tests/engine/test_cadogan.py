"""Lady Cadogan's game (rules: section 3), a sentence a rule, allowed and refused side by side."""

from games.engine import CADOGAN, STANDARD, Position, is_legal, legal_moves, play
from tests.engine.tables import allowed, refused

TABLE = """
cadogan
1  9H   TC.9D  8S  2C  JD  4H     5S.4D  JS
2  8C   7H     TH  3C  9S  TD.9C  3D     2H
3  5C   8D     TH  2S  JC  4D     8H.7S  9H
4  3D   5H     7S  6C  6D  JC.TD  2D     4S
waste 8C 5C
stock 7C 7D JH
"""

LATE = """
cadogan
1  9H.8S  --  TC  3D  JS  2C  5H  4S
2  --     --  --  --  --  --  --  --
"""


def with_waste(card: str) -> str:
    return TABLE.replace("8C 5C", "8C " + card)


def test_only_row_1_tops_go_home_and_the_waste_does_not() -> None:
    assert allowed(TABLE, "d1f").home == 1
    assert refused(TABLE, "h2f") == "home_from_row_1"
    assert refused(with_waste("2S"), "wf") == "waste_to_row_4"


def test_every_row_is_built_down_in_alternating_colours_from_the_row_below() -> None:
    assert allowed(TABLE, "a2a1").rows[0][0] == ["9H", "8C"]
    assert allowed(TABLE, "b3e2").rows[1][4] == ["9S", "8D"]
    assert allowed(TABLE, "c4b3").rows[2][1] == ["8D", "7S"]
    assert refused(TABLE, "f2e1") == "wrong_rank"
    assert refused(TABLE, "h3f2") == "wrong_rank"
    assert allowed(TABLE, "e4g3").rows[2][6] == ["8H", "7S", "6D"]
    assert refused(TABLE.replace("8H.7S", "8H.7D"), "e4g3") == "same_colour"


def test_row_4_is_built_on_with_the_top_of_the_waste_only() -> None:
    assert allowed(TABLE, "we4").rows[3][4] == ["6D", "5C"]
    assert refused(TABLE, "wd4") == "same_colour"
    assert refused(TABLE, "wb4") == "wrong_rank"
    assert refused(with_waste("5H"), "we4") == "same_colour"
    assert refused(with_waste("6S"), "wg3") == "waste_to_row_4"
    assert refused(TABLE.replace("8C 5C", "--"), "we4") == "no_card_there"


def test_a_card_never_moves_within_its_row() -> None:
    assert refused(TABLE, "c1b1") == "within_row"  # 8S onto 9D, which the modern game allows
    assert refused(TABLE, "f2c2") == "within_row"


def test_a_card_rises_no_two_rows() -> None:
    assert refused(TABLE, "b3c1") == "wrong_row"
    assert refused(TABLE, "c4b2") == "wrong_row"


def test_the_stock_is_turned_onto_the_waste_at_will() -> None:
    position = Position.of_text(TABLE)
    assert play(position, "s") == (("s", "w", "7C"),)
    assert position.waste == ["8C", "5C", "7C"]
    assert position.stock == ["7D", "JH"]
    assert refused(TABLE.replace("stock 7C 7D JH", ""), "s") == "stock_empty"


def test_the_stock_is_not_turned_while_a_vacancy_waits() -> None:
    waiting = str(allowed(TABLE, "a2a1"))
    assert refused(waiting, "s") == "vacancy_first"
    assert refused(waiting, "we4") == "vacancy_first"
    assert refused(waiting, "d1f") == "vacancy_first"


def test_a_vacancy_is_filled_with_the_top_of_any_pile_of_the_row_below() -> None:
    waiting = allowed(TABLE, "a2a1")
    assert waiting.vacancy == "a2"
    assert legal_moves(waiting) == [column + "3a2" for column in "abcdefgh"]
    assert allowed(str(waiting), "g3a2").rows[1][0] == ["7S"]
    assert refused(str(waiting), "g4a2") == "fill_from_row_below"


def test_one_of_several_cards_leaving_a_pile_makes_no_vacancy() -> None:
    assert allowed(TABLE.replace("9S", "TS.9S").replace("TH  3C", "TH  4C.3C"), "d2f1").vacancy is None
    assert allowed(TABLE.replace("TD.9C", "TD"), "f2h1").vacancy == "f2"


def test_a_fill_from_a_pile_of_several_ends_the_chain() -> None:
    waiting = str(allowed(TABLE, "a2a1"))
    assert allowed(waiting, "g3a2").vacancy is None
    assert allowed(waiting, "a3a2").vacancy == "a3"


def test_row_4_is_refilled_from_the_waste_before_the_stock() -> None:
    position = Position.of_text(TABLE)
    assert play(position, "c4b3") == (("w", "c4", "5C"),)
    assert position.waste == ["8C"]
    assert len(position.stock) == 3
    position = Position.of_text(TABLE.replace("waste 8C 5C", ""))
    assert play(position, "c4b3") == (("s", "c4", "7C"),)


def test_with_waste_and_stock_empty_a_row_4_vacancy_stays_open() -> None:
    bottom = TABLE.replace("waste 8C 5C", "").replace("stock 7C 7D JH", "")
    position = allowed(bottom, "c4b3")
    assert position.rows[3][2] == []
    assert position.vacancy is None
    assert is_legal(position, "d1f")


def test_a_piles_only_card_of_row_1_moves_nowhere_but_home() -> None:
    assert refused(TABLE, "c1a1") == "within_row"
    assert refused(LATE, "h1g1") == "within_row"


def test_a_vacancy_above_an_empty_row_forbids_nothing_and_takes_nothing() -> None:
    assert Position.of_text(LATE).vacancy is None
    assert legal_moves(Position.of_text(LATE)) == ["f1f"]
    assert refused(LATE, "h1b1") == "within_row"
    above = LATE.replace("2  --", "2  7H")
    assert Position.of_text(above).vacancy == "b1"
    assert legal_moves(Position.of_text(above)) == ["a2b1"]


def test_an_open_row_2_place_takes_no_build() -> None:
    gone = """
    cadogan
    1  9H 8S TC 3D JS 2C 5H 4S
    2  8C -- 7D -- -- -- -- --
    """
    assert Position.of_text(gone).vacancy is None
    assert refused(gone, "a2b2") == "within_row"
    assert refused(gone, "b3b2") == "no_card_there"


def test_the_decoration_is_data_of_the_variant() -> None:
    offices = dict(CADOGAN.decoration)
    assert offices["QD"] == "sovereign"
    assert {card for card, office in offices.items() if office == "bishop"} == {"KC", "KS"}
    assert {card for card, office in offices.items() if office == "judge"} == {"KD", "KH"}
    assert STANDARD.decoration == ()
