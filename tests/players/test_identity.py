"""Who plays: guests by themselves, accounts by their login, at pages and at sockets alike."""

import datetime as dt
from collections.abc import Callable

import pytest
import time_machine
from django.contrib.sessions.models import Session

from games.players.models import User
from games.players.services import ensure_member
from tests.guests import NOON, Guest, in_db, seat_at

pytestmark = pytest.mark.django_db(transaction=True)


async def end_of(attempt: str, cookies: str) -> int:
    async with seat_at(f"/ws/attempts/{attempt}/", cookies=cookies) as seat:
        return (await seat.hear_close())[0]


@pytest.fixture
def attempt(guest: Guest) -> str:
    return guest.practise("cadogan", "seed-0")


def test_an_account_has_one_player_made_on_first_use(user: User) -> None:
    assert ensure_member(user=user) == ensure_member(user=user)
    assert not ensure_member(user=user).is_guest
    assert ensure_member(user=user).name == "ada"


def lock(guest: Guest) -> None:
    User.objects.update(is_active=False)


def take_a_new_password(guest: Guest) -> None:
    user = User.objects.get()
    user.set_password("another-long-password")
    user.save()


def log_out(guest: Guest) -> None:
    guest.client.logout()


@pytest.mark.parametrize("deed", [log_out, lock, take_a_new_password])
async def test_a_member_plays_at_a_socket_and_is_let_in_no_more_after(
    guest: Guest, user: User, deed: Callable[[Guest], None]
) -> None:
    await in_db(guest.client.force_login)(user)
    attempt = await in_db(guest.practise)("cadogan", "seed-0")
    async with guest.sit(attempt) as seat:
        assert (await seat.move(1, "s"))["type"] == "moved"
    cookies = guest.cookies
    await in_db(deed)(guest)
    assert await end_of(attempt, cookies) == 4401


async def test_a_session_that_has_run_out_is_let_in_no_more(
    guest: Guest, attempt: str, noon: time_machine.Traveller
) -> None:
    noon.move_to(NOON + dt.timedelta(days=401))
    assert await end_of(attempt, guest.cookies) == 4401


async def test_a_session_that_was_tampered_with_is_nobodys(guest: Guest, attempt: str) -> None:
    await in_db(Session.objects.update)(session_data="forged")
    assert await end_of(attempt, guest.cookies) == 4401


async def test_a_guests_session_does_not_open_the_games_of_the_account_it_became(
    guest: Guest, attempt: str, user: User
) -> None:
    player = await in_db(lambda: guest.player)()
    player.user = user
    await in_db(player.save)()
    # The guest is a member now: it is the login that opens the door, not the old cookie.
    assert await end_of(attempt, guest.cookies) == 4401
