"""The desk's pages: the calendar's warnings, many scheduled by one button, a study, the picture of a deal."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from games import engine
from games.deals import services
from games.deals.models import Deal
from tests.deals.ground import AHEAD, candidate, published

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("far_ahead")]
DESK = "/admin/deals/deal"


def test_many_are_proposed_for_the_next_open_dates_and_scheduled_by_one_button(curator: Client) -> None:
    published(1)
    deals = [candidate() for _n in range(3)]
    page = curator.get(f"{DESK}/schedule/", {"deal": [deal.pk for deal in deals]})
    assert "No, go back" in page.content.decode()
    rows = [(deal, field.value()) for deal, field in page.context["rows"]]
    assert [date for _deal, date in rows] == [AHEAD.date() + dt.timedelta(days=n) for n in (2, 3, 4)]
    body: dict[str, Any] = {"deal": [deal.pk for deal in deals]}
    body |= {str(deal.pk): date.isoformat() for deal, date in rows}
    wrong = curator.post(f"{DESK}/schedule/", body | {str(deals[0].pk): "yesterday"})
    assert wrong.status_code == 409
    assert curator.post(f"{DESK}/schedule/", body).status_code == 302
    assert Deal.objects.filter(pk__in=[deal.pk for deal in deals], date__isnull=False).count() == 3


def test_the_calendar_warns_of_holes_and_of_days_without_a_certificate(curator: Client) -> None:
    month = f"{DESK}/calendar/?month=2099-03"
    page = curator.get(month).content.decode()
    assert "No deal yet" in page
    assert "Not certified yet" not in page
    services.ensure_day(date=AHEAD.date() + dt.timedelta(days=3))
    assert "Not certified yet" in curator.get(month).content.decode()


def test_typed_seeds_cards_and_records_are_studied_and_never_become_deals(
    curator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = {"verdict": "unknown", "moves": None, "nodes": 1}
    monkeypatch.setattr("games.deals.study.solve", lambda _text: verdict)
    cards = " ".join(engine.deal_cards("typed"))
    record = f'[Game "British Constitution"]\n[Variant "cadogan"]\n[Deal "{cards}"]\n\ns\n'
    for text in ("typed", cards, record):
        answer = curator.post(f"{DESK}/study/", {"variant": "standard", "text": text})
        assert answer.context["cards"] == cards
    for text in ("no seed!", "2C 3C", '[Game "British Constitution"]\n[Slug "2026-11-29-standard"]\n'):
        answer = curator.post(f"{DESK}/study/", {"variant": "standard", "text": text})
        assert answer.context["form"].errors
    answer = curator.post("/admin/play/attempt/practise-cards/", {"variant": "standard", "cards": cards})
    assert answer.headers["Location"].startswith("/play/")
    assert not Deal.objects.exists()


def test_whoever_has_looked_sees_a_picture_of_eighty_cards(curator: Client) -> None:
    deal = candidate()
    curator.post(f"{DESK}/{deal.pk}/look/")
    assert curator.get(f"{DESK}/{deal.pk}/desk/").content.decode().count('class="card"') == 80
