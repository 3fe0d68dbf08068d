"""Streaks and winning runs (rules: Ranked play)."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from leaderboard.profile import DAY, Days, Run

FIRST = dt.date(2026, 11, 1)


def run(days: str) -> Run:
    """Read a run: x achieved, - not, o open, v void; O and V the same, achieved."""
    dates = {FIRST + i * DAY: letter for i, letter in enumerate(days)}
    those = {
        letter: {date for date, is_so in dates.items() if is_so in letter} for letter in ("xOV", "oO", "vV")
    }
    counted = Days(FIRST, FIRST + (len(days) - 1) * DAY, frozenset(), frozenset(those["oO"]))
    return counted.run(those["xOV"], those["vV"])


def test_a_run_is_of_dates_one_after_the_other() -> None:
    assert run("xx-xxx") == Run(3, 3)
    assert run("xxx-x") == Run(1, 3)


def test_a_closed_date_without_it_ends_a_run() -> None:
    assert run("xxx-") == Run(0, 3)


def test_an_open_date_breaks_nothing_and_counts_once_achieved() -> None:
    assert run("xxxoo") == Run(3, 3)
    assert run("xxxoO") == Run(4, 4)


def test_a_void_date_neither_breaks_nor_extends() -> None:
    assert run("xxvx") == Run(3, 3)
    assert run("xxVx") == Run(3, 3)


def test_dates_before_number_one_do_not_exist() -> None:
    assert Days(FIRST, FIRST, frozenset(), frozenset()).run({FIRST - DAY, FIRST}, set()) == Run(1, 1)


@given(st.text("x-oOvV", max_size=40))
def test_a_run_is_what_is_left_when_dates_that_do_not_matter_are_struck_out(days: str) -> None:
    runs = days.replace("v", "").replace("V", "").replace("o", "").replace("O", "x").split("-")
    assert run(days) == Run(len(runs[-1]), max(map(len, runs)))
