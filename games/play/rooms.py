"""The rooms: who watches which deal in this process, at its tables or on its pages.

What is sent to a room is encoded once. The last text of each kind is kept for whoever comes
later; nothing else is.
"""

import asyncio
import weakref
from dataclasses import dataclass, field
from itertools import chain

from games.play import signals
from games.play.protocol import By, CloseReason
from games.play.sockets import Socket, Tell

# After so many watchers the moves that came meanwhile get their turn: a full house must delay no ack.
BREATH = 25


@dataclass(slots=True)
class Room:
    """The watchers of a deal."""

    deal_id: int
    # Of each order, in the order in which they came and lie in memory; and how each is told.
    watchers: dict[By, dict[Socket, Tell]] = field(default_factory=lambda: {"time": {}, "moves": {}})
    last: dict[By, str] = field(default_factory=dict)
    # What was told, to know whether there is news; of no concern to play.
    told: dict[By, int] = field(default_factory=dict)


_rooms: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Room]] = weakref.WeakKeyDictionary()


def open_rooms() -> dict[str, Room]:
    """Give the rooms of the running event loop, by slug."""
    return _rooms.setdefault(asyncio.get_running_loop(), {})


async def enter(slug: str, deal_id: int, watcher: Socket) -> None:
    """Let a socket watch a deal; it gets what was told last at once."""
    room = open_rooms().setdefault(slug, Room(deal_id))
    room.watchers[watcher.by][watcher] = watcher.tell
    if watcher.by in room.last:
        await watcher.send(room.last[watcher.by])
    signals.attempt_news.send(sender=None, kind="watched", deal_id=deal_id, slug=slug)


def leave(slug: str, watcher: Socket) -> None:
    """Let a socket go; an empty room is closed."""
    room = open_rooms().get(slug)
    if room is not None:
        room.watchers[watcher.by].pop(watcher, None)
        if not any(room.watchers.values()):
            del open_rooms()[slug]


async def send_to_deal(slug: str, by: By, text: str) -> None:
    """Send one text to everybody in this process who watches a deal's board in this order."""
    room = open_rooms().get(slug)
    if room is None:
        return
    room.last[by] = text
    for number, tell in enumerate(list(room.watchers[by].values()), 1):
        if (telling := tell(text)) is not None:
            await telling
        if number % BREATH == 0:
            await asyncio.sleep(0)


async def close(slug: str, reason: CloseReason) -> None:
    """Send home whoever only watches a deal; its tables know themselves when they end."""
    room = open_rooms().get(slug)
    for watcher in [*chain(*room.watchers.values())] if room else ():
        if watcher.only_watches:
            await watcher.close(1000, reason)
