"""Results as a sheet, for staff: every ranked game of some dates with its places on both boards.

It shows what the boards show and no more: other players' moves only once they may be seen there.
"""

import datetime as dt
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from games import clock
from games.deals import audit
from games.deals.audit import hand_of
from games.deals.models import Deal
from games.deals.sheets import csv_response
from leaderboard.standings import Board, Sweep

MAX_DAYS = 366
DEFAULT_DAYS = 30
HEADER = (
    "date", "variant", "slug", "void", "player", "guest", "status", "home", "moves", "seconds",
    "place_fastest", "place_best_line",
)  # fmt: skip


def results_csv(request: HttpRequest) -> HttpResponseBase:
    """Give the results of the dates `from` to `to` (the last 30 days) as CSV."""
    try:
        last = dt.date.fromisoformat(request.GET.get("to") or clock.today().isoformat())
        first = dt.date.fromisoformat(
            request.GET.get("from") or (last - dt.timedelta(days=DEFAULT_DAYS)).isoformat()
        )
        first = max(first, last - dt.timedelta(days=MAX_DAYS))
    except (ValueError, OverflowError):
        return HttpResponse(_("A date is written like 2026-11-29."), status=400, content_type="text/plain")
    span = f"results {first} to {last}"
    audit.write_entry(by=hand_of(request), action="exported", subject=span)
    return csv_response(f"{span.replace(' ', '-')}.csv", HEADER, _rows(first, last))


def _rows(first: dt.date, last: dt.date) -> Iterator[list[object]]:
    now = clock.now()
    begun = Deal.objects.filter(date__range=(first, min(last, now.date())), withdrawn_at=None)
    for deal in begun.order_by("date", "-variant", "ordinal"):
        by_time, by_moves = Sweep(Board(deal.pk, "time", now)), Sweep(Board(deal.pk, "moves", now))
        on_the_other = {e.attempt_id: row.place for e, row in by_moves}
        for entry, row in by_time:
            yield [
                deal.date,
                deal.variant,
                deal.slug,
                "void" if deal.voided_at else None,
                entry.name,  # for staff, a private one too
                row.guest,
                row.status,
                row.home,
                row.moves,
                row.seconds,
                row.place,
                on_the_other.get(entry.attempt_id),
            ]
