"""Boards are tested at noon of a fixed day."""

import pytest
import time_machine

from games.deals.models import Deal
from tests.guests import put_on_calendar


@pytest.fixture(autouse=True)
def _noon(noon: time_machine.Traveller) -> None:
    pass


@pytest.fixture
def deal() -> Deal:
    """Today's standard deal, in tables that need not be shared."""
    return put_on_calendar("standard", "a-day-in-standard")
