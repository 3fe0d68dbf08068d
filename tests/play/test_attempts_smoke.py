import pytest
from django.test import Client

from games.deals.services import ensure_day
from games import clock


@pytest.mark.django_db
def test_a_visitor_becomes_a_guest_on_the_first_post(client: Client) -> None:
    deal = ensure_day(date=clock.today())[0]
    first = client.post(f"/api/v1/deals/{deal.slug}/attempts")
    assert first.status_code == 201
    again = client.post(f"/api/v1/deals/{deal.slug}/attempts")
    assert again.status_code == 200
    assert again.json() == first.json()
