"""What one process tells the others about attempts it shares with them.

The channel layer carries no truth: what is lost here is found by number (`rev`, `sync`) and by
the database's compare-and-set. With one process (no REDIS_URL) there is nobody to tell.

The law: nobody waits for Redis. What is to be told goes into an outbox; one task sends all that
gathered during the last sending as one message to the one group of all processes, and a process
passes over what is not of its tables. A Redis that is frozen or gone costs messages, never an ack.
"""

import asyncio
import secrets
import weakref
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

from games import metrics

log = structlog.get_logger()
Hearer = Callable[[str, int, str, bool], Awaitable[None]]
PROCESS = secrets.token_hex(8)
GROUP = "relay"
PATIENCE = 1.0  # seconds for one call of Redis
OUTBOX = 10_000  # what waits for a frozen Redis; the oldest is dropped
BUNDLE = 500
FAILED = object()


class Relay:
    """One process's mouth and ear."""

    def __init__(self, hearer: Hearer) -> None:
        self._hearer = hearer
        self._outbox: deque[tuple[str, int, str, bool]] = deque(maxlen=OUTBOX)
        self._filled = asyncio.Event()
        self._listening = asyncio.Event()
        # Held here, since the loop itself holds its tasks weakly.
        self._tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._send())]

    def tell(self, news: tuple[str, int, str, bool]) -> None:
        """Put news into the outbox."""
        if len(self._outbox) == OUTBOX:
            metrics.RELAY_LOST.inc()
        self._outbox.append(news)
        self._filled.set()

    async def wait_until_listening(self) -> None:
        """Wait until the others are heard, a moment at most: the numbers heal what is missed."""
        if not self._listening.is_set():
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._listening.wait()
            except TimeoutError:
                log.warning("relay_deaf")

    async def _send(self) -> None:
        while True:
            await self._filled.wait()
            bundle = [self._outbox.popleft() for _ in range(min(BUNDLE, len(self._outbox)))]
            if not self._outbox:
                self._filled.clear()
            message = {"type": "news", "from": PROCESS, "news": bundle}
            # After a restart of Redis the first call on the old connection raises; the second opens another.
            for _ in range(2):
                if await _is_done("group_send", GROUP, message):
                    break
            else:
                metrics.RELAY_LOST.inc(len(bundle))

    async def _receive(self) -> None:
        layer: Any = get_channel_layer()
        while (name := await _call(layer.new_channel)) is FAILED or not await _is_done(
            "group_add", GROUP, name
        ):
            await asyncio.sleep(PATIENCE)
        self._listening.set()
        while True:
            message = await layer.receive(name)
            if message["from"] != PROCESS:
                for attempt_id, rev, text, is_end in message["news"]:
                    await self._hearer(attempt_id, rev, text, is_end)


async def _is_done(action: str, *arguments: Any) -> bool:
    return await _call(getattr(get_channel_layer(), action), *arguments) is not FAILED


async def _call(action: Callable[..., Awaitable[Any]], *arguments: Any) -> Any:
    try:
        # Not wait_for: that of Python 3.11 can swallow a cancellation, and the task would never end.
        async with asyncio.timeout(PATIENCE):
            answer = await action(*arguments)
    except (TimeoutError, OSError, RuntimeError, RedisError) as error:
        metrics.ERRORS.labels("redis").inc()
        log.warning("relay_failed", error=f"{type(error).__name__} {error}")
        answer = FAILED
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        # The Redis client can swallow a cancellation; the task would then never end.
        raise asyncio.CancelledError
    return answer


_relays: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Relay] = weakref.WeakKeyDictionary()


async def listen(hearer: Hearer) -> None:
    """Make sure that this process hears what the others commit from now on."""
    if settings.REDIS_URL:
        loop = asyncio.get_running_loop()
        if loop not in _relays:
            _relays[loop] = Relay(hearer)
        await _relays[loop].wait_until_listening()


def tell_other_processes(attempt_id: str, rev: int, text: str, *, is_end: bool) -> None:
    """Tell the other processes what was committed here for an attempt; returns at once."""
    relay = _relays.get(asyncio.get_running_loop()) if settings.REDIS_URL else None
    if relay is not None:
        relay.tell((attempt_id, rev, text, is_end))
