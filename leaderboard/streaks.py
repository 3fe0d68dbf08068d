"""Runs of dates (rules: Ranked play), as pure arithmetic. No Django, no database, no clock.

The law: a run goes on over the dates that count. A date that is open (its boards have not closed) or
void (nobody could play it) is passed over unless it was achieved; every other date that
was not achieved ends the run.
"""

import datetime as dt
from collections.abc import Collection
from typing import NamedTuple

DAY = dt.timedelta(days=1)


class Run(NamedTuple):
    """How many dates the run holds that goes on today, and the longest there ever was."""

    current: int
    longest: int


def run_of(
    achieved: Collection[dt.date],
    *,
    first: dt.date,
    today: dt.date,
    open_dates: Collection[dt.date] = (),
    void_dates: Collection[dt.date] = (),
) -> Run:
    """Give the run of the dates from `first` to `today` on which something was achieved.

    A void date counts for nothing, whatever was achieved on it; dates outside do not exist.
    """
    current = longest = 0
    date = first
    while date <= today:
        if date in void_dates:
            pass
        elif date in achieved:
            current += 1
            longest = max(longest, current)
        elif date not in open_dates:
            current = 0
        date += DAY
    return Run(current, longest)
