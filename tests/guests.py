"""Players inside this process: HTTP by Django's test client, sockets by the ASGI application itself.

Time stands at noon of a fixed day and ticks on, so that no test ends on another date than it
began; tests about hours move it themselves.
"""

import datetime as dt
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
import time_machine
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.db import connection
from django.test import Client

from games import clock, engine
from games.deals.models import Deal
from games.deals.services import publish_deal
from games.engine import VARIANTS
from games.play import journal, selectors
from games.play.game import Game, GameEvent
from games.play.journal import Entry
from games.play.models import Attempt
from games.play.protocol import SUBPROTOCOL
from games.players.models import Player

NOON = dt.datetime(2026, 11, 29, 12, tzinfo=dt.UTC)
HOST = "testserver"
ORIGIN = f"http://{HOST}"
NOT_ANSWERS = ("standings", "standing")
Answer = TypeVar("Answer")


def in_db(function: Callable[..., Answer]) -> Callable[..., Any]:
    """Let an async test ask the database in a thread, as the product does."""
    return database_sync_to_async(function, thread_sensitive=False)


class Wire(ApplicationCommunicator):
    """A WebSocket as the server hands it to the application.

    Not Channels' own class, which keeps database connections from being closed while it waits.
    """

    async def connect(self) -> tuple[bool, str | int | None]:
        """Knock; gives (True, subprotocol) or (False, the code of the close)."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(timeout=10)
        if answer["type"] == "websocket.close":
            return False, answer.get("code", 1000)
        return True, answer["subprotocol"]

    async def disconnect(self) -> None:
        """Hang up, and wait until the application has noticed; raises what it raised."""
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(timeout=10)


class Closed(AssertionError):
    """The server has closed the socket while the test was waiting for a message."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


@dataclass
class Seat:
    """One accepted socket in this process, and all that it has heard."""

    wire: Wire
    heard: list[str] = field(default_factory=list)
    code: int | None = None

    async def send(self, **message: Any) -> None:
        await self.write(json.dumps(message))

    async def write(self, text: str) -> None:
        """Send any text as a frame, whatever is in it."""
        await self.wire.send_input({"type": "websocket.receive", "text": text})

    async def write_bytes(self, data: bytes) -> None:
        await self.wire.send_input({"type": "websocket.receive", "bytes": data})

    async def hear_any(self) -> dict[str, Any]:
        """Give the next message, whatever it is; raises Closed."""
        output = await self.wire.receive_output(timeout=10)
        if output["type"] == "websocket.close":
            self.code = output["code"]
            raise Closed(output["code"])
        self.heard.append(output["text"])
        message: dict[str, Any] = json.loads(output["text"])
        return message

    async def hear(self, *types: str) -> dict[str, Any]:
        """Give the next message, which must be of one of these types; the live list is passed over."""
        while (message := await self.hear_any())["type"] in NOT_ANSWERS and message["type"] not in types:
            pass
        assert not types or message["type"] in types, message
        return message

    async def hear_until_pong(self) -> list[dict[str, Any]]:
        """Give all that was said up to now: a ping is answered after everything before it."""
        await self.send(type="ping")
        said = []
        while (message := await self.hear())["type"] != "pong":
            said.append(message)
        return said

    async def hear_close(self) -> tuple[int, str | None]:
        """Listen until the server closes; gives the code and the reason it said before."""
        reason = None
        try:
            while True:
                message = await self.hear_any()
                reason = message["reason"] if message["type"] == "closing" else None
        except Closed as closed:
            return closed.code, reason

    async def sync(self, rev: int = 0) -> dict[str, Any]:
        await self.send(type="sync", rev=rev)
        return await self.hear("position")

    async def move(self, rev: int, move: str) -> dict[str, Any]:
        """Wish a move and give the answer."""
        await self.send(type="move", rev=rev, move=move)
        return await self.hear("moved", "rejected")

    async def undo(self, rev: int) -> dict[str, Any]:
        await self.send(type="undo", rev=rev)
        return await self.hear("undone")

    async def concede(self, rev: int) -> dict[str, Any]:
        await self.send(type="concede", rev=rev)
        return await self.hear("ended")

    async def play(self, moves: Sequence[str], rev: int = 0) -> dict[str, Any]:
        """Play moves one after the other; gives the last answer."""
        answer: dict[str, Any] = {}
        for index, move in enumerate(moves, 1):
            answer = await self.move(rev + index, move)
            assert answer["type"] == "moved", answer
        return answer


def handshake(
    path: str,
    *,
    cookies: str = "",
    origin: str | None = ORIGIN,
    subprotocols: Sequence[str] = (SUBPROTOCOL,),
    language: str = "en",
    host: str = HOST,
) -> Wire:
    """Give a socket that has yet to connect, with any header wrong or missing that a test wants so."""
    from constitution_site.asgi import application

    headers = [(b"host", host.encode()), (b"accept-language", language.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    if cookies:
        headers.append((b"cookie", cookies.encode()))
    path, _mark, query = path.partition("?")
    scope = {
        "type": "websocket",
        "path": path,
        "query_string": query.encode(),
        "headers": headers,
        "subprotocols": list(subprotocols),
    }
    return Wire(application, scope)


@asynccontextmanager
async def seat_at(path: str, **wish: Any) -> AsyncIterator[Seat]:
    """Open a socket that is accepted; what follows the acceptance is the test's to hear."""
    wire = handshake(path, **wish)
    is_accepted, subprotocol = await wire.connect()
    assert is_accepted
    assert subprotocol == SUBPROTOCOL
    seat = Seat(wire)
    try:
        yield seat
    finally:
        await wire.disconnect()


@dataclass
class Guest:
    """A visitor with cookies of its own."""

    client: Client = field(default_factory=Client)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())

    @property
    def player(self) -> Player:
        return Player.objects.get(pk=self.client.session["player"])

    def post(self, path: str, body: Any = None) -> Any:
        return self.client.post("/api/v1/" + path, body or {}, content_type="application/json")

    def get(self, path: str) -> Any:
        return self.client.get("/api/v1/" + path)

    def practise(self, variant: str = "standard", seed: str = "a-practice-seed") -> str:
        """Start a practice attempt; gives its id."""
        answer = self.post("practice", {"variant": variant, "seed": seed})
        assert answer.status_code == 201, answer.content
        return str(answer.json()["attempt"])

    def practise_cards(self, variant: str, cards: str) -> str:
        """Start a practice attempt on cards given one by one, as from a real table; gives its id."""
        self.practise(variant)  # makes the player
        attempt = Attempt.objects.create(
            player=self.player, variant=variant, cards=cards, started_at=clock.now()
        )
        return attempt.pk

    def start(self, slug: str | None) -> str:
        """Start the ranked attempt, or come back to it; gives its id."""
        answer = self.post(f"deals/{slug}/attempts")
        assert answer.status_code in (200, 201), answer.content
        return str(answer.json()["attempt"])

    @asynccontextmanager
    async def sit(self, attempt: str, *, synced: bool = True, query: str = "") -> AsyncIterator[Seat]:
        """Open a socket at an attempt's table; synced, unless the test wants to say the first word."""
        async with seat_at(f"/ws/attempts/{attempt}/{query}", cookies=self.cookies) as seat:
            if synced:
                await seat.sync()
            yield seat


def at_once(count: int, do: Callable[[int], Answer]) -> list[Answer]:
    """Do something in many threads that begin together, each with its number; gives their answers."""
    gate = threading.Barrier(count)

    def run(number: int) -> Answer:
        gate.wait()
        try:
            return do(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def put_on_calendar(variant: str, seed: str, date: dt.date | None = None) -> Deal:
    """Publish a deal of a known seed, as the server does with one it has drawn."""
    deal = Deal(variant=variant, seed=seed, commitment=engine.commitment(seed), drawn_at=clock.now())
    return publish_deal(deal=deal, date=date or clock.today())


def end_attempt(attempt_id: str, status: str, **result: Any) -> None:
    """End an attempt with a result, by the database alone, whatever was played."""
    facts = {"ended_at": clock.now(), "moves": 0, "seconds": 0, "history": "[]"} | result
    Attempt.objects.filter(pk=attempt_id).update(status=status, **facts)


def store_moves(attempt_id: str, moves: Sequence[str]) -> None:
    """Bring an attempt that has no events yet to the position after some moves, by the database alone."""
    attempt = Attempt.objects.select_related("deal").get(pk=attempt_id)
    game = Game(VARIANTS[attempt.variant], selectors.cards_of(attempt), ranked=attempt.ranked)
    rows = []
    for rev, move in enumerate(moves, 1):
        game.take(GameEvent("move", move, rev))
        rows.append(Entry.of(attempt_id, game, 0)._replace(ending=None))
    journal.commit(rows)


def line_of(variant: str, seed: str, length: int) -> list[str]:
    """Give the first moves of some legal line of a deal: always the first legal move that is forced."""
    position = engine.Position.of_deal(VARIANTS[variant], engine.deal_cards(seed))
    line: list[str] = []
    while len(line) < length:
        legal = engine.legal_moves(position)
        move = next((move for move in legal if move == "s" or engine.is_forced(move)), legal[0])
        engine.play(position, move)
        line.append(move)
    return line


def cards_hidden(seed: str) -> list[str]:
    """Give the stock of a deal, first out first."""
    return list(engine.deal_cards(seed)[32:])


@pytest.fixture
def noon() -> Iterator[time_machine.Traveller]:
    """Let it be noon, UTC, of a fixed day; time ticks on and can be moved."""
    with time_machine.travel(NOON, tick=True) as traveller:
        yield traveller


@pytest.fixture
def guest(noon: time_machine.Traveller) -> Guest:
    return Guest()


@pytest.fixture
def stranger(noon: time_machine.Traveller) -> Guest:
    """Another visitor, who has a player of its own."""
    return Guest()


async def _sitting(guest: Guest, attempt: str) -> AsyncIterator[Seat]:
    """A socket at the table of what a module calls its `attempt`."""
    async with guest.sit(attempt) as seat:
        yield seat


seat, one, two = (pytest.fixture(_sitting, name=name) for name in ("seat", "one", "two"))


@pytest.fixture
def standard_day(transactional_db: None, noon: time_machine.Traveller) -> Deal:
    """Today's standard deal, of a known seed."""
    return put_on_calendar("standard", "a-day-in-standard")


@pytest.fixture
def cadogan_day(transactional_db: None, noon: time_machine.Traveller) -> Deal:
    """Today's cadogan deal, of a known seed."""
    return put_on_calendar("cadogan", "a-day-in-cadogan")


@pytest.fixture
def no_rate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test play a whole game at full speed; the limit itself has tests of its own."""
    monkeypatch.setattr("games.play.sockets.BURST", 1_000_000)
