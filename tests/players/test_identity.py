"""Who plays: guests by themselves, accounts by their login, at pages and at sockets alike."""

import pytest
import time_machine
from django.contrib.sessions.models import Session

from games.players.models import User
from games.players.services import ensure_member
from tests.guests import Guest, in_db, seat_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def member(guest: Guest, user: User) -> Guest:
    """A visitor who has logged in."""
    guest.client.force_login(user)
    return guest


async def end_of(attempt: str, cookies: str) -> int:
    async with seat_at(f"/ws/attempts/{attempt}/", cookies=cookies) as seat:
        return (await seat.hear_close())[0]


def test_an_account_has_one_player_made_on_first_use(user: User) -> None:
    assert ensure_member(user=user) == ensure_member(user=user)
    assert not ensure_member(user=user).is_guest
    assert ensure_member(user=user).name == "ada"


@pytest.fixture
def members_attempt(member: Guest) -> str:
    return member.practise("cadogan", "seed-0")


async def test_a_member_plays_at_a_socket(member: Guest, members_attempt: str) -> None:
    async with member.sit(members_attempt) as seat:
        assert (await seat.move(1, "s"))["type"] == "moved"


async def test_after_logging_out_the_socket_is_closed_with_4401(member: Guest, members_attempt: str) -> None:
    cookies = member.cookies
    await in_db(member.client.logout)()
    assert await end_of(members_attempt, cookies) == 4401


async def test_an_account_that_was_locked_is_let_in_no_more(
    member: Guest, members_attempt: str, user: User
) -> None:
    await in_db(User.objects.filter(pk=user.pk).update)(is_active=False)
    assert await end_of(members_attempt, member.cookies) == 4401


async def test_a_new_password_ends_the_old_sessions(member: Guest, members_attempt: str, user: User) -> None:
    user.set_password("another-long-password")
    await in_db(user.save)()
    assert await end_of(members_attempt, member.cookies) == 4401


async def test_a_session_that_has_run_out_is_let_in_no_more(
    guest: Guest, guests_attempt: str, noon: time_machine.Traveller
) -> None:
    noon.shift(60 * 60 * 24 * 401)
    assert await end_of(guests_attempt, guest.cookies) == 4401


@pytest.fixture
def guests_attempt(guest: Guest) -> str:
    return guest.practise("cadogan", "seed-0")


async def test_a_session_that_was_tampered_with_is_nobodys(guest: Guest, guests_attempt: str) -> None:
    await in_db(Session.objects.update)(session_data="forged")
    assert await end_of(guests_attempt, guest.cookies) == 4401


async def test_a_guests_session_does_not_open_the_games_of_the_account_it_became(
    guest: Guest, guests_attempt: str, user: User
) -> None:
    player = await in_db(lambda: guest.player)()
    player.user = user
    await in_db(player.save)()
    # The guest is a member now: it is the login that opens the door, not the old cookie.
    assert await end_of(guests_attempt, guest.cookies) == 4401
