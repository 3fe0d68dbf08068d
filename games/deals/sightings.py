"""Who saw what: the one door through which seed, cards and line of an unopened deal leave.

The law: what shows a curator anything secret of a deal asks `look_at`, which first writes down who
looks. A deal whose date has begun is shown to nobody until its boards have closed, so that a look
always lies before the first ranked game. Players' own games do not pass here: they see only cards
that their own attempt has turned.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from games import clock, engine
from games.deals import audit, calendar
from games.deals.audit import Hand
from games.deals.models import AuditEntry, Certificate, Deal


class Look(NamedTuple):
    """What is secret of a deal: its seed, its 80 cards, the certificate's line (empty without one)."""

    seed: str
    cards: tuple[str, ...]
    line: tuple[str, ...]


class Sealed(Exception):
    """The deal is live: nobody looks at it until its boards have closed."""


def is_sealed(deal: Deal) -> bool:
    """Say whether a deal is live at this moment."""
    return calendar.state_of(deal, clock.now()) in ("open", "closing")


def looks(user_id: int | None = None) -> QuerySet[AuditEntry, int | None]:
    """Give the ids of the deals at which an account, or anybody, has looked before they opened."""
    entries = AuditEntry.objects.filter(action="looked", deal__isnull=False)
    return (entries.filter(user_id=user_id) if user_id else entries).values_list("deal_id", flat=True)


def has_seen(user_id: int | None, deal: Deal) -> bool:
    """Say whether an account has ever looked at a deal before it opened."""
    return user_id is not None and bool(seen_among(user_id, [deal]))


def seen_among(user_id: int, deals: Sequence[Deal]) -> set[int]:
    """Give which of some deals an account has looked at before they opened."""
    return {deal_id for deal_id in looks(user_id).filter(deal__in=deals) if deal_id is not None}


def look_at(*, deal: Deal, by: Hand) -> Look:
    """Give what is secret of a deal and write down who looked. Raises Sealed."""
    if not calendar.boards_are_closed(deal, clock.now()):
        if is_sealed(deal):
            raise Sealed(deal.slug)
        if not has_seen(by.user_id, deal):
            audit.write_entry(by=by, action="looked", deal=deal, after=audit.facts_of(deal))
        if is_sealed(deal):  # midnight struck while that was written
            raise Sealed(deal.slug)
    line = Certificate.objects.filter(deal=deal).values_list("line", flat=True).first() or ""
    return Look(deal.seed, engine.deal_cards(deal.seed), tuple(line.split()))
