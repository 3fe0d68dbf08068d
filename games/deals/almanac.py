"""The almanac: a month of the calendar as the curators see it, with what is missing. Reads only.

It holds future dates, so it is for the desk alone; nothing here is secret (no seed, no card).
"""

import calendar as months
import datetime as dt
import itertools
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import clock
from games.deals import calendar
from games.deals.models import Deal
from games.engine import VARIANTS


class Square(NamedTuple):
    """One variant of a date: its newest deal if there is one, and what is wrong with it."""

    variant: str
    deal: Deal | None
    state: str
    warning: Promise | None
    withdrawn: int


class Day(NamedTuple):
    """A date of the month; `number` is None before the first day."""

    date: dt.date
    number: int | None
    wanted: str
    squares: list[Square]


def month_of(first: dt.date) -> list[list[Day | None]]:
    """Give the weeks of the month that begins at `first`, Monday first; None pads the first and last."""
    found = Deal.objects.filter(date__year=first.year, date__month=first.month).select_related("certificate")
    deals = list(found.defer("seed", "certificate__line", "certificate__house").order_by("ordinal", "pk"))
    return [
        [
            _day(date, [deal for deal in deals if deal.date == date]) if date.month == first.month else None
            for date in week
        ]
        for week in months.Calendar().monthdatescalendar(first.year, first.month)
    ]


def open_dates(variant: str, count: int) -> list[dt.date]:
    """Give the next dates to come, tomorrow first, that have no standing deal of a variant."""
    start = max(clock.today() + dt.timedelta(days=1), calendar.first_day())
    standing = Deal.objects.filter(variant=variant, date__gte=start, withdrawn_at=None)
    taken = set(standing.values_list("date", flat=True))
    dates = (start + dt.timedelta(days=n) for n in itertools.count())
    return list(itertools.islice((date for date in dates if date not in taken), count))


def _day(date: dt.date, deals: list[Deal]) -> Day:
    has_number = date >= calendar.first_day()
    return Day(
        date=date,
        number=calendar.number_of(date) if has_number else None,
        wanted=calendar.wanted_grade(date),
        squares=[
            _square(variant, date, [deal for deal in deals if deal.variant == variant])
            for variant in VARIANTS
            if has_number
        ],
    )


def _square(variant: str, date: dt.date, deals: list[Deal]) -> Square:
    standing = [deal for deal in deals if deal.withdrawn_at is None]
    withdrawn = len(deals) - len(standing)
    if not standing:
        is_hole = date >= clock.today()
        return Square(variant, None, "", _("No deal yet") if is_hole else None, withdrawn)
    deal = standing[-1]
    certificate = getattr(deal, "certificate", None)
    warning = None
    if deal.voided_at is not None and date == clock.today():
        warning = _("Void and not replaced")
    elif deal.voided_at is None and date >= clock.today():
        if certificate is None:
            warning = _("Not certified yet")
        elif certificate.verdict != "won":
            warning = _("Not known to be winnable")
    return Square(variant, deal, calendar.state_of(deal, clock.now()), warning, withdrawn)
