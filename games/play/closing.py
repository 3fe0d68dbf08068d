"""Closing a day: what still runs expires, then the counts of the deal are written down.

The law: all is derived from what is missing, one piece at a time, so the clerk may be killed anywhere,
run again or run twice. Places are not written: from here on the rows they come from change no more, but
by a void or a disqualification, which both are on record.
"""

import datetime as dt

import structlog
from django.db.models import Count, Q

from games import clock
from games.deals import calendar
from games.deals.models import Deal
from games.play import journal, selectors
from games.play.game import DamagedGame, GameEvent
from games.play.journal import Entry
from games.play.models import Attempt, Closing

log = structlog.get_logger()
# The web processes have the pages to tell, so they expire first.
GRACE = dt.timedelta(seconds=30)


def expire_some() -> bool:
    """End running games whose boards have closed a while ago; False when there was none that could be.

    One whose events make no game is passed over: it must not keep the others open.
    """
    total = 0
    for attempt_id in selectors.overdue(clock.now() - GRACE):
        try:
            total += _expire(attempt_id)
        except DamagedGame as error:
            log.error("damaged_attempt", attempt=attempt_id, error=str(error))
    return total > 0


def _expire(attempt_id: str) -> bool:
    attempt = Attempt.objects.select_related("deal").get(pk=attempt_id)
    if attempt.status != "playing" or attempt.deal is None or attempt.deal.date is None:
        return False
    game = selectors.game_of(attempt)
    if game.status != "playing":  # it has ended since its row was read, a moment ago
        return False
    started_ms = clock.to_ms(attempt.started_at)
    closes_ms = clock.to_ms(calendar.closes_at(attempt.deal.date))
    # As a table does it (table.py); the journal lets one of us end it.
    game.take(GameEvent("expire", "", closes_ms - started_ms))
    return bool(journal.commit([Entry.of(attempt_id, game, started_ms, attempt.deal_id)]))


def close_one() -> bool:
    """Write down the counts of the next deal whose boards have closed and where nobody plays any more."""
    deals = Deal.objects.filter(
        date__lte=calendar.last_closed(clock.now()), withdrawn_at=None, voided_at=None, closing=None
    )
    running = Attempt.objects.filter(ranked=True, status="playing", disqualified_at=None)
    deal = deals.exclude(pk__in=running.values("deal_id")).order_by("date", "pk").first()
    if deal is None:
        return False
    counts = Attempt.objects.filter(deal=deal, ranked=True).aggregate(
        players=Count("pk"), won=Count("pk", filter=Q(status="won"))
    )
    # Another clerk may be quicker, and has counted the same.
    Closing.objects.get_or_create(deal=deal, defaults={"closed_at": clock.now(), **counts})
    return True


STEPS = (expire_some, close_one)
