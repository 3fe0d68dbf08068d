"""Posters: the picture of a result or a day that goes with a shared link."""

import datetime as dt
import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.utils import translation
from PIL import Image

from games.deals.models import Deal
from games.play.models import Attempt
from leaderboard import poster, posters
from leaderboard.poster import Poster, draw_poster
from leaderboard.results import Result
from leaderboard.words import place_of
from tests.guests import Guest, line_of

pytestmark = pytest.mark.django_db
CLOSED = dt.datetime(2026, 11, 30, 2, tzinfo=dt.UTC)


@pytest.fixture
def ended(guest: Guest, standard_day: Deal) -> Attempt:
    """A ranked game that was given up once some cards were home."""
    attempt = Attempt.objects.get(pk=guest.start(standard_day.slug))
    line = line_of("standard", standard_day.seed, 20)
    history = "".join(f'["move","{move}",{1000 * n}],' for n, move in enumerate(line, 1))
    attempt.history = f"[{history[:-1]}]"
    attempt.status, attempt.ended_at = "conceded", attempt.started_at
    attempt.home, attempt.moves, attempt.seconds = sum(m.endswith("f") for m in line), len(line), 83
    attempt.save()
    return attempt


def poster_on(guest: Guest, path: str, language: str = "en") -> str:
    """Give the address of the picture that a page names to other sites."""
    page = guest.client.get(path, headers={"accept-language": language}).content.decode()
    found = re.search(r'property="og:image" content="(http://testserver/[^"]+)"', page)
    assert found, page[:2000]
    return found[1].replace("&amp;", "&")


def picture(answer: Any) -> Image.Image:
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    return Image.open(BytesIO(answer.content))


def test_the_landing_a_result_and_a_board_name_a_picture_by_its_whole_address(
    guest: Guest, ended: Attempt
) -> None:
    assert ended.deal
    for path in ("/", f"/games/{ended.pk}/", f"/boards/{ended.deal.slug}/"):
        answer = Guest().client.get(poster_on(guest, path))
        assert picture(answer).size == (1200, 630)
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers


def test_a_picture_under_an_older_address_is_not_kept(ended: Attempt) -> None:
    answer = Guest().client.get(f"/games/{ended.pk}/poster.png?v=older")
    assert picture(answer).size == (1200, 630)
    assert answer.headers["Cache-Control"] == "no-cache"


def test_each_language_has_a_picture_of_its_own(guest: Guest, ended: Attempt) -> None:
    english, spanish = (poster_on(guest, f"/games/{ended.pk}/", language) for language in ("en", "es"))
    assert english != spanish
    assert guest.client.get(english).content != guest.client.get(spanish).content


def test_until_the_boards_close_a_picture_says_nothing_of_suits(
    ended: Attempt, noon: time_machine.Traveller
) -> None:
    before = posters.poster_of_game(ended, dt.datetime(2026, 11, 30, 1, 59, 59, tzinfo=dt.UTC))
    after = posters.poster_of_game(ended, CLOSED)
    assert before and after
    assert (before.suits, after.suits) == (False, True)
    times = [time for column in after.seats for time in column]
    assert len(times) == ended.home
    rows = [column[row] for row in range(10) for column in before.seats if row < len(column)]
    # One after the other, row by row, at equal distances: the same whichever foundation each card went to
    # and when, and however many moves there were.
    assert rows == [index / 79 for index in range(ended.home)]


def test_a_picture_names_who_played_and_says_what_its_seats_are(ended: Attempt) -> None:
    open_one = posters.poster_of_game(ended, ended.started_at)
    closed = posters.poster_of_game(ended, CLOSED)
    assert open_one
    assert closed
    assert open_one.player == closed.player == ended.player.name
    assert (open_one.suits, open_one.caption) == (False, "suits follow when the boards close")
    assert (closed.suits, closed.caption) == (True, "2 to 6 below the suit, 7 to jack above")


def test_a_guest_reads_the_name_that_was_made_up_and_no_place_for_a_game_not_won(
    guest: Guest, ended: Attempt
) -> None:
    page = guest.client.get(f"/games/{ended.pk}/").content.decode()
    assert f"Boards call you <b>{ended.player.name}</b>, a name made up for a guest" in page
    assert "Would be" not in page
    assert "you would be" not in page
    assert "Claim it" not in page


def test_until_the_boards_close_the_moves_of_a_game_not_won_are_not_on_it(
    ended: Attempt, noon: time_machine.Traveller
) -> None:
    def labels(now: dt.datetime) -> list[str]:
        noon.move_to(now, tick=False)
        poster = posters.poster_of_game(ended, now)
        assert poster
        return [label for _value, label in poster.facts]

    assert "Moves" not in labels(CLOSED - dt.timedelta(seconds=1))
    assert "Moves" in labels(CLOSED)


def test_a_running_game_practice_and_a_void_one_have_no_picture(guest: Guest, standard_day: Deal) -> None:
    running, practice = guest.start(standard_day.slug), guest.practise()
    for attempt in (running, practice, "x" * 20):
        assert guest.client.get(f"/games/{attempt}/poster.png").status_code == 404
    assert "og:image" not in guest.client.get(f"/games/{practice}/").content.decode()


def test_a_picture_has_room_for_long_words() -> None:
    columns = ((0.5,) * 10,) * 8
    words = Poster(
        "The Daily Constitutional", "N.º 10.000", "miércoles 29 de septiembre de 2027", "Edición especial",
        "Palabras " * 9, "Una línea muy larga " * 9, (("12:34:56", "Tiempo"),) * 4, columns, True,
        "temprano", "tarde", "cada escaño según su hora de llegada", "Un nombre largo",
        "Reglas de Cadogan", "1.000 de 100.000",
    )  # fmt: skip
    assert len(draw_poster(words)) > 10_000


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("status", ["won", "lost", "conceded", "expired"])
def test_no_words_of_a_picture_meet_whatever_the_language(
    ended: Attempt, monkeypatch: pytest.MonkeyPatch, language: str, status: str
) -> None:
    written: list[tuple[str, float, float, float]] = []
    write = poster._Sheet.text

    def note(sheet: Any, x: float, y: float, text: str, font: Any, *rest: Any) -> float:
        width = write(sheet, x, y, text, font, *rest)
        written.append((text, x - width if rest[1:] == ("rs",) else x, y, width))
        return width

    monkeypatch.setattr(poster._Sheet, "text", note)
    ended.status, ended.moves, ended.home = status, 1272, 79
    with translation.override(language):
        words = posters.poster_of_game(ended, CLOSED if status == "expired" else ended.started_at)
        assert words
        place = place_of(Result(status="won", variant="standard", place=1_234, players=12_345))
    draw_poster(replace(words, player="Gallant Marshal Nwachukwu", foot=place))
    for number, (text, x, y, width) in enumerate(written):
        assert x >= poster.LEFT - 4 and x + width <= poster.RIGHT + 1, text
        for other, left, base, extent in written[:number]:
            assert abs(y - base) > 10 or x >= left + extent or left >= x + width, (text, other)
    foot = {text: (x, x + width) for text, x, _y, width in written if _y == 605}
    assert foot[words.rules][1] < poster.SUITS_LEFT
    assert foot[place][0] > poster.SUITS_LEFT + 120
