"""The web process: daphne, with a drain.

Stock daphne drops its sockets on SIGTERM. Here the process stops listening, tells every
socket to come back (4012), waits until they are gone (five seconds at most) and ends with 0.
"""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

# Before everything else that may import Twisted: daphne installs the asyncio reactor.
from daphne.server import Server  # isort: skip
import structlog
from autobahn import util as autobahn_util
from autobahn.websocket import protocol as autobahn_protocol
from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from twisted.internet import tcp

from constitution_site.prompt import Inbox, PromptSocket, PromptTransport, Sender
from games import metrics
from games.play import journal, reader, sockets
from games.play.protocol import MAX_FRAME_BYTES

log = structlog.get_logger()
DRAIN_SECONDS = 5.0
TIDY_SECONDS, TIDY_PER_SOCKET = 20.0, 0.125  # at most a thousandth of the time
SWITCH_SECONDS = 0.0005  # Python's own is ten times that


class DrainingServer(Server):
    """Daphne with limits for our protocol, and a drain on SIGTERM and SIGINT."""

    def __init__(
        self, *, endpoint: str, number: int, parent: socket.socket | None, when_ready: Callable[[], None]
    ) -> None:
        from constitution_site.asgi import application

        super().__init__(
            application=application,
            endpoints=[endpoint],
            signal_handlers=False,
            websocket_max_message_size=MAX_FRAME_BYTES,
            websocket_max_frame_size=MAX_FRAME_BYTES,
            websocket_handshake_timeout=10,
            http_timeout=60,
            ready_callable=lambda: self._start(when_ready),
            server_name="constitutional",
        )
        self.exit_code = 0
        self._number = number
        self._parent = parent
        self._tasks: list[asyncio.Task[None]] = []
        self._draining: asyncio.Task[None] | None = None

    def _start(self, when_ready: Callable[[], None]) -> None:
        loop = asyncio.get_event_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._begin_drain)
        if self._parent is not None:  # it never says anything: what can be read is its end
            self._parent.setblocking(False)
            loop.add_reader(self._parent, self._begin_drain)
        self._tasks += [loop.create_task(metrics.watch_loop()), loop.create_task(_tidy())]
        if settings.METRICS_PORT:
            port = settings.METRICS_PORT + self._number
            self._tasks.append(loop.create_task(metrics.serve_when_free(port)))
        # Where click is installed the words of debug lines that nobody reads are coloured, for every frame.
        autobahn_util._HAS_CLICK = False
        # And a fifth of a connect went into laying out in columns, for such a line, how Autobahn is set up.
        autobahn_protocol.pformat = repr  # type: ignore[attr-defined, assignment]
        # A collection stops everybody, half a millisecond for every thousand objects it walks. What is
        # loaded by now stays for ever and is walked no more; the rest is walked in small helpings, and
        # all of it only once in half a million new objects (events are kept: two objects a move).
        gc.freeze()
        gc.set_threshold(1_000, 5, 100)
        # Beside a thread that computes a board the loop waits this long for its turn after every system call.
        sys.setswitchinterval(SWITCH_SECONDS)
        if not self.abort_start:
            when_ready()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Inbox | None:
        """Start what serves a connection, as daphne does, with a smaller inbox."""
        inbox = Inbox()
        scope["asgi"] = {"version": "3.0"}
        serving = self.application(scope=scope, receive=inbox.get, send=Sender(self.handle_reply, protocol))
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(serving)
        return inbox

    def listen_success(self, port: tcp.Port) -> None:
        """Make the port's connections prompt."""
        super().listen_success(port)
        port.transport = PromptTransport
        self.ws_factory.protocol = PromptSocket
        port.numberAccepts = 1  # of processes that share a port none takes all that wait at once

    def listen_error(self, failure: object) -> None:
        """Say which port is taken, and end with 1."""
        log.error("cannot_listen", port=settings.PORT, error=str(getattr(failure, "value", failure)))
        self.exit_code = 1
        self.stop()

    def _begin_drain(self) -> None:
        if self._parent is not None:
            asyncio.get_event_loop().remove_reader(self._parent)
        if self._draining is None:
            self._draining = asyncio.get_event_loop().create_task(self._drain())

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        for listener in self.listeners:
            listener.addCallback(lambda port: port and port.stopListening())
        await sockets.drain()
        deadline = loop.time() + DRAIN_SECONDS
        while self._is_busy() and loop.time() < deadline:
            await asyncio.sleep(0.05)
            await sockets.drain()  # those, too, whose seats were still being read a moment ago
        try:
            journal.thread.close_connection()
            reader.thread.close_connection()
        finally:
            self.stop()

    def _is_busy(self) -> bool:
        return any("disconnected" not in details for details in self.connections.values())


async def _tidy() -> None:
    """Collect the circles that closed connections leave behind, 25 kB each, before half a million objects do.

    It takes an eighth of a millisecond for every open connection, so with many it is made the more seldom.
    """
    waited = 0.0
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        waited += TIDY_SECONDS
        if waited >= TIDY_PER_SOCKET * len(sockets.open_sockets):
            waited = 0.0
            gc.collect()


def run(
    *,
    host: str = "",
    port: int = 0,
    listener: int | None = None,
    number: int = 0,
    parent: socket.socket | None = None,
    when_ready: Callable[[], None],
) -> int:
    """Serve at a host and port, or as one of several on a listening socket, until a signal.

    Gives the exit code. `number` tells this process from its siblings; it drains when `parent`, the line to
    the supervisor, ends.
    """
    (endpoint,) = build_endpoint_description_strings(
        host=host or None, port=port or None, file_descriptor=listener
    )
    server = DrainingServer(endpoint=endpoint, number=number, parent=parent, when_ready=when_ready)
    server.run()
    return server.exit_code
