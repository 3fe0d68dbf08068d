"""A month with the clock moved: the clerk runs and dies, curators work, and every day has its deals."""

import datetime as dt
import random
from collections import Counter

import pytest
import time_machine
from django.conf import settings

from games import clock
from games.deals import clerk, desk, services
from games.deals.models import AuditEntry, Certificate, Deal
from tests.deals.ground import AHEAD, CLARA, certified, certify, days_from_now

pytestmark = pytest.mark.django_db
GRADES = ("easy", "hard")  # two of five, so that a month of waiting for the right one is short


class Killed(BaseException):
    """The power is cut: nothing catches this."""


@pytest.fixture
def dice() -> random.Random:
    return random.Random(2099)


@pytest.fixture
def a_mortal_clerk(
    _noon: None, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, dice: random.Random
) -> None:
    """A clerk that solves nothing, grades by lot, and dies now and then, before or after a deed."""
    noon.move_to(AHEAD)
    monkeypatch.setattr(clerk, "AHEAD", 3)
    monkeypatch.setattr(clerk, "POOL_PER_GRADE", 1)
    monkeypatch.setattr(clerk, "LABELS", GRADES)
    monkeypatch.setattr(settings, "WEEKLY_GRADES", [*GRADES * 3, GRADES[0]])
    monkeypatch.setattr(clerk, "MAX_CANDIDATES", 4)

    def perhaps_die() -> None:
        if dice.random() < 1 / 16:
            raise Killed

    def make_certificate(deal: Deal) -> Certificate:
        perhaps_die()
        certificate = certified(deal, grade=dice.choice(GRADES))
        perhaps_die()
        return certificate

    publish = services.publish_deal

    def publish_or_die(**wish: object) -> Deal:
        perhaps_die()
        deal = publish(**wish)
        perhaps_die()
        return deal

    monkeypatch.setattr(clerk, "make_certificate", make_certificate)
    monkeypatch.setattr(clerk, "house_games", lambda *_a, **_k: [])
    monkeypatch.setattr(clerk.services, "publish_deal", publish_or_die)


def work(limit: int = 400) -> int:
    """Let clerks work, each until it dies, until one finds nothing to do; gives the deaths."""
    deaths = 0
    for _n in range(limit):
        try:
            if not any(step() for step in clerk.STEPS):
                return deaths
        except Killed:
            deaths += 1
    raise AssertionError("the clerks never came to rest")


def curate(dice: random.Random) -> None:
    """Do one of the things curators do, if the calendar takes it."""
    ahead = list(Deal.objects.filter(date__gt=clock.today(), withdrawn_at=None))
    spare = list(Deal.objects.filter(date=None, in_pool=False).exclude(certificate=None))
    try:
        match dice.randrange(5):
            case 0 if ahead and spare:
                desk.swap_deal(deal=dice.choice(ahead), candidate=dice.choice(spare), by=CLARA)
            case 1 if ahead:
                desk.withdraw_deal(deal=dice.choice(ahead), by=CLARA)
            case 2 if ahead:
                desk.describe_deal(deal=dice.choice(ahead), title="A title", note="", by=CLARA)
            case 3 if spare:
                desk.schedule_deals(places=[(dice.choice(spare), days_from_now(9))], by=CLARA)
            case 4:
                live = Deal.objects.filter(date=clock.today(), withdrawn_at=None, voided_at=None)
                desk.void_deal(deal=dice.choice(list(live)), reason="A torn card.", by=CLARA, replace=True)
    except desk.Refused:
        pass


def test_a_month_goes_by_and_every_day_has_its_two_deals_each_with_a_seed_of_its_own(
    a_mortal_clerk: None, noon: time_machine.Traveller, dice: random.Random
) -> None:
    first, deaths = clock.today(), 0
    for day in range(30):
        if day not in (11, 12, 13):  # for three days no clerk is alive at all
            deaths += work()
            noon.shift(clerk.CLAIM + dt.timedelta(seconds=1))  # what dead clerks held is free again
            deaths += work()
        try:
            services.ensure_day(date=clock.today())
        except Killed:
            services.ensure_day(date=clock.today())
        for _n in range(2):
            try:
                curate(dice)
            except Killed:
                deaths += 1
        noon.move_to(AHEAD + dt.timedelta(days=day + 1))
    assert deaths > 10
    for day in range(30):
        date = first + dt.timedelta(days=day)
        for variant in ("standard", "cadogan"):
            served = Deal.objects.filter(date=date, variant=variant, withdrawn_at=None)
            assert served.filter(voided_at=None).count() <= 1
            assert served.exists(), f"{date} had no {variant}"
    published = Counter(AuditEntry.objects.filter(action="published").values_list("deal_id", flat=True))
    assert set(published.values()) == {1}
    assert sum(published.values()) == Deal.objects.filter(date__isnull=False).count()
    assert Deal.objects.filter(date__isnull=False, in_pool=True).count() == 0


def test_after_all_that_nothing_is_stuck(
    a_mortal_clerk: None, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    work()
    # Another clerk is quicker each time.
    monkeypatch.setattr(clerk, "make_certificate", lambda deal: certified(certify(deal, grade=GRADES[0])))
    noon.shift(clerk.CLAIM + dt.timedelta(seconds=1))
    work()
    assert not Deal.objects.filter(certificate=None, withdrawn_at=None).exists()
    standing = Deal.objects.filter(date__gte=clock.today(), withdrawn_at=None)
    assert standing.count() == 2 * (clerk.AHEAD + 1)
