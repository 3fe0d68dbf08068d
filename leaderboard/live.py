"""The live Division list: once a second, each watched deal that changed is computed once and sent.

The law: nothing here blocks a move. What play says only marks a deal; one task a process does
the work while somebody watches. What is as it was is not sent again: pages count the seconds of
running games themselves. "Ended" is answered with the place, from the same standings.
"""

import asyncio
import datetime as dt
import time
import weakref
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError

from games import clock, metrics
from games.deals import calendar
from games.deals.models import Deal
from games.play import rooms
from games.play.protocol import Row, Standing, Standings, encode
from games.play.signals import EndedPlaces
from leaderboard.ranking import By
from leaderboard.standings import Board, Counts, Own, counts_of

log = structlog.get_logger()
PERIOD = 1.0

_dirty: set[str] = set()
_tasks: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = weakref.WeakKeyDictionary()


def on_attempt_news(
    *, kind: str, deal_id: int, slug: str, attempt_id: str | None = None, **_kwargs: Any
) -> EndedPlaces | None:
    """Hear what play says (games.play.signals)."""
    _dirty.add(slug)
    if kind == "watched":
        loop = asyncio.get_running_loop()
        if loop not in _tasks or _tasks[loop].done():
            _tasks[loop] = loop.create_task(_run())
    if kind == "ended" and attempt_id is not None:
        return places_of(deal_id, attempt_id)
    return None


def places_of(deal_id: int, attempt_id: str) -> EndedPlaces:
    """Give the place of an attempt on the time board, or the one it would take."""
    return EndedPlaces(*Board(deal_id, "time", clock.now()).place_of(attempt_id))


async def _run() -> None:
    while rooms.open_rooms():
        for slug, room in list(rooms.open_rooms().items()):
            # With several processes the others' moves are not heard here, so every second is asked for.
            if slug in _dirty or settings.REDIS_URL:
                _dirty.discard(slug)
                due = time.perf_counter()
                try:
                    await _send(slug, room)
                    metrics.STANDINGS_SECONDS.observe(time.perf_counter() - due)
                except DatabaseError as error:
                    metrics.ERRORS.labels("database").inc()
                    log.warning("standings_failed", slug=slug, error=str(error))
                    _dirty.add(slug)
        try:
            await _send_watchers_home()
        except DatabaseError as error:
            log.warning("standings_failed", error=str(error))
        await asyncio.sleep(PERIOD)


@dataclass(frozen=True, slots=True)
class _View:
    """What one second's reading of a board gave."""

    revision: int
    counts: Counts
    top: list[Row]
    own: dict[int, Own]


async def _send(slug: str, room: rooms.Room) -> None:
    orders: set[By] = {watcher.by for watcher in room.watchers}
    for by in sorted(orders):
        players = sorted({w.player_id for w in room.watchers if w.by == by and w.player_id})
        view = await _read(room.deal_id, by, players)
        state = (view.counts, [_without_clock(row) for row in view.top])
        if room.told.get(by) != state:
            room.told[by] = state
            text = encode(
                Standings(
                    slug=slug,
                    by=by,
                    revision=view.revision,
                    players=view.counts.players,
                    playing=view.counts.playing,
                    finished=view.counts.finished,
                    top=view.top,
                )
            )
            await rooms.send_to_deal(slug, by, text)
        await _send_own(slug, room, by, view)


async def _send_own(slug: str, room: rooms.Room, by: By, view: _View) -> None:
    for number, watcher in enumerate(list(room.watchers), 1):
        if number % rooms.BREATH == 0:
            await asyncio.sleep(0)
        own = view.own.get(watcher.player_id) if watcher.by == by else None
        if own is None:
            continue
        state = [_without_clock(row) for row in (own.row, *own.near)]
        if room.told_own.get(watcher) != state:
            room.told_own[watcher] = state
            told = Standing(slug=slug, by=by, revision=view.revision, me=own.row, near=own.near)
            await watcher.send(encode(told))


def _without_clock(row: Row) -> Row:
    """Give what of a row is news: the seconds of a running game are none."""
    return msgspec.structs.replace(row, seconds=0) if row.status == "playing" else row


def _view(deal_id: int, by: By, players: list[int]) -> _View:
    board = Board(deal_id, by, clock.now())
    return _View(
        board.revision, counts_of(deal_id), board.top(), board.own_of_many(players) if players else {}
    )


_read = database_sync_to_async(_view, thread_sensitive=False)


async def _send_watchers_home() -> None:
    """Close the sockets that only watch a deal whose boards have closed, or that was voided."""
    now = clock.now()
    if watched := {room.deal_id: slug for slug, room in rooms.open_rooms().items()}:
        for deal_id in await _over(list(watched), now):
            await rooms.close(watched[deal_id], "deal_closed")


def _deals_over(deal_ids: list[int], now: dt.datetime) -> list[int]:
    deals = Deal.objects.filter(pk__in=deal_ids)
    return [d.pk for d in deals if d.voided_at is not None or calendar.boards_are_closed(d, now)]


_over = database_sync_to_async(_deals_over, thread_sensitive=False)
