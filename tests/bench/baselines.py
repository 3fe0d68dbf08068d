"""What the figures are held against: small ASGI applications behind the same daphne.

`python -m tests.bench.baselines PORT` serves, with the same limits as constitution_site/server.py:

* /bare: accepts, sends every text back; nothing of Channels or Django;
* /channels: the same by Channels' AsyncWebsocketConsumer, as its documentation writes it;
* /orm/{attempt}: the same, after one ORM update of the attempt's row through `sync_to_async`;
* /orm-documented/{attempt}: the same through `database_sync_to_async`, as Channels' documentation has it.
"""

import gc
import os
import sys

from daphne.server import Server  # isort: skip  # it installs the asyncio reactor
import django
from autobahn import util as autobahn_util

autobahn_util._HAS_CLICK = False  # as in constitution_site/server.py, and as where click is not installed
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "constitution_site.settings")
django.setup()

from asgiref.sync import sync_to_async  # noqa: E402
from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402

from games.play.models import Attempt  # noqa: E402
from games.play.protocol import MAX_FRAME_BYTES  # noqa: E402


async def bare(scope, receive, send):
    """Send every text back."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": scope["subprotocols"][0]})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


class Echo(AsyncWebsocketConsumer):
    """Sends every text back."""

    async def connect(self):
        await self.accept(self.scope["subprotocols"][0])

    async def receive(self, text_data=None, bytes_data=None):
        await self.send(text_data=text_data)


class OneUpdate(Echo):
    """Acks a text after one update of one row, committed by Django as usual."""

    to_thread = staticmethod(sync_to_async)

    async def receive(self, text_data=None, bytes_data=None):
        await self.to_thread(self.update)(len(text_data))
        await self.send(text_data=text_data)

    def update(self, steps):
        attempt_id = self.scope["path"].rpartition("/")[2]
        Attempt.objects.filter(pk=attempt_id).update(steps=steps)


class OneDocumentedUpdate(OneUpdate):
    """The same, with Channels' care for old connections."""

    to_thread = staticmethod(database_sync_to_async)


async def health(scope, receive, send):
    """Say that the server is up."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


CONSUMERS = {
    "bare": bare,
    "channels": Echo.as_asgi(),
    "orm": OneUpdate.as_asgi(),
    "orm-documented": OneDocumentedUpdate.as_asgi(),
}


async def application(scope, receive, send):
    """Choose by the first part of the path."""
    app = health if scope["type"] == "http" else CONSUMERS[scope["path"].split("/")[1]]
    await app(scope, receive, send)


def care_for_collections() -> None:
    """Do as constitution_site/server.py, so that no pause of a collection makes the baseline look worse."""
    gc.freeze()
    gc.set_threshold(1_000, 5, 100)


def main() -> None:
    """Serve until a signal."""
    Server(
        application=application,
        endpoints=[f"tcp:port={sys.argv[1]}:interface=127.0.0.1"],
        websocket_max_message_size=MAX_FRAME_BYTES,
        websocket_max_frame_size=MAX_FRAME_BYTES,
        websocket_handshake_timeout=10,
        ready_callable=care_for_collections,
    ).run()


if __name__ == "__main__":
    main()
