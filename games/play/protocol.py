"""Every message on the wire, version 1; nothing else is sent or taken.

Frozen, tagged by `type`; what a client sends may hold no unknown field and no number as a
string. The browser's types and the OpenAPI file are generated from here (`manage.py
write_protocol`). Cards, places and moves are as in the record; times are whole ms.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

SUBPROTOCOL = "constitution.v1"
MAX_FRAME_BYTES = 4096
MAX_LINE = 2000
MAX_EVENTS = 10_000

Rev: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
MoveText: TypeAlias = Annotated[str, Meta(max_length=8)]
Status: TypeAlias = Literal["playing", "won", "lost", "conceded", "expired"]
By: TypeAlias = Literal["time", "moves"]
Code: TypeAlias = Literal[
    "illegal_move", "vacancy_first", "stale", "no_undo", "no_line", "attempt_over",
    "practice_only", "too_fast", "too_long", "bad_message",
]  # fmt: skip
CloseReason: TypeAlias = Literal["upgrade", "signed_out", "elsewhere", "deal_closed", "shutdown", "too_fast"]
Turned: TypeAlias = tuple[tuple[str, str, str], ...]


class FromClient(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client may send."""


class Sync(FromClient, tag="sync", frozen=True):
    """The first frame, and after any gap: asks for the whole truth."""

    rev: Rev
    build: Annotated[str, Meta(max_length=64)] = ""


class Move(FromClient, tag="move", frozen=True):
    """The wish to make a move; `rev` is the number it would get."""

    rev: Rev
    move: MoveText


class Undo(FromClient, tag="undo", frozen=True):
    """The wish to take back the last move."""

    rev: Rev


class Concede(FromClient, tag="concede", frozen=True):
    """The wish to give the attempt up."""

    rev: Rev


class Finish(FromClient, tag="finish", frozen=True):
    """The wish to have plain play play the rest."""

    rev: Rev


class AskHint(FromClient, tag="hint", frozen=True):
    """Asks for a hint; practice only."""


class Ping(FromClient, tag="ping", frozen=True):
    """I am still here."""


ClientMessage: TypeAlias = Sync | Move | Undo | Concede | Finish | AskHint | Ping
EventMessage: TypeAlias = Move | Undo | Concede | Finish


class FromServer(Struct, frozen=True, omit_defaults=False):
    """What the server may send."""


class NowStanding(FromServer, frozen=True):
    """What every message about the table says of how it stands now."""

    rev: int
    ply: int
    stock: int
    legal: list[str]
    status: Status
    home: int
    progress: float
    undo: bool
    dead: bool
    elapsed_ms: int


class Position(NowStanding, tag="position", frozen=True):
    """The whole truth of an attempt."""

    attempt: str
    slug: str | None
    variant: str
    ranked: bool
    moves: list[str]
    rows: list[list[list[str]]]
    foundations: list[str]
    waste: list[str]
    server_ms: int


class Moved(NowStanding, tag="moved", frozen=True):
    """A move stands, durably."""

    move: str
    turned: Turned


class Undone(NowStanding, tag="undone", frozen=True):
    """The last move was taken back; `restored` gives the changed places whole.

    Seats come first, then `w`, and after a card came back from home all foundations `f0`-`f7`:
    `f1` to `f4` are names of both kinds, and the order tells them apart.
    """

    restored: list[tuple[str, list[str]]]


class Played(NowStanding, tag="played", frozen=True):
    """Plain play has played the rest."""

    moves: list[str]
    turned: Turned


class Ended(FromServer, tag="ended", frozen=True):
    """The attempt is over, whatever ended it."""

    rev: int
    status: Status
    home: int
    seconds: int
    moves: int
    place: int | None
    would_be: int | None


class Rejected(FromServer, tag="rejected", frozen=True):
    """An event was refused and nothing changed; `detail` is in the visitor's language."""

    rev: int
    code: Code
    detail: str


class Hint(FromServer, tag="hint", frozen=True):
    """A hint, or null with the reason."""

    rev: int
    move: str | None
    reason: str


class Row(Struct, frozen=True, omit_defaults=True):
    """One row of the standings. Not won: `moves` is null and `seconds` the time so far.

    One that takes no place (a guest's) has none; one's own then says which it would be.
    """

    place: int | None
    player: str
    guest: bool
    status: Status
    progress: float
    home: int
    moves: int | None
    seconds: int
    would_be: int | None = None


class Standings(FromServer, tag="standings", frozen=True):
    """The top of a deal's board, the same text for everybody."""

    slug: str
    by: By
    revision: int
    players: int
    playing: int
    finished: int
    top: list[Row]


class Standing(FromServer, tag="standing", frozen=True):
    """Your own row and its neighbours."""

    slug: str
    by: By
    revision: int
    me: Row | None
    near: list[Row]


class Closing(FromServer, tag="closing", frozen=True):
    """The server is about to close this socket."""

    reason: CloseReason


class Pong(FromServer, tag="pong", frozen=True):
    """The answer to a ping; a higher rev than yours is a gap."""

    rev: int
    server_ms: int


ServerMessage: TypeAlias = (
    Position | Moved | Undone | Played | Ended | Rejected | Hint | Standings | Standing | Closing | Pong
)

_decoder = msgspec.json.Decoder(ClientMessage, strict=True)
_encoder = msgspec.json.Encoder()


class BadMessage(Exception):
    """A frame is no message of this protocol; the text says what was wrong."""


def decode(text: str) -> ClientMessage:
    """Read a client's frame.

    Raises BadMessage, naming what was wrong, for anything that is not exactly a message.
    """
    if len(text) > MAX_FRAME_BYTES:
        raise BadMessage(f"a frame has at most {MAX_FRAME_BYTES} bytes")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise BadMessage(str(error)) from None


def encode(message: FromServer) -> str:
    """Write a message as the text of one frame."""
    return _encoder.encode(message).decode()
