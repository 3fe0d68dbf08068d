"""All writes of deals and the calendar."""

import datetime as dt
import secrets

from django.db import IntegrityError, transaction

from games import clock, engine
from games.deals import calendar
from games.deals.models import Deal
from games.engine import VARIANTS

SEED_BYTES = 20


class NoSuchDay(Exception):
    """The date lies before the first day."""


def draw_deal(*, variant: str) -> Deal:
    """Draw a deal that has a legal first move from 160 random bits; not saved yet."""
    while True:
        seed = secrets.token_hex(SEED_BYTES)
        position = engine.Position.of_deal(VARIANTS[variant], engine.deal_cards(seed))
        if engine.status(position) == "playing":
            return Deal(variant=variant, seed=seed, commitment=engine.commitment(seed), drawn_at=clock.now())


def publish_deal(*, deal: Deal, date: dt.date) -> Deal:
    """Put a drawn deal on the calendar; from here on its date, seed and commitment stand for ever.

    Raises IntegrityError when a standing deal of that date and variant exists already.
    """
    ordinal = 1 + Deal.objects.filter(date=date, variant=deal.variant).count()
    deal.date, deal.ordinal, deal.published_at = date, ordinal, clock.now()
    deal.slug = calendar.slug_of(date, deal.variant, ordinal)
    deal.save()
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
        if deal is None:
            try:
                with transaction.atomic():
                    deal = publish_deal(deal=draw_deal(variant=variant), date=date)
            except IntegrityError:
                deal = standing.get()
        deals.append(deal)
    return deals
