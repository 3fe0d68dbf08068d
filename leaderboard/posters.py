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
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games import clock
from games.engine import FORCED_STEPS
from games.players.selectors import PRIVATE
from leaderboard.poster import DRAWN, Poster

COLUMNS = 8
CARDS = 80
# The wire's foundations C C D D H H S S in the order of the table.
ORDER = (6, 4, 2, 0, 7, 5, 3, 1)
Card = dict[str, Any]


def poster_of_result(result: Card, seats: Sequence[Sequence[float]], *, is_closed: bool) -> Poster:
    """Give the poster of a ranked game that is over; `seats` by foundation as `portrait.seats` gives them.

    Before the boards have closed the seats are those of no suit, filled one after the other.
    """
    is_won = result["status"] == "won"
    columns = [seats[index] for index in ORDER] if is_closed else _without_suits(seats)
    facts = [(clock.as_text(result["seconds"] or 0), _("Time"))]
    if result["moves"] is not None:
        facts.append((number_format(result["moves"], force_grouping=True), _("Moves")))
    if is_won and result["moves"]:
        facts.append((f"+{result['moves'] - FORCED_STEPS}", _("Over 272")))
    else:
        facts.append((str(result["home"]), pgettext("cards", "Home")))
    if result["place"]:
        facts.append((number_format(result["place"], force_grouping=True), _("Place")))
    return _poster(
        result,
        edition=_edition(result["status"], is_perfect=is_won and result["moves"] == FORCED_STEPS),
        headline=_headline(result["status"]),
        standing=_standing(result["status"], result["home"], result["moves"]),
        facts=facts,
        seats=columns,
        suits=is_closed,
        caption=_("each seat by when its card came home")
        if is_closed
        else _("suits follow when the boards close"),
        player=_("a member") if result["player"].startswith(PRIVATE) else result["player"],
        foot=_foot(result["place"], result["players"]),
    )


def poster_of_day(card: Card) -> Poster:
    """Give the poster of a day's deal: eighty empty seats."""
    facts = [(card["grade_label"], _("Grade"))] if card["grade_label"] else []
    return _poster(
        card,
        edition=_("The same deal for everybody"),
        headline=_("Eighty seats to fill."),
        standing=_("Two deals of the patience British Constitution a day, the same for everybody."),
        facts=facts,
        seats=[()] * COLUMNS,
        suits=True,
        caption="",
        player="",
        foot="",
    )


def _poster(
    card: Card, *, facts: Sequence[tuple[str, str]], seats: Sequence[Sequence[float]], **words: Any
) -> Poster:
    date: dt.date = card["date"]
    return Poster(
        masthead=_("The Daily Constitutional"),
        number=_("No. %(number)s") % {"number": card["number"]},
        date=date_format(date),
        facts=tuple(facts),
        seats=tuple(tuple(column) for column in seats),
        early=_("early"),
        late=_("late"),
        rules=_("Cadogan’s rules") if card["variant"] == "cadogan" else _("Standard rules"),
        **words,
    )


def _without_suits(seats: Sequence[Sequence[float]]) -> list[list[float]]:
    # Nor when each card went home: before the boards close that is nobody's to know.
    filled = sum(map(len, seats))
    times = [index / (CARDS - 1) for index in range(filled)]
    return [times[column::COLUMNS] for column in range(COLUMNS)]


def _edition(status: str, *, is_perfect: bool) -> str:
    if is_perfect:
        return _("Special edition: a perfect line")
    return _("Late edition") if status in ("won", "conceded") else _("House dissolved")


def _headline(status: str) -> str:
    words = {
        "won": _("The Ayes have it."),
        "lost": _("No motion can carry."),
        "conceded": _("The House is dissolved."),
    }
    return words.get(status, _("The hour has struck."))


def _standing(status: str, home: int, moves: int | None) -> str:
    if status == "won" and moves == FORCED_STEPS:
        return _("Won in 272 moves, and no game is shorter: eighty of eighty seats, not one step to spare.")
    if status == "won":
        return _("Won. A Constitution is formed: eighty of eighty seats.")
    return ngettext(
        "Not won: %(home)s of eighty seats was taken.", "Not won: %(home)s of eighty seats were taken.", home
    ) % {"home": home}


def _foot(place: int | None, players: int | None) -> str:
    if not players:
        return ""
    shown = {"place": place, "players": number_format(players, force_grouping=True)}
    if place:
        return (
            ngettext(
                "Place %(place)s of %(players)s in the Division.",
                "Place %(place)s of %(players)s in the Division.",
                players,
            )
            % shown
        )
    return ngettext("%(players)s player", "%(players)s players", players) % shown


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
