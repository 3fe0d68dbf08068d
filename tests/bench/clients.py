"""Those who send: echoers, one-update movers and players, all with the same few lines around them.

A client has at most one message under way. What it does when an answer came is said by a `Load`: send the
next one at once (saturation) or wait for its turn (a given rate).

A player's game: a random legal move (seeded) out of `legal` of the last answer; one in ten is an undo,
and at ply 40, or where nothing is legal any more, eight moves are taken back. So a practice attempt never
ends and a whole run stays far below the limit of 10,000 events. Ply 40, because random play that goes on
in STANDARD does little but shuffle row 1, which players do not, and there `is_dead` costs most.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from tests.bench.wire import Door, Wire, encode

UNDO_SHARE = 0.1
STEPS_BACK = 8
TURN_AT = 40
ECHO_TEXT = b'{"type":"move","rev":1234,"move":"a2b1","filler":"123456789"}'  # 60 bytes and one


class Answer(msgspec.Struct):
    """What a player looks at in an answer."""

    type: str
    rev: int = 0
    ply: int = 0
    legal: list[str] = []  # msgspec copies it
    undo: bool = False
    code: str = ""


_decode = msgspec.json.Decoder(Answer).decode


@dataclass
class Load:
    """What is going on: who may send, and what was answered."""

    is_open: bool = False  # saturation: the answer is followed by the next message at once
    answered: int = 0
    sent: int = 0
    waits: list[float] = field(default_factory=list)  # seconds from send (or the missed turn) to the answer
    failures: list[str] = field(default_factory=list)


class Client(Wire):
    """Sends when told and notes how long the answer took."""

    def __init__(self, load: Load, path: str, door: Door, headers: dict[str, str] | None = None) -> None:
        super().__init__(path, door, headers or {})
        self.load = load
        self.is_waiting = False
        self._since = 0.0
        self._missed: float | None = None

    def go(self) -> None:
        """Send the next message, or as soon as the answer to the last one is here."""
        if self.is_waiting:
            self._missed = self._missed or time.perf_counter()
            return
        self.is_waiting = True
        self._since = self._missed or time.perf_counter()
        self._missed = None
        self.load.sent += 1
        self.send(self.next_text())

    def next_text(self) -> bytes:
        """Give what is sent next."""
        return ECHO_TEXT

    def on_text(self, text: bytes) -> None:
        self.answer()

    def answer(self) -> None:
        """Note an answer."""
        self.load.waits.append(time.perf_counter() - self._since)
        self.load.answered += 1
        self.is_waiting = False
        if self.load.is_open or self._missed is not None:
            self.go()

    def on_closed(self, why: str) -> None:
        if why != "by us":
            self.load.failures.append(why)


class Player(Client):
    """Plays an attempt by the rules above."""

    def __init__(self, load: Load, door: Door, seat: dict[str, str], when_seated: Callable[[], None]) -> None:
        super().__init__(
            load, f"/ws/attempts/{seat['attempt']}/", door, {"Cookie": f"sessionid={seat['session']}"}
        )
        self._random = random.Random(seat["attempt"])
        self._when_seated = when_seated
        self._last = Answer("")
        self._back = 0

    def sit_down(self) -> None:
        """Ask for the whole truth; `when_seated` is called when it came."""
        self.send(b'{"type":"sync","rev":0}')

    def next_text(self) -> bytes:
        last = self._last
        if not last.legal or last.ply >= TURN_AT:
            self._back = STEPS_BACK
        if last.undo and (self._back or self._random.random() < UNDO_SHARE):
            self._back = max(self._back - 1, 0)
            return encode({"type": "undo", "rev": last.rev + 1})
        self._back = 0
        return encode({"type": "move", "rev": last.rev + 1, "move": self._random.choice(last.legal)})

    def on_text(self, text: bytes) -> None:
        answer = _decode(text)
        if answer.type in ("moved", "undone"):
            if answer.rev != self._last.rev + 1:
                self.load.failures.append(f"rev {answer.rev} after {self._last.rev}")
            self._last = answer
            self.answer()
        elif answer.type == "position":
            self._last = answer
            self._when_seated()
        elif answer.type in ("rejected", "closing"):
            self.is_waiting = False  # it ends the run, which would else wait for it for ever
            self.load.failures.append(f"{answer.type} {answer.code}")
