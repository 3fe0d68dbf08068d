"""Crowds at one deal: people who read while others finish, and what a finish elsewhere takes to be seen.

The law: nobody is asked how it went but the wire: what a page last heard, and the pages of the board.
"""

import asyncio
import json
import math
import random
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import msgspec

from tests.bench.ledger import Message, hang_up, open_line
from tests.bench.wire import Door, Wire, encode

SETTLE = 5.0  # seconds a page may take to agree after the last finish


class Reader(Wire):
    """A page that only reads; keeps what it heard last, when it heard, and when a count was first heard."""

    def __init__(self, port: int, slug: str, times: list[float]) -> None:
        super().__init__(f"/ws/deals/{slug}/", Door(port), {})
        self.times = times
        self.last: Message = {}
        self.seen: dict[int, float] = {}

    def on_text(self, text: bytes) -> None:
        message: Message = msgspec.json.decode(text)
        if message["type"] == "standings":
            self.last = message
            self.times.append(time.monotonic())
            self.seen.setdefault(message["finished"], self.times[-1])


async def read_along(port: int, slug: str, times: list[float] | None = None) -> Reader:
    """Open a reading page; it notes when it hears something."""
    reader = Reader(port, slug, [] if times is None else times)
    await Door(port).open(reader)
    return reader


@dataclass
class Onlooker:
    """A page that watches a deal whatever happens, and comes back after every loss."""

    port: int
    slug: str
    heard: list[float] = field(default_factory=list)  # when
    losses: int = 0

    async def watch(self) -> None:
        """Watch until cancelled."""
        while True:
            with suppress(OSError, TimeoutError):
                page = await read_along(self.port, self.slug, self.heard)
                try:
                    while page.closed is None:
                        await asyncio.sleep(0.02)
                    self.losses += 1
                finally:
                    hang_up(page)
            await asyncio.sleep(0.3)

    def longest_pause(self, start: float, end: float) -> float:
        """Give the longest time without news that began or ended between two moments."""
        pauses = [later - sooner for sooner, later in pairwise(self.heard) if later >= start and sooner < end]
        return max(pauses, default=math.inf)


async def pass_through(seats: Sequence[dict[str, str]], port: int, pause: float) -> None:
    """Let one after the other finish, so that there is news all the time; who is cut off has gone."""
    for seat in seats:
        with suppress(OSError, TimeoutError):
            await finish(seat, port, 2)
        await asyncio.sleep(pause)


async def finish(seat: dict[str, str], port: int, moves: int) -> Message:
    """Play some cards from the stock and concede; gives `ended`."""
    line = await open_line(seat, Door(port))
    try:
        line.send(b'{"type":"sync","rev":0}')
        told = await line.hear("position")
        rng = random.Random(seat["attempt"])
        for _ in range(moves):
            if not told["legal"]:
                break
            line.send(encode({"type": "move", "rev": told["rev"] + 1, "move": rng.choice(told["legal"])}))
            told = await line.hear("moved")
        line.send(encode({"type": "concede", "rev": told["rev"] + 1}))
        return await line.hear("ended")
    finally:
        hang_up(line)


@dataclass
class Agreement:
    """What everybody saw in the end."""

    finished: int
    seconds: float  # from the first wish to the last finish
    agreed_after: float  # seconds after the last finish until all pages and processes said the same
    pages: int
    heard: int  # standings a page, on average
    disagreements: list[str] = field(default_factory=list)


async def all_finish(
    seats: Sequence[dict[str, str]], ports: Sequence[int], readers: int, wanted: int
) -> Agreement:
    """Let these finish while pages read, spread over the ports; `wanted` of the deal are then done."""
    slug = seats[0]["slug"]
    pages = [await read_along(ports[number % len(ports)], slug) for number in range(readers)]
    gate, began = asyncio.Semaphore(60), time.monotonic()

    async def one(number: int, seat: dict[str, str]) -> None:
        async with gate:
            await finish(seat, ports[number % len(ports)], number % 12)

    await asyncio.gather(*(one(number, seat) for number, seat in enumerate(seats)))
    ended = time.monotonic()
    while time.monotonic() < ended + SETTLE and any(page.last.get("finished") != wanted for page in pages):
        await asyncio.sleep(0.02)
    agreed = time.monotonic() - ended
    await asyncio.sleep(1.2)  # one more round: what is said of the last second is the same for all
    heard = sum(len(page.times) for page in pages) // readers
    found = Agreement(wanted, ended - began, agreed, readers, heard)
    tops = {json.dumps([public(row) for row in page.last.get("top", ())]) for page in pages}
    counts = {page.last.get("finished") for page in pages}
    if counts != {wanted}:
        found.disagreements.append(f"pages count {counts} finished of {wanted}")
    if len(tops) != 1:
        found.disagreements.append(f"{len(tops)} different tops")
    boards = [await asyncio.to_thread(read_board, port, slug) for port in ports]
    for board in boards:
        found.disagreements += check_places(board, wanted)
        if [public(row) for row in board] != [public(row) for row in boards[0]]:
            found.disagreements.append("two processes show different boards")
    if tops and tops != {json.dumps([public(row) for row in boards[0][:10]])}:
        found.disagreements.append("the live top is not the board's first page")
    for page in pages:
        hang_up(page)
    return found


def public(row: Message) -> tuple[Any, ...]:
    """Give what of a row may not differ anywhere."""
    return row["place"], row["player"], row["status"], row["home"], row["seconds"]


def read_board(port: int, slug: str) -> list[Message]:
    """Read all pages of a board."""
    rows: list[Message] = []
    cursor = ""
    while True:
        url = f"http://127.0.0.1:{port}/api/v1/deals/{slug}/standings?limit=100&cursor={cursor}"
        with urllib.request.urlopen(url, timeout=20) as answer:
            page = json.loads(answer.read())
        rows += page["rows"]
        cursor = page.get("next") or page.get("cursor") or ""
        if not cursor:
            return rows


def check_places(rows: Sequence[Message], wanted: int) -> list[str]:
    """Say what is wrong with the places: everybody once, ties share, no hole that no tie explains."""
    wrong = []
    if len(rows) != wanted or len({row["player"] for row in rows}) != wanted:
        wrong.append(f"{len(rows)} rows, {len({row['player'] for row in rows})} players of {wanted}")
    for number, row in enumerate(rows):
        shares = number > 0 and row["place"] == rows[number - 1]["place"]
        if not shares and row["place"] != number + 1:
            wrong.append(f"row {number + 1} has place {row['place']}")
        if shares and row["home"] != rows[number - 1]["home"]:
            wrong.append(f"place {row['place']} is shared by different results")
    return wrong


async def seen_elsewhere(seats: Sequence[dict[str, str]], here: int, there: int, done: int) -> list[float]:
    """Finish one by one at one process; gives after how many seconds the other's page said so."""
    page = await read_along(there, seats[0]["slug"])
    while not page.last:
        await asyncio.sleep(0.02)
    waits = []
    for seat in seats:
        await finish(seat, here, 2)
        told, done = time.monotonic(), done + 1
        while done not in page.seen and time.monotonic() < told + 10:
            await asyncio.sleep(0.005)
        waits.append(page.seen.get(done, told + 10) - told)
    hang_up(page)
    return waits
