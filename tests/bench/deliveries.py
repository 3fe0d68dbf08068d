"""`python -m tests.bench.deliveries PORT`: the product's server around one room, told whenever somebody asks.

A text from any watcher sends one standings message of ten rows to all of them, by the product's own room
and sockets. No board is read: P4 is the price of telling. Who watches at /floor is told by the system call
and nothing else: what no program in Python can go below.
"""

import socket
import sys
from typing import Any

from tests.bench import baselines  # it sets Django up

from constitution_site import asgi, prompt, server  # isort: skip
from games.play import rooms  # isort: skip
from games.play.protocol import Row, Standings, encode  # isort: skip
from games.play.sockets import Socket  # isort: skip

SLUG = "delivery"
floor: list[socket.socket] = []
TOP = [
    Row(place=n, player=f"a player's name {n}", guest=False, status="playing", progress=0.1234, home=40 - n,
        moves=None, seconds=600 + n)
    for n in range(1, 11)
]  # fmt: skip


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Let everybody watch, and tell everybody when one asks."""
    if scope["type"] == "http":
        await baselines.health(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept", "subprotocol": scope["subprotocols"][0]})
    watcher = Socket(send, player_id=0, language="en", by="time", now_ms=0)
    room = rooms.open_rooms().setdefault(SLUG, rooms.Room(1))
    if scope["path"] == "/floor":
        floor.append(send.tell.__self__.socket)
    else:
        room.watchers["time"][watcher] = watcher.tell
    revision = 0
    while (await receive())["type"] == "websocket.receive":
        revision += 1
        text = encode(
            Standings(slug=SLUG, by="time", revision=revision, players=10, playing=10, finished=0, top=TOP)
        )
        await rooms.send_to_deal(SLUG, "time", text)
        for told in floor:
            told.send(prompt.frame_of(text))
    rooms.leave(SLUG, watcher)


if __name__ == "__main__":
    asgi.application = application
    server.run(host="127.0.0.1", port=int(sys.argv[1]), when_ready=lambda: None)
