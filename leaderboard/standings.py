"""The standings of a deal: read once from the database, ordered by ranking, shown as rows.

One function serves the page, the API, the live list and the place in `ended`. Before the boards
close, nothing but progress, cards home and time leaves here (rules: Ranked play).
"""

import base64
import binascii
import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games import clock
from games.engine import FORCED_STEPS
from games.play.models import Attempt, Event
from games.play.protocol import Row
from leaderboard.ranking import By, Placed, Result, neighbours, rank

NEAR = 2
TOP = 10


@dataclass(frozen=True, slots=True)
class Sitting:
    """A ranked attempt with all that its row shows."""

    attempt_id: str
    player_id: int
    player: str
    guest: bool
    status: str
    home: int
    steps: int
    moves: int | None
    seconds: int
    finished_ms: int | None

    def result(self) -> Result:
        """Give what the order cares about."""
        return Result(
            self.attempt_id, self.status == "won", self.home, self.seconds, self.moves or 0, self.finished_ms
        )


@dataclass(frozen=True, slots=True)
class Board:
    """A deal's standings in one order at one moment; `revision` is that moment in ms."""

    by: By
    revision: int
    sittings: dict[str, Sitting]
    placed: list[Placed] = field(default_factory=list)

    @property
    def players(self) -> int:
        """Give how many have sat."""
        return len(self.sittings)

    @property
    def playing(self) -> int:
        """Give how many are at the table now."""
        return sum(sitting.status == "playing" for sitting in self.sittings.values())

    @property
    def finished(self) -> int:
        """Give how many have ended, whatever ended them."""
        return self.players - self.playing

    def row(self, placed: Placed) -> Row:
        """Give a row as it is shown."""
        sitting = self.sittings[placed.result.attempt_id]
        return Row(
            place=placed.place,
            player=sitting.player,
            guest=sitting.guest,
            status=sitting.status,  # type: ignore[arg-type]  # a Status; the database's constraint says so
            progress=round(sitting.steps / FORCED_STEPS, 4),
            home=sitting.home,
            moves=sitting.moves if sitting.status == "won" else None,
            seconds=sitting.seconds,
        )

    def top(self) -> list[Row]:
        """Give the first ten rows."""
        return [self.row(placed) for placed in self.placed[:TOP]]

    def attempt_of(self, player_id: int | None) -> str | None:
        """Give the attempt of a player on this board."""
        for sitting in self.sittings.values():
            if sitting.player_id == player_id:
                return sitting.attempt_id
        return None

    def near(self, attempt_id: str | None) -> list[Row]:
        """Give the rows around an attempt, itself included."""
        return (
            [self.row(placed) for placed in neighbours(self.placed, attempt_id, NEAR)] if attempt_id else []
        )

    def own(self, attempt_id: str | None) -> Row | None:
        """Give an attempt's own row."""
        for placed in self.placed:
            if placed.result.attempt_id == attempt_id:
                return self.row(placed)
        return None


def _sittings(deal_id: int) -> Iterable[tuple[Any, ...]]:
    last = Event.objects.filter(attempt_id=OuterRef("pk")).order_by("-rev")
    return (
        # A void deal has no standings.
        Attempt.objects.filter(deal_id=deal_id, ranked=True, deal__voided_at=None)
        .annotate(
            # A running attempt's last event says what stands; an ended one's own columns do.
            home_now=Coalesce(Subquery(last.values("home")[:1]), F("home")),
            steps_now=Coalesce(Subquery(last.values("steps")[:1]), F("steps")),
        )
        .values_list(
            "pk", "player_id", "player__name", "player__user_id", "status", "home_now", "steps_now", "moves",
            "seconds", "started_at", "ended_at",
        )
    )  # fmt: skip


def read_board(deal_id: int, by: By, *, now: dt.datetime) -> Board:
    """Read the standings of a deal as they are now."""
    sittings: dict[str, Sitting] = {}
    for pk, player_id, name, user_id, status, home, steps, moves, seconds, started, ended in _sittings(
        deal_id
    ):
        elapsed = max(0, int((now - started).total_seconds()))
        sittings[pk] = Sitting(
            attempt_id=pk,
            player_id=player_id,
            player=name,
            guest=user_id is None,
            status=status,
            home=home,
            steps=steps,
            moves=moves,
            seconds=elapsed if seconds is None else seconds,
            finished_ms=clock.to_ms(ended) if ended else None,
        )
    return Board(
        by, clock.to_ms(now), sittings, rank((sitting.result() for sitting in sittings.values()), by)
    )


class BadCursor(Exception):
    """A cursor that no page of ours gave out."""


def page(board: Board, *, limit: int, cursor: str, search: str) -> tuple[list[Row], str | None]:
    """Give up to `limit` rows after a cursor, and the cursor of the next page (None on the last).

    The cursor names the row before the page, so a page stays where it is while others finish.
    Raises BadCursor.
    """
    placed = board.placed
    if search:
        wanted = search.casefold()
        placed = [p for p in placed if wanted in board.sittings[p.result.attempt_id].player.casefold()]
    start = 0
    if cursor:
        after = _read_cursor(cursor)
        positions = [i for i, p in enumerate(placed) if p.result.attempt_id == after]
        if not positions:
            raise BadCursor(cursor)
        start = positions[0] + 1
    shown = placed[start : start + limit]
    more = start + limit < len(placed)
    return [board.row(p) for p in shown], _write_cursor(
        shown[-1].result.attempt_id
    ) if more and shown else None


def _write_cursor(attempt_id: str) -> str:
    return base64.urlsafe_b64encode(attempt_id.encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> str:
    try:
        return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except (ValueError, binascii.Error):
        raise BadCursor(cursor) from None
