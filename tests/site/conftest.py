"""The site is tested at noon of a fixed day."""

import pytest
import time_machine


@pytest.fixture(autouse=True)
def _noon(noon: time_machine.Traveller) -> None:
    pass
