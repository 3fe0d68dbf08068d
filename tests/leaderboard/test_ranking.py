"""A score, as arithmetic: it says what the rules say, whatever was played. Places: test_boards.py."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.ranking import By, beaten_by, places_of, score

DAY = 26 * 3600  # a deal's boards are open for 26 hours
Result = dict[str, int]
results = st.one_of(
    st.builds(
        lambda seconds, moves: {"won": 1, "home": 80, "seconds": seconds, "moves": moves},
        st.one_of(st.integers(300, 303), st.integers(0, DAY)),
        st.one_of(st.integers(272, 275), st.integers(272, 2000)),
    ),
    st.builds(
        lambda home, seconds: {"won": 0, "home": home, "seconds": seconds, "moves": 0},
        st.integers(0, 79),
        st.integers(0, DAY),
    ),
)
both_boards = pytest.mark.parametrize("by", ["time", "moves"])


def is_better(one: Result, other: Result, by: By) -> bool:
    """Say it as the rules do, without scores."""
    if one["won"] != other["won"]:
        return one["won"] > other["won"]
    if not one["won"]:
        return one["home"] > other["home"]
    if by == "time":
        return (one["seconds"], one["moves"]) < (other["seconds"], other["moves"])
    return one["moves"] < other["moves"]


@both_boards
@settings(deadline=None, max_examples=40)
@given(one=results, other=results)
def test_a_better_result_has_a_lower_score_and_an_equal_one_the_same_exact_in_a_double(
    by: By, one: Result, other: Result
) -> None:
    mine, theirs = score(by, **one), score(by, **other)
    assert (mine < theirs) == is_better(one, other, by)
    assert 0 <= mine < 2**53


@both_boards
def test_the_slowest_and_longest_win_is_better_than_the_best_loss(by: By) -> None:
    win = score(by, won=True, home=80, seconds=DAY, moves=2000)
    assert win < score(by, won=False, home=79, seconds=1, moves=0)


def test_equal_results_share_a_place_and_the_next_one_skips() -> None:
    assert places_of([100, 200, 200, 300]) == [1, 2, 2, 4]


HOUSE = [
    {"status": "lost", "home": 5, "seconds": 50, "moves": 40},
    {"status": "lost", "home": 30, "seconds": 90, "moves": 140},
    {"status": "won", "home": 80, "seconds": 600, "moves": 280},
    {"status": "won", "home": 80, "seconds": 700, "moves": 279},
]


@pytest.mark.parametrize(
    ("won", "home", "seconds", "moves", "beaten"),
    [
        (True, 80, 650, 300, 3),  # those that were slower or lost
        (True, 80, 600, 280, 3),  # an equal result beats nobody
        (False, 5, 1, 1, 0),
        (False, 29, 9999, 1, 1),  # those that lost with fewer cards home
    ],
)
def test_house_players_are_beaten_by_strictly_better_results(
    won: bool, home: int, seconds: int, moves: int, beaten: int
) -> None:
    own = score("time", won=won, home=home, seconds=seconds, moves=moves)
    assert beaten_by(own, HOUSE) == {"beaten": beaten, "of": 4}
