"""`manage.py clerk`: the background process. Any number may run; each piece of work is done once."""

import os
import signal
import threading
import time
from argparse import ArgumentParser
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import Error, connection

from games import metrics
from games.deals import clerk as deals
from games.play import closing, postmortems
from leaderboard import honours

log = structlog.get_logger()
IDLE_SECONDS = 3.0
# All that may be missing, in the order of its urgency; each says whether it has done anything.
STEPS = (*closing.STEPS, postmortems.make_one, *deals.STEPS, honours.write_roll)


class Command(BaseCommand):
    help = "Keeps the calendar and the practice pool filled, certifies and grades deals, judges lost games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--with-parent", action="store_true", help="end when the process that started this one has ended"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until SIGTERM or SIGINT. A database that fails is tried again after a pause."""
        os.nice(10)  # players come first where both share a machine
        if settings.METRICS_PORT and not options["with_parent"]:
            metrics.serve(settings.METRICS_PORT)
        parent = os.getppid()
        stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopping.set())
        while not stopping.is_set() and (not options["with_parent"] or os.getppid() == parent):
            try:
                is_idle = not work_once()
            except Error as error:
                metrics.ERRORS.labels("database").inc()
                log.warning("clerk_failed", error=str(error))
                connection.close()
                is_idle = True
            if is_idle:
                stopping.wait(IDLE_SECONDS)


def work_once() -> bool:
    """Do the most urgent piece of work; gives whether there was any."""
    began = time.perf_counter()
    done = next((step.__name__ for step in STEPS if step()), None)
    if done is None:
        return False
    took = time.perf_counter() - began
    metrics.CLERK_WORK.labels(done).inc()
    metrics.CLERK_SECONDS.labels(done).inc(took)
    log.debug("clerk_did", step=done, seconds=round(took, 3))
    return True
