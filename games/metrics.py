"""What is counted and timed, for Prometheus: every metric of the project, in one place.

The law: a name here is a promise to somebody's dashboard; labels take values from short lists of ours, never
from people. What is on a move's way costs about a microsecond each.
"""

import asyncio
import time

import structlog
from prometheus_client import Counter, Gauge, Histogram, start_http_server

log = structlog.get_logger()
FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

SOCKETS = Gauge("constitutional_sockets", "WebSockets that are open.", ["kind"])
MESSAGES = Counter(
    "constitutional_messages", "Messages from pages, by what became of them.", ["type", "verdict"]
)
ACK_SECONDS = Histogram("constitutional_ack_seconds", "From reading an event to its answer.", buckets=FAST)
BATCH = Histogram(
    "constitutional_journal_batch",
    "Events in one commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
)
COMMIT_SECONDS = Histogram(
    "constitutional_journal_commit_seconds", "One commit of the journal.", buckets=FAST
)
STANDINGS_SECONDS = Histogram(
    "constitutional_standings_lag_seconds",
    "From the first change of a board that was not told yet to its last send.",
    buckets=FAST,
)
PLACES = Counter("constitutional_places", "Questions for places, by what counted: index or database.", ["by"])
RELAY_LOST = Counter("constitutional_relay_lost", "News that other processes never got; numbers heal them.")
ERRORS = Counter(
    "constitutional_errors", "Calls that failed, whether or not the second try went well.", ["of"]
)
CLERK_WORK = Counter("constitutional_clerk_work", "Pieces of work the clerk has done.", ["step"])
CLERK_SECONDS = Counter("constitutional_clerk_seconds", "Seconds the clerk has worked.", ["step"])
LOOP_LAG = Histogram(
    "constitutional_loop_lag_seconds", "How late the event loop wakes a sleeper.", buckets=FAST
)
LOOP_PERIOD = 0.5


def serve(port: int) -> None:
    """Answer `GET /metrics` on this machine alone, from a thread of its own."""
    start_http_server(port, addr="127.0.0.1")


async def serve_when_free(port: int) -> None:
    """Serve as soon as the port is free: until then the process that this one succeeds is still draining."""
    is_told = False
    while True:
        try:
            serve(port)
            return
        except OSError as error:
            if not is_told:
                log.warning("metrics_wait", port=port, error=str(error))
            is_told = True
            await asyncio.sleep(1)


async def watch_loop() -> None:
    """Measure the event loop's lag for as long as it runs."""
    while True:
        due = time.perf_counter() + LOOP_PERIOD
        await asyncio.sleep(LOOP_PERIOD)
        LOOP_LAG.observe(max(0.0, time.perf_counter() - due))
