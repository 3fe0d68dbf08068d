"""What one process tells the others about attempts it shares with them: Redis PubSub, nothing kept.

It carries no truth: what is lost here is found by number (`rev`, `sync`) and by the database's
compare-and-set. With one process (no REDIS_URL) there is nobody to tell.

The law: nobody waits for Redis. What is to be told goes into an outbox; one task sends what has
gathered, twenty times a second at most, as one message to the one channel of all processes, and a
process passes over what is not of its tables. A Redis that is frozen or gone costs messages, never
an ack.
"""

import asyncio
import contextlib
import secrets
from collections import deque
from collections.abc import Mapping
from typing import Protocol

import msgspec
import structlog
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games import metrics

log = structlog.get_logger()
News = tuple[str, int, str, bool]
PROCESS = secrets.token_hex(8)
CHANNEL = "constitutional.relay"
PATIENCE = 1.0  # seconds for one call of Redis, and before it is asked again
OUTBOX = 10_000  # what waits for a frozen Redis; the oldest is dropped
BUNDLE = 500
LINGER = 0.05  # seconds between two messages: to send one and to hear one cost as much as a move each
TROUBLE = (TimeoutError, OSError, RedisError)

_encode = msgspec.msgpack.Encoder().encode
_open = msgspec.msgpack.Decoder(tuple[str, msgspec.Raw]).decode
_decode = msgspec.msgpack.Decoder(list[News]).decode


class Hearer(Protocol):
    """A live table, which passes on what another process has committed for its attempt."""

    async def hear(self, rev: int, text: str, *, is_end: bool) -> None: ...  # noqa: D102


class Relay:
    """One process's mouth and ear, with a connection each: the ear's may be silent for hours."""

    def __init__(self, tables: Mapping[str, Hearer]) -> None:
        self._tables = tables
        self._outbox: deque[News] = deque(maxlen=OUTBOX)
        self._filled = asyncio.Event()
        self._listening = asyncio.Event()
        self._is_well = True
        # Held here, since the loop itself holds its tasks weakly.
        self._tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._send())]

    def tell(self, news: News) -> None:
        """Put news into the outbox."""
        if len(self._outbox) == OUTBOX:
            metrics.RELAY_LOST.inc()
        self._outbox.append(news)
        self._filled.set()

    async def wait_until_listening(self) -> None:
        """Wait until the others are heard, a moment at most: the numbers heal what is missed."""
        if self._is_well and not self._listening.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._listening.wait()

    async def _send(self) -> None:
        mouth = Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE)
        while True:
            await self._filled.wait()
            bundle = [self._outbox.popleft() for _ in range(min(BUNDLE, len(self._outbox)))]
            if not self._outbox:
                self._filled.clear()
            # After a restart of Redis the first call on the old connection raises; the second opens another.
            for _ in range(2):
                try:
                    await mouth.publish(CHANNEL, _encode((PROCESS, bundle)))
                    self._note(None)
                    break
                except TROUBLE as error:
                    trouble = error
                    metrics.ERRORS.labels("redis").inc()
            else:
                metrics.RELAY_LOST.inc(len(bundle))
                self._note(trouble)
            _mind_the_end()
            await asyncio.sleep(LINGER)

    async def _receive(self) -> None:
        patience = {**settings.REDIS_PATIENCE, "socket_timeout": None}
        while True:
            try:
                async with Redis.from_url(settings.REDIS_URL, **patience).pubsub() as ear:
                    await ear.subscribe(CHANNEL)
                    async for message in ear.listen():
                        if message["type"] == "subscribe":
                            self._listening.set()
                            self._note(None)
                        else:
                            await self._hear(message["data"])
            except TROUBLE as error:
                metrics.ERRORS.labels("redis").inc()
                self._note(error)
            _mind_the_end()
            self._listening.clear()
            await asyncio.sleep(PATIENCE)

    async def _hear(self, told: bytes) -> None:
        process, bundle = _open(told)
        if process != PROCESS:
            for attempt_id, rev, text, is_end in _decode(bundle):
                if table := self._tables.get(attempt_id):
                    await table.hear(rev, text, is_end=is_end)

    def _note(self, trouble: Exception | None) -> None:
        """Say in the log when Redis goes and when it is back, once each."""
        if self._is_well is (trouble is not None):
            self._is_well = trouble is None
            if trouble is None:
                log.warning("relay_back")
            else:
                log.warning("relay_gone", error=f"{type(trouble).__name__} {trouble}")


def _mind_the_end() -> None:
    # The Redis client can swallow a cancellation; the task would then never end.
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
