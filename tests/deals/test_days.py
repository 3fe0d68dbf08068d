"""A date has one deal a variant, for ever; a seed serves one date and variant; the database sees to it."""

import datetime as dt

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django.fixtures import Settings

from games import engine
from games.deals import services
from games.deals.models import Deal
from games.deals.services import NoSuchDay, draw_deal, ensure_day, publish_deal
from games.engine import VARIANTS
from tests.deals.ground import drawn
from tests.guests import at_once, put_on_calendar
from tests.vectors import GAMES

TODAY = dt.date(2026, 11, 29)
pytestmark = pytest.mark.django_db


def test_a_date_has_one_deal_a_variant_for_ever(noon: time_machine.Traveller) -> None:
    first = ensure_day(date=TODAY)
    assert [deal.variant for deal in first] == list(VARIANTS)
    noon.shift(dt.timedelta(days=400))
    assert ensure_day(date=TODAY) == first
    assert Deal.objects.count() == 2


def test_the_two_deals_of_a_date_have_seeds_and_commitments_of_their_own() -> None:
    standard, cadogan = ensure_day(date=TODAY)
    assert standard.seed != cadogan.seed
    assert standard.commitment == engine.commitment(standard.seed)
    assert cadogan.commitment == engine.commitment(cadogan.seed)


def test_two_dates_have_different_deals() -> None:
    deals = ensure_day(date=TODAY) + ensure_day(date=TODAY + dt.timedelta(days=1))
    assert len({deal.seed for deal in deals}) == 4


def test_a_slug_is_the_date_and_the_variant() -> None:
    assert [deal.slug for deal in ensure_day(date=TODAY)] == ["2026-11-29-standard", "2026-11-29-cadogan"]


def test_a_seed_carries_at_least_128_random_bits() -> None:
    assert len({draw_deal(variant="standard").seed for _ in range(20)}) == 20
    assert len(draw_deal(variant="standard").seed) >= 128 // 4


def test_a_seed_serves_once() -> None:
    put_on_calendar("standard", "one-seed", TODAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        put_on_calendar("cadogan", "one-seed", TODAY)


def test_before_the_first_day_there_are_no_days(settings: Settings) -> None:
    settings.FIRST_DAY = TODAY
    with pytest.raises(NoSuchDay):
        ensure_day(date=TODAY - dt.timedelta(days=1))
    assert len(ensure_day(date=TODAY)) == 2


def test_a_deal_without_a_legal_first_move_is_never_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    dead = next(game["deal"].split() for game in GAMES if "no legal move at the start" in game["note"])
    real = engine.deal_cards
    tried: list[str] = []

    def first_one_dead(seed: str) -> tuple[str, ...]:
        tried.append(seed)
        return tuple(dead) if len(tried) == 1 else real(seed)

    monkeypatch.setattr(services.engine, "deal_cards", first_one_dead)
    deal = draw_deal(variant="standard")
    assert len(tried) >= 2
    assert deal.seed == tried[-1] != tried[0]


# --- the first second of a day --------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_hundred_requests_in_the_first_second_of_a_day_get_one_deal_a_variant(
    noon: time_machine.Traveller,
) -> None:
    noon.move_to(dt.datetime(2026, 11, 30, tzinfo=dt.UTC))

    def ask(_number: int) -> int:
        answer = Client().get("/api/v1/deals/today")
        today = [deal["slug"] for deal in answer.json() if deal["state"] == "open"]
        assert today == ["2026-11-30-standard", "2026-11-30-cadogan"]
        return answer.status_code

    assert at_once(200, ask) == [200] * 200
    assert Deal.objects.count() == 2


# --- what the database itself refuses -------------------------------------------------------------------


def test_a_deal_that_is_not_published_can_be_published_or_thrown_away() -> None:
    deal = publish_deal(deal=drawn(), date=TODAY)
    drawn().delete()
    assert Deal.objects.get() == deal


@pytest.mark.parametrize(("field", "value"), [("date", TODAY), ("variant", "klondike")])
def test_a_date_without_a_slug_and_unknown_rules_are_refused(field: str, value: object) -> None:
    deal = draw_deal(variant="standard")
    setattr(deal, field, value)
    with pytest.raises(IntegrityError), transaction.atomic():
        deal.save()
