"""A thread that speaks to the database for the event loop, with a connection of its own that stays open.

The journal has one to write and `reader.py` one to read. Opening SQLite costs more than all that a new socket
asks, and Channels' `database_sync_to_async` opens it anew for every call; its way to a thread and back costs
twice this one (ARCHITECTURE.md, "Speed").
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import structlog
from django.db import InterfaceError, NotSupportedError, OperationalError, connection

from games import metrics

log = structlog.get_logger()
Answer = TypeVar("Answer")


class DatabaseThread:
    """One thread; what it is given is done in turn."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def do(self, work: Callable[[], Answer], then: Callable[[Future[Answer]], None]) -> None:
        """Have something done, and `then` called on the loop with what came of it.

        Straight back to the loop: by way of an asyncio future it would take two more of its turns.
        """
        loop = asyncio.get_running_loop()
        self._pool.submit(work).add_done_callback(lambda done: loop.call_soon_threadsafe(then, done))

    def close_connection(self) -> None:
        """Close the thread's connection and wait for it; used at shutdown and by tests."""
        # Not `connection.close` itself: looked up here it would be this thread's connection.
        self._pool.submit(lambda: connection.close()).result()


def twice(name: str, work: Callable[[], Answer], **facts: Any) -> Answer:
    """Do what may be done again; once more on another connection where the first was lost.

    It may have been for hours, or a migration has made its kept plans worthless ("cached plan must not change
    result type").
    """
    try:
        return work()
    except (OperationalError, InterfaceError, NotSupportedError) as error:
        metrics.ERRORS.labels("database").inc()
        log.warning(f"{name}_retry", error=str(error), **facts)
        connection.close()
        return work()
