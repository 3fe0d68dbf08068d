"""A player on the real protocol: plain HTTP by the standard library, sockets by `websockets`.

Used by the end-to-end tests and by the load driver; knows nothing of Django.
"""

import asyncio
import http.cookiejar
import json
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

SUBPROTOCOL = "constitution.v1"


@dataclass
class Browser:
    """Cookies and HTTP of one visitor."""

    base: str
    jar: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def __post_init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def cookie(self, name: str) -> str:
        return next((c.value or "" for c in self.jar if c.name == name), "")

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        return self._open(urllib.request.Request(self.base + path))

    def post(self, path: str, body: Any = None, raw: bytes | None = None) -> tuple[int, Any]:
        if not self.cookie("csrftoken"):
            self.get("/practice/")
        data = raw if raw is not None else json.dumps(body or {}).encode()
        request = urllib.request.Request(
            self.base + path,
            data=data,
            method="POST",
            headers={
                "Content-Type": "application/json",
                "X-CSRFToken": self.cookie("csrftoken"),
                "Origin": self.base,
            },
        )
        status, _headers, text = self._open(request)
        return status, json.loads(text)

    def practise(self, seed: str, variant: str = "cadogan") -> str:
        """Start a practice game; gives its attempt."""
        status, started = self.post("/api/v1/practice", {"variant": variant, "seed": seed})
        assert status == 201, started
        return str(started["attempt"])

    async def sit(self, attempt: str) -> "Table":
        """Sit down at an attempt and sync."""
        table = await self.connect(f"/ws/attempts/{attempt}/")
        await table.sync()
        return table

    def json(self, path: str) -> Any:
        return json.loads(self.get(path)[2])

    def _open(self, request: urllib.request.Request) -> tuple[int, dict[str, str], bytes]:
        try:
            with self.opener.open(request, timeout=20) as response:
                return response.status, dict(response.headers), response.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()

    def cookie_header(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.jar)

    async def connect(self, path: str, **headers: str) -> "Table":
        extra = {"Cookie": self.cookie_header(), **headers}
        socket = await connect(
            self.base.replace("http", "ws", 1) + path,
            origin=self.base,
            subprotocols=[SUBPROTOCOL],
            additional_headers=extra,
            compression=None,
            max_size=2**20,
        )
        return Table(socket)


@dataclass
class Table:
    """One socket, and what it has heard."""

    socket: ClientConnection
    heard: list[str] = field(default_factory=list)

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self, *types: str, timeout: float = 10) -> dict[str, Any]:
        """Give the next message of one of these types; others are passed over."""
        while True:
            text = await asyncio.wait_for(self.socket.recv(), timeout)
            assert isinstance(text, str)
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            if not types or message["type"] in types:
                return message

    async def sync(self, rev: int = 0) -> dict[str, Any]:
        await self.send(type="sync", rev=rev)
        return await self.hear("position")

    async def play(self, moves: list[str], rev: int) -> dict[str, Any]:
        """Play moves one after the other; gives the last answer."""
        answer: dict[str, Any] = {}
        for index, move in enumerate(moves):
            await self.send(type="move", rev=rev + index + 1, move=move)
            answer = await self.hear("moved", "rejected")
            assert answer["type"] == "moved", answer
        return answer

    async def close(self) -> None:
        await self.socket.close()
