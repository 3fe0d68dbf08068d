"""The two sockets of the product, as ASGI applications with a receive loop of their own.

Channels' consumer classes spawn tasks and hop to the database thread for every message;
this loop awaits one message after the other (ARCHITECTURE.md, "Speed").
"""

import contextlib
import functools
import re
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import structlog
from django.db import Error
from django.utils.translation import gettext_lazy as _
from prometheus_client import Counter

from games import clock, metrics
from games.deals import calendar
from games.deals.selectors import find_deal
from games.engine.hint import hint as find_hint
from games.engine.words import HINTS
from games.limits import TooFast, check_limit
from games.play import hall, rooms
from games.play.game import Refused
from games.play.handshake import Scope, Visitor, greet, player_of
from games.play.journal import JournalFailed
from games.play.protocol import (
    SUBPROTOCOL,
    AskHint,
    BadMessage,
    ClientMessage,
    CloseReason,
    Closing,
    Hint,
    Ping,
    Pong,
    Sync,
    decode,
    encode,
)
from games.play.reader import read
from games.play.seats import read_seat
from games.play.sockets import GONE, Login, Send, Socket
from games.play.table import LiveTable
from games.players.models import User

log = structlog.get_logger()
SOCKETS_AT_TABLES = metrics.SOCKETS.labels("table")
SOCKETS_AT_BOARDS = metrics.SOCKETS.labels("board")
Receive = Callable[[], Awaitable[dict[str, Any]]]
Answer = TypeVar("Answer")


class SentAway(Exception):
    """A visitor is not let in, or has to go; without a code, before acceptance, that is a 403."""

    def __init__(self, code: int | None = None, reason: CloseReason | None = None) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


async def attempt_socket(attempt_id: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve /ws/attempts/{id}/: play one's own attempt, and the live table of its deal."""
    ids: dict[str, Any] = {"attempt": attempt_id}
    seat = None
    try:
        seat = socket, table = await _sit_down(attempt_id, scope, receive, send)
        del scope  # an idle socket keeps nothing of its handshake
        ids |= {"player": socket.player_id, "connection": socket.number}
        log.debug("socket_opened", **ids)
        SOCKETS_AT_TABLES.inc()
        await _play(socket, table, receive)
    except Exception as error:  # noqa: BLE001  # none is swallowed
        await _fail(send, error, ids)
    finally:
        if seat is not None:
            socket.is_closed = True
            SOCKETS_AT_TABLES.dec()
            log.debug("socket_closed", **ids)
            await hall.current().stand_up(table, socket)
            if table.slug:
                rooms.leave(table.slug, socket)


async def _fail(send: Send, error: Exception, ids: dict[str, Any]) -> None:
    """End a socket; whose ends by our fault, and why, stands in the log.

    After trouble of the database with 4012: nothing was told that is not stored, the page comes back and
    asks. Anything else is a mistake of ours, which daphne logs whole and closes with 1011.
    """
    if isinstance(error, JournalFailed | Error):
        metrics.ERRORS.labels("database").inc()
        log.error("database_failed", **ids, error=str(error))
        error = SentAway(4012, "shutdown")
    if isinstance(error, SentAway):
        with contextlib.suppress(*GONE):
            if error.reason:
                await send({"type": "websocket.send", "text": encode(Closing(error.reason))})
            await send({"type": "websocket.close", **({"code": error.code} if error.code else {})})
    elif not isinstance(error, GONE):
        log.error("socket_failed", **ids, error=f"{type(error).__name__} {error}")
        raise error


async def _sit_down(attempt_id: str, scope: Scope, receive: Receive, send: Send) -> tuple[Socket, LiveTable]:
    """Seat a visitor at an own attempt. Raises SentAway."""
    visitor, seat = await _let_in(
        scope, receive, send, lambda visitor: read_seat(visitor.session_key, attempt_id)
    )
    if seat.attempt is None or seat.game is None:
        raise SentAway(4404 if seat.attempt is None else 4401)
    socket = _socket(send, visitor, seat.attempt.player_id, seat.user)
    return socket, await hall.current().sit_down(seat.attempt, seat.game, socket)


async def _play(socket: Socket, table: LiveTable, receive: Receive) -> None:
    while not socket.is_closed:
        frame = await receive()
        if frame["type"] == "websocket.disconnect":
            return
        read_ms, began = clock.now_ms(), time.perf_counter()
        socket.verdict = "ok"
        message = await _read(socket, frame)
        if not socket.is_within_rate(read_ms):
            await _refuse_too_fast(socket, table, message, read_ms)
        elif message is None:
            pass
        elif isinstance(message, Sync):
            is_first = not socket.is_synced
            await table.sync(socket)
            if is_first and table.game.ranked and table.slug and table.deal_id:
                await rooms.enter(table.slug, table.deal_id, socket)
        elif not socket.is_synced:
            await _refuse_bad(socket, _("Send a sync first."))
        elif isinstance(message, Ping):
            await socket.send(encode(Pong(rev=await table.latest_rev(), server_ms=clock.now_ms())))
        elif isinstance(message, AskHint):
            await _hint(socket, table)
        else:
            await table.submit(socket, message, read_ms)
            metrics.ACK_SECONDS.observe(time.perf_counter() - began)
        _counted(message.__class__.__name__, socket.verdict).inc()


@functools.cache
def _counted(kind: str, verdict: str) -> Counter:
    """Give the counter of a message's class and a verdict; kept, since finding it anew costs more."""
    return metrics.MESSAGES.labels("unreadable" if kind == "NoneType" else kind.lower(), verdict)


async def _read(socket: Socket, frame: dict[str, Any]) -> ClientMessage | None:
    text = frame.get("text")
    try:
        if text is None:
            raise BadMessage("binary frames are not part of the protocol")
        return decode(text)
    except BadMessage as error:
        await _refuse_bad(socket, str(error))
        return None


async def _refuse_bad(socket: Socket, detail: Any) -> None:
    await socket.reject(0, Refused("bad_message", detail))


async def _refuse_too_fast(
    socket: Socket, table: LiveTable, message: ClientMessage | None, now_ms: int
) -> None:
    refusal = Refused("too_fast", _("Slow down a little: at most 20 messages a second."))
    if message is None or isinstance(message, Sync | Ping | AskHint):
        await socket.reject(0, refusal)
    else:
        await table.refuse(socket, message.rev, refusal)
    if socket.is_flooding(now_ms):
        await socket.close(4408, "too_fast")


async def _hint(socket: Socket, table: LiveTable) -> None:
    if table.game.ranked:
        await socket.reject(table.rev, Refused("practice_only", _("Hints exist only in practice.")))
    else:
        given = find_hint(table.game.position) if table.game.status == "playing" else None
        reason = (
            _(HINTS[given.reason])
            if given
            else _("Nothing useful is left from here: take back some moves and choose otherwise.")
        )
        move, words = given.move if given else None, socket.say(reason)
        await socket.send(encode(Hint(rev=table.rev, move=move, reason=words)))


async def deal_socket(slug: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve /ws/deals/{slug}/: the live board of a deal, for whoever looks."""
    socket = None
    try:
        socket = await _look_in(slug, scope, receive, send)
        await _watch(socket, receive)
    except Exception as error:  # noqa: BLE001  # none is swallowed
        await _fail(send, error, {"slug": slug})
    finally:
        if socket is not None:
            SOCKETS_AT_BOARDS.dec()
            socket.is_closed = True
            rooms.leave(slug, socket)


async def _look_in(slug: str, scope: Scope, receive: Receive, send: Send) -> Socket:
    """Let a visitor watch a deal. Raises SentAway."""
    visitor, (deal, player) = await _let_in(
        scope, receive, send, lambda visitor: (find_deal(slug, clock.now()), player_of(visitor))
    )
    if deal is None or deal.slug is None:
        raise SentAway(4404)
    socket = _socket(send, visitor, player.pk if player else 0, player.user if player else None)
    socket.only_watches = True
    SOCKETS_AT_BOARDS.inc()
    await rooms.enter(deal.slug, deal.pk, socket)
    if calendar.boards_are_closed(deal, clock.now()):
        await socket.close(1000, "deal_closed")
    return socket


async def _watch(socket: Socket, receive: Receive) -> None:
    while not socket.is_closed:
        frame = await receive()
        if frame["type"] == "websocket.disconnect":
            return
        now_ms = clock.now_ms()
        message = await _read(socket, frame)
        if not socket.is_within_rate(now_ms):
            if socket.is_flooding(now_ms):
                await socket.close(4408, "too_fast")
        elif isinstance(message, Ping):
            await socket.send(encode(Pong(rev=0, server_ms=now_ms)))
        elif message is not None and not isinstance(message, Sync):
            await _refuse_bad(socket, _("This socket only watches."))


async def _no_socket(receive: Receive, send: Send) -> None:
    await receive()
    await _fail(send, SentAway(), {})


ADDRESSES = (
    (re.compile(r"/ws/attempts/([\w-]{1,24})/"), attempt_socket),
    (re.compile(r"/ws/deals/([\w-]{1,40})/"), deal_socket),
)


def sockets(scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
    """Find what serves a socket's address."""
    for address, serve in ADDRESSES:
        if match := address.fullmatch(scope["path"]):
            return serve(match[1], scope, receive, send)
    return _no_socket(receive, send)


async def _let_in(
    scope: Scope, receive: Receive, send: Send, question: Callable[[Visitor], Answer]
) -> tuple[Visitor, Answer]:
    """Accept a socket and read from the database what it is about. Raises SentAway."""
    await receive()
    visitor = greet(scope)
    if visitor is None:
        raise SentAway
    await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL})
    try:
        return visitor, await read(_ask, visitor, question)
    except TooFast:  # one too many within a minute; the page comes back, later each time
        raise SentAway(4408, "too_fast") from None


def _ask(visitor: Visitor, question: Callable[[Visitor], Answer]) -> Answer:
    check_limit("socket", address=visitor.address, visitor=visitor.session_key or "")
    return question(visitor)


def _socket(send: Send, visitor: Visitor, player_id: int, user: User | None) -> Socket:
    socket = Socket(
        send, player_id=player_id, language=visitor.language, by=visitor.by, now_ms=clock.now_ms()
    )
    if player_id and visitor.session_key:
        socket.login = Login(visitor.session_key, *((user.pk, hash(user.password)) if user else (None, 0)))
    return socket
