"""The audit log: one append-only table of who did what, when, to which deal and from where.

The law: every write of the desk adds its entry in the same transaction; no entry holds a seed,
a card or a move, so that the log may be read by whoever may see the calendar.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from games import clock
from games.deals.models import AuditEntry, Deal


@dataclass(frozen=True, slots=True)
class Hand:
    """Who acts: an account's id (None for the service itself), its name, and from where."""

    user_id: int | None
    name: str
    address: str = ""


CLERK = Hand(None, "clerk")


def hand_of(request: HttpRequest) -> Hand:
    """Give who acts in a request of somebody who has logged in."""
    return Hand(request.user.pk, request.user.get_username(), request.META.get("REMOTE_ADDR", "") or "")


def facts_of(deal: Deal) -> dict[str, Any]:
    """Give what stands of a deal, without anything secret; empty values are left out."""
    facts = {
        "variant": deal.variant,
        "date": deal.date and deal.date.isoformat(),
        "slug": deal.slug,
        "title": deal.title,
        "note": deal.note,
        "withdrawn": deal.withdrawn_at and f"{deal.withdrawn_at:%Y-%m-%d %H:%M:%S}",
        "voided": deal.voided_at and f"{deal.voided_at:%Y-%m-%d %H:%M:%S}",
        "reason": deal.void_reason,
    }
    return {name: value for name, value in facts.items() if value}


def write_entry(
    *,
    by: Hand,
    action: str,
    deal: Deal | None = None,
    subject: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Add an entry; call it in the transaction of what it tells."""
    AuditEntry.objects.create(
        at=clock.now(),
        user_id=by.user_id,
        who=by.name,
        address=by.address,
        action=action,
        deal=deal,
        subject=subject or str(deal),
        before=before or {},
        after=after or {},
    )


@contextmanager
def written(*, by: Hand, action: str, deal: Deal) -> Iterator[None]:
    """Change a deal within, and its entry is added in the same transaction."""
    before = {} if deal.pk is None else facts_of(deal)
    with transaction.atomic():
        yield
        deal.refresh_from_db()
        write_entry(by=by, action=action, deal=deal, before=before, after=facts_of(deal))
