"""How an attempt ends: won, lost, conceded, expired; each told once, after its commit, and folded."""

import asyncio
import datetime as dt
from typing import Any

import pytest
import time_machine
from django.db import InterfaceError, OperationalError

from constitution_site import housekeeping
from games import clock
from games.deals import audit, desk
from games.deals.models import Deal
from games.play import hall, journal, selectors
from games.play.closing import expire_some
from games.play.doorkeeper import Doorkeeper
from games.play.models import Attempt, Event
from games.play.selectors import events_of
from tests.guests import Guest, Seat, in_db, line_of, put_on_calendar

# Lines of always the first forced move (tests.guests.line_of), by what they lead to:
LOST = ("standard", "seed-1", 9)
DEAD = ("standard", "seed-6", 46)
STUCK_WITH_AN_UNDO = ("standard", "seed-25", 23)


@in_db
def row(attempt: str) -> Attempt:
    return Attempt.objects.select_related("deal", "player").get(pk=attempt)


async def concede(seat: Seat, rev: int) -> str:
    return str((await seat.concede(rev))["status"])


@pytest.fixture
def ranked(guest: Guest, cadogan_day: Deal) -> str:
    return guest.start(cadogan_day.slug)


def ranked_on(guest: Guest, variant: str, seed: str) -> str:
    return guest.start(put_on_calendar(variant, seed).slug)


@pytest.fixture
def losing(guest: Guest) -> str:
    return ranked_on(guest, *LOST[:2])


@pytest.fixture
def dying(guest: Guest) -> str:
    return ranked_on(guest, *DEAD[:2])


@pytest.fixture
def stuck(guest: Guest) -> str:
    return ranked_on(guest, *STUCK_WITH_AN_UNDO[:2])


async def test_a_ranked_game_without_a_move_or_an_undo_is_lost_by_itself(guest: Guest, losing: str) -> None:
    async with guest.sit(losing) as seat:
        moved = await seat.play(line_of(*LOST))
        assert (moved["status"], moved["legal"], moved["undo"]) == ("lost", [], False)
        assert (await seat.hear("ended"))["status"] == "lost"
    assert (await row(losing)).status == "lost"


async def test_a_lost_position_with_an_undo_left_is_not_over_and_conceding_it_is_recorded_as_lost(
    guest: Guest, stuck: str
) -> None:
    async with guest.sit(stuck) as seat:
        line = line_of(*STUCK_WITH_AN_UNDO)
        moved = await seat.play(line)
        assert (moved["status"], moved["legal"], moved["undo"]) == ("lost", [], True)
        assert (await row(stuck)).status == "playing"
        assert (await seat.undo(len(line) + 1))["status"] == "playing"
        await seat.move(len(line) + 2, line[-1])
        assert await concede(seat, len(line) + 3) == "lost"
    assert (await row(stuck)).status == "lost"


async def test_conceding_a_dead_game_is_recorded_as_lost(
    guest: Guest, dying: str, no_rate_limit: None
) -> None:
    async with guest.sit(dying) as seat:
        line = line_of(*DEAD)
        moved = await seat.play(line)
        assert (moved["dead"], moved["status"]) == (True, "playing")
        assert moved["legal"]
        assert await concede(seat, len(line) + 1) == "lost"


async def test_conceding_a_game_that_could_go_on_is_recorded_as_conceded(guest: Guest, cadogan: str) -> None:
    async with guest.sit(cadogan) as seat:
        assert await concede(seat, 1) == "conceded"
    assert (await row(cadogan)).status == "conceded"


async def test_an_ended_attempt_holds_its_result_and_all_its_events(guest: Guest, ranked: str) -> None:
    async with guest.sit(ranked) as seat:
        await seat.play(["s", "s"])
        await concede(seat, 3)
    attempt = await row(ranked)
    assert (attempt.moves, attempt.home, attempt.steps) == (2, 0, 0)
    assert attempt.ended_at is not None
    assert attempt.seconds == int((attempt.ended_at - attempt.started_at).total_seconds())
    assert [(event.kind, event.move) for event in await in_db(events_of)(attempt)] == [
        ("move", "s"), ("move", "s"), ("concede", ""),
    ]  # fmt: skip


async def test_the_end_of_a_practice_game_has_no_place(guest: Guest, cadogan: str) -> None:
    async with guest.sit(cadogan) as seat:
        ended = await seat.concede(1)
    assert (ended["place"], ended["would_be"]) == (None, None)


async def test_every_tab_hears_the_end_once(guest: Guest, cadogan: str) -> None:
    async with guest.sit(cadogan) as one, guest.sit(cadogan) as two:
        await concede(one, 1)
        assert [message["type"] for message in await two.hear_until_pong()] == ["ended"]
        assert await one.hear_until_pong() == []


async def test_the_whole_seconds_of_the_clock_are_rounded_down(
    guest: Guest, cadogan: str, noon: time_machine.Traveller
) -> None:
    started = (await row(cadogan)).started_at
    async with guest.sit(cadogan) as seat:
        noon.move_to(started + dt.timedelta(seconds=61.999), tick=False)
        assert (await seat.concede(1))["seconds"] == 61


# --- the events of ended attempts -------------------------------------------------------------------


@in_db
def fold(noon: time_machine.Traveller, after: dt.timedelta) -> int:
    noon.shift(after)
    return journal.fold_ended(now_ms=clock.now_ms())


@in_db
def count_events(attempt: str) -> int:
    return Event.objects.filter(attempt_id=attempt).count()


async def test_the_events_of_an_ended_attempt_are_folded_after_a_minute(
    guest: Guest, cadogan: str, noon: time_machine.Traveller
) -> None:
    async with guest.sit(cadogan) as seat:
        await seat.play(["s"])
        await concede(seat, 2)
    assert await fold(noon, dt.timedelta(seconds=30)) == 0
    assert await fold(noon, dt.timedelta(seconds=40)) == 2
    assert await count_events(cadogan) == 0
    async with guest.sit(cadogan, synced=False) as seat:
        position = await seat.sync()
        assert (position["moves"], position["status"]) == (["s"], "conceded")


async def test_the_events_of_a_running_attempt_are_never_folded(
    guest: Guest, cadogan: str, noon: time_machine.Traveller
) -> None:
    async with guest.sit(cadogan) as seat:
        await seat.play(["s"])
    assert await fold(noon, dt.timedelta(days=300)) == 0
    assert await count_events(cadogan) == 1


async def test_an_answer_lost_at_the_end_is_given_again_after_the_fold(
    guest: Guest, cadogan: str, noon: time_machine.Traveller
) -> None:
    async with guest.sit(cadogan) as seat:
        await seat.move(1, "s")
        told = seat.heard[-1]
        await concede(seat, 2)
    await fold(noon, dt.timedelta(minutes=2))
    async with guest.sit(cadogan) as seat:
        await seat.hear("ended")
        await seat.move(1, "s")
        assert seat.heard[-1] == told


# --- 02:00 --------------------------------------------------------------------------------------------

CLOSING = dt.datetime(2026, 11, 30, 2, tzinfo=dt.UTC)


@in_db
def damage(attempt: str) -> None:
    """Store a move that no rules allow."""
    facts = {"kind": "move", "move": "a1h4", "elapsed_ms": 1, "home": 0, "steps": 0}
    Event.objects.create(attempt_id=attempt, rev=1, **facts)


async def test_at_two_in_the_morning_a_running_attempt_expires_and_its_page_is_sent_home(
    guest: Guest, ranked: str, noon: time_machine.Traveller
) -> None:
    async with guest.sit(ranked) as seat:
        await seat.move(1, "s")
        noon.move_to(CLOSING, tick=False)
        await hall.current().expire_overdue()
        assert (await seat.hear("ended"))["status"] == "expired"
        assert await seat.hear_close() == (1000, "deal_closed")
    attempt = await row(ranked)
    assert (attempt.status, attempt.ended_at, attempt.moves) == ("expired", CLOSING, 1)


async def test_what_the_database_could_not_end_at_the_hour_ends_once_it_answers(
    guest: Guest, ranked: str, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_entries: object) -> None:
        raise OperationalError("gone")

    async with guest.sit(ranked) as seat:
        noon.move_to(CLOSING, tick=False)
        with monkeypatch.context() as patch, pytest.raises(journal.JournalFailed):
            patch.setattr(journal, "_commit_once", fail)
            await hall.current().expire_overdue()
        await hall.current().expire_overdue()
        assert (await seat.hear("ended"))["status"] == "expired"
        assert await seat.hear_close() == (1000, "deal_closed")


async def test_a_second_before_nothing_expires(
    guest: Guest, ranked: str, noon: time_machine.Traveller
) -> None:
    async with guest.sit(ranked) as seat:
        noon.move_to(CLOSING - dt.timedelta(seconds=1), tick=False)
        await hall.current().expire_overdue()
        assert (await seat.move(1, "s"))["type"] == "moved"


async def test_a_damaged_attempt_keeps_no_other_from_expiring_though_the_clerk_slept_through_the_hour(
    ranked: str, stranger: Guest, cadogan_day: Deal, noon: time_machine.Traveller
) -> None:
    damaged = await in_db(stranger.start)(cadogan_day.slug)
    await damage(damaged)
    noon.move_to(CLOSING + dt.timedelta(days=9), tick=False)
    assert await in_db(expire_some)()
    assert not await in_db(expire_some)()
    attempt = await row(ranked)
    assert (attempt.status, attempt.ended_at) == ("expired", CLOSING)
    assert attempt.seconds == int((CLOSING - attempt.started_at).total_seconds())
    assert (await row(damaged)).status == "playing"  # left for people to look at, and said in the log


async def test_a_damaged_open_table_keeps_no_other_from_ending_at_the_hour(
    guest: Guest, ranked: str, stranger: Guest, cadogan_day: Deal, noon: time_machine.Traveller
) -> None:
    damaged = await in_db(stranger.start)(cadogan_day.slug)
    async with stranger.sit(damaged), guest.sit(ranked):
        await damage(damaged)
        noon.move_to(CLOSING, tick=False)
        await hall.current().expire_overdue()
    assert (await row(ranked)).status == "expired"
    assert (await row(damaged)).status == "playing"


async def test_the_events_of_an_attempt_that_expired_late_are_folded_when_a_process_starts(
    guest: Guest, ranked: str, noon: time_machine.Traveller
) -> None:
    async with guest.sit(ranked) as seat:
        await seat.move(1, "s")
    noon.move_to(CLOSING + dt.timedelta(days=9), tick=False)
    await in_db(expire_some)()
    now_ms = clock.now_ms()
    assert await in_db(journal.fold_ended)(now_ms=now_ms) == 0
    assert await in_db(journal.fold_ended)(now_ms=now_ms, reach_ms=now_ms) == 2
    assert await count_events(ranked) == 0


async def test_a_move_that_comes_after_the_hour_finds_the_attempt_expired(
    guest: Guest, ranked: str, noon: time_machine.Traveller
) -> None:
    async with guest.sit(ranked) as seat:
        noon.move_to(CLOSING, tick=False)
        await seat.send(type="move", rev=1, move="s")
        assert (await seat.hear("ended"))["status"] == "expired"
        assert (await seat.hear("rejected"))["code"] in ("attempt_over", "stale")
    assert (await row(ranked)).moves == 0


@in_db
def login(attempt: str) -> None:
    """What a login does to a guest's game on an open board."""
    Attempt.objects.filter(pk=attempt).update(ranked=False)


@in_db
def void(attempt: str) -> None:
    deal = Attempt.objects.select_related("deal").get(pk=attempt).deal
    assert deal is not None
    desk.void_deal(deal=deal, reason="dealt twice", by=audit.CLERK)


@pytest.mark.parametrize("news", [login, void], ids=["a login", "a void"])
async def test_a_game_that_became_practice_a_moment_before_the_hour_goes_on_though_nobody_has_heard_of_it(
    guest: Guest, ranked: str, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, news: Any
) -> None:
    monkeypatch.setattr(selectors, "overdue", lambda now: [ranked])  # as it was a moment before
    async with guest.sit(ranked) as seat:
        await news(ranked)
        noon.move_to(CLOSING, tick=False)
        assert not await in_db(expire_some)()
        await hall.current().expire_overdue()
        assert (await seat.hear("position"))["ranked"] is False
        assert (await seat.move(1, "s"))["type"] == "moved"


async def test_a_damaged_open_table_keeps_no_other_from_hearing_of_a_void(
    guest: Guest, ranked: str, stranger: Guest, cadogan_day: Deal
) -> None:
    damaged = await in_db(stranger.start)(cadogan_day.slug)
    async with stranger.sit(damaged), guest.sit(ranked) as seat:
        await damage(damaged)
        await void(ranked)
        await hall.current().hear_of_voids({cadogan_day.pk})
        assert (await seat.hear("position"))["ranked"] is False


async def test_whatever_fails_the_housekeeping_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    faults, folded = [KeyError("a mistake of ours"), InterfaceError("closed")], asyncio.Event()

    async def look(_doorkeeper: Doorkeeper) -> None:
        if faults:
            raise faults.pop()

    async def fold(*, now_ms: int, reach_ms: int) -> None:
        assert reach_ms == now_ms  # as a process that has just begun does
        folded.set()

    monkeypatch.setattr(Doorkeeper, "look", look)
    monkeypatch.setattr(housekeeping, "_fold", fold)
    monkeypatch.setattr(housekeeping, "PERIOD", 0.01)
    running = asyncio.create_task(housekeeping._run())
    await asyncio.wait_for(folded.wait(), 10)
    running.cancel()


async def test_practice_never_expires(guest: Guest, cadogan: str, noon: time_machine.Traveller) -> None:
    async with guest.sit(cadogan) as seat:
        noon.shift(dt.timedelta(days=300))
        await hall.current().expire_overdue()
        assert (await seat.move(1, "s"))["type"] == "moved"


async def test_a_game_begun_before_midnight_goes_on_after_it_and_counts_for_its_date(
    guest: Guest, cadogan_day: Deal, noon: time_machine.Traveller, just_before_midnight: str
) -> None:
    async with guest.sit(just_before_midnight) as seat:
        noon.shift(60)
        await seat.move(1, "s")
        assert await concede(seat, 2) == "conceded"
    attempt = await row(just_before_midnight)
    assert attempt.deal == cadogan_day
    assert attempt.ended_at
    assert attempt.ended_at.date() == dt.date(2026, 11, 30)
    assert attempt.seconds == pytest.approx(60, abs=5)


@pytest.fixture
def just_before_midnight(guest: Guest, cadogan_day: Deal, noon: time_machine.Traveller) -> str:
    noon.move_to(dt.datetime(2026, 11, 29, 23, 59, 59, tzinfo=dt.UTC))
    return guest.start(cadogan_day.slug)
