"""The address of a day: a stranger who follows it comes to where its deal can be played."""

import datetime as dt

import pytest
import time_machine

from games.deals.models import Deal
from tests.guests import Guest

pytestmark = pytest.mark.django_db


def where(guest: Guest, deal: Deal) -> str:
    return str(guest.client.get(f"/d/{deal.slug}/").headers["Location"])


def test_an_open_day_leads_to_its_seat_a_closed_one_to_practice(
    guest: Guest, cadogan_day: Deal, noon: time_machine.Traveller
) -> None:
    assert where(guest, cadogan_day) == "/?variant=cadogan"
    noon.move_to(dt.datetime(2026, 11, 30, 1, tzinfo=dt.UTC), tick=False)
    assert where(guest, cadogan_day) == f"/boards/{cadogan_day.slug}/"
    noon.move_to(dt.datetime(2026, 11, 30, 2, tzinfo=dt.UTC), tick=False)
    assert where(guest, cadogan_day) == f"/practice/?variant=cadogan&seed={cadogan_day.seed}"


def test_a_day_that_is_none_leads_nowhere(guest: Guest) -> None:
    for slug in ("2026-12-24-standard", "x"):
        assert guest.client.get(f"/d/{slug}/").status_code == 404


def test_the_lesson_leads_on_to_the_deal_one_came_for(guest: Guest, standard_day: Deal) -> None:
    assert (
        f"/d/{standard_day.slug}/" in guest.client.get(f"/learn/?then={standard_day.slug}").content.decode()
    )
    assert "/d/" not in guest.client.get("/learn/cadogan/?then=2026-12-24-standard").content.decode()


def test_whoever_sees_anothers_result_is_led_to_the_lesson_and_then_to_that_deal(
    guest: Guest, stranger: Guest, standard_day: Deal, cadogan_day: Deal
) -> None:
    for day, lesson in ((standard_day, "/learn/"), (cadogan_day, "/learn/cadogan/")):
        attempt = guest.start(day.slug)
        way = f'"{lesson}?then={day.slug}"'
        assert way in stranger.client.get(f"/games/{attempt}/").content.decode()
        assert way not in guest.client.get(f"/games/{attempt}/").content.decode()
