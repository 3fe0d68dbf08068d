"""The clerk: one loop over everything that may be missing, in the order of its urgency."""

import signal
import threading
import time
from collections.abc import Callable

import structlog
from django.db import DatabaseError, connection

from games import metrics
from games.deals import clerk as deals
from games.play import closing, postmortems
from leaderboard import honours

log = structlog.get_logger()
IDLE_SECONDS = 3.0
STEPS = (*closing.STEPS, postmortems.make_one, *deals.STEPS, honours.write_roll)


def work_once() -> str | None:
    """Do the most urgent piece of work; gives its name, or None when nothing is missing."""
    for step in STEPS:
        if step():
            return step.__name__
    return None


def run(*, is_wanted: Callable[[], bool]) -> None:
    """Work until SIGTERM or SIGINT, or until it is no longer wanted.

    A database that fails is tried again after a pause.
    """
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    while is_wanted() and not stopping.is_set():
        try:
            began = time.perf_counter()
            done = work_once()
        except DatabaseError as error:
            metrics.ERRORS.labels("database").inc()
            log.warning("clerk_failed", error=str(error))
            connection.close()
            done = None
        if done is None:
            stopping.wait(IDLE_SECONDS)
        else:
            took = time.perf_counter() - began
            metrics.CLERK_WORK.labels(done).inc()
            metrics.CLERK_SECONDS.labels(done).inc(took)
            log.debug("clerk_did", step=done, seconds=round(took, 3))
