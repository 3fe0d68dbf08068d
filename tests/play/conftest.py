"""Play is tested at noon of a fixed day, on tables that threads can see."""

import pytest
import time_machine


@pytest.fixture(autouse=True)
def _ground(noon: time_machine.Traveller, transactional_db: None) -> None:
    """Sockets read and write in threads of their own, so every test commits for real."""
