"""Days as pictures: a year as a heat map, a month as a calendar with one's own results."""

import calendar as months
import datetime as dt
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, F, FilteredRelation, Q

from games.deals import calendar
from games.deals.models import Deal
from games.engine import FORCED_STEPS
from games.players.models import Player
from leaderboard.profile import DAY, Days, Played

STEP = 13  # from square to square, in units of the picture


class Square(NamedTuple):
    """A date of the heat map: where it stands, and the best that happened on it."""

    x: int
    y: int
    date: dt.date
    kind: str  # perfect, won, played, void, none, off


def year_of(games: Sequence[Played], days: Days, year: int) -> list[Square]:
    """Give the dates of a year, a column a week from Monday down; "off" where none is or yet is."""
    best: dict[dt.date, str] = {}
    for game in games:
        best[game.date] = min(_kind(game), best.get(game.date, "none"), key=_RANK.index)
    first = dt.date(year, 1, 1)
    void = days.void_for(games)
    squares = []
    date = first
    while date.year == year:
        column = ((date - first).days + first.weekday()) // 7
        exists = days.first <= date <= days.today
        kind = best.get(date, "void" if date in void else "none") if exists else "off"
        squares.append(Square(column * STEP, date.weekday() * STEP, date, kind))
        date += DAY
    return squares


_RANK = ("perfect", "won", "played", "void", "none")


def _kind(game: Played) -> str:
    if game.is_void:
        return "void"
    if game.status != "won":
        return "played"
    return "perfect" if game.moves == FORCED_STEPS else "won"


class Box(NamedTuple):
    """A date of a month; outside the month, before No. 1 and after today it has no number.

    A deal is `{slug, variant, is_void, attempt, status, seconds}`, the last three None without a game.
    """

    date: dt.date
    number: int | None
    deals: list[dict[str, Any]]


def month_of(player: Player | None, first: dt.date, today: dt.date) -> list[list[Box]]:
    """Give the weeks of a month, Monday first, with all its deals and a player's results, by one query."""
    own = Q(attempts__player=player.pk if player else None, attempts__ranked=True)
    found: Any = (
        Deal.objects.filter(date__gte=first, date__lt=(first + 31 * DAY).replace(day=1), withdrawn_at=None)
        .filter(date__lte=today)
        .annotate(own=FilteredRelation("attempts", condition=own))
        .annotate(attempt=F("own__pk"), status=F("own__status"), seconds=F("own__seconds"))
        .annotate(is_void=ExpressionWrapper(Q(voided_at__isnull=False), BooleanField()))
        .order_by("date", "-variant", "ordinal")
        .values("date", "slug", "variant", "is_void", "attempt", "status", "seconds")
    )
    deals: dict[dt.date, list[dict[str, Any]]] = {}
    for deal in found:
        deals.setdefault(deal["date"], []).append(deal)
    begin = calendar.first_day()
    return [
        [
            Box(
                date,
                calendar.number_of(date) if date.month == first.month and begin <= date <= today else None,
                deals.get(date, []) if date.month == first.month else [],
            )
            for date in week
        ]
        for week in months.Calendar().monthdatescalendar(first.year, first.month)
    ]
