"""House players beside people."""

from leaderboard.house import beaten_by
from leaderboard.ranking import Result

HOUSE = [
    {"status": "lost", "home": 5, "seconds": 50, "moves": 40},
    {"status": "lost", "home": 30, "seconds": 90, "moves": 140},
    {"status": "won", "home": 80, "seconds": 600, "moves": 280},
    {"status": "won", "home": 80, "seconds": 700, "moves": 279},
]


def result(*, won: bool, home: int, seconds: int, moves: int) -> Result:
    return Result("mine", won, home, seconds, moves, None)


def test_a_won_game_beats_the_house_players_that_were_slower_or_lost() -> None:
    assert beaten_by(result(won=True, home=80, seconds=650, moves=300), HOUSE) == {"beaten": 3, "of": 4}


def test_an_equal_result_beats_nobody() -> None:
    assert beaten_by(result(won=True, home=80, seconds=600, moves=280), HOUSE) == {"beaten": 3, "of": 4}
    assert beaten_by(result(won=False, home=5, seconds=1, moves=1), HOUSE) == {"beaten": 0, "of": 4}


def test_a_lost_game_beats_those_that_lost_with_fewer_cards_home() -> None:
    assert beaten_by(result(won=False, home=29, seconds=9999, moves=1), HOUSE) == {"beaten": 1, "of": 4}
