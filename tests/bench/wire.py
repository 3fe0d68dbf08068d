"""The client's end of a WebSocket, as lean as it gets: one asyncio Protocol, no task a socket.

The law: the client must never be what is measured. `websockets` costs about as much as the server; this
costs a tenth. It speaks just what our servers send: unmasked, unfragmented frames.
"""

import asyncio
import base64
import os
import socket
import ssl
from dataclasses import dataclass

import msgspec

SUBPROTOCOL = "constitution.v1"
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_MASK = os.urandom(4)
_MASK_4096 = int.from_bytes(_MASK * 1024, "big")


def frame(payload: bytes, opcode: int = _TEXT) -> bytes:
    """Give one masked frame of at most 4,095 bytes."""
    length = len(payload)
    masked = int.from_bytes(payload, "big") ^ (_MASK_4096 >> 8 * (4096 - length))
    head = (
        bytes((0x80 | opcode, 0x80 | length))
        if length < 126
        else bytes((0x80 | opcode, 0xFE)) + length.to_bytes(2, "big")
    )
    return head + _MASK + masked.to_bytes(length, "big")


@dataclass(frozen=True)
class Door:
    """Where clients knock: a port of this machine, by TLS under a name if there is one; and whence."""

    port: int
    name: str = ""
    trust: ssl.SSLContext | None = None
    address: str = "127.0.0.1"

    @property
    def host(self) -> str:
        """Give what a browser would send as Host: a name is reached at its usual port."""
        return self.name or f"127.0.0.1:{self.port}"

    async def open(self, wire: "Wire", within: float = 15.0) -> None:
        """Connect, and wait until the socket is accepted."""
        await asyncio.get_running_loop().create_connection(
            lambda: wire,
            "127.0.0.1",
            self.port,
            ssl=self.trust,
            server_hostname=self.name or None,
            local_addr=(self.address, 0),
        )
        await asyncio.wait_for(wire.opened, within)


class Wire(asyncio.Protocol):
    """One socket; subclasses say what they do with a text."""

    def __init__(self, path: str, door: Door, headers: dict[str, str]) -> None:
        self._request = "".join(
            f"{name}: {value}\r\n"
            for name, value in {
                "Host": door.host,
                "Origin": f"http{'s' if door.trust else ''}://{door.host}",
                "Upgrade": "websocket",
                "Connection": "Upgrade",
                "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Protocol": SUBPROTOCOL,
                **headers,
            }.items()
        )
        self._request = f"GET {path} HTTP/1.1\r\n{self._request}\r\n"
        self._buffer = b""
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._is_open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head[:16]:
                self._fail(head[:60].decode(errors="replace"))
                return
            self._is_open = True
            self.opened.set_result(None)
        start, end = 0, len(data)
        while end - start >= 2:
            length, at = data[start + 1], start + 2
            if length == 126:
                length, at = int.from_bytes(data[at : at + 2], "big"), at + 2
            if end < at + length or (data[start + 1] == 126 and end < start + 4):
                break
            self._on_frame(data[start] & 0xF, data[at : at + length])
            start = at + length
        self._buffer = data[start:]

    def _on_frame(self, opcode: int, payload: bytes) -> None:
        if opcode == _TEXT:
            self.on_text(payload)
        elif opcode == _PING:
            self.transport.write(frame(payload, _PONG))
        elif opcode == _CLOSE:
            self._fail(f"closed with {int.from_bytes(payload[:2], 'big')}")

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail("connection lost")

    def _fail(self, why: str) -> None:
        if self.closed is None:
            self.closed = why
            self.on_closed(why)
            if not self.opened.done():
                self.opened.set_exception(ConnectionError(why))

    def on_text(self, text: bytes) -> None:
        """Take a text frame."""

    def on_closed(self, why: str) -> None:
        """Take notice that the socket is gone."""

    def send(self, text: bytes) -> None:
        """Send one text frame."""
        self.transport.write(frame(text))

    def hang_up(self) -> None:
        """Close kindly."""
        self.closed = self.closed or "by us"
        self.transport.write(frame((1000).to_bytes(2, "big"), _CLOSE))
        self.transport.close()


def encode(message: dict[str, object]) -> bytes:
    """Write a message as JSON."""
    return msgspec.json.encode(message)
