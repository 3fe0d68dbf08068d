"""One browser page's socket: what may come in, how fast, and how it ends."""

import contextlib
import itertools
import weakref
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from autobahn.exception import Disconnected
from django.utils import translation
from django.utils.functional import Promise

from games.play.game import Refused
from games.play.protocol import By, CloseReason, Closing, Rejected, encode

Send = Callable[[dict[str, Any]], Awaitable[None]]
Tell = Callable[[str], Awaitable[None] | None]

# What sending to a page that has gone raises: ASGI's way, and daphne's while the goodbye is under way.
GONE = (OSError, Disconnected)
RATE_PER_SECOND = 20
BURST = 40
MAX_BAD = 5
MAX_TOO_FAST, TOO_FAST_WINDOW_MS = 100, 10_000

_numbers = itertools.count(1)
# All sockets of this process, for the drain.
open_sockets: weakref.WeakSet["Socket"] = weakref.WeakSet()


class Login(NamedTuple):
    """What a socket was let in with (doorkeeper.py): a session and, of an account, its id and password."""

    session_key: str
    user_id: int | None
    password: int  # Python's hash of what is stored: only whether it is still the same; 0 for a guest


class Socket:
    """An accepted WebSocket. Sending to one that has gone is no error: it will ask again."""

    __slots__ = ("__weakref__", "_allowance", "_asked_ms", "_send", "_too_fast", "bad", "by", "dropping",
                 "is_closed", "is_synced", "language", "login", "number", "only_watches", "player_id",
                 "position_due", "tell", "told_own", "verdict")  # fmt: skip

    def __init__(self, send: Send, *, player_id: int, language: str, by: By, now_ms: int) -> None:
        self._send = send
        # The server's short way of a text (constitution_site.prompt), where it has one; else ASGI's.
        self.tell: Tell = getattr(send, "tell", self._tell)
        self.login: Login | None = None  # None: nobody's, it may stay
        self.player_id = player_id
        self.language = language
        self.by: By = by
        # After a refusal: the number expected next. What was sent ahead of the answer is dropped.
        self.dropping: int | None = None
        self.position_due = False
        self.is_closed = False
        self.is_synced = False  # until then nothing else is sent or taken
        self.only_watches = False  # a deal's board, at no table
        self.bad = 0
        self.told_own = 0  # what the live list told last of one's own row (leaderboard.live)
        self.number = next(_numbers)  # for the log
        self.verdict = "ok"  # what became of the message in hand: ok, or the code of its refusal
        self._allowance = float(BURST)
        self._asked_ms = now_ms
        self._too_fast: deque[int] | None = None
        open_sockets.add(self)

    async def send(self, text: str) -> None:
        """Send one frame, unless the socket has gone."""
        if not self.is_closed and (telling := self.tell(text)) is not None:
            await telling

    async def _tell(self, text: str) -> None:
        with contextlib.suppress(*GONE):
            await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: CloseReason | None = None) -> None:
        """Say why, and close; the page decides by the code whether it comes back."""
        if not self.is_closed:
            if reason is not None:
                await self.send(encode(Closing(reason)))
            self.is_closed = True
            with contextlib.suppress(*GONE):
                await self._send({"type": "websocket.close", "code": code})

    async def reject(self, rev: int, refusal: Refused) -> None:
        """Refuse what was wished; the fifth bad message ends the socket."""
        self.verdict = refusal.code
        await self.send(encode(Rejected(rev=rev, code=refusal.code, detail=self.say(refusal.detail))))
        if refusal.code == "bad_message":
            self.bad += 1
            if self.bad >= MAX_BAD:
                await self.close(4400)

    def say(self, words: str | Promise) -> str:
        """Give words in the language of the page."""
        with translation.override(self.language):
            return str(words)

    def is_within_rate(self, now_ms: int) -> bool:
        """Count a frame against 20 a second with bursts of 40."""
        passed_ms = max(0, now_ms - self._asked_ms)  # a clock set back costs nobody anything
        self._allowance = min(BURST, self._allowance + passed_ms * RATE_PER_SECOND / 1000)
        self._asked_ms = now_ms
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

    def is_flooding(self, now_ms: int) -> bool:
        """Count a frame that came too fast; True at the hundredth within ten seconds."""
        if self._too_fast is None:
            self._too_fast = deque(maxlen=MAX_TOO_FAST)
        self._too_fast.append(now_ms)
        return len(self._too_fast) == MAX_TOO_FAST and now_ms - self._too_fast[0] < TOO_FAST_WINDOW_MS


async def drain() -> None:
    """Send everybody away kindly: they come back to another process within seconds."""
    for socket in list(open_sockets):
        await socket.close(4012, "shutdown")
