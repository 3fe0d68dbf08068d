"""Players who keep a ledger: what was acked, how long it took, what they saw; and the audit of it.

The law: an event is one wish under one number. After a connection is lost the page asks for the position and
sends the same wish again, unless it finds it done. The audit reads the database beside the server.
"""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
import psycopg

from games.engine import VARIANTS, deal_cards
from games.play.game import GameEvent, fold, read_history
from tests.bench.wire import Door, Wire, encode

ANSWER_WITHIN = 15.0  # seconds; then a page would be believed dead
Message = dict[str, Any]


class Line(Wire):
    """A socket whose texts are read one by one; None is its end."""

    def __init__(self, path: str, door: Door, headers: dict[str, str]) -> None:
        super().__init__(path, door, headers)
        self.texts: asyncio.Queue[bytes | None] = asyncio.Queue()

    def on_text(self, text: bytes) -> None:
        self.texts.put_nowait(text)

    def on_closed(self, why: str) -> None:
        self.texts.put_nowait(None)

    async def hear(self, *types: str) -> Message:
        """Give the next message of these types; ConnectionError when the socket is gone."""
        while True:
            text = await asyncio.wait_for(self.texts.get(), ANSWER_WITHIN)
            if text is None:
                raise ConnectionError(self.closed)
            message: Message = msgspec.json.decode(text)
            if message["type"] in types:
                return message


async def open_line(seat: dict[str, str], door: Door, headers: dict[str, str] | None = None) -> Line:
    """Connect once, to a seat's table."""
    cookie = {"Cookie": f"sessionid={seat['session']}"}
    line = Line(f"/ws/attempts/{seat['attempt']}/", door, cookie | (headers or {}))
    await door.open(line, ANSWER_WITHIN)
    return line


def hang_up(line: Wire) -> None:
    """Close a socket that may be gone."""
    with suppress(OSError):
        line.hang_up()


@dataclass
class Keeper:
    """A player who notes everything."""

    seat: dict[str, str]
    door: Door
    pause: float  # seconds between an answer and the next wish
    acked: dict[int, tuple[str, str]] = field(default_factory=dict)
    waits: list[tuple[float, float]] = field(default_factory=list)  # (when acked, seconds since the wish)
    losses: list[tuple[float, str]] = field(default_factory=list)  # (when, why) a connection was lost
    wrong: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    until: float = 0.0
    last: Message = field(default_factory=dict)

    async def play(self, until: float) -> None:
        """Play until a moment of the monotonic clock; comes back after every loss, as a page does.

        The moment may be moved meanwhile (`until`).
        """
        self.until = until
        rng = random.Random(self.seat["attempt"])
        wish: Message | None = None
        wished = 0.0
        await asyncio.sleep(rng.random() * self.pause)
        while time.monotonic() < self.until:
            line = None
            try:
                line = await open_line(self.seat, self.door)
                line.send(b'{"type":"sync","rev":0}')
                if self._look(await line.hear("position"), wish):
                    self._note(wish, wished)
                    wish = None
                while time.monotonic() < self.until:
                    if wish is None:
                        if not (self.last["legal"] or self.last["undo"]):
                            return
                        wish, wished = self._choose(rng), time.monotonic()
                    line.send(encode(wish))
                    answer = await line.hear("moved", "undone", "rejected")
                    if answer["type"] == "rejected":
                        self.wrong.append(f"{wish} was refused: {answer['code']}")
                        wish = None
                        line.send(b'{"type":"sync","rev":0}')
                        self._look(await line.hear("position"), None)
                        continue
                    if answer["rev"] != wish["rev"]:
                        self.wrong.append(f"{wish} was answered by {answer['rev']}")
                    self._turn(wish)
                    self.last = answer
                    self._note(wish, wished)
                    wish = None
                    await asyncio.sleep(self.pause * (0.5 + rng.random()))
            except (ConnectionError, TimeoutError, OSError) as error:
                self.losses.append((time.monotonic(), str(error) or type(error).__name__))
                await asyncio.sleep(0.1 + 0.4 * rng.random())
            finally:
                if line is not None:
                    hang_up(line)

    async def concede(self) -> None:
        """End the game, however often that has to be asked for."""
        while True:
            with suppress(ConnectionError, TimeoutError, OSError):
                line = await open_line(self.seat, self.door)
                line.send(b'{"type":"sync","rev":0}')
                self._look(await line.hear("position"), None)
                rev = self.last["rev"] + 1
                if self.last["status"] == "playing":
                    line.send(encode({"type": "concede", "rev": rev}))
                    await line.hear("ended")
                    self.acked[rev] = ("concede", "")
                hang_up(line)
                return
            await asyncio.sleep(0.2)

    def _choose(self, rng: random.Random) -> Message:
        rev = self.last["rev"] + 1
        if self.last["undo"] and (not self.last["legal"] or rng.random() < 0.1):
            return {"type": "undo", "rev": rev}
        return {"type": "move", "rev": rev, "move": rng.choice(self.last["legal"])}

    def _look(self, position: Message, wish: Message | None) -> bool:
        """Compare a position with the ledger; True when the wish under way turns out to be done."""
        expected = max(self.acked, default=0)
        is_done = wish is not None and position["rev"] == wish["rev"] == expected + 1
        if is_done:
            assert wish is not None
            self._turn(wish)
        elif position["rev"] != expected:
            self.wrong.append(f"position {position['rev']} where {expected} was acked")
        if position["moves"] != self.line:
            self.wrong.append(f"another line at {position['rev']}")
            self.line = list(position["moves"])
        self.last = position
        return is_done

    def _turn(self, wish: Message) -> None:
        if wish["type"] == "move":
            self.line.append(wish["move"])
        else:
            self.line.pop()

    def _note(self, wish: Message | None, wished: float) -> None:
        assert wish is not None
        self.acked[wish["rev"]] = (wish["type"], wish.get("move", ""))
        self.waits.append((time.monotonic(), time.monotonic() - wished))


@dataclass(frozen=True)
class Audit:
    """What the database says about the ledgers."""

    acked: int
    lost: int
    doubled: int
    wrong: list[str]


async def audit(keepers: Sequence[Keeper], database_url: str, door: Door) -> Audit:
    """Compare every ledger with the stored events, and every table as it is told with those events."""
    stored: dict[str, list[tuple[Any, ...]]] = {}
    with psycopg.connect(database_url) as database:
        rows = database.execute("SELECT attempt_id, rev, kind, move, elapsed_ms FROM play_event ORDER BY rev")
        for attempt, *event in rows:
            stored.setdefault(attempt, []).append(tuple(event))
        for attempt, history in database.execute("SELECT id, history FROM play_attempt WHERE history <> ''"):
            stored[attempt] = [(rev, *event) for rev, event in enumerate(read_history(history), 1)]
    lost = doubled = acked = 0
    wrong = [f"{keeper.seat['attempt']}: {text}" for keeper in keepers for text in keeper.wrong]
    for keeper in keepers:
        events = stored.get(keeper.seat["attempt"], [])
        by_rev = {rev: (kind, move) for rev, kind, move, _ms in events}
        acked += len(keeper.acked)
        lost += sum(by_rev.get(rev) != wish for rev, wish in keeper.acked.items())
        # More stored than wished: one wish under two numbers. One may be stored whose ack never came.
        doubled += max(0, len(events) - len(keeper.acked) - 1) + (len(events) - len(by_rev))
        line = await open_line(keeper.seat, door)
        line.send(b'{"type":"sync","rev":0}')
        told = await line.hear("position")
        hang_up(line)
        variant = VARIANTS[keeper.seat["variant"]]
        game = fold(
            variant,
            deal_cards(keeper.seat["seed"]),
            [GameEvent(kind, move, ms) for _rev, kind, move, ms in events],
            ranked=bool(keeper.seat["slug"]),
        )
        truth = {
            "rev": len(events),
            "moves": game.line,
            "rows": game.position.rows,
            "foundations": game.position.foundations,
            "waste": game.position.waste,
        }
        shown = msgspec.json.decode(msgspec.json.encode(truth))
        if any(told[name] != value for name, value in shown.items()):
            wrong.append(f"{keeper.seat['attempt']}: the table told is not the one stored")
    return Audit(acked, lost, doubled, wrong)
