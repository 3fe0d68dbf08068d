"""The clerk's work on deals: certificates, the calendar 30 days ahead, the practice pool, house players.

Nothing is queued. Each step looks at what is missing, does one piece of it and says whether it
did anything. A step may be killed anywhere or run in two processes at once: work on a deal is
claimed with a time-out, and what must be unique is unique in the database.
"""

import datetime as dt
from collections.abc import Iterator
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model, Q, QuerySet

from games import clock, engine
from games.deals import calendar, services
from games.deals.certificates import make_certificate
from games.deals.house import house_games
from games.deals.models import Certificate, Deal
from games.deals.selectors import candidates
from games.deals.sightings import looks
from games.engine import VARIANTS
from games.engine.grade import LABELS

AHEAD = 30
POOL_PER_GRADE = 6
CLAIM = dt.timedelta(minutes=5)
Row = TypeVar("Row", bound=Model)
# Candidates that fit no wish wait for one; beyond so many the nearest grade is taken instead.
MAX_CANDIDATES = 60


def certify_one() -> bool:
    """Certify the most urgent deal without a certificate: the nearest date first, candidates last."""
    missing = Deal.objects.filter(certificate=None, withdrawn_at=None)
    deal = claim(missing.filter(date__isnull=False).order_by("date")) or claim(missing.order_by("drawn_at"))
    if deal is None:
        return False
    certificate = make_certificate(deal)
    try:
        with transaction.atomic():
            certificate.save(force_insert=True)
    except IntegrityError:  # its claim ran out, and another clerk was quicker
        return True
    _release(deal)
    return True


def add_house_soon() -> bool:
    """Let the house players play today's and tomorrow's deals."""
    return _add_house(_standing(days=1).order_by("date"))


def add_house_looked() -> bool:
    """Let the house players play the candidates that a curator has looked at."""
    return _add_house(Deal.objects.filter(pk__in=looks(), date=None, in_pool=False))


def add_house_later() -> bool:
    """Let the house players play what else stands on the calendar."""
    return _add_house(_standing(days=AHEAD).order_by("date"))


def _standing(*, days: int) -> QuerySet[Deal]:
    today = clock.today()
    return Deal.objects.filter(date__range=(today, today + dt.timedelta(days=days)), withdrawn_at=None)


def _add_house(deals: QuerySet[Deal]) -> bool:
    deal = claim(deals.filter(certificate__house__isnull=True).exclude(certificate=None))
    if deal is None:
        return False
    games = house_games(VARIANTS[deal.variant], engine.deal_cards(deal.seed), seed=deal.commitment)
    Certificate.objects.filter(deal=deal).update(house=games)
    _release(deal)
    return True


def fill_calendar() -> bool:
    """Publish a deal for the nearest date ahead that has none, or draw a candidate towards it."""
    for date, variant in _open_dates():
        deal = _candidate(variant, calendar.wanted_grade(date))
        if deal is None:
            return _draw_candidate(variant)
        try:
            with transaction.atomic():
                services.publish_deal(deal=deal, date=date)
        except IntegrityError:  # another clerk or a curator was quicker
            return True
        return True
    return False


def fill_pool() -> bool:
    """Put a certified candidate into the practice pool where a grade runs short, or draw one."""
    for label in reversed(LABELS):  # newcomers first: the easy ones
        for variant in VARIANTS:
            pool = Deal.objects.filter(in_pool=True, variant=variant, certificate__grade=label)
            if pool.count() >= POOL_PER_GRADE:
                continue
            deal = candidates(variant).filter(certificate__grade=label).first()
            if deal is not None:
                return bool(Deal.objects.filter(pk=deal.pk, date=None).update(in_pool=True))
            if _uncertified(variant).count() == 0 and candidates(variant).count() < MAX_CANDIDATES:
                return _draw_candidate(variant)
    return False


# In the order of urgency: today before the pool, newcomers before next month.
STEPS = (certify_one, add_house_soon, add_house_looked, fill_pool, fill_calendar, add_house_later)


def _open_dates() -> Iterator[tuple[dt.date, str]]:
    today = clock.today()
    standing = set(_standing(days=AHEAD).values_list("date", "variant"))
    for days in range(AHEAD + 1):
        for variant in VARIANTS:
            date = today + dt.timedelta(days=days)
            if (date, variant) not in standing:
                yield date, variant


def _uncertified(variant: str) -> QuerySet[Deal]:
    return Deal.objects.filter(variant=variant, date=None, certificate=None)


def _candidate(variant: str, label: str) -> Deal | None:
    waiting = candidates(variant)
    exact = waiting.filter(certificate__grade=label).first()
    if exact is not None or waiting.count() < MAX_CANDIDATES:
        return exact
    wanted = LABELS.index(label)
    return min(
        waiting.select_related("certificate"),
        key=lambda d: abs(LABELS.index(d.certificate.grade) - wanted),
    )


def _draw_candidate(variant: str) -> bool:
    if _uncertified(variant).exists():
        return False  # the next ones are drawn when these are certified
    services.draw_deal(variant=variant).save()
    return True


def _release(deal: Deal) -> None:
    Deal.objects.filter(pk=deal.pk).update(claimed_until=None)


def claim(rows: QuerySet[Row]) -> Row | None:
    """Give the first of some rows that no other clerk works on; it is ours for five minutes."""
    now = clock.now()
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    for row in rows.filter(free)[:3]:
        if rows.model._default_manager.filter(free, pk=row.pk).update(claimed_until=now + CLAIM):
            return row
    return None
