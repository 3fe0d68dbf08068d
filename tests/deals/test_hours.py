"""Days are UTC dates; their states and numbers follow from the server's clock alone."""

import datetime as dt
import hashlib
import time
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from pytest_django.fixtures import Settings

from games import clock, engine
from games.deals import calendar
from games.deals.models import Deal
from tests.guests import put_on_calendar

TODAY = dt.date(2026, 11, 29)
MIDNIGHT = dt.datetime(2026, 11, 29, tzinfo=dt.UTC)
HOUR, MS = dt.timedelta(hours=1), dt.timedelta(milliseconds=1)
BOUNDARIES = [
    (-MS, "future"),
    (0 * HOUR, "open"),
    (24 * HOUR - MS, "open"),
    (24 * HOUR, "closing"),
    (26 * HOUR - MS, "closing"),
    (26 * HOUR, "closed"),
    (1000 * HOUR, "closed"),
]
pytestmark = pytest.mark.django_db


@pytest.fixture
def deal() -> Deal:
    return put_on_calendar("standard", "today-in-standard", TODAY)


@pytest.mark.parametrize(("after", "state"), BOUNDARIES)
def test_the_state_of_a_deal_at_every_boundary(deal: Deal, after: dt.timedelta, state: str) -> None:
    assert calendar.state_of(deal, MIDNIGHT + after) == state


@pytest.mark.parametrize(("after", "state"), BOUNDARIES)
def test_the_api_shows_that_state_no_future_and_the_seed_once_the_boards_have_closed(
    deal: Deal, client: Client, noon: time_machine.Traveller, after: dt.timedelta, state: str
) -> None:
    noon.move_to(MIDNIGHT + after, tick=False)
    answer = client.get(f"/api/v1/deals/{deal.slug}")
    if state == "future":
        never = client.get("/api/v1/deals/1999-01-01-standard")
        assert (
            (answer.status_code, answer.content) == (never.status_code, never.content) == (404, never.content)
        )
    else:
        assert (answer.status_code, answer.json()["state"]) == (200, state)
    assert ("today-in-standard" in answer.content.decode()) == (state == "closed")


def test_who_knows_the_seed_can_check_the_commitment(
    deal: Deal, client: Client, noon: time_machine.Traveller
) -> None:
    promised = client.get("/api/v1/commitments").json()[-1]["commitment"]
    noon.move_to(MIDNIGHT + 26 * HOUR, tick=False)
    seed = client.get(f"/api/v1/deals/{deal.slug}").json()["seed"]
    assert hashlib.sha256(f"constitution-v1-commit:{seed}".encode()).hexdigest() == promised
    assert engine.commitment(seed) == promised


def test_a_voided_deal_is_void_at_every_hour(deal: Deal) -> None:
    deal.voided_at = MIDNIGHT
    assert {calendar.state_of(deal, MIDNIGHT + after) for after, _state in BOUNDARIES} == {"void"}


def test_a_deal_without_a_date_is_drawn_and_no_more() -> None:
    assert calendar.state_of(Deal(variant="standard"), MIDNIGHT) == "drawn"


def test_days_are_numbered_from_the_first_day(settings: Settings) -> None:
    settings.FIRST_DAY = TODAY
    assert [calendar.number_of(TODAY + dt.timedelta(days=days)) for days in (0, 1, 365)] == [1, 2, 366]


def test_without_a_setting_the_first_day_is_that_of_the_first_migration(settings: Settings) -> None:
    settings.FIRST_DAY = None
    calendar._first_migrated_day.cache_clear()
    try:
        assert calendar.first_day() <= dt.datetime.now(dt.UTC).date() + dt.timedelta(days=3650)
        assert isinstance(calendar.first_day(), dt.date)
    finally:
        calendar._first_migrated_day.cache_clear()


def test_before_the_first_day_today_is_empty_and_the_pages_stand(client: Client, settings: Settings) -> None:
    settings.FIRST_DAY = TODAY + dt.timedelta(days=1)
    assert client.get("/api/v1/deals/today").json() == []
    assert client.get("/").status_code == 200
    assert client.get("/boards/").status_code == 200
    assert client.get("/api/v1/deals/2026-11-29-standard").status_code == 404


def test_today_is_made_on_demand_by_whoever_asks_for_one_of_its_deals(client: Client) -> None:
    assert client.get("/api/v1/deals/2026-11-29-cadogan").status_code == 200
    assert Deal.objects.count() == 2


@pytest.mark.parametrize("slug", ["2026-11-30-standard", "2026-11-29-klondike", "2026-11-29-standard-2", "x"])
def test_nothing_else_is_made_on_demand(client: Client, slug: str) -> None:
    assert client.get(f"/api/v1/deals/{slug}").status_code == 404
    assert not Deal.objects.filter(date__gt=TODAY).exists()


def test_today_shows_yesterday_while_it_is_closing(client: Client, noon: time_machine.Traveller) -> None:
    client.get("/api/v1/deals/today")
    noon.move_to(MIDNIGHT + 25 * HOUR, tick=False)
    assert [(deal["slug"], deal["state"]) for deal in client.get("/api/v1/deals/today").json()] == [
        ("2026-11-30-standard", "open"), ("2026-11-30-cadogan", "open"),
        ("2026-11-29-standard", "closing"), ("2026-11-29-cadogan", "closing"),
    ]  # fmt: skip
    noon.move_to(MIDNIGHT + 26 * HOUR, tick=False)
    assert {deal["state"] for deal in client.get("/api/v1/deals/today").json()} == {"open"}


@pytest.fixture
def _server_far_from_greenwich(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    "_server_far_from_greenwich", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"], indirect=True
)
@pytest.mark.usefixtures("_server_far_from_greenwich")
@pytest.mark.parametrize("after", [0 * HOUR, 24 * HOUR - MS])
def test_the_time_zone_of_the_server_changes_no_date(
    client: Client, noon: time_machine.Traveller, after: dt.timedelta
) -> None:
    noon.move_to(MIDNIGHT + after, tick=False)
    assert clock.today() == TODAY
    deals = client.get("/api/v1/deals/today").json()
    assert [deal["date"] for deal in deals if deal["state"] == "open"] == ["2026-11-29"] * 2
    assert clock.now_ms() == clock.to_ms(clock.now()) == clock.to_ms(MIDNIGHT + after)


def test_the_clock_of_the_client_changes_nothing(client: Client) -> None:
    headers = {"Date": "Thu, 01 Jan 1970 00:00:00 GMT", "If-Modified-Since": "Fri, 31 Dec 2100 00:00:00 GMT"}
    answer = client.get("/api/v1/deals/today", headers=headers)
    assert answer.status_code == 200
    assert {deal["date"] for deal in answer.json() if deal["state"] == "open"} == {"2026-11-29"}
