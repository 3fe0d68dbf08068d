"""Days, numbers, slugs and states: pure functions of dates and the clock, nothing stored.

A day is a UTC date. Its boards close at 02:00 UTC of the next date (rules: Ranked play).
"""

import datetime as dt
from functools import cache
from typing import Literal

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Min

from games import clock
from games.deals.models import Deal

State = Literal["drawn", "future", "open", "closing", "closed", "void", "withdrawn"]
CLOSE_HOUR = 2


@cache
def _first_migrated_day() -> dt.date:
    migrations = MigrationRecorder(connection).migration_qs.filter(app="deals")
    applied = migrations.aggregate(first=Min("applied"))["first"]
    return applied.astimezone(dt.UTC).date() if applied else clock.today()


def first_day() -> dt.date:
    """Give the date of No. 1: the setting FIRST_DAY, else the date of the first migration."""
    return settings.FIRST_DAY or _first_migrated_day()


def number_of(date: dt.date) -> int:
    """Give a day's number; the first day is 1."""
    return (date - first_day()).days + 1


def opens_at(date: dt.date) -> dt.datetime:
    """Give the first instant of a date, UTC."""
    return dt.datetime.combine(date, dt.time(), dt.UTC)


def closes_at(date: dt.date) -> dt.datetime:
    """Give the instant at which the boards of a date close: 02:00 UTC of the next date."""
    return opens_at(date) + dt.timedelta(days=1, hours=CLOSE_HOUR)


def last_closed(now: dt.datetime) -> dt.date:
    """Give the latest date whose boards have closed."""
    return (now - dt.timedelta(days=1, hours=CLOSE_HOUR)).date()


def wanted_grade(date: dt.date) -> str:
    """Give the grade of the weekly pattern for a date."""
    return str(settings.WEEKLY_GRADES[date.weekday()])


def read_month(text: str) -> dt.date:
    """Give the first day of a month typed as 2026-11; of this month when it, or one beside it, is none."""
    try:
        month = dt.date.fromisoformat(f"{text}-01")
    except ValueError:
        month = dt.date.min
    return month if dt.MINYEAR < month.year < dt.MAXYEAR else clock.today().replace(day=1)


def slug_of(date: dt.date, variant: str, ordinal: int) -> str:
    """Give a daily deal's slug; a replacement after a void carries its ordinal."""
    return f"{date.isoformat()}-{variant}" + (f"-{ordinal}" if ordinal > 1 else "")


def state_of(deal: Deal, now: dt.datetime) -> State:
    """Give the state of a deal at an instant; 'drawn' and 'future' are shown to curators alone."""
    if deal.date is None:
        return "drawn"
    if deal.voided_at is not None:
        return "void"
    if deal.withdrawn_at is not None:
        return "withdrawn"
    if now < opens_at(deal.date):
        return "future"
    if now < opens_at(deal.date + dt.timedelta(days=1)):
        return "open"
    return "closing" if now < closes_at(deal.date) else "closed"


def boards_are_closed(deal: Deal, now: dt.datetime) -> bool:
    """Say whether seed, records and replays of a deal are public."""
    return deal.date is not None and now >= closes_at(deal.date)
