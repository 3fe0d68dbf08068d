"""The live list: the same text for everybody, at most one a second a deal, the newest revision wins."""

import asyncio
import datetime as dt
import json
import time
from typing import Any

import pytest
import time_machine
from django.db import InterfaceError, OperationalError

from games import clock, metrics
from games.deals.models import Deal
from games.play import rooms
from leaderboard import live
from tests.guests import Guest, Seat, in_db, seat_at

pytestmark = pytest.mark.django_db(transaction=True)
FIELDS = set("type slug by revision players playing finished top".split())


@pytest.fixture(autouse=True)
def _quick_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second of the live list is short here; what is tested is that one passes between two lists."""
    monkeypatch.setattr(live, "PERIOD", 0.2)


@pytest.fixture
def attempt(guest: Guest, cadogan_day: Deal) -> str:
    return guest.start(cadogan_day.slug)


def standings(seat: Seat) -> list[dict[str, Any]]:
    said = [json.loads(text) for text in seat.heard]
    return [message for message in said if message["type"] == "standings"]


async def test_a_watcher_gets_the_list_and_every_change(
    guest: Guest, attempt: str, cadogan_day: Deal
) -> None:
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher:
        first = await watcher.hear("standings")
        assert set(first) == FIELDS
        assert (first["slug"], first["by"], first["players"], first["playing"]) == (
            cadogan_day.slug,
            "time",
            1,
            1,
        )
        async with guest.sit(attempt) as seat:
            await seat.send(type="concede", rev=1)
            while (second := await watcher.hear("standings"))["finished"] == 0:
                pass
        assert second["revision"] > first["revision"]


async def test_everybody_hears_the_same_text(guest: Guest, attempt: str, cadogan_day: Deal) -> None:
    path = f"/ws/deals/{cadogan_day.slug}/"
    async with seat_at(path) as one:
        await one.hear("standings")
        async with seat_at(path) as two:
            await two.hear("standings")  # at once, what was said last
            assert two.heard[0] == one.heard[0]
            async with guest.sit(attempt) as seat:
                await seat.send(type="concede", rev=1)
                await one.hear("standings")
                await two.hear("standings")
            assert two.heard[1] == one.heard[1]


async def test_the_order_is_the_watchers_choice(attempt: str, cadogan_day: Deal) -> None:
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/?by=moves") as watcher:
        assert (await watcher.hear("standings"))["by"] == "moves"


async def test_many_moves_in_a_second_are_one_list(
    guest: Guest, attempt: str, cadogan_day: Deal, no_rate_limit: None
) -> None:
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher, guest.sit(attempt) as seat:
        began = time.monotonic()
        for rev in range(1, 41):
            await seat.move(rev, "s")
        await asyncio.sleep(2 * live.PERIOD)
        await watcher.send(type="ping")
        await watcher.hear("pong")
        periods = (time.monotonic() - began) / live.PERIOD
        assert 1 <= len(standings(watcher)) <= periods + 2
        revisions = [message["revision"] for message in standings(watcher)]
        assert revisions == sorted(set(revisions))


async def test_the_lag_counts_from_the_first_change_that_was_not_told(
    attempt: str, cadogan_day: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher:
        await watcher.hear("standings")
        lags: list[float] = []
        monkeypatch.setattr(metrics.STANDINGS_SECONDS, "observe", lags.append)
        live._dirty[cadogan_day.slug] = time.perf_counter() - 60
        live.on_attempt_news(kind="progressed", deal_id=cadogan_day.pk, slug=cadogan_day.slug)
        while not lags:
            await asyncio.sleep(live.PERIOD / 10)
        assert lags[0] >= 60


async def test_a_database_that_fails_is_asked_again_until_it_answers(
    attempt: str, cadogan_day: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors, read = [OperationalError("gone"), InterfaceError("closed")], live._read

    async def ask(*given: Any) -> Any:
        if errors:
            raise errors.pop()
        return await read(*given)

    monkeypatch.setattr(live, "_read", ask)
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher:
        assert (await watcher.hear("standings"))["players"] == 1
    assert errors == []


async def test_a_board_that_cannot_be_read_keeps_no_other_from_being_told(
    attempt: str, standard_day: Deal, cadogan_day: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = live._read

    async def ask(deal_id: int, *given: Any) -> Any:
        if deal_id == standard_day.pk:
            raise OperationalError("canceling statement due to statement timeout")
        return await read(deal_id, *given)

    monkeypatch.setattr(live, "_read", ask)
    async with (
        seat_at(f"/ws/deals/{standard_day.slug}/"),
        seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher,
    ):
        assert (await watcher.hear("standings"))["players"] == 1


async def test_where_nothing_happens_nothing_is_sent(attempt: str, cadogan_day: Deal) -> None:
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher:
        await watcher.hear("standings")
        await asyncio.sleep(3 * live.PERIOD)
        await watcher.send(type="ping")
        assert (await watcher.hear_any())["type"] == "pong"


async def test_who_plays_sees_the_list_at_the_table_and_ones_own_row(seat: Seat) -> None:
    while (own := await seat.hear_any())["type"] != "standing":
        pass
    assert set(own) == {"type", "slug", "by", "revision", "me", "near"}
    assert own["me"]["status"] == "playing"
    assert own["me"] in own["near"]
    assert len(standings(seat)) == 1


async def test_practice_has_no_list(guest: Guest, practice: str) -> None:
    async with guest.sit(practice) as seat:
        await seat.move(1, "s")
        await asyncio.sleep(2 * live.PERIOD)
        assert standings(seat) == []
        assert rooms.open_rooms() == {}


@pytest.fixture
def practice(guest: Guest, transactional_db: None) -> str:
    return guest.practise("cadogan", "seed-0")


async def test_when_the_last_watcher_leaves_the_room_is_closed(attempt: str, cadogan_day: Deal) -> None:
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher:
        await watcher.hear("standings")
        assert list(rooms.open_rooms()) == [cadogan_day.slug]
    assert rooms.open_rooms() == {}


async def test_the_place_in_ended_is_the_place_on_the_board(cadogan_day: Deal, seat: Seat) -> None:
    ended = await seat.concede(1)
    assert (ended["place"], ended["would_be"]) == (None, 1)  # a guest


async def test_who_watches_is_sent_home_when_the_boards_close(
    attempt: str, cadogan_day: Deal, noon: time_machine.Traveller
) -> None:
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher:
        await watcher.hear("standings")
        noon.move_to(dt.datetime(2026, 11, 30, 2, 0, 1, tzinfo=dt.UTC))
        assert await watcher.hear_close() == (1000, "deal_closed")


async def test_who_watches_is_sent_home_when_the_deal_is_voided_and_who_plays_is_not(
    guest: Guest, attempt: str, cadogan_day: Deal
) -> None:
    async with seat_at(f"/ws/deals/{cadogan_day.slug}/") as watcher, guest.sit(attempt) as seat:
        await watcher.hear("standings")
        voided = Deal.objects.filter(pk=cadogan_day.pk)
        await in_db(voided.update)(voided_at=clock.now(), void_reason="a test")
        assert await watcher.hear_close() == (1000, "deal_closed")
        await seat.send(type="ping")
        await seat.hear("pong")
