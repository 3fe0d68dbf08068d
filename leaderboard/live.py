"""The live Division list: once a second, each watched deal that changed is computed once and sent.

The law: nothing here blocks a move. What play says only marks a deal; one task a process does
the work while somebody watches. What is as it was is not sent again: pages count the seconds of
running games themselves. "Ended" is answered with the place, from the same standings.
"""

import asyncio
import time
import weakref
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import Error
from django.db.models import Q

from games import clock, metrics
from games.deals import calendar
from games.deals.models import Deal
from games.play import rooms
from games.play.protocol import Row, Standing, Standings, encode
from games.play.signals import EndedPlaces
from leaderboard.counts import Counts, counts_of
from leaderboard.ranking import By
from leaderboard.standings import TOP, Board, Own, Sweep

log = structlog.get_logger()
PERIOD = 1.0
# One player's row costs about as much as so many rows of a board that is read whole.
WORTH_A_SWEEP = 100
LARGEST_SWEEP = 20_000
ONE_BY_ONE = 100  # own rows a second on a larger board; with more watchers each has its turn

# Deals with something new, and since when; never, if all that is new is somebody who watches.
_dirty: dict[str, float] = {}
_NEVER = float("inf")
_tasks: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = weakref.WeakKeyDictionary()


def on_attempt_news(
    *, kind: str, deal_id: int, slug: str, attempt_id: str | None = None, **_kwargs: Any
) -> EndedPlaces | None:
    """Hear what play says (games.play.signals)."""
    _dirty[slug] = min(_dirty.get(slug, _NEVER), _NEVER if kind == "watched" else time.perf_counter())
    if kind == "watched":
        loop = asyncio.get_running_loop()
        if loop not in _tasks or _tasks[loop].done():
            _tasks[loop] = loop.create_task(_run())
    if kind == "ended" and attempt_id is not None:
        return EndedPlaces(*Board(deal_id, "time", clock.now()).place_of(attempt_id))
    return None


async def _run() -> None:
    while rooms.open_rooms():
        for slug, room in list(rooms.open_rooms().items()):
            # With several processes the others' moves are not heard here, so every second is asked for.
            if slug in _dirty or settings.REDIS_URL:
                await _try(_send(slug, room))
        await _try(_send_watchers_home())
        await asyncio.sleep(PERIOD)


async def _try(telling: Awaitable[None]) -> None:
    """Await; where the database fails, what is new stays marked until it answers, and others are told."""
    try:
        await telling
    except Error as error:
        metrics.ERRORS.labels("database").inc()
        log.warning("standings_failed", error=str(error))


@dataclass(frozen=True, slots=True)
class _View:
    """What one second's reading of a board gave; of the rows also whether they are news."""

    revision: int
    counts: Counts
    top: list[Row]
    state: int
    own: dict[int, tuple[Own, int]]


async def _send(slug: str, room: rooms.Room) -> None:
    since = _dirty.pop(slug, _NEVER)
    try:
        for by, watchers in room.watchers.items():
            if watchers:
                players = sorted({watcher.player_id for watcher in watchers if watcher.player_id})
                await _send_board(slug, room, by, await _read(room.deal_id, by, players))
    except Error:
        _dirty[slug] = min(since, _dirty.get(slug, _NEVER))
        raise
    if since != _NEVER:
        metrics.STANDINGS_SECONDS.observe(time.perf_counter() - since)


async def _send_board(slug: str, room: rooms.Room, by: By, view: _View) -> None:
    if room.told.get(by) != view.state:
        room.told[by] = view.state
        told = Standings(slug=slug, by=by, revision=view.revision, top=view.top, **view.counts._asdict())
        await rooms.send_to_deal(slug, by, encode(told))
    sent = 0
    for watcher in list(room.watchers[by]):
        own, state = view.own.get(watcher.player_id, (None, 0))
        if own is None or watcher.told_own == state:
            continue
        watcher.told_own = state
        await watcher.send(
            encode(Standing(slug=slug, by=by, revision=view.revision, me=own.row, near=own.near))
        )
        sent += 1
        if sent % rooms.BREATH == 0:
            await asyncio.sleep(0)


class _News(dict[int, int]):
    """The hash of what of a row is news, by the row's identity: the seconds of a running game are none."""

    def of(self, rows: list[Row]) -> int:
        return hash(tuple([self.get(id(row)) or self._add(row) for row in rows]))

    def _add(self, row: Row) -> int:
        still = msgspec.structs.replace(row, seconds=0) if row.status == "playing" else row
        return self.setdefault(id(row), hash(still))


def _view(deal_id: int, by: By, players: list[int]) -> _View:
    board = Board(deal_id, by, clock.now())
    counts = counts_of(deal_id)
    owns: list[tuple[int, Own | None]]
    if counts.players <= min(LARGEST_SWEEP, len(players) * WORTH_A_SWEEP):
        sweep = Sweep(board)
        top, owns = sweep.rows[:TOP], [(player_id, sweep.own(player_id)) for player_id in players]
    else:
        start = board.revision // 1000 * ONE_BY_ONE % max(1, len(players))
        asked = (players[start:] + players[:start])[:ONE_BY_ONE]
        top, owns = board.top(), [(player_id, board.around(player_id=player_id)) for player_id in asked]
    news = _News()
    own = {player_id: (own, news.of(own.near)) for player_id, own in owns if own is not None}
    return _View(board.revision, counts, top, hash((counts, news.of(top))), own)


_read = database_sync_to_async(_view, thread_sensitive=False)


async def _send_watchers_home() -> None:
    """Close the sockets that only watch a deal whose boards have closed, or that was voided."""
    if watched := {room.deal_id: slug for slug, room in rooms.open_rooms().items()}:
        for deal_id in await _over(list(watched)):
            await rooms.close(watched[deal_id], "deal_closed")


def _deals_over(deal_ids: list[int]) -> list[int]:
    over = Q(voided_at__isnull=False) | Q(date__lte=calendar.last_closed(clock.now()))
    return list(Deal.objects.filter(over, pk__in=deal_ids).values_list("pk", flat=True))


_over = database_sync_to_async(_deals_over, thread_sensitive=False)
