"""The histogram of a board's wins: where the bars stand, whose is marked, what it says in words."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from games.deals.models import Deal
from leaderboard.spread import MOST_BARS, make_spread
from tests.guests import put_on_calendar
from tests.leaderboard.ground import sit, visit


def test_every_win_is_in_exactly_one_bar_and_bars_follow_each_other() -> None:
    counts = {value: 1 + value % 3 for value in range(241, 2400, 7)} | {90_000: 2}
    spread = make_spread(counts, "time", None)
    assert spread
    assert sum(bar.count for bar in spread.bars) == spread.wins == sum(counts.values())
    assert len(spread.bars) <= MOST_BARS + 1
    for before, after in zip(spread.bars, spread.bars[1:], strict=False):
        assert before.high == after.low
    assert spread.bars[0].low <= 241
    assert spread.bars[-1].high is None


def test_a_game_left_lying_for_hours_flattens_nobody_elses() -> None:
    spread = make_spread(dict.fromkeys(range(300, 400, 2), 1) | {80_000: 1}, "time", 80_000)
    assert spread
    assert spread.bars[0].high == 305
    assert (spread.bars[-1].count, spread.bars[-1].is_own) == (1, True)


def test_your_own_bar_is_marked_and_says_how_many_are_behind() -> None:
    spread = make_spread({272: 1, 275: 5, 280: 4}, "moves", 275)
    assert spread
    assert [(bar.low, bar.count) for bar in spread.bars if bar.is_own] == [(275, 5)]
    assert (spread.best, spread.median, spread.beaten) == (272, 275, 40)
    assert not any(bar.is_own for bar in make_spread({272: 9}, "moves", None).bars)


@pytest.mark.parametrize("counts", [{}, {500: 2}])
def test_too_few_wins_make_no_picture(counts: dict[int, int]) -> None:
    assert make_spread(counts, "time", None) is None


def test_one_value_alone_is_one_bar() -> None:
    spread = make_spread({500: 3}, "time", 500)
    assert spread
    assert [(bar.low, bar.count, bar.height) for bar in spread.bars] == [(500, 3, 92)]


@pytest.fixture
def board(db: None) -> Deal:
    cache.clear()
    deal = put_on_calendar("standard", "a-day-in-standard")
    for name, seconds, moves in (("Ada", 449, 281), ("Bea", 500, 275), ("Cy", 601, 275), ("Dot", 3700, 290)):
        sit(deal, name, "won", home=80, seconds=seconds, moves=moves, steps=272)
    sit(deal, "Eli", "lost", home=30, seconds=7, moves=150, steps=136)
    return deal


@pytest.mark.parametrize(
    ("query", "says"),
    [
        (
            "by=time",
            [
                "the fastest 07:29",
                "half of them within 08:20",
                "You: 07:29, faster than 75 of every 100 wins",
            ],
        ),
        (
            "by=moves",
            ["the fewest 275", "half of them 275 or fewer", "You: 281, shorter than 25 of every 100 wins"],
        ),
    ],
)
def test_the_board_shows_it_in_each_order_and_in_words(board: Deal, query: str, says: list[str]) -> None:
    page = visit("Ada").get(f"/boards/{board.slug}/?{query}")
    text = page.content.decode()
    assert all(words in text for words in says), text
    assert text.count('class="own"') == 1
    assert page.context["spread"].wins == 4
    with translation.override("es"):
        spanish = Client().get(f"/boards/{board.slug}/?{query}", headers={"accept-language": "es"})
    drawing = re.search(r"<svg viewBox=\"0 0 640 150\".*?</svg>", spanish.content.decode(), re.DOTALL)
    assert drawing
    assert not re.search(r'="\d+,\d', drawing[0])
    assert 'class="own"' not in drawing[0]
