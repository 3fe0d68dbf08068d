"""The standings of a deal: what a board shows, read from its indexes and never whole.

A board is every ranked attempt of a deal in one order: score, finishing time (running ones last),
id. The score is a column that the database derives (games.play.models); ranking.py says what it
means. A place is 1 + the number of strictly better ones that take places: one count of an index.
A page begins after a row (cursor), so it stays where it is while others finish. Before the boards
close, nothing but progress, cards home and time leaves here (rules: Ranked play).
"""

import base64
import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from cryptography.fernet import Fernet, InvalidToken
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Collate
from django.utils.crypto import salted_hmac

from games import clock
from games.deals.models import Deal
from games.engine import FORCED_STEPS
from games.play.models import Attempt, Closing, Event
from games.play.protocol import Row
from games.players.selectors import public_name
from leaderboard.ranking import By

NEAR = 2
TOP = 10


class Counts(NamedTuple):
    """How many have sat, how many of them are at the table now, how many have ended whatever ended them."""

    players: int
    playing: int
    finished: int


NOBODY = Counts(0, 0, 0)


class Own(NamedTuple):
    """A player's own attempt on a board: its row and the rows around it, itself included."""

    attempt_id: str
    row: Row
    near: list[Row]


class Key(NamedTuple):
    """Where an attempt stands in the order of a board."""

    score: int
    ended_at: dt.datetime | None
    attempt_id: str


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
        return self._rows(self._read(self.in_order()[:TOP]))

    def page(self, *, limit: int, cursor: str, search: str) -> tuple[list[Row], str | None]:
        """Give up to `limit` rows after a cursor, and the cursor of the next page (None on the last).

        A search is for part of a name. Raises BadCursor.
        """
        attempts = self.in_order()
        if search:
            # A private member is found by nobody. PostgreSQL would not even look for a NUL.
            named = attempts.filter(player__name__icontains=search, player__is_private=False)
            attempts = attempts.none() if "\0" in search else named
        if cursor:
            attempts = attempts.filter(self._after(_read_cursor(cursor)))
        shown = self._read(attempts[: limit + 1])
        more = len(shown) > limit
        shown = shown[:limit]
        return self._rows(shown, has_gaps=bool(search)), _write_cursor(self._key(shown[-1])) if more else None

    def own(self, player_id: int | None) -> Own | None:
        """Give a player's own row and its neighbours."""
        if player_id is None:
            return None
        found = self._read(_attempts(self.deal_id).filter(player_id=player_id)[:1])
        return self._own(found[0]) if found else None

    def whole(self) -> list[tuple[str, Row]]:
        """Give all rows with their attempts: for a sheet, not for a page."""
        attempts = self._read(self.in_order())
        return [(attempt.pk, row) for attempt, row in zip(attempts, self._rows(attempts), strict=True)]

    def around(self, attempt_id: str) -> Own | None:
        """Give an attempt's row and its neighbours."""
        found = self._read(_attempts(self.deal_id).filter(pk=attempt_id))
        return self._own(found[0]) if found else None

    def place_of(self, attempt_id: str) -> tuple[int | None, int | None]:
        """Give the place of an attempt, or else the place that it would take; neither if it is not there."""
        found = self._read(_attempts(self.deal_id).filter(pk=attempt_id))
        if not found:
            return None, None
        place = 1 + self._better_than(self._score(found[0]))
        return (place, None) if found[0].takes_place else (None, place)

    # --- order -----------------------------------------------------------------------------

    @property
    def field(self) -> str:
        """Give the column of the scores."""
        return "time_score" if self.by == "time" else "moves_score"

    def _score(self, attempt: Attempt) -> int:
        return int(getattr(attempt, self.field))

    def _key(self, attempt: Attempt) -> Key:
        return Key(self._score(attempt), attempt.ended_at, attempt.pk)

    def in_order(self, *, backwards: bool = False) -> "QuerySet[Attempt]":
        """Give the attempts of the board as they stand."""
        attempts = _attempts(self.deal_id).annotate(id_order=_ID)
        if backwards:
            return attempts.order_by(f"-{self.field}", F("ended_at").desc(nulls_first=True), "-id_order")
        return attempts.order_by(self.field, F("ended_at").asc(nulls_last=True), "id_order")

    def _after(self, key: Key) -> Q:
        beyond = Q(ended_at=None, id_order__gt=key.attempt_id)
        if key.ended_at is not None:
            beyond = (
                Q(ended_at=None)
                | Q(ended_at__gt=key.ended_at)
                | Q(ended_at=key.ended_at, id_order__gt=key.attempt_id)
            )
        # The first condition is implied by the second; it is what an index can start at.
        return Q(**{f"{self.field}__gte": key.score}) & (
            Q(**{f"{self.field}__gt": key.score}) | (Q(**{self.field: key.score}) & beyond)
        )

    def _before(self, key: Key) -> Q:
        above = Q(ended_at__isnull=False) | Q(ended_at=None, id_order__lt=key.attempt_id)
        if key.ended_at is not None:
            above = Q(ended_at__lt=key.ended_at) | Q(ended_at=key.ended_at, id_order__lt=key.attempt_id)
        return Q(**{f"{self.field}__lte": key.score}) & (
            Q(**{f"{self.field}__lt": key.score}) | (Q(**{self.field: key.score}) & above)
        )

    def _better_than(self, score: int) -> int:
        return better_than(self.deal_id, self.by, score)

    # --- rows ------------------------------------------------------------------------------

    def _read(self, attempts: "QuerySet[Attempt]") -> list[Attempt]:
        return list(attempts.select_related("player").defer("history"))

    def _own(self, attempt: Attempt) -> Own:
        key = self._key(attempt)
        above = self._read(self.in_order(backwards=True).filter(self._before(key))[:NEAR])[::-1]
        below = self._read(self.in_order().filter(self._after(key))[:NEAR])
        rows = self._rows([*above, attempt, *below], own_id=attempt.pk)
        return Own(attempt.pk, rows[len(above)], rows)

    def _rows(self, attempts: Sequence[Attempt], *, has_gaps: bool = False, own_id: str = "") -> list[Row]:
        """Give rows as they are shown; `attempts` stand in order, one after the other unless it has gaps."""
        steps = _steps_now([attempt.pk for attempt in attempts if attempt.status == "playing"])
        rows: list[Row] = []
        better: dict[int, int] = {}
        taken = 0  # places taken from the first row on
        for attempt in attempts:
            score = self._score(attempt)
            if score not in better:
                # Two counts a page: the first score may have begun before it, the others begin within.
                known = len(better) >= 2 and not has_gaps
                better[score] = _last(better) + taken if known else self._better_than(score)
                taken = 0
            taken += attempt.takes_place
            rows.append(self._row(attempt, better[score] + 1, steps, is_own=attempt.pk == own_id))
        return rows

    def _row(self, attempt: Attempt, place: int, steps: dict[str, int], *, is_own: bool) -> Row:
        return Row(
            place=place if attempt.takes_place else None,
            player=public_name(attempt.player, attempt.deal_id),
            guest=attempt.player.user_id is None,
            status=attempt.status,  # type: ignore[arg-type]  # a Status; its choices say so
            progress=round(steps.get(attempt.pk, attempt.steps) / FORCED_STEPS, 4),
            home=attempt.home,
            moves=attempt.moves if attempt.status == "won" else None,
            seconds=self.elapsed(attempt.started_at) if attempt.seconds is None else attempt.seconds,
            would_be=place if is_own and not attempt.takes_place else None,
        )

    def elapsed(self, started_at: dt.datetime) -> int:
        """Give the seconds of a running game so far."""
        return max(0, int((self.now - started_at).total_seconds()))


def count_all(deal_ids: Sequence[int]) -> dict[int, Counts]:
    """Give the counts of deals; one that nobody has sat at is left out."""
    frozen = dict(Closing.objects.filter(deal_id__in=deal_ids).values_list("deal_id", "players"))
    counted = (
        Attempt.objects.filter(deal_id__in=set(deal_ids) - set(frozen), ranked=True)
        .values_list("deal_id", "status")
        .annotate(number=Count("*"))
        .order_by()
    )
    players: dict[int, int] = dict(frozen)
    playing: dict[int, int] = {}
    for deal_id, status, number in counted:
        players[deal_id] = players.get(deal_id, 0) + number
        if status == "playing":
            playing[deal_id] = number
    return {
        deal_id: Counts(number, playing.get(deal_id, 0), number - playing.get(deal_id, 0))
        for deal_id, number in players.items()
        if number
    }


def counts_of(deal_id: int) -> Counts:
    """Give the counts of a deal's standings; a void deal has none."""
    if not Deal.objects.filter(pk=deal_id, voided_at=None).exists():
        return NOBODY
    return count_all([deal_id]).get(deal_id, NOBODY)


def better_than(deal_id: int, by: By, score: int) -> int:
    """Count those that take places and are strictly better than a score."""
    field = "time_score" if by == "time" else "moves_score"
    return (
        Attempt.objects.filter(deal_id=deal_id, ranked=True, takes_place=True, **{f"{field}__lt": score})
        .order_by()
        .count()
    )


# PostgreSQL would order ids by the rules of some language; a board looks the same everywhere.
_ID = Collate("id", "C" if connection.vendor == "postgresql" else "BINARY")


def _attempts(deal_id: int) -> "QuerySet[Attempt]":
    # A void deal has no standings; a disqualified attempt stands in none. No join: an index has the order.
    stands = Exists(Deal.objects.filter(pk=deal_id, voided_at=None))
    return Attempt.objects.filter(stands, deal_id=deal_id, ranked=True, disqualified_at=None)


def _steps_now(attempt_ids: Sequence[str]) -> dict[str, int]:
    """Give how far running attempts are: their last events say it."""
    if not attempt_ids:
        return {}
    last = Event.objects.filter(attempt_id=OuterRef("pk")).order_by("-rev").values("steps")[:1]
    found = Attempt.objects.filter(pk__in=attempt_ids).values_list("pk", Subquery(last))
    return {attempt_id: steps or 0 for attempt_id, steps in found}


def _last(better: dict[int, int]) -> int:
    return next(reversed(better.values()))


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
