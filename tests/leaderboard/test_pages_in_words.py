"""What the pages of days and results are given to say: dates as dates, grade and par in words."""

import datetime as dt
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.deals.models import Deal
from leaderboard.results import Result
from leaderboard.words import share_text
from tests.deals.ground import certify
from tests.guests import Guest, end_attempt, put_on_calendar

pytestmark = pytest.mark.django_db


def shown(guest: Guest, deal: Deal) -> dict[str, object]:
    deals = guest.client.get("/").context["deals"]
    return next(card for card in deals if card["slug"] == deal.slug)


def test_a_certified_deal_has_its_grade_and_par_in_words(guest: Guest, standard_day: Deal) -> None:
    certify(standard_day, grade="hard")
    card = shown(guest, standard_day)
    assert (card["grade_label"], card["par"]) == ("hard", "perfect")
    board = guest.client.get(f"/boards/{standard_day.slug}/").content.decode()
    assert "It can be won in 272 moves, a perfect line." in board
    page = guest.client.get("/").content.decode()
    assert "wins 50 of 100 games on this deal" in page
    assert "easier" not in page  # the other one is not graded
    assert card["date"] == dt.date(2026, 11, 29)


def test_an_uncertified_deal_has_neither(guest: Guest, standard_day: Deal) -> None:
    card = shown(guest, standard_day)
    assert (card["grade_label"], card["par"]) == ("", None)


def test_boards_and_board_give_dates_too(guest: Guest, standard_day: Deal) -> None:
    assert guest.client.get("/boards/").context["deals"][0].date == dt.date(2026, 11, 29)
    board = guest.client.get(f"/boards/{standard_day.slug}/")
    assert board.context["deal"].date == dt.date(2026, 11, 29)


@pytest.mark.parametrize(("language", "date"), [("en", "29 Nov 2026"), ("es", "29 nov 2026")])
def test_lists_write_dates_as_their_language_does(
    guest: Guest, standard_day: Deal, language: str, date: str
) -> None:
    for path in ("/boards/", "/commitments/"):
        assert f">{date}<" in guest.client.get(path, headers={"accept-language": language}).content.decode()


def test_the_landing_knows_whose_row_is_you(guest: Guest, standard_day: Deal) -> None:
    assert {deal["me"] for deal in guest.client.get("/").context["deals"]} == {""}
    guest.start(standard_day.slug)
    assert {deal["me"] for deal in guest.client.get("/").context["deals"]} == {guest.player.name}


def test_the_result_of_practice_names_the_address_of_its_deal(guest: Guest) -> None:
    attempt = guest.practise("cadogan", "a-practice-seed")
    end_attempt(attempt, "conceded")
    game = guest.client.get(f"/games/{attempt}/").context["game"]
    assert game.deal_url == "/practice/?variant=cadogan&seed=a-practice-seed"


def test_a_ranked_game_that_is_over_offers_the_other_deal_of_the_day_and_no_seed(
    guest: Guest, standard_day: Deal, cadogan_day: Deal
) -> None:
    attempt = guest.start(standard_day.slug)
    end_attempt(attempt, "conceded")
    game = guest.client.get(f"/games/{attempt}/").context["game"]
    assert (game.other, game.deal_url) == ("cadogan", None)
    assert "?variant=cadogan" in guest.client.get("/").content.decode()
    end_attempt(guest.start(cadogan_day.slug), "conceded")
    assert guest.client.get(f"/games/{attempt}/").context["game"].other is None


def test_a_result_to_pass_on_tells_day_outcome_and_place_and_nothing_of_the_cards() -> None:
    won = Result(
        status="won", variant="standard", ranked=True, number=332, date=dt.date(2026, 11, 29), seconds=804,
        moves=276, home=80, place=7, players=1284, grade_label="hard", house={"beaten": 7, "of": 10},
    )  # fmt: skip
    assert share_text(won, "https://x/games/1/").split("\n") == [
        "The Daily Constitutional, No. 332",
        "Sunday 29 November 2026, Standard",
        "Grade: hard.",
        "Won in 13:24 with 276 moves.",
        "Place 7 of 1,284 in the Division.",
        "Ahead of 7 of 10 house players.",
        "https://x/games/1/",
    ]
    assert "by a perfect line: 272 moves" in share_text(replace(won, moves=272), "")
    lost = share_text(replace(won, status="lost", home=1, moves=120, place=None), "")
    assert "Not won: 1 card of 80 home in 13:24." in lost
    assert "120" not in lost
    assert "1,284" not in lost
    practice = share_text(Result(status="won", variant="standard", seconds=804, moves=276), "u")
    assert practice == "The Daily Constitutional, practice\nStandard\nWon in 13:24 with 276 moves.\nu"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ({}, "won until move 143; after the next one, nothing wins.</p>"),
        ({}, "fell from 62% to 38%.</p>"),
        ({"settled": False}, "no way to win is known."),
        ({"last_chance": 200}, "It could still be won when you left it."),
        ({"last_chance": None}, "Nobody knows"),
        ({"verdict": "bad luck"}, "Bad luck: "),
        ({"verdict": "bad luck", "odds_before": 0.0}, "as good as lost"),
        ({"verdict": None}, "as good as lost"),
    ],
)
def test_a_post_mortem_tells_what_was_true_and_what_could_be_known(
    what: dict[str, object], words: str
) -> None:
    found = {"last_chance": 143, "settled": True, "odds_before": 0.615, "odds_after": 0.385}
    context = {"found": found | {"verdict": "mistake"} | what, "moves": 200}
    assert words in render_to_string("inquest.html", context)


@pytest.mark.parametrize(
    ("language", "date"), [("en", "Sunday 29 November 2026"), ("es", "29 de noviembre de 2026")]
)
def test_a_date_is_written_as_its_language_writes_it(
    guest: Guest, standard_day: Deal, language: str, date: str
) -> None:
    with translation.override("en"):  # given back at the end
        page = guest.client.get("/", headers={"accept-language": language}).content.decode()
    assert date in page


def test_the_seals_of_days_to_come_stand_apart(guest: Guest, standard_day: Deal) -> None:
    later = put_on_calendar("standard", "a-later-seed", standard_day.date + dt.timedelta(days=1))
    page = guest.client.get("/commitments/")
    assert [seal.deal.slug for seal in page.context["seals"]] == [standard_day.slug]
    assert [seal.deal.slug for seal in page.context["coming"]] == [later.slug]
