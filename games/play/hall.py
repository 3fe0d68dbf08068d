"""The hall: the live tables of this process, one an attempt, and the journal and relay they share."""

import asyncio
import weakref
from collections.abc import Awaitable

import structlog
from django.conf import settings

from games import clock
from games.play.game import DamagedGame, Game
from games.play.journal import Journal
from games.play.models import Attempt
from games.play.relay import Relay
from games.play.sockets import Socket
from games.play.table import LiveTable

log = structlog.get_logger()
MAX_SITTERS = 5


class Hall:
    """The tables that are open in this process."""

    def __init__(self) -> None:
        self.tables: dict[str, LiveTable] = {}
        self.journal = Journal()
        self.relay: Relay | None = None

    async def sit_down(self, attempt: Attempt, game: Game, sitter: Socket) -> LiveTable:
        """Seat a socket at its attempt's table; a player's sixth socket there ends the oldest.

        `game` is as it was read a moment ago. Should it have gone on since, the sync that every
        socket begins with finds out, and from before that on the other processes are listened to.
        """
        if settings.REDIS_URL:
            self.relay = self.relay or Relay(self.tables)
            await self.relay.wait_until_listening()
        table = self.tables.get(attempt.pk)
        if table is None:
            table = self.tables[attempt.pk] = LiveTable(attempt, game, self.journal, self.relay)
        table.sitters.append(sitter)
        if table.game.ranked and not attempt.counts:  # a guest's game that went to an account as practice
            table.stale = True
        if len(table.sitters) > MAX_SITTERS:
            await table.sitters.pop(0).close(4408, "elsewhere")
        return table

    async def stand_up(self, table: LiveTable, sitter: Socket) -> None:
        """Unseat a socket; the last one closes the table."""
        if sitter in table.sitters:
            table.sitters.remove(sitter)
        if not table.sitters and self.tables.get(table.attempt_id) is table:
            del self.tables[table.attempt_id]

    async def expire_overdue(self) -> None:
        """End what is played here though its boards have closed, all at once. The clerk ends the rest."""
        now_ms = clock.now_ms()
        overdue = [table for table in self.tables.values() if table.is_overdue(now_ms)]
        await asyncio.gather(*(_alone(table, table.expire()) for table in overdue))

    async def hear_of_voids(self, deals: set[int]) -> None:
        """Let the tables of voided deals go on as practice."""
        for table in [table for table in self.tables.values() if table.deal_id in deals]:
            await _alone(table, table.go_on_as_practice())


async def _alone(table: LiveTable, doing: Awaitable[None]) -> None:
    """Await what is done at one of many tables; a damaged game must not keep the others from it."""
    try:
        await doing
    except DamagedGame as error:
        log.error("damaged_attempt", attempt=table.attempt_id, error=str(error))


_halls: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hall] = weakref.WeakKeyDictionary()


def current() -> Hall:
    """Give the hall of the running event loop (a process has one; tests have one each)."""
    loop = asyncio.get_running_loop()
    if loop not in _halls:
        _halls[loop] = Hall()
    return _halls[loop]
