"""How much one socket, and one player, may ask."""

from contextlib import AsyncExitStack

import pytest
import time_machine

from games.deals.models import Deal
from tests.guests import NOON, Guest, Seat, seat_at


@pytest.fixture
def still(noon: time_machine.Traveller) -> time_machine.Traveller:
    """Time that moves only when the test says so."""
    noon.move_to(NOON, tick=False)
    return noon


@pytest.fixture
async def spent(still: time_machine.Traveller, seat: Seat) -> Seat:
    """A seat that has said all that it may say at once: forty messages, its sync among them."""
    for _ in range(39):
        assert await seat.hear_until_pong() == []
    return seat


async def test_after_a_burst_of_forty_twenty_a_second_are_taken(
    still: time_machine.Traveller, spent: Seat
) -> None:
    for _ in range(4):
        await spent.send(type="ping")
        assert (await spent.hear("rejected"))["code"] == "too_fast"
        still.shift(1)
        for _ in range(20):
            assert await spent.hear_until_pong() == []


async def test_an_event_that_came_too_fast_is_not_tried_and_can_be_sent_again(
    still: time_machine.Traveller, spent: Seat
) -> None:
    rejected = await spent.move(1, "s")
    assert (rejected["code"], rejected["rev"]) == ("too_fast", 1)
    still.shift(1)
    assert (await spent.move(1, "s"))["type"] == "moved"


async def test_events_sent_ahead_behind_one_that_was_too_fast_are_dropped(
    still: time_machine.Traveller, spent: Seat
) -> None:
    await spent.move(1, "s")
    still.shift(1)
    await spent.send(type="move", rev=2, move="s")
    assert [message["type"] for message in await spent.hear_until_pong()] == ["position"]
    assert (await spent.move(1, "s"))["type"] == "moved"


async def test_a_hundred_too_fast_within_ten_seconds_end_the_socket_with_4408(
    still: time_machine.Traveller, seat: Seat
) -> None:
    for _ in range(39 + 99):
        await seat.send(type="ping")
    for _ in range(39):
        await seat.hear("pong")
    for _ in range(99):
        assert (await seat.hear("rejected"))["code"] == "too_fast"
    await seat.send(type="ping")
    assert await seat.hear_close() == (4408, "too_fast")


async def test_a_hundred_too_fast_over_more_than_ten_seconds_end_nothing(
    still: time_machine.Traveller, spent: Seat
) -> None:
    for _ in range(12):
        still.shift(1)
        for _ in range(20):
            assert await spent.hear_until_pong() == []
        for _ in range(9):
            await spent.send(type="ping")
            assert (await spent.hear("rejected"))["code"] == "too_fast"


async def test_a_clock_that_is_set_back_stops_nobody(still: time_machine.Traveller, seat: Seat) -> None:
    still.shift(-3600)
    assert (await seat.move(1, "s"))["type"] == "moved"


async def test_each_socket_has_an_allowance_of_its_own(
    still: time_machine.Traveller, one: Seat, two: Seat
) -> None:
    for _ in range(60):
        await one.send(type="ping")
    assert (await two.move(1, "s"))["type"] == "moved"


async def test_a_sixth_socket_of_a_player_on_an_attempt_ends_the_oldest_and_a_seventh_the_next(
    guest: Guest, attempt: str
) -> None:
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(guest.sit(attempt)) for _ in range(7)]
        assert await seats[0].hear_close() == (4408, "elsewhere")
        assert await seats[1].hear_close() == (4408, "elsewhere")
        await seats[2].move(1, "s")
        for seat in seats[3:]:
            assert (await seat.hear("moved"))["rev"] == 1


async def test_five_sockets_on_each_of_two_attempts_are_no_crowd(
    guest: Guest, attempt: str, another: str
) -> None:
    async with AsyncExitStack() as stack:
        seats = [
            await stack.enter_async_context(guest.sit(where))
            for where in (attempt, another)
            for _ in range(5)
        ]
        for seat in seats:
            assert await seat.hear_until_pong() == []


@pytest.fixture
def another(guest: Guest) -> str:
    return guest.practise("standard", "seed-0")


async def test_a_watcher_that_floods_is_ended_with_4408(
    standard_day: Deal, still: time_machine.Traveller
) -> None:
    async with seat_at(f"/ws/deals/{standard_day.slug}/") as watcher:
        for _ in range(140):
            await watcher.send(type="ping")
        assert await watcher.hear_close() == (4408, "too_fast")
