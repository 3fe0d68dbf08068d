"""Play is tested at noon of a fixed day, on tables that threads can see."""

import pytest
import time_machine

from tests.guests import Guest


@pytest.fixture(autouse=True)
def _ground(noon: time_machine.Traveller, transactional_db: None) -> None:
    """Sockets read and write in threads of their own, so every test commits for real."""


@pytest.fixture
def cadogan(guest: Guest) -> str:
    """A practice game whose stock can always be turned, so that a test needs no line."""
    return guest.practise("cadogan", "seed-0")


@pytest.fixture
def attempt(cadogan: str) -> str:
    return cadogan
