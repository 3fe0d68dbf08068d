"""What one process tells the others about attempts it shares with them.

The channel layer carries no truth: what is lost here is found by number (`rev`, `sync`) and by
the database's compare-and-set. With one process (no REDIS_URL) there is nobody to tell.
A process holds one channel; every message names its attempt.
"""

import asyncio
import secrets
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from channels.layers import get_channel_layer
from django.conf import settings

log = structlog.get_logger()
Hearer = Callable[[str, int, str, bool], Awaitable[None]]
PROCESS = secrets.token_hex(8)
_channels: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[str, asyncio.Task[None]]] = (
    weakref.WeakKeyDictionary()
)


def _group(attempt_id: str) -> str:
    return f"attempt.{attempt_id}"


async def listen(attempt_id: str, hearer: Hearer) -> None:
    """Hear what other processes commit for an attempt from now on."""
    if settings.REDIS_URL:
        await _guarded("group_add", _group(attempt_id), await _own_channel(hearer))


async def stop_listening(attempt_id: str) -> None:
    """Hear no more of an attempt."""
    entry = _channels.get(asyncio.get_running_loop())
    if entry:
        await _guarded("group_discard", _group(attempt_id), entry[0])


async def tell_other_processes(attempt_id: str, rev: int, text: str, *, is_end: bool) -> None:
    """Tell the other processes that hold an attempt what was committed here."""
    if settings.REDIS_URL:
        message = {"from": PROCESS, "attempt": attempt_id, "rev": rev, "text": text, "end": is_end}
        await _guarded("group_send", _group(attempt_id), message)


async def _guarded(action: str, *arguments: Any) -> None:
    # After a restart of Redis the first call on the old connection raises; the second one opens a new one.
    layer: Any = get_channel_layer()
    for last_try in (False, True):
        try:
            await getattr(layer, action)(*arguments)
            return
        except (TimeoutError, OSError, RuntimeError) as error:
            log.warning("relay_failed", action=action, error=str(error), last_try=last_try)


async def _own_channel(hearer: Hearer) -> str:
    loop = asyncio.get_running_loop()
    if loop not in _channels:
        layer: Any = get_channel_layer()
        name = await layer.new_channel()
        _channels[loop] = (name, loop.create_task(_receive(layer, name, hearer)))
    return _channels[loop][0]


async def _receive(layer: Any, name: str, hearer: Hearer) -> None:
    while True:
        message = await layer.receive(name)
        if message["from"] != PROCESS:
            await hearer(message["attempt"], message["rev"], message["text"], message["end"])
