"""The order of a board, as arithmetic: properties that hold whatever was played."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.ranking import By, Result, rank, score

DAY = 26 * 3600  # a deal's boards are open for 26 hours


@st.composite
def results(draw: st.DrawFn) -> list[Result]:
    """Any attempts, with many ties among them."""
    count = draw(st.integers(0, 15))
    made = []
    for number in range(count):
        won = draw(st.booleans())
        made.append(
            Result(
                attempt_id=f"attempt-{number}",
                won=won,
                home=80 if won else draw(st.integers(0, 79)),
                seconds=draw(st.one_of(st.integers(300, 303), st.integers(0, DAY))),
                moves=draw(st.one_of(st.integers(272, 275), st.integers(272, 2000))) if won else 0,
                finished_ms=draw(st.one_of(st.none(), st.integers(0, 3)))
                if not won
                else draw(st.integers(0, 3)),
                takes_place=draw(st.booleans()),
            )
        )
    return made


quick = settings(deadline=None, max_examples=40)
both_boards = pytest.mark.parametrize("by", ["time", "moves"])


def is_better(one: Result, other: Result, by: By) -> bool:
    """Say it as the rules do, without scores."""
    if one.won != other.won:
        return one.won
    if not one.won:
        return one.home > other.home
    if by == "time":
        return (one.seconds, one.moves) < (other.seconds, other.moves)
    return one.moves < other.moves


@both_boards
@quick
@given(field=results())
def test_a_place_is_one_more_than_the_number_of_strictly_better_ones_that_take_places(
    by: By, field: list[Result]
) -> None:
    for row in rank(field, by):
        assert row.place == 1 + sum(is_better(o, row.result, by) and o.takes_place for o in field)


@both_boards
@quick
@given(field=results())
def test_a_better_result_has_a_lower_score_and_an_equal_one_the_same(by: By, field: list[Result]) -> None:
    for one in field:
        for other in field:
            assert (score(one, by) < score(other, by)) == is_better(one, other, by)


@both_boards
@quick
@given(field=results())
def test_every_result_is_there_once_and_places_never_fall(by: By, field: list[Result]) -> None:
    placed = rank(field, by)
    assert sorted(row.result.attempt_id for row in placed) == sorted(r.attempt_id for r in field)
    assert [row.place for row in placed] == sorted(row.place for row in placed)


@both_boards
@quick
@given(field=results(), seed=st.integers())
def test_the_order_in_which_results_come_in_changes_nothing(by: By, field: list[Result], seed: int) -> None:
    shuffled = random.Random(seed).sample(field, len(field))
    assert rank(shuffled, by) == rank(field, by)


@both_boards
@quick
@given(field=results())
def test_within_a_tie_who_finished_first_is_shown_first_running_ones_last_then_by_id(
    by: By, field: list[Result]
) -> None:
    placed = rank(field, by)
    for above, below in pairwise(placed):
        if score(above.result, by) == score(below.result, by):
            order = [
                (r.finished_ms is None, r.finished_ms or 0, r.attempt_id)
                for r in (above.result, below.result)
            ]
            assert order == sorted(order)


@both_boards
@quick
@given(field=results())
def test_one_more_result_moves_nobody_up_and_nobody_who_is_better(by: By, field: list[Result]) -> None:
    if not field:
        return
    *rest, new = field
    before = {row.result.attempt_id: row.place for row in rank(rest, by)}
    after = {row.result.attempt_id: row.place for row in rank(field, by)}
    for result in rest:
        expected = before[result.attempt_id] + (is_better(new, result, by) and new.takes_place)
        assert after[result.attempt_id] == expected


@both_boards
@quick
@given(field=results())
def test_a_score_is_exact_in_a_double(by: By, field: list[Result]) -> None:
    for result in field:
        assert 0 <= score(result, by) < 2**53
        assert int(float(score(result, by))) == score(result, by)


@both_boards
def test_the_slowest_and_longest_win_is_better_than_the_best_loss(by: By) -> None:
    win = Result("win", won=True, home=80, seconds=DAY, moves=2000, finished_ms=1)
    loss = Result("loss", won=False, home=79, seconds=1, moves=0, finished_ms=1)
    assert score(win, by) < score(loss, by)


def test_equal_results_share_a_place_and_the_next_one_skips() -> None:
    times = [("a", 100), ("b", 200), ("c", 200), ("d", 300)]
    field = [Result(name, won=True, home=80, seconds=s, moves=280, finished_ms=1) for name, s in times]
    assert [row.place for row in rank(field, "time")] == [1, 2, 2, 4]


def test_time_plays_no_part_in_the_best_line() -> None:
    field = [
        Result(name, won=True, home=80, seconds=s, moves=280, finished_ms=1)
        for name, s in [("a", 1), ("b", 9)]
    ]
    assert [row.place for row in rank(field, "moves")] == [1, 1]
    assert [row.place for row in rank(field, "time")] == [1, 2]


def test_with_equal_time_fewer_moves_are_faster() -> None:
    field = [
        Result(name, won=True, home=80, seconds=5, moves=m, finished_ms=1)
        for name, m in [("a", 281), ("b", 280)]
    ]
    assert [row.result.attempt_id for row in rank(field, "time")] == ["b", "a"]
