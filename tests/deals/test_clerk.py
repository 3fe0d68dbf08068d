"""The clerk's work on deals: derived from what is missing, once, wherever it is killed."""

import datetime as dt
from collections.abc import Callable
from unittest import mock

import pytest
import time_machine
from django.test import override_settings

from games import clock, engine
from games.deals import calendar, certificates, clerk, services
from games.deals.models import Certificate, Deal
from games.engine import VARIANTS
from games.engine.grade import LABELS
from games.engine.house import HOUSE_PLAYERS
from tests.deals.ground import certified, drawn

pytestmark = pytest.mark.django_db
MONDAY = dt.datetime(2026, 11, 30, 9, tzinfo=dt.UTC)
# A label a deal, in turn, so that a month is simulated without solving anything.
grades_in_turn = [label for label in LABELS for _variant in VARIANTS]


@pytest.fixture
def quick_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(range(10**6))
    monkeypatch.setattr(
        clerk,
        "make_certificate",
        lambda deal: certified(deal, grade=grades_in_turn[next(made) % len(grades_in_turn)]),
    )
    monkeypatch.setattr(clerk, "house_games", lambda *_args, **_kwargs: [])
    monkeypatch.setattr(clerk, "AHEAD", 9)  # more than a week, and quicker than a month
    monkeypatch.setattr(clerk, "POOL_PER_GRADE", 2)


def work_until_idle(steps: tuple[Callable[[], bool], ...] = clerk.STEPS, limit: int = 2000) -> int:
    for done in range(limit):
        if not any(step() for step in steps):
            return done
    raise AssertionError("the clerk never came to rest")


def test_a_certificate_holds_a_line_that_wins_and_a_grade_with_its_interval() -> None:
    deal = Deal(variant="standard", seed="clerk-1")
    certificate = certificates.make_certificate(deal)
    position = engine.replay(VARIANTS["standard"], engine.deal_cards("clerk-1"), certificate.line.split())
    assert certificate.verdict == "won"
    assert engine.status(position) == "won"
    assert certificate.rate_low <= certificate.rate <= certificate.rate_high
    assert certificate.par == "perfect"
    assert len(certificate.line.split()) == engine.FORCED_STEPS  # then the line is a perfect one


def test_par_is_a_question_of_the_standard_rules_alone() -> None:
    assert certificates.make_certificate(Deal(variant="cadogan", seed="clerk-2")).par == ""


def test_the_deal_of_the_nearest_date_is_certified_before_candidates(quick_certificates: None) -> None:
    candidate = drawn()
    today = services.ensure_day(date=clock.today())
    assert clerk.certify_one()
    assert clerk.certify_one()
    assert Certificate.objects.filter(deal__in=today).count() == 2
    assert not Certificate.objects.filter(deal=candidate).exists()


def test_a_deal_claimed_by_a_living_clerk_is_left_alone_and_one_of_a_dead_clerk_is_taken_up(
    quick_certificates: None,
) -> None:
    deal = drawn()
    with time_machine.travel(MONDAY, tick=False):
        with (
            mock.patch.object(clerk, "make_certificate", side_effect=KeyboardInterrupt),
            pytest.raises(KeyboardInterrupt),
        ):
            clerk.certify_one()  # killed in the middle
        assert not clerk.certify_one()
    with time_machine.travel(MONDAY + clerk.CLAIM + dt.timedelta(seconds=1), tick=False):
        assert clerk.certify_one()
    assert Certificate.objects.filter(deal=deal).count() == 1


def test_the_calendar_reaches_thirty_days_ahead() -> None:
    assert clerk.AHEAD == 30


def test_the_calendar_is_filled_ahead_by_the_weekly_pattern(quick_certificates: None) -> None:
    with time_machine.travel(MONDAY, tick=False):
        work_until_idle()
        deals = Deal.objects.filter(date__isnull=False).select_related("certificate")
        assert deals.count() == 2 * (clerk.AHEAD + 1)
        for deal in deals:
            assert deal.date is not None
            assert deal.certificate.verdict == "won"
            assert deal.certificate.grade == calendar.wanted_grade(deal.date)


@override_settings(WEEKLY_GRADES=["fiendish"] * 7)
def test_the_pattern_is_a_setting() -> None:
    assert {calendar.wanted_grade(MONDAY.date() + dt.timedelta(days=n)) for n in range(7)} == {"fiendish"}


@override_settings(WEEKLY_GRADES=["easy"] * 7)
def test_when_no_deal_of_the_wanted_grade_turns_up_the_nearest_grade_serves(
    quick_certificates: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clerk, "MAX_CANDIDATES", 3)
    monkeypatch.setattr(clerk, "make_certificate", lambda deal: certified(deal, grade="hard"))
    with time_machine.travel(MONDAY, tick=False):
        work_until_idle((clerk.certify_one, clerk.fill_calendar), limit=400)
    scheduled = Deal.objects.filter(date__isnull=False)
    assert set(scheduled.values_list("certificate__grade", flat=True)) == {"hard"}


def test_a_deal_that_is_not_proved_winnable_is_never_scheduled(
    quick_certificates: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = iter(["unknown", "unwinnable"] + ["won"] * 10_000)
    monkeypatch.setattr(
        clerk, "make_certificate", lambda deal: certified(deal, grade="fair", verdict=next(verdicts))
    )
    with time_machine.travel(MONDAY, tick=False), override_settings(WEEKLY_GRADES=["fair"] * 7):
        work_until_idle((clerk.certify_one, clerk.fill_calendar))
    scheduled = Deal.objects.filter(date__isnull=False)
    assert set(scheduled.values_list("certificate__verdict", flat=True)) == {"won"}


def test_the_pool_keeps_deals_of_every_grade_and_none_of_them_ever_serves_a_day(
    quick_certificates: None,
) -> None:
    with time_machine.travel(MONDAY, tick=False):
        work_until_idle()
    for variant in VARIANTS:
        for label in LABELS:
            pool = Deal.objects.filter(in_pool=True, variant=variant, certificate__grade=label)
            assert pool.count() == clerk.POOL_PER_GRADE
    assert not Deal.objects.filter(in_pool=True, date__isnull=False).exists()


def test_a_week_later_the_clerk_fills_what_has_come_into_reach(quick_certificates: None) -> None:
    with time_machine.travel(MONDAY, tick=False):
        work_until_idle()
    with time_machine.travel(MONDAY + dt.timedelta(days=7), tick=False):
        work_until_idle()
        last = MONDAY.date() + dt.timedelta(days=7 + clerk.AHEAD)
        assert Deal.objects.filter(date=last).count() == 2


def test_house_players_play_each_daily_once_and_their_games_hold_nothing_about_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(HOUSE_PLAYERS) == 10
    quick = HOUSE_PLAYERS[:-1]  # the last takes seconds a game
    monkeypatch.setattr("games.deals.house.HOUSE_PLAYERS", quick)
    with time_machine.travel(MONDAY, tick=False):
        deal = services.ensure_day(date=clock.today())[0]
        certified(deal, grade="fair").save()
        assert clerk.add_house_soon()
        assert not clerk.add_house_soon()
    house = Certificate.objects.get(deal=deal).house
    assert len(house) == 9
    for game in house:
        assert set(game) == {"key", "name", "status", "home", "moves", "seconds", "period", "curve"}
        assert game["curve"] == sorted(game["curve"])
        assert len(game["curve"]) == game["seconds"] // game["period"] + 2
