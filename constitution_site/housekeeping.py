"""What the web process does on the side: ends its tables whose boards have closed, folds old events.

It also tells the tables of a deal that was voided that they go on as practice, and deletes accounts whose
people asked for it a week ago.

Everything is derived from the database and the clock, so it may be killed anywhere and may
run in several processes at once: the journal's compare-and-set lets each attempt end once.
"""

import asyncio

import structlog
from channels.db import database_sync_to_async
from django.db import Error

from constitution_site import personal
from games import clock, metrics
from games.play import hall, journal, selectors
from games.play.doorkeeper import Doorkeeper

log = structlog.get_logger()
PERIOD = 1.0
FOLD_EVERY = 60

_newly_void = database_sync_to_async(selectors.newly_void, thread_sensitive=False)
_fold = database_sync_to_async(journal.fold_ended, thread_sensitive=False)
_clear_leavers = database_sync_to_async(personal.clear_leavers, thread_sensitive=False)
_task: asyncio.Task[None] | None = None


def start() -> None:
    """Start the housekeeping on the running process's event loop."""
    global _task
    _task = asyncio.get_event_loop().create_task(_run())


async def _run() -> None:
    turn = 0
    doorkeeper = Doorkeeper()
    while True:
        try:
            await hall.current().hear_of_voids(await _newly_void(clock.now()))
            await doorkeeper.look()
            await hall.current().expire_overdue()
            if turn % FOLD_EVERY == 0:
                now_ms = clock.now_ms()
                await _fold(now_ms=now_ms, reach_ms=2 * clock.DAY_MS if turn else now_ms)
                await _clear_leavers()
            turn += 1
        except (Error, journal.JournalFailed) as error:
            metrics.ERRORS.labels("database").inc()
            log.warning("housekeeping_failed", error=str(error))
        except Exception:  # none is swallowed, and the doors are kept all the same
            log.exception("housekeeping_failed")
        await asyncio.sleep(PERIOD)
