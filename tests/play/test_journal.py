"""The journal: nothing is told before its commit, many events share one, a taken key fails alone."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection

from games import clock
from games.play import journal
from games.play.journal import Ending, Entry, Journal, JournalFailed
from games.play.models import Attempt, Event
from games.play.selectors import latest
from tests.guests import Guest, in_db


def entry(attempt: str, rev: int, ending: Ending | None = None) -> Entry:
    return Entry(attempt, rev, "concede" if ending else "move", "" if ending else "s", rev, 0, 0, ending)


def ending(history: str = "[]") -> Ending:
    return Ending("conceded", clock.now_ms(), 0, 0, history)


@in_db
def revs_of(attempt: str) -> list[int]:
    return list(Event.objects.filter(attempt_id=attempt).order_by("rev").values_list("rev", flat=True))


@pytest.fixture
def attempts(guest: Guest) -> list[str]:
    return [guest.practise("cadogan", f"seed-{index}") for index in range(20)]


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the transactions, in order."""
    sizes: list[int] = []
    real = journal._commit_once

    def counted(entries: Sequence[Entry]) -> Any:
        sizes.append(len(entries))
        return real(entries)

    monkeypatch.setattr(journal, "_commit_once", counted)
    return sizes


async def test_what_comes_in_one_turn_of_the_loop_shares_one_commit(
    attempts: list[str], batches: list[int]
) -> None:
    book = Journal()
    assert await asyncio.gather(*(book.store(entry(attempt, 1)) for attempt in attempts)) == [True] * 20
    assert batches == [20]


async def test_what_comes_during_a_commit_shares_the_next_one(
    attempts: list[str], batches: list[int]
) -> None:
    book = Journal()

    async def three(attempt: str) -> None:
        for rev in (1, 2, 3):
            assert await book.store(entry(attempt, rev))

    await asyncio.gather(*map(three, attempts))
    assert sum(batches) == 60
    assert len(batches) <= 6


async def test_a_taken_key_fails_its_own_waiter_alone(attempts: list[str], batches: list[int]) -> None:
    book = Journal()
    assert await book.store(entry(attempts[3], 1))
    answers = await asyncio.gather(*(book.store(entry(attempt, 1)) for attempt in attempts))
    assert answers == [attempt != attempts[3] for attempt in attempts]
    assert batches == [1, 20]


async def test_of_two_events_for_one_key_at_once_the_one_that_is_acked_is_the_one_that_is_stored(
    attempt: str,
) -> None:
    book = Journal()
    undo = Entry(attempt, 1, "undo", "", 1, 0, 0)
    assert await asyncio.gather(book.store(undo), book.store(entry(attempt, 1))) == [True, False]
    assert [event.kind for event in await in_db(lambda: list(Event.objects.all()))()] == ["undo"]


async def test_an_event_of_an_unknown_attempt_is_not_stored_and_harms_nobody(attempt: str) -> None:
    book = Journal()
    answers = await asyncio.gather(book.store(entry("nobody", 1)), book.store(entry(attempt, 1)))
    assert answers == [False, True]


async def test_an_event_for_an_ended_attempt_is_refused_before_and_after_its_events_are_folded(
    attempt: str,
) -> None:
    book = Journal()
    assert await book.store(entry(attempt, 1, ending()))
    assert await book.store(entry(attempt, 2)) is False
    assert await revs_of(attempt) == [1]
    assert await in_db(journal.fold_ended)(now_ms=clock.now_ms() + 2 * journal.FOLD_AFTER_MS) == 1
    assert await book.store(entry(attempt, 1)) is False
    assert await book.store(entry(attempt, 2)) is False
    assert await revs_of(attempt) == []


async def test_an_ending_sets_the_result_in_the_same_commit(attempt: str) -> None:
    assert await Journal().store(entry(attempt, 1, ending('[["concede","",5]]')))
    row = await in_db(Attempt.objects.get)(pk=attempt)
    assert (row.status, row.moves, row.seconds, row.history) == ("conceded", 0, 0, '[["concede","",5]]')


async def test_an_ending_whose_key_is_taken_ends_nothing(attempt: str) -> None:
    book = Journal()
    assert await book.store(entry(attempt, 1))
    assert await book.store(entry(attempt, 1, ending())) is False
    assert await in_db(latest)(attempt) == ("playing", 1)


async def test_a_waiter_that_has_gone_does_not_disturb_the_others(attempts: list[str]) -> None:
    book = Journal()
    gone = asyncio.ensure_future(book.store(entry(attempts[0], 1)))
    others = [asyncio.ensure_future(book.store(entry(attempt, 1))) for attempt in attempts[1:]]
    await asyncio.sleep(0)
    gone.cancel()
    assert await asyncio.gather(*others) == [True] * 19
    assert await book.store(entry(attempts[1], 2))


# --- a database that fails ------------------------------------------------------------------------------


class Failing:
    """A stand-in for the commit: fails as often as it is told to, before or after the real one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception, times: int, *, after: bool) -> None:
        self.real, self.error, self.left, self.after = journal._commit_once, error, times, after
        monkeypatch.setattr(journal, "_commit_once", self)

    def __call__(self, entries: Sequence[Entry]) -> Any:
        if self.left == 0:
            return self.real(entries)
        self.left -= 1
        if self.after:
            self.real(entries)
        raise self.error


async def test_a_lost_connection_is_opened_again_and_the_event_stored(
    attempt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Failing(monkeypatch, OperationalError("gone"), 1, after=False)
    assert await Journal().store(entry(attempt, 1))


async def test_a_failed_commit_fails_all_its_waiters_and_stores_nothing(
    attempts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Failing(monkeypatch, DatabaseError("disk full"), 1, after=False)
    book = Journal()
    answers = await asyncio.gather(
        *(book.store(entry(attempt, 1)) for attempt in attempts), return_exceptions=True
    )
    assert all(isinstance(answer, JournalFailed) for answer in answers)
    assert [await revs_of(attempt) for attempt in attempts] == [[]] * 20
    assert await book.store(entry(attempts[0], 1))  # the next one is a fresh try


@pytest.mark.parametrize("error", [DatabaseError("disk full"), OperationalError("gone"), ValueError("a bug")])
async def test_a_failed_commit_acks_nothing_and_the_page_is_asked_to_come_back(
    guest: Guest, attempt: str, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async with guest.sit(attempt) as one, guest.sit(attempt) as two:
        failing = Failing(monkeypatch, error, 2, after=False)
        await one.send(type="move", rev=1, move="s")
        assert await one.hear_close() == (4012, "shutdown")
        assert len(one.heard) == 2  # its first position, and the farewell
        failing.left = 0
        # The table has forgotten what it held and reads again: the other tab plays on as if nothing had been.
        assert await two.hear_until_pong() == []
        assert (await two.move(1, "s"))["rev"] == 1
    assert await revs_of(attempt) == [1]


async def test_a_commit_that_failed_after_it_was_done_is_found_by_whoever_comes_back(
    guest: Guest, attempt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guest.sit(attempt) as seat:
        Failing(monkeypatch, DatabaseError("the answer was lost"), 1, after=True)
        await seat.send(type="move", rev=1, move="s")
        assert await seat.hear_close() == (4012, "shutdown")
    async with guest.sit(attempt) as seat:
        assert (await seat.move(1, "s"))["rev"] == 1
    assert await revs_of(attempt) == [1]


async def test_a_commit_whose_connection_broke_after_it_was_done_is_acked_once(
    guest: Guest, attempt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guest.sit(attempt) as seat:
        Failing(monkeypatch, OperationalError("gone"), 1, after=True)
        assert (await seat.move(1, "s"))["rev"] == 1
        assert (await seat.move(2, "s"))["rev"] == 2
    assert await revs_of(attempt) == [1, 2]


async def test_a_database_that_fails_a_read_sends_the_page_away_to_come_back(
    guest: Guest, attempt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_attempt: str) -> None:
        raise DatabaseError("gone")

    async with guest.sit(attempt) as seat:
        with monkeypatch.context() as patch:
            patch.setattr("games.play.selectors.latest", fail)
            await seat.send(type="sync", rev=0)
            assert await seat.hear_close() == (4012, "shutdown")
    async with guest.sit(attempt) as seat:
        assert (await seat.move(1, "s"))["rev"] == 1


# --- SQL -------------------------------------------------------------------------------------------------


def test_a_move_costs_one_transaction_of_one_insert(attempt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        assert journal.commit([entry(attempt, 1)]) == {(attempt, 1)}
    said = [query["sql"].split()[0] for query in queries]
    assert [word for word in said if word in ("SELECT", "UPDATE", "DELETE", "SAVEPOINT")] == []


def test_sqlite_waits_for_the_disk_before_an_ack() -> None:
    from constitution_site import environment

    database = environment.read_database()
    if "sqlite" in str(database["ENGINE"]):
        options: Any = database["OPTIONS"]
        assert "synchronous=FULL" in options["init_command"]
