"""Many hands at once: a date never gets two deals, a seed never two dates, whatever the interleaving."""

import random
from collections import Counter
from contextlib import suppress

import pytest
import time_machine
from django.db import IntegrityError

from games.deals import clerk, desk, services
from games.deals.audit import Hand
from games.deals.models import AuditEntry, Deal
from tests.deals.ground import AHEAD, candidate, days_from_now
from tests.guests import at_once

pytestmark = pytest.mark.django_db(transaction=True)
HANDS = 10
CHANGES = 200
DAYS = 8


def schedule(dice: random.Random, by: Hand) -> None:
    deals = list(Deal.objects.filter(date=None, in_pool=False))
    if deals:
        day = days_from_now(dice.randint(1, DAYS))
        desk.schedule_deals(places=[(dice.choice(deals), day)], by=by)


def swap(dice: random.Random, by: Hand) -> None:
    standing = list(Deal.objects.filter(date__isnull=False, withdrawn_at=None))
    deals = list(Deal.objects.filter(date=None, in_pool=False))
    if standing and deals:
        desk.swap_deal(deal=dice.choice(standing), candidate=dice.choice(deals), by=by)


def withdraw(dice: random.Random, by: Hand) -> None:
    standing = list(Deal.objects.filter(date__isnull=False, withdrawn_at=None))
    if standing:
        desk.withdraw_deal(deal=dice.choice(standing), by=by)


def let_the_clerk_work(_dice: random.Random, _by: Hand) -> None:
    clerk.fill_pool()
    clerk.fill_calendar()


def let_a_visitor_come(dice: random.Random, _by: Hand) -> None:
    services.ensure_day(date=days_from_now(dice.randint(1, DAYS)))


DEEDS = [schedule, schedule, schedule, swap, swap, withdraw, let_the_clerk_work, let_a_visitor_come]


@pytest.fixture
def a_small_house(_noon: None, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> None:
    noon.move_to(AHEAD)
    monkeypatch.setattr(clerk, "AHEAD", DAYS)
    monkeypatch.setattr(clerk, "POOL_PER_GRADE", 1)
    for n in range(40):
        candidate(("standard", "cadogan")[n % 2])


def test_two_hundred_changes_at_once_never_give_a_date_two_deals_or_a_seed_two_dates(
    a_small_house: None,
) -> None:
    outcomes: Counter[str] = Counter()

    def work(number: int) -> None:
        dice = random.Random(number)
        for _n in range(CHANGES // HANDS):
            try:
                dice.choice(DEEDS)(dice, Hand(number, f"hand {number}"))
                outcomes["done"] += 1
            except desk.Refused:
                outcomes["refused"] += 1

    at_once(HANDS, work)
    assert sum(outcomes.values()) == CHANGES
    assert outcomes["done"] > 20
    standing = Counter(
        Deal.objects.filter(date__isnull=False, withdrawn_at=None).values_list("date", "variant")
    )
    assert set(standing.values()) == {1}
    published = Counter(AuditEntry.objects.filter(action="published").values_list("deal_id", flat=True))
    assert set(published.values()) == {1}, "a seed was published twice"
    withdrawn = Counter(AuditEntry.objects.filter(action="withdrew").values_list("deal_id", flat=True))
    assert set(withdrawn.values()) <= {1}
    assert not Deal.objects.filter(in_pool=True, date__isnull=False).exists()
    assert sum(published.values()) == Deal.objects.filter(date__isnull=False).count()


def test_one_candidate_for_ten_dates_at_once_gets_one(a_small_house: None) -> None:
    deal = Deal.objects.filter(variant="standard").first()
    assert deal is not None

    def work(number: int) -> None:
        own = Deal.objects.get(pk=deal.pk)
        with suppress(IntegrityError):
            services.publish_deal(deal=own, date=days_from_now(number + 1))

    at_once(HANDS, work)
    assert AuditEntry.objects.filter(action="published", deal=deal).count() == 1


def test_ten_candidates_for_one_date_at_once_leave_one_there(a_small_house: None) -> None:
    deals = list(Deal.objects.filter(variant="cadogan")[:HANDS])

    def work(number: int) -> None:
        with suppress(desk.Refused):
            desk.schedule_deals(places=[(deals[number], days_from_now(1))], by=Hand(number, "hand"))

    at_once(HANDS, work)
    assert Deal.objects.filter(date=days_from_now(1)).count() == 1
