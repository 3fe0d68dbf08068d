"""Reads of deals; nothing here writes, and nothing here shows a future deal."""

import datetime as dt

from django.db.models import QuerySet

from games.deals import calendar
from games.deals.models import Deal


def find_deal(slug: str, now: dt.datetime) -> Deal | None:
    """Give a daily deal by its slug; a future one does not exist yet for anybody."""
    # PostgreSQL would not even look for a NUL.
    deal = None if "\0" in slug else Deal.objects.filter(slug=slug, withdrawn_at=None).first()
    if deal is None or calendar.state_of(deal, now) == "future":
        return None
    return deal


def past_deals(now: dt.datetime, *, limit: int) -> list[Deal]:
    """Give the newest daily deals that have begun, newest date first."""
    begun = Deal.objects.filter(date__lte=now.date(), withdrawn_at=None)
    return list(begun.order_by("-date", "-variant", "-ordinal")[:limit])


def commitments(now: dt.datetime) -> QuerySet[Deal]:
    """Give all deals that were ever put on the calendar, in the order of their publication."""
    return Deal.objects.filter(published_at__lte=now).order_by("published_at", "pk")


def candidates(variant: str) -> QuerySet[Deal]:
    """Give the drawn deals that may be scheduled, oldest first: certified as winnable, not yet used."""
    return Deal.objects.filter(
        variant=variant, date=None, in_pool=False, certificate__verdict="won"
    ).order_by("drawn_at")


def grade_of(variant: str, seed: str, now: dt.datetime) -> str:
    """Give in words how hard the deal of a seed is, if it is known and no secret; else nothing."""
    if "\0" in seed:
        return ""
    deal = Deal.objects.filter(variant=variant, seed=seed).select_related("certificate").first()
    if deal is None or not (deal.in_pool or (deal.date and calendar.boards_are_closed(deal, now))):
        return ""
    return deal.certificate.get_grade_display() if hasattr(deal, "certificate") else ""
