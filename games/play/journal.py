"""The journal: the only writer of events, by group commit.

The law: an event is told to nobody before its COMMIT; the insert of (attempt, rev) is the
compare-and-set, and a key that exists fails its own waiter alone, never the batch. All events
that arrived during the last commit go into the next transaction; there is no linger. One
thread with its own connection writes, raw SQL, since one ORM update a move costs ten times
as much (ARCHITECTURE.md, "Speed").
"""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple

import msgspec
from django.db import DatabaseError, connection, transaction

from games import clock, metrics
from games.play.database_thread import DatabaseThread, twice
from games.play.game import Game, write_history

COLUMNS = ("attempt_id", "rev", "kind", "move", "elapsed_ms", "home", "steps")
EVENT_COLUMNS = ", ".join(COLUMNS)
_encode = msgspec.json.Encoder().encode

# An event enters only while its attempt is playing: a process that slept through the end of an
# attempt, whose events are folded away by now, must not write on. And the closing of the boards ends
# only what counts: a moment ago a game may have become practice, by a login or a void.
MAY_ENTER = """EXISTS (SELECT 1 FROM play_attempt AS a WHERE a.id = {attempt} AND status = 'playing' AND (
    {kind} <> 'expire'
    OR ranked AND NOT EXISTS (SELECT 1 FROM deals_deal AS d WHERE d.id = deal_id AND voided_at IS NOT NULL)
))"""
INSERT_SQLITE = f"""
INSERT INTO play_event ({EVENT_COLUMNS}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
WHERE {MAY_ENTER.format(attempt="?1", kind="?3")} ON CONFLICT DO NOTHING
"""
# The boards are ordered by cards home, so these go along; most events change none. Not those of an end,
# which come with it: PostgreSQL locks the player of a row that one transaction writes twice.
HOME_SQLITE = "UPDATE play_attempt SET home = ? WHERE id = ? AND home <> ? AND ranked"
INSERT_POSTGRESQL = f"""
WITH stored AS (
    INSERT INTO play_event ({EVENT_COLUMNS})
    SELECT {EVENT_COLUMNS} FROM json_populate_recordset(NULL::play_event, %s::json) AS new
    WHERE {MAY_ENTER.format(attempt="new.attempt_id", kind="new.kind")}
    ON CONFLICT DO NOTHING RETURNING attempt_id, rev, home
), moved AS (
    UPDATE play_attempt SET home = last.home
    FROM (SELECT DISTINCT ON (attempt_id) attempt_id, home FROM stored ORDER BY attempt_id, rev DESC) AS last
    WHERE id = last.attempt_id AND play_attempt.home <> last.home AND ranked AND id <> ALL(%s)
) SELECT attempt_id, rev FROM stored
"""  # noqa: S608
END_ATTEMPT = """
UPDATE play_attempt
SET status = %s, ended_at = %s, moves = %s, seconds = %s, history = %s, home = %s, steps = %s
WHERE id = %s
"""
# Rows before tallies, as services.py holds them: nobody then waits for us while we wait for them.
HOLD = "SELECT 1 FROM play_attempt WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"
# Folded events stay for a minute, so that no insert of the old days can meet an empty place.
FOLD = """
DELETE FROM play_event WHERE attempt_id IN
    (SELECT id FROM play_attempt WHERE status <> 'playing' AND ended_at < %s AND ended_at >= %s)
"""
FOLD_AFTER_MS = 60_000


class JournalFailed(Exception):
    """A commit did not happen, or nobody knows whether it did; read the attempt again."""


class Ending(NamedTuple):
    """What an attempt becomes when an event ends it; `history` holds all its events."""

    status: str
    ended_ms: int
    moves: int
    seconds: int
    history: str
    deal_id: int | None = None


class Entry(NamedTuple):
    """An event to be stored, with what stands after it."""

    attempt_id: str
    rev: int
    kind: str
    move: str
    elapsed_ms: int
    home: int
    steps: int
    ending: Ending | None = None

    @classmethod
    def of(cls, attempt_id: str, game: Game, started_ms: int, deal_id: int | None = None) -> "Entry":
        """Give the last event of a game, with what becomes of the attempt if it has ended it."""
        event = game.events[-1]
        ending = None
        if game.status != "playing":
            ended_ms, seconds = started_ms + event.elapsed_ms, event.elapsed_ms // 1000
            history = write_history(game.events)
            ending = Ending(game.status, ended_ms, len(game.line), seconds, history, deal_id)
        return cls(attempt_id, game.rev, *event, game.position.home, game.steps, ending)


class Journal:
    """The asyncio side: collects what arrives during a commit and releases the waiters after it."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._busy = False

    def store(self, entry: Entry) -> asyncio.Future[bool]:
        """Store an event durably.

        Gives True after its COMMIT; False when its (attempt, rev) is taken or the attempt is over.
        Raises JournalFailed when the database failed; the event may then be stored or not. What waits is
        at most an event a table: a table asks for the next one when it has the answer.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        self._waiting.append((entry, future))
        if not self._busy:
            self._busy = True
            # Not at once: all frames of this turn of the event loop share the commit.
            loop.call_soon(self._start_commit)
        return future

    def _start_commit(self) -> None:
        # A key twice in one batch (a table closed in mid-commit and opened again): which of the two was
        # stored could not be told, so the second one waits, and finds the key taken.
        first: dict[tuple[str, int], tuple[Entry, asyncio.Future[bool]]] = {}
        self._waiting, waiting = [], self._waiting
        for entry, future in waiting:
            if first.setdefault((entry.attempt_id, entry.rev), (entry, future))[1] is not future:
                self._waiting.append((entry, future))
        batch = list(first.values())
        entries = [entry for entry, _future in batch]
        thread.do(partial(commit, entries), partial(self._release, batch))

    def _release(self, batch: list[tuple[Entry, asyncio.Future[bool]]], done: Future[set[Any]]) -> None:
        error = done.exception()
        stored = set() if error else done.result()
        for entry, future in batch:
            if future.done():  # its socket is gone
                continue
            if error:
                future.set_exception(JournalFailed(str(error)))
            else:
                future.set_result((entry.attempt_id, entry.rev) in stored)
        if self._waiting:
            self._start_commit()
        else:
            self._busy = False


# --- the database thread ---------------------------------------------------------------------

thread = DatabaseThread("journal")


def commit(entries: Sequence[Entry]) -> set[tuple[str, int]]:
    """Store a batch in one transaction; gives the keys that were free and are now stored.

    A connection that was lost is opened again once. The second try is safe even if the first one
    had committed: its keys are then taken, and the tables find their own events standing there.
    """
    began = time.perf_counter()
    try:
        return twice("journal", partial(_commit_once, entries), events=len(entries))
    finally:
        metrics.BATCH.observe(len(entries))
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)


def _commit_once(entries: Sequence[Entry]) -> set[tuple[str, int]]:
    # A statement alone is a transaction by itself: on PostgreSQL that spares two of three round trips.
    is_alone = connection.vendor == "postgresql" and not any(entry.ending for entry in entries)
    try:
        with contextlib.nullcontext() if is_alone else transaction.atomic():
            stored = _insert(entries)
            endings = [(e.ending, e) for e in entries if e.ending and (e.attempt_id, e.rev) in stored]
            if len(endings) > 1 and connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(HOLD, [[entry.attempt_id for _ending, entry in endings]])
            # An end takes its deal's tally (tally.py): by deal, so that processes never lock each other out.
            for ending, entry in sorted(endings, key=lambda pair: pair[0].deal_id or 0):
                _end_attempt(entry, ending)
        return stored
    except DatabaseError:
        connection.close_if_unusable_or_obsolete()
        raise


def _insert(entries: Sequence[Entry]) -> set[tuple[str, int]]:
    # In the order of the key, so that two processes never lock each other out.
    rows = sorted(entry[:7] for entry in entries)
    if connection.vendor == "postgresql":
        # As one text: seven arrays cost the client three times as much, and the server no less.
        text = _encode([dict(zip(COLUMNS, row, strict=True)) for row in rows]).decode()
        with connection.cursor() as cursor:
            cursor.execute(INSERT_POSTGRESQL, [text, [entry.attempt_id for entry in entries if entry.ending]])
            return set(cursor.fetchall())
    execute = connection.connection.execute
    stored = [row for row in rows if execute(INSERT_SQLITE, row).rowcount == 1]
    for attempt_id, _rev, _kind, _move, _elapsed_ms, home, _steps in stored:
        execute(HOME_SQLITE, (home, attempt_id, home))
    return {row[:2] for row in stored}


def _end_attempt(entry: Entry, ending: Ending) -> None:
    ended_at = connection.ops.adapt_datetimefield_value(clock.from_ms(ending.ended_ms))
    result = (ending.status, ended_at, ending.moves, ending.seconds, ending.history, entry.home, entry.steps)
    with connection.cursor() as cursor:
        cursor.execute(END_ATTEMPT, (*result, entry.attempt_id))


def fold_ended(*, now_ms: int, reach_ms: int = 2 * clock.DAY_MS) -> int:
    """Delete the events of attempts that ended more than a minute, and at most `reach_ms`, ago.

    Their `history` holds them. Run it at least daily, and with a reach over all of time when a process
    starts: what expires after a long sleep ended long ago. Gives the number of deleted events.
    """
    adapt = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.execute(
            FOLD,
            [adapt(clock.from_ms(now_ms - FOLD_AFTER_MS)), adapt(clock.from_ms(now_ms - reach_ms))],
        )
        return int(cursor.rowcount)
