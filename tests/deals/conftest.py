"""Deals are tested at noon of a fixed day."""

import pytest
import time_machine
from django.test import Client

from tests.deals.ground import AHEAD, staff


@pytest.fixture(autouse=True)
def _noon(noon: time_machine.Traveller) -> None:
    pass


@pytest.fixture
def far_ahead(_noon: None, noon: time_machine.Traveller) -> None:
    """Let it be a day that lies ahead of the database's own clock."""
    noon.move_to(AHEAD)


@pytest.fixture
def curator(client: Client) -> Client:
    client.force_login(staff("clara", "curator"))
    return client
