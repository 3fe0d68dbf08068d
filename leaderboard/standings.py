"""The standings of a deal: what a board shows, read from its indexes and never whole.

A board is every ranked attempt of a deal in one order: score, finishing time (running ones last),
id. The score is a column that the database derives (games.play.models); ranking.py says what it
means. A place is 1 + the number of strictly better ones that take places: one count of an index.
A page begins after a row (cursor), so it stays where it is while others finish. Before the boards
close, nothing but progress, cards home and time leaves here (rules: Ranked play).
"""

import base64
import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac

from games import clock
from games.engine import FORCED_STEPS
from games.play.protocol import Row
from games.players.selectors import code_of
from leaderboard import rows
from leaderboard.counts import count_better
from leaderboard.ranking import By, places_of
from leaderboard.rows import Entry, Key, Reading

NEAR = 2
TOP = 10
ABOVE = 10  # rows above one's own on the page that begins for its sake


class Own(NamedTuple):
    """A player's own row on a board, and the rows around it, itself included."""

    row: Row
    near: list[Row]


class BadCursor(Exception):
    """A cursor that no page of ours gave out."""


@dataclass(frozen=True, slots=True)
class Board:
    """A deal's board in one order at one moment; each question is a few indexed reads."""

    deal_id: int
    by: By
    now: dt.datetime

    @property
    def revision(self) -> int:
        """Give the moment in ms; the newest wins."""
        return clock.to_ms(self.now)

    def top(self) -> list[Row]:
        """Give the first ten rows."""
        return self.page(limit=TOP, cursor="", search="")[0]

    def first(self) -> Row | None:
        """Give the first row: its game is won if any is."""
        return next(iter(self.page(limit=1, cursor="", search="")[0]), None)

    def page(self, *, limit: int, cursor: str, search: str) -> tuple[list[Row], str | None]:
        """Give up to `limit` rows after a cursor, and the cursor of the next page (None on the last).

        A search, for part of a name, has one page alone. Raises BadCursor.
        """
        if search:
            found = rows.find_rows(self.deal_id, self.by, search, limit)
            return self._rows(found.entries, self._places(found, has_gaps=True)), None
        parts = rows.after(_read_cursor(cursor)) if cursor else [rows.TOP]
        found = rows.read_rows(self.deal_id, self.by, parts, limit + 1)
        shown = found._replace(entries=found.entries[:limit])
        last = _write_cursor(shown.entries[-1].key) if len(found.entries) > limit else None
        return self._rows(shown.entries, self._places(shown, is_top=not cursor)), last

    def around(self, near: int = NEAR, **whose: object) -> Own | None:
        """Give an attempt's row (`id` or `player_id` says whose) with so many on either side."""
        found = rows.read_around(self.deal_id, self.by, near, **whose)
        if found is None:
            return None
        reading, at = found
        own_id = reading.entries[at].attempt_id
        shown = self._rows(reading.entries, self._places(reading), own_id=own_id)
        return Own(shown[at], shown)

    def cursor_to(self, player_id: int) -> str:
        """Give the cursor of the page where a player's row follows ten others; empty for the first page."""
        found = rows.read_around(self.deal_id, self.by, ABOVE + 1, player_id=player_id)
        return _write_cursor(found[0].entries[0].key) if found and found[1] > ABOVE else ""

    def place_of(self, attempt_id: str) -> tuple[int | None, int | None]:
        """Give the place of an attempt, or else the place that it would take; neither if it is not there."""
        found = rows.read_rows(self.deal_id, self.by, [rows.Part("id = %s", (attempt_id,))])
        if not found.entries:
            return None, None
        (place,) = self._places(found)
        return (place, None) if found.entries[0].takes_place else (None, place)

    def among(self, members: Mapping[int, str]) -> list[tuple[Entry, Row]]:
        """Give the rows of players who take places, as they stand among themselves, by these names."""
        whose = rows.Part(
            f"takes_place AND player_id IN ({', '.join(['%s'] * len(members)) or 'NULL'})", tuple(members)
        )
        found = rows.read_rows(self.deal_id, self.by, [whose])
        entries = [e._replace(name=members[e.player_id], is_private=False) for e in found.entries]
        shown = self._rows(entries, places_of(entry.score for entry in entries))
        return list(zip(entries, shown, strict=True))

    def _places(self, found: Reading, *, is_top: bool = False, has_gaps: bool = False) -> list[int]:
        """Give the place of each, taken or not; they stand one after the other unless there are gaps."""
        entries = found.entries
        scores = list(dict.fromkeys(entry.score for entry in entries))
        # Two counts a page: the first score may have begun before it, the others begin within.
        asked = scores if has_gaps else [] if is_top else scores[:2]
        better = dict(zip(asked, count_better(self.deal_id, self.by, asked, found.tally), strict=True))
        places: list[int] = []
        last, taken, score = 0, 0, -1  # `taken`: places taken since `score` began
        for entry in entries:
            if entry.score != score:
                score, last, taken = entry.score, better.get(entry.score, last + taken), 0
            taken += entry.takes_place
            places.append(last + 1)
        return places

    def _rows(self, entries: Sequence[Entry], places: Sequence[int], *, own_id: str = "") -> list[Row]:
        return [
            Row(
                place=place if entry.takes_place else None,
                player=self._name(entry),
                guest=entry.user_id is None,
                status=entry.status,  # type: ignore[arg-type]  # a Status; its choices say so
                progress=round(entry.steps / FORCED_STEPS, 4),
                home=entry.home,
                moves=entry.moves if entry.status == "won" else None,
                seconds=self._elapsed(entry) if entry.seconds is None else entry.seconds,
                would_be=place if entry.attempt_id == own_id and not entry.takes_place else None,
            )
            for entry, place in zip(entries, places, strict=True)
        ]

    def _name(self, entry: Entry) -> str:
        return code_of(entry.player_id, self.deal_id) if entry.is_private else entry.name

    def _elapsed(self, entry: Entry) -> int:
        return max(0, int((self.now - (entry.started_at or self.now)).total_seconds()))


class Sweep:
    """A board read whole at one moment: one query, and each row made once however many see it."""

    def __init__(self, board: Board) -> None:
        found = rows.read_rows(board.deal_id, board.by, [rows.TOP])
        self.entries = found.entries
        self._places = board._places(found, is_top=True)
        self.rows = board._rows(self.entries, self._places)
        self._at = {entry.player_id: index for index, entry in enumerate(self.entries)}

    def __iter__(self) -> Iterator[tuple[Entry, Row]]:
        return zip(self.entries, self.rows, strict=True)

    def own(self, player_id: int) -> Own | None:
        """Give a player's own row and its neighbours."""
        index = self._at.get(player_id)
        if index is None:
            return None
        row, first = self.rows[index], max(0, index - NEAR)
        near = self.rows[first : index + NEAR + 1]
        if row.place is None:
            row = near[index - first] = msgspec.structs.replace(row, would_be=self._places[index])
        return Own(row, near)


# Sealed, not only signed: a cursor holds the id of an attempt, and nobody is to read whose row it was.
_SEAL = Fernet(
    base64.urlsafe_b64encode(salted_hmac("a cursor of standings", "", algorithm="sha256").digest())
)


def _write_cursor(key: Key) -> str:
    return _SEAL.encrypt(msgspec.json.encode(key)).decode()


def _read_cursor(cursor: str) -> Key:
    try:
        return msgspec.json.decode(_SEAL.decrypt(cursor.encode()), type=Key)
    except InvalidToken:
        raise BadCursor(cursor) from None
