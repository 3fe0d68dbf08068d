"""Plain play, the published way to finish a decided game (rules: section 7, Finish)."""

from hypothesis import given, settings

from games.engine import VARIANTS, Position, is_forced, plain_play, play, replay, status, trace
from tests.engine.tables import played, studies
from tests.vectors import GAMES


def finish(text: str) -> list[str] | None:
    return plain_play(Position.of_text(text))


def test_the_lowest_card_goes_home_first_the_leftmost_of_equals() -> None:
    row = "standard\n1 JS TC JC TS -- -- -- --\n"
    assert finish(row + "home JC 9C JD JD JH JH JS 9S") == ["b1f", "d1f", "a1f", "c1f"]
    assert finish(row + "home JC 9C JD JD JH JH TS 9S") is None  # a jack of spades is missing


def test_a_vacancy_is_filled_with_the_lowest_card_the_leftmost_of_equals() -> None:
    table = """
    standard
    1  --  JS  JD  JC  JC  JH  JH  TS
    2  --  TD  9D  9S  --  --  --  --
    home TC TC JD 8D TH TH JS 8S
    """
    fills = ["c2a1", "a1f", "d2a1", "a1f", "b2a1", "a1f"]
    assert finish(table) == [*fills, "h1f", "b1f", "c1f", "d1f", "e1f", "f1f", "g1f"]


def test_the_highest_card_is_built_when_none_goes_home_leftmost_source_then_leftmost_target() -> None:
    table = """
    1  JC  JS  JD  JH  JC  JS  JD  JH
    2  TC  TS  TD  TH  TC  TS  TD  TH
    3  9C  9S  9D  9H  9C  9S  9D  9H
    home 8C 8C 8D 8D 8H 8H 8S 8S
    """
    for variant in VARIANTS:
        line = finish(variant + table)
        assert line is not None
        assert line[:6] == ["a2c1", "a3a2", "b2d1", "b3b2", "c2a1", "c3c2"]


def test_plain_play_never_moves_a_card_within_row_1() -> None:
    table = "standard\n1 JS.TS JD -- -- -- -- -- --\nhome JC JC JD TD JH JH JS 9S"
    assert finish(table) == ["a1f", "a1f", "b1f"]
    # Here the ten of spades, laid onto the jack of diamonds, would free the nine that has to go first.
    assert finish("standard\n1 9S.TS JD -- -- -- -- -- --\nhome JC JC JD TD JH JH JS 8S") is None


def test_plain_play_is_none_while_cards_are_left_in_stock_or_waste() -> None:
    table = """
    cadogan
    1  8C  8C  8D  8D  8H  8H  8S  8S
    2  9C  9C  9D  9D  9H  9H  9S  9S
    3  TC  TC  TD  TD  TH  TH  TS  TS
    4  JC  JC  JD  JD  JH  JH  JS  JS
    home 7C 7C 7D 7D 7H 7H 7S 7S
    """
    assert len(finish(table) or ()) == 32 + 24 + 16 + 8
    # The waste would come into row 4 by itself and the game would be won; plain play begins only after that.
    table = table.replace("1  8C", "1  7C").replace("7C 7C", "7C 6C")
    assert finish(table.replace("1  7C", "1  8C.7C")) is not None
    for left in ("stock 8C", "waste 8C"):
        assert finish(table + left) is None


def test_a_won_game_is_finished_by_no_move_at_all() -> None:
    assert finish("standard\nhome JC JC JD JD JH JH JS JS") == []


@settings(deadline=None, max_examples=60)
@given(played() | studies())
def test_plain_play_leaves_the_position_as_it_was_and_its_line_wins_by_forced_steps(
    position: Position,
) -> None:
    before = position.copy()
    line = plain_play(position)
    assert position == before
    if line is not None:
        for move in line:
            assert is_forced(move)
            play(position, move)
        assert status(position) == "won"


def test_plain_play_wins_the_end_of_every_won_vector_and_many_from_when_the_stock_runs_out() -> None:
    at_once = won = 0
    for game in GAMES:
        if game["won"]:
            won += 1
            variant, cards, moves = VARIANTS[game["variant"]], game["deal"].split(), game["moves"].split()
            first = next(p.copy() for p in trace(variant, cards, moves) if not p.stock and not p.waste)
            at_once += plain_play(first) is not None
            assert plain_play(replay(variant, cards, moves[:-1])) == moves[-1:]
    assert at_once > 0.6 * won
