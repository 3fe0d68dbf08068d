"""Frames on the wire of the real server, as they come: short, long, cut, together, not text at all."""

import asyncio
import random

import pytest

from games import engine
from games.engine import VARIANTS, Record
from tests.bench.ledger import Line
from tests.bench.wire import Door, frame
from tests.driver import Browser
from tests.servers import Site

pytestmark = pytest.mark.server
SYNC, PING = b'{"type":"sync","rev":0}', b'{"type":"ping"}'


async def test_frames_are_read_however_they_come_and_bad_text_ends_the_socket(site: Site) -> None:
    browser, door = Browser(site.base), Door(site.port)
    _status, started = browser.post("/api/v1/practice", {"variant": "cadogan", "seed": "frames"})
    line = Line(started["socket"], door, {"Cookie": browser.cookie_header()})
    await door.open(line)

    async def write(*pieces: bytes) -> None:
        for piece in pieces:
            line.transport.write(piece)
            await asyncio.sleep(0.02)

    ping, long = frame(PING), frame(PING + b" " * 200)
    first, last = bytearray(frame(PING[:5])), frame(PING[5:], opcode=0)
    first[0] &= 0x7F  # more follows
    await write(frame(SYNC))
    await line.hear("position")
    for pieces, pongs in (
        ([ping], 1), ([ping[:1], ping[1:7], ping[7:]], 1), ([long], 1), ([bytes(first), last], 1),
        ([ping + ping + long + ping[:9], ping[9:] + ping], 5), ([ping], 1),
    ):  # fmt: skip
        await write(*pieces)
        for _ in range(pongs):
            await line.hear("pong")
    await write(frame(b""))
    assert (await line.hear("rejected"))["code"] == "bad_message"
    await write(frame(b"\xff\xfe"))
    with pytest.raises(ConnectionError):
        await line.hear()


async def test_the_position_of_a_very_long_game_reaches_its_page(site: Site) -> None:
    # It is longer than what may come in: a page that came back to such a game was once sent away for ever.
    chance, moves = random.Random(1), list[str]()
    position = engine.Position.of_deal(VARIANTS["standard"], engine.deal_cards("bench-0"))
    while len(moves) < 1_000:
        moves.append(chance.choice(engine.legal_moves(position)))
        engine.play(position, moves[-1])
    record = engine.write_record(Record(variant=VARIANTS["standard"], seed="bench-0", moves=tuple(moves)))
    browser = Browser(site.base)
    pasted = {"variant": "standard", "record": record, "ply": len(moves)}
    status, started = browser.post("/api/v1/practice", pasted)
    assert status == 201, started
    table = await browser.connect(started["socket"])
    assert (await table.sync())["moves"] == moves
    await table.close()
