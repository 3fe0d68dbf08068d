"""What stands on the posters of results and days, in the language that is active; and their addresses."""

import datetime as dt
import hashlib
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games import clock
from games.play import selectors
from games.play.models import Attempt
from games.players.selectors import PRIVATE
from leaderboard import portrait, words
from leaderboard.poster import DRAWN, Poster
from leaderboard.results import Result, result_of
from leaderboard.today import DealCard

COLUMNS = 8
CARDS = 80


def poster_of_game(attempt: Attempt, now: dt.datetime) -> Poster | None:
    """Give the poster of a ranked game that is over, as everybody may see it; None of any other game."""
    if not attempt.counts or attempt.status == "playing":
        return None
    seats = portrait.seats(selectors.game_of(attempt))
    is_closed = not selectors.boards_open(attempt, now)
    return _poster_of_result(result_of(attempt, is_own=False), seats, is_closed=is_closed)


def _poster_of_result(result: Result, seats: Sequence[Sequence[float]], *, is_closed: bool) -> Poster:
    """Give the poster of a ranked game that is over; `seats` by foundation as `portrait.seats` gives them.

    Before the boards have closed the seats are those of no suit, filled one after the other.
    """
    columns = [seats[index] for index in portrait.ORDER] if is_closed else _without_suits(seats)
    facts = [(clock.as_text(result.seconds or 0), _("Time"))]
    if result.moves is not None:
        facts.append((number_format(result.moves, force_grouping=True), _("Moves")))
    if result.over:
        facts.append((result.over, _("Over 272")))
    else:
        facts.append((str(result.home), pgettext("cards", "Home")))
    if result.place:
        facts.append((number_format(result.place, force_grouping=True), _("Place")))
    return _poster(
        *(result.number, date_format(result.date) if result.date else "", result.variant),
        edition=words.edition_of(result),
        headline=words.headline_of(result.status),
        standing=words.standing_of(result),
        facts=facts,
        seats=columns,
        suits=is_closed,
        caption=_("2 to 6 below the suit, 7 to jack above")
        if is_closed
        else _("suits follow when the boards close"),
        player=_("a member") if result.player.startswith(PRIVATE) else result.player,
        foot=words.place_of(result),
    )


def poster_of_day(card: DealCard) -> Poster:
    """Give the poster of a day's deal: eighty empty seats."""
    facts = [(card.grade_label, _("Grade"))] if card.grade else []
    return _poster(
        *(card.number, date_format(card.date), card.variant),
        edition=_("The same deal for everybody"),
        headline=_("Eighty seats to fill."),
        standing=_("Two deals of the patience British Constitution a day, the same for everybody."),
        facts=facts,
        seats=[()] * COLUMNS,
        suits=True,
    )


def _poster(
    number: int | None,
    date: str,
    variant: str,
    *,
    facts: Sequence[tuple[str, str]],
    seats: Sequence[Sequence[float]],
    **said: Any,
) -> Poster:
    return Poster(
        masthead=_("The Daily Constitutional"),
        number=_("No. %(number)s") % {"number": number},
        date=date,
        facts=tuple(facts),
        seats=tuple(tuple(column) for column in seats),
        early=_("early"),
        late=_("late"),
        rules=_("Cadogan’s rules") if variant == "cadogan" else _("Standard rules"),
        **said,
    )


def _without_suits(seats: Sequence[Sequence[float]]) -> list[list[float]]:
    # Nor when each card went home: before the boards close that is nobody's to know.
    filled = sum(map(len, seats))
    times = [index / (CARDS - 1) for index in range(filled)]
    return [times[column::COLUMNS] for column in range(COLUMNS)]


def version_of(poster: Poster) -> str:
    """Give what names a poster's content; an address with it may be kept for ever."""
    return hashlib.sha256(repr((DRAWN, astuple(poster))).encode()).hexdigest()[:16]


def address_of(poster: Poster, name: str, key: str) -> str:
    """Give the path of a poster as it is now; `name` is that of its view."""
    query = urlencode({"lang": get_language(), "v": version_of(poster)})
    return f"{reverse(name, args=[key])}?{query}"


def open_graph(request: HttpRequest, *, title: str, poster: Poster, image: str) -> dict[str, str]:
    """Give what other sites read of a page that is linked there; their readers need whole addresses."""
    return {
        "title": title,
        "description": poster.standing,
        "url": request.build_absolute_uri(request.path),
        "image": request.build_absolute_uri(image),
    }
