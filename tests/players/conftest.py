"""One account with a confirmed address; nobody has asked too often yet."""

import pytest
from django.core.cache import cache

from games.players.models import Player, User
from games.players.services import ensure_member
from tests.players.ground import ADDRESS, PASSWORD


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def user() -> User:
    user = User.objects.create_user("ada", ADDRESS, PASSWORD)
    user.emailaddress_set.create(email=ADDRESS, verified=True, primary=True)
    return user


@pytest.fixture
def member(user: User) -> Player:
    return ensure_member(user=user)
