"""What curators do to the calendar: every write with its entry in the audit log, in one transaction.

The law: a deal whose date has begun is only ever voided. What a date or a seed may not become
twice, the database refuses; here that refusal gets its words.
"""

import datetime as dt
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import clock
from games.deals import audit, calendar
from games.deals.audit import Hand
from games.deals.models import Certificate, Deal
from games.deals.selectors import candidates
from games.deals.services import draw_deal, publish_deal
from games.deals.sightings import looks

MAX_DRAWN = 20


class Refused(Exception):
    """The calendar does not take that; `code` says why for machines, `words` for people."""

    def __init__(self, code: str, words: str | Promise) -> None:
        super().__init__(code)
        self.code = code
        self.words = words


TAKEN = _("Another hand was quicker: that date has a deal, or that deal has a date.")


def draw_candidates(*, variant: str, count: int, by: Hand) -> list[Deal]:
    """Draw candidates; the clerk certifies and grades them."""
    deals = [draw_deal(variant=variant) for _n in range(min(count, MAX_DRAWN))]
    with transaction.atomic():
        for deal in deals:
            with audit.written(by=by, action="drew", deal=deal):
                deal.save()
    return deals


def schedule_deals(*, places: Sequence[tuple[Deal, dt.date]], by: Hand) -> None:
    """Publish certified candidates on dates to come, all or none. Raises Refused."""
    for deal, date in places:
        _check_candidate(deal)
        if date <= clock.today() or date < calendar.first_day():
            raise Refused(
                "past", _("A deal is scheduled for a date to come; today’s is only voided and replaced.")
            )
    with transaction.atomic():
        for deal, date in sorted(places, key=lambda place: place[1]):  # in one order, as every hand
            _publish(deal, date, by)


def withdraw_deal(*, deal: Deal, by: Hand) -> None:
    """Take a deal off a date to come; its seed is burnt, its commitment stays public. Raises Refused."""
    with audit.written(by=by, action="withdrew", deal=deal):
        standing = Deal.objects.filter(pk=deal.pk, withdrawn_at=None, voided_at=None, date__gt=clock.today())
        if not standing.update(withdrawn_at=clock.now()):
            raise Refused(
                "begun", _("Only a deal whose date has not begun can be withdrawn; a live one is voided.")
            )
        if deal.has_begun():  # midnight struck meanwhile: nothing has happened
            raise Refused("begun", _("The date has begun meanwhile; a live deal is only voided."))


def swap_deal(*, deal: Deal, candidate: Deal, by: Hand) -> None:
    """Withdraw a deal and publish a candidate in its place, both or neither. Raises Refused."""
    _check_candidate(candidate)
    if candidate.variant != deal.variant or deal.date is None:
        raise Refused("variant", _("A deal is swapped for a candidate of the same rules."))
    with transaction.atomic():
        # Both at first and in one order, or two hands that want one candidate wait for each other for ever.
        list(Deal.objects.select_for_update().filter(pk__in=(deal.pk, candidate.pk)).order_by("pk"))
        withdraw_deal(deal=deal, by=by)
        _publish(candidate, deal.date, by)


def describe_deal(*, deal: Deal, title: str, note: str, by: Hand) -> None:
    """Give a day its title and note, before its date begins. Raises Refused."""
    if deal.has_begun():
        raise Refused("begun", _("Title and note stand once the date has begun."))
    with audit.written(by=by, action="described", deal=deal):
        Deal.objects.filter(pk=deal.pk).update(title=title.strip(), note=note.strip())


def void_deal(*, deal: Deal, reason: str, by: Hand, replace: bool = False) -> Deal | None:
    """Void a live or past deal, with a reason that players read; gives the replacement, if one was wished.

    Ranked games on it count no more; those that run go on as practice. Raises Refused.
    """
    reason = reason.strip()
    if not reason:
        raise Refused("no_reason", _("Players are told why a deal is void: write a reason."))
    with transaction.atomic():
        with audit.written(by=by, action="voided", deal=deal):
            live = Deal.objects.filter(pk=deal.pk, withdrawn_at=None, voided_at=None, date__lte=clock.today())
            if not live.update(voided_at=clock.now(), void_reason=reason):
                raise Refused("not_live", _("Only a deal whose date has begun can be voided, and only once."))
        return replace_deal(deal=deal, by=by) if replace else None


def replace_deal(*, deal: Deal, by: Hand) -> Deal:
    """Open a replacement of today's void deal. Raises Refused.

    It is the oldest certified candidate of the same grade, or of any, at which nobody has looked;
    without one a deal is drawn, and the clerk certifies it.
    """
    if deal.voided_at is None or deal.date != clock.today():
        raise Refused("not_today", _("A replacement opens on the void deal's own date only."))
    unseen = candidates(deal.variant).exclude(pk__in=looks())
    grade = Certificate.objects.filter(deal=deal).values_list("grade", flat=True).first()
    new = unseen.filter(certificate__grade=grade).first() or unseen.first() or draw_deal(variant=deal.variant)
    return _publish(new, deal.date, by)


def _check_candidate(deal: Deal) -> None:
    if deal.date is not None or deal.in_pool:
        raise Refused("taken", TAKEN)
    if not candidates(deal.variant).filter(pk=deal.pk).exists():
        raise Refused(
            "uncertified", _("Only a deal that the clerk has certified as one that can be won is scheduled.")
        )


def _publish(deal: Deal, date: dt.date, by: Hand) -> Deal:
    try:
        return publish_deal(deal=deal, date=date, by=by)
    except IntegrityError:
        raise Refused("taken", TAKEN) from None
