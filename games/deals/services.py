"""Drawing and publishing deals, by the clerk, by the first visitor of a day or by a curator (desk.py)."""

import datetime as dt
import secrets

from django.db import IntegrityError, transaction

from games import clock, engine
from games.deals import audit, calendar
from games.deals.audit import CLERK, Hand
from games.deals.models import Deal
from games.engine import VARIANTS

SEED_BYTES = 20


class NoSuchDay(Exception):
    """The date lies before the first day."""


class NotACandidate(IntegrityError):
    """The deal serves a day or the practice pool already."""


def draw_deal(*, variant: str) -> Deal:
    """Draw a deal that has a legal first move from 160 random bits; not saved yet."""
    while True:
        seed = secrets.token_hex(SEED_BYTES)
        position = engine.Position.of_deal(VARIANTS[variant], engine.deal_cards(seed))
        if engine.status(position) == "playing":
            return Deal(variant=variant, seed=seed, commitment=engine.commitment(seed), drawn_at=clock.now())


def publish_deal(*, deal: Deal, date: dt.date, by: Hand = CLERK) -> Deal:
    """Put a drawn deal on the calendar; from here on its date, seed and commitment stand for ever.

    Raises IntegrityError when a standing deal of that date and variant exists already, NotACandidate
    (one of those) when the deal has been taken for something else meanwhile.
    """
    # A replacement after a void is the date's second deal; withdrawn ones hand their slug on.
    voided = Deal.objects.filter(date=date, variant=deal.variant, voided_at__isnull=False)
    ordinal = 1 + voided.count()
    place = {
        "date": date,
        "ordinal": ordinal,
        "slug": calendar.slug_of(date, deal.variant, ordinal),
        "published_at": clock.now(),
    }
    with audit.written(by=by, action="published", deal=deal):
        if deal.pk is None:
            deal.save(force_insert=True)
        # Compare and set: two hands never give one seed two dates.
        if not Deal.objects.filter(pk=deal.pk, date=None, in_pool=False).update(**place):
            raise NotACandidate(str(deal))
    return deal


def ensure_day(*, date: dt.date) -> list[Deal]:
    """Give the standing deals of a date, a deal a variant, making what is missing.

    Safe when many requests and processes arrive in the first second of a day: the database
    takes one deal a date and variant, the others read the winner's.
    """
    if date < calendar.first_day():
        raise NoSuchDay(date.isoformat())
    deals = []
    for variant in VARIANTS:
        # A voided deal stays the day's deal until a curator opens a replacement.
        standing = Deal.objects.filter(date=date, variant=variant, withdrawn_at=None).order_by("-ordinal")
        deal = standing.first()
        while deal is None:
            try:
                with transaction.atomic():
                    deal = publish_deal(deal=draw_deal(variant=variant), date=date)
            except IntegrityError:
                deal = standing.first()  # none, where a curator has withdrawn the winner's meanwhile
        deals.append(deal)
    return deals
