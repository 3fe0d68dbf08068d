"""A game is the fold of its events over its deal.

Pure: no clock, no database, no socket. A `Game` says what an event would do (`Refused` when
nothing) and what stands afterwards, also as a message of the wire; where events come from and
where they are kept is the business of the live table and the journal.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import engine
from games.engine import FORCED_STEPS, Variant
from games.play.protocol import (
    MAX_EVENTS,
    MAX_LINE,
    Code,
    FromServer,
    Moved,
    Played,
    Position,
    Status,
    Turned,
    Undone,
)

PLACES_IN_MOVE = re.compile(r"[a-h][1-4]|w")
Kind = Literal["move", "undo", "concede", "finish", "expire"]


class GameEvent(NamedTuple):
    """One event; for a finish, `move` holds the moves that plain play made, with spaces between."""

    kind: Kind
    move: str
    elapsed_ms: int


class Refused(Exception):
    """An event is not possible now; nothing has changed."""

    def __init__(self, code: Code, detail: str | Promise) -> None:
        super().__init__(code)
        self.code: Code = code
        self.detail = detail


class DamagedGame(Exception):
    """Stored events do not follow from each other: the store is damaged, and people must look."""


class Game:
    """An attempt's deal, its events so far and all that follows from them."""

    __slots__ = (
        "cards",
        "events",
        "floor",
        "legal",
        "line",
        "position",
        "ranked",
        "status",
        "steps",
        "turned",
    )

    def __init__(self, variant: Variant, cards: Sequence[str], *, ranked: bool) -> None:
        self.cards = cards
        self.position = engine.Position.of_deal(variant, cards)
        self.ranked = ranked
        self.events: list[GameEvent] = []
        self.line: list[str] = []
        self.turned: list[Turned] = []  # by ply: what turned with the move
        self.floor = 0  # plies below it stand for ever (rules: Undo); practice never raises it
        self.steps = 0
        self.legal = engine.legal_moves(self.position)
        self.status: Status = "playing"
        self._settle()

    @property
    def rev(self) -> int:
        """Give the number of the last event; the start is 0."""
        return len(self.events)

    @property
    def can_undo(self) -> bool:
        """Say whether the last move may be taken back."""
        return self.status == "playing" and len(self.line) > self.floor

    def take(self, event: GameEvent) -> GameEvent:
        """Let an event happen; gives it back completed (a finish learns its moves).

        Raises Refused, and then nothing has changed.
        """
        if self.status != "playing":
            raise Refused("attempt_over", _("This game is over."))
        if len(self.events) >= MAX_EVENTS and event.kind not in ("concede", "expire"):
            raise Refused(
                "too_long", _("This game has reached its limit of events; concede it or start anew.")
            )
        match event.kind:
            case "move":
                self._move(event.move)
            case "undo":
                self._undo()
            case "finish":
                event = event._replace(move=" ".join(self._finish(event.move)))
            case "concede":
                self.status = "lost" if not self.legal or engine.is_dead(self.position) else "conceded"
            case "expire":
                self.status = "expired"
        self.events.append(event)
        self._settle()
        return event

    def _move(self, move: str) -> None:
        if len(self.line) >= MAX_LINE:
            raise _too_long()
        try:
            turned = engine.play(self.position, move)
        except engine.MoveError as error:
            raise Refused(cast(Code, error.code), _(error.reason)) from None
        self.line.append(move)
        self.turned.append(turned)
        self.steps += engine.is_forced(move)
        self.legal = engine.legal_moves(self.position)
        if self.ranked and any(origin == "s" for origin, _place, _card in turned):
            self.floor = len(self.line)

    def _undo(self) -> None:
        if not self.can_undo:
            raise Refused("no_undo", _("This move showed a new card, so it stands."))
        move, turned = self.line.pop(), self.turned.pop()
        engine.take_back(self.position, move, turned)
        self.steps -= engine.is_forced(move)
        self.legal = engine.legal_moves(self.position)

    def _finish(self, recorded: str) -> list[str]:
        # A stored finish is replayed by its moves, whatever plain play may have become since.
        moves = recorded.split() if recorded else engine.plain_play(self.position)
        if not moves:
            raise Refused("no_line", _("Plain play does not win from here yet. Move on, then ask again."))
        if len(self.line) + len(moves) > MAX_LINE:
            raise _too_long()
        for move in moves:
            self._move(move)
        return moves

    def _settle(self) -> None:
        if self.status == "playing":
            if self.position.home == len(engine.PACK):
                self.status = "won"
            elif not self.legal and not self.can_undo and self.ranked:
                self.status = "lost"

    # --- told on the wire ------------------------------------------------------------------

    def take_and_tell(self, event: GameEvent) -> FromServer | None:
        """Let an event happen (`take`) and give the message that tells of it.

        A concession or expiry has none: `ended` tells of those. Raises Refused, changing nothing.
        """
        last = (self.line[-1], self.turned[-1]) if self.line else None
        plies = len(self.line)
        event = self.take(event)
        now = self._now_standing(event.elapsed_ms)
        match event.kind:
            case "move":
                return Moved(*now, move=event.move, turned=self.turned[-1])
            case "undo" if last:
                return Undone(*now, restored=self._restored(*last))
            case "finish":
                shown = tuple(card for ply in self.turned[plies:] for card in ply)
                return Played(*now, moves=event.move.split(), turned=shown)
        return None

    def tell_all(self, *, attempt: str, slug: str | None, elapsed_ms: int, server_ms: int) -> Position:
        """Give the whole truth, in the game's own lists: it is to be encoded before the next event."""
        position = self.position
        return Position(
            *self._now_standing(elapsed_ms),
            attempt=attempt,
            slug=slug,
            variant=position.variant.name,
            ranked=self.ranked,
            moves=self.line,
            rows=position.rows,
            foundations=position.foundations,
            waste=position.waste,
            server_ms=server_ms,
        )

    def _now_standing(
        self, elapsed_ms: int
    ) -> tuple[int, int, int, list[str], Status, int, float, bool, bool, int]:
        """Give the fields of `NowStanding`, in its order: names would cost as much again, every move."""
        position, legal, goes_on = self.position, self.legal, self.status == "playing"
        return (
            self.rev,
            len(self.line),
            len(position.stock),
            legal,
            # A lost position with an undo left is lost, yet not over.
            "lost" if goes_on and not legal else self.status,
            position.home,
            round(self.steps / FORCED_STEPS, 4),
            self.can_undo,
            goes_on and bool(legal) and engine.is_dead(position),
            elapsed_ms,
        )

    def _restored(self, move: str, turned: Turned) -> list[tuple[str, list[str]]]:
        """Give the places that taking back a move has changed, whole, as they stand now."""
        places = set(PLACES_IN_MOVE.findall(move))
        places |= {name for origin, place, _card in turned for name in (origin, place) if name != "s"}
        restored = [(place, self._cards_at(place)) for place in sorted(places)]
        if move.endswith("f"):
            restored += [(f"f{index}", [card]) for index, card in enumerate(self.position.foundations)]
        return restored

    def _cards_at(self, place: str) -> list[str]:
        if place == "w":
            return list(self.position.waste)
        return list(self.position.rows[int(place[1]) - 1]["abcdefgh".index(place[0])])


def _too_long() -> Refused:
    return Refused("too_long", _("A game has at most 2,000 moves; take some back."))


def fold(variant: Variant, cards: Sequence[str], events: Iterable[GameEvent], *, ranked: bool) -> Game:
    """Give the game that some events make of a deal.

    Raises DamagedGame when they do not follow from each other.
    """
    game = Game(variant, cards, ranked=ranked)
    for event in events:
        try:
            game.take(event)
        except Refused as refusal:
            raise DamagedGame(f"event {game.rev + 1} ({event.kind} {event.move}): {refusal.code}") from None
    return game


def write_history(events: Iterable[GameEvent]) -> str:
    """Write the events of an ended attempt as text, in order."""
    return json.dumps([list(event) for event in events], separators=(",", ":"))


def read_history(text: str) -> list[GameEvent]:
    """Read what `write_history` wrote."""
    return [GameEvent(*event) for event in json.loads(text)]
