"""The live Division list: once a second, each watched deal that changed is computed once and sent.

The law: nothing here blocks a move. What play says only marks a deal; one task a process does
the work while somebody watches. "Ended" is answered with the place, from the same standings.
"""

import asyncio
import weakref
from typing import Any

import structlog
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError

from games import clock
from games.play import rooms
from games.play.protocol import Standing, Standings, encode
from games.play.signals import NO_PLACES, EndedPlaces
from leaderboard.ranking import By
from leaderboard.standings import Board, read_board

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
    """Give the place of an attempt on the time board."""
    row = read_board(deal_id, "time", now=clock.now()).own(attempt_id)
    return EndedPlaces(row.place, None) if row else NO_PLACES


async def _run() -> None:
    while rooms.open_rooms():
        for slug, room in list(rooms.open_rooms().items()):
            # With several processes the others' moves are not heard here, so every second is asked for.
            if slug in _dirty or settings.REDIS_URL:
                _dirty.discard(slug)
                try:
                    await _send(slug, room)
                except DatabaseError as error:
                    log.warning("standings_failed", slug=slug, error=str(error))
                    _dirty.add(slug)
        await asyncio.sleep(PERIOD)


async def _send(slug: str, room: rooms.Room) -> None:
    orders: set[By] = {watcher.by for watcher in room.watchers}
    for by in sorted(orders):
        board = await _read(room.deal_id, by, now=clock.now())
        text = encode(
            Standings(
                slug=slug,
                by=by,
                revision=board.revision,
                players=board.players,
                playing=board.playing,
                finished=board.finished,
                top=board.top(),
            )
        )
        await rooms.send_to_deal(slug, by, text)
        await _send_own(slug, room, board)


async def _send_own(slug: str, room: rooms.Room, board: Board) -> None:
    attempts = {sitting.player_id: sitting.attempt_id for sitting in board.sittings.values()}
    for watcher in list(room.watchers):
        attempt_id = attempts.get(watcher.player_id) if watcher.by == board.by else None
        if attempt_id is not None:
            own = Standing(
                slug=slug,
                by=board.by,
                revision=board.revision,
                me=board.own(attempt_id),
                near=board.near(attempt_id),
            )
            await watcher.send(encode(own))


_read = database_sync_to_async(read_board, thread_sensitive=False)
