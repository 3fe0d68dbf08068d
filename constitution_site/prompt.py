"""Short ways through Twisted, Autobahn and daphne for what nearly every message is: one small text, whole.

The law: whatever is not plain goes their way, and all that guards a socket is theirs: handshake, fragments,
sizes, pings, closing. Their own ways are made for streams, extensions and tracing, and cost a fifth of a
move (ARCHITECTURE.md, "Speed").
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import tcp

WHOLE_TEXT = 0x81
MASKED = 0x80
HEAD = 6  # of a frame with less than 126 bytes: two, and the mask
Reply = Callable[[Any, dict[str, Any]], Awaitable[None]]
MOST_UNREAD = 1 << 16  # bytes for one reader beyond what the kernel keeps for it


class PromptTransport(tcp.Server):
    """A connection that tries the socket at once.

    Twisted's own first asks the event loop whether it may write: two system calls and one more turn
    of the loop for every message, though a socket that is idle can always take one.
    """

    has_said_goodbye = False

    def write(self, data: bytes) -> None:
        """Send data, or queue what the socket does not take."""
        # A producer that is asked for more whenever all was written, as Twisted's own HTTP files are.
        is_pulled = self.producer is not None and not self.streamingProducer
        if self.connected and not self.dataBuffer and not self._tempDataLen and not is_pulled:
            self._write_now(data)
        else:
            super().write(data)  # type: ignore[no-untyped-call]

    def tell(self, text: str) -> None:
        """Send a text to whoever listens; who never reads is cut off, and comes back for the whole.

        Of a full house nothing is in any cache: every attribute that is looked at here costs as much as all
        else in Python, so none is looked at twice.
        """
        if self.has_said_goodbye:
            return
        frame = frame_of(text)
        if self.dataBuffer or self._tempDataLen:
            if len(self.dataBuffer) - self.offset + self._tempDataLen > MOST_UNREAD:
                self.abortConnection()  # type: ignore[no-untyped-call]
            else:
                super().write(frame)  # type: ignore[no-untyped-call]
        elif self.connected:
            self._write_now(frame)

    def _write_now(self, data: bytes) -> None:
        try:
            sent = self.socket.send(data)
        except OSError:
            sent = 0  # a lost connection shows again, and is ended
        if sent < len(data):
            super().write(data[sent:])  # type: ignore[no-untyped-call]


class Sender:
    """How an application answers: ASGI's `send`, and `tell`, the short way of a text to an open socket."""

    __slots__ = ("_protocol", "_reply")

    def __init__(self, reply: Reply, protocol: Any) -> None:
        self._reply, self._protocol = reply, protocol

    def __call__(self, message: dict[str, Any]) -> Awaitable[None]:
        """Answer as ASGI does."""
        return self._reply(self._protocol, message)

    @property
    def tell(self) -> Callable[[str], None]:
        """Give what tells a text past thirty attributes of Twisted's and Autobahn's objects."""
        told: Callable[[str], None] = self._protocol.transport.tell
        return told


class Inbox:
    """What came in for an application and was not taken yet, for one reader.

    `asyncio.Queue`, which daphne makes for every connection, takes 3 kB.
    """

    __slots__ = ("_messages", "_waiter")

    def __init__(self) -> None:
        self._messages: list[dict[str, Any]] = []
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, message: dict[str, Any]) -> None:
        """Put a message in."""
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> dict[str, Any]:
        """Take the oldest message, or wait for one."""
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._messages.pop(0)


class PromptSocket(WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """A WebSocket that reads small texts itself."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Take a frame that came alone and whole; Autobahn reads everything else, and bad text."""
        if self._is_plain(data):
            size = len(data) - HEAD
            mask = (data[2:HEAD] * (size // 4 + 1))[:size]
            text = (int.from_bytes(data[HEAD:]) ^ int.from_bytes(mask)).to_bytes(size)
            with contextlib.suppress(UnicodeDecodeError):
                self.onMessage(text, isBinary=False)
                return
        super().dataReceived(data)

    def sendCloseFrame(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802 - Autobahn's name
        """Say goodbye, ours or the answer to the page's; nothing may follow it."""
        super().sendCloseFrame(*args, **kwargs)
        self.transport.has_said_goodbye = True

    def _is_plain(self, data: bytes) -> bool:
        return (
            len(data) >= HEAD
            and data[0] == WHOLE_TEXT
            and data[1] - MASKED == len(data) - HEAD < 126
            and self.state == self.STATE_OPEN
            and not self.data
            and self.current_frame is None
            and not self.inside_message
            and self.autoPingTimeoutCall is None
        )


@lru_cache(maxsize=1)
def frame_of(text: str) -> bytes:
    """Give a text as the frame that carries it: made once for all who are told the same.

    Autobahn would hold it against the limit for what may come in, and a long game's position is larger.
    """
    content = text.encode()
    size = len(content)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + content
    long = size >= 1 << 16
    return bytes((WHOLE_TEXT, 127 if long else 126)) + size.to_bytes(8 if long else 2) + content
