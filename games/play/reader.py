"""The reader: what sockets ask the database, in one thread whose connection stays open.

The law: nothing here writes, and nothing slow is asked here (boards have threads of their own). Opening
SQLite costs more than all that a new socket asks, and Channels' `database_sync_to_async` opens it anew for
every call; its way to a thread costs twice this one (ARCHITECTURE.md, "Speed").
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import structlog
from django.db import InterfaceError, NotSupportedError, OperationalError, connection

from games import metrics

log = structlog.get_logger()
Given = ParamSpec("Given")
Answer = TypeVar("Answer")
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")


async def read(question: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
    """Give the answer of a function that reads the database; it raises what the function raises."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Answer] = loop.create_future()
    work = _thread.submit(lambda: _ask(question, *args, **kwargs))
    # Straight back to the loop: by way of `run_in_executor` it would take two more of its turns.
    work.add_done_callback(lambda done: loop.call_soon_threadsafe(_give, answer, done))
    return await answer


def _give(answer: asyncio.Future[Answer], done: Future[Answer]) -> None:
    if answer.done():  # its socket is gone
        return
    error = done.exception()
    if error:
        answer.set_exception(error)
    else:
        answer.set_result(done.result())


def _ask(question: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
    try:
        return question(*args, **kwargs)
    except (OperationalError, InterfaceError, NotSupportedError) as error:
        # The connection was lost, perhaps hours ago, or a migration has made its kept plans worthless
        # ("cached plan must not change result type"): a read may always be tried again.
        metrics.ERRORS.labels("database").inc()
        log.warning("reader_retry", error=str(error))
        connection.close()
        return question(*args, **kwargs)


def close_connection() -> None:
    """Close the thread's connection and wait for it; used at shutdown and by tests."""
    _thread.submit(lambda: connection.close()).result()
