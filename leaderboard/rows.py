"""The rows of a board in SQL; raw, since boards are asked at every end of a game and every second.

The law: a question is a few ranges of the board's index, each no longer than what is wanted, whatever the
size of the board and of its ties. A void deal has no rows; a disqualified attempt stands in none.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection

from games.players.names import skeleton_of
from leaderboard.ranking import By

FIELDS: dict[By, str] = {"time": "time_score", "moves": "moves_score"}
# PostgreSQL would order ids by the rules of some language; a board looks the same everywhere.
_ID = 'id COLLATE "C"' if connection.vendor == "postgresql" else "id"
# How far down a search for part of a name looks.
SEARCHED = 10_000


class Key(NamedTuple):
    """Where an attempt stands in the order of a board: score, finishing time (running ones last), id.

    The time is the database's own text: it is compared and handed back, and costs nobody a calendar.
    """

    score: int
    ended_at: str | None
    attempt_id: str


class Entry(NamedTuple):
    """An attempt on a board, and its player; of a running one when it began and its last event's steps."""

    attempt_id: str
    score: int
    ended_at: str | None
    started_at: dt.datetime | None
    takes_place: bool
    status: str
    home: int
    moves: int | None
    seconds: int | None
    steps: int
    player_id: int
    name: str
    user_id: int | None
    is_private: bool

    @property
    def key(self) -> Key:
        """Give where it stands."""
        return Key(self.score, self.ended_at, self.attempt_id)


class Tally(NamedTuple):
    """At which change the finished games of a deal stand (games.play.tally)."""

    epoch: str
    n: int


class Reading(NamedTuple):
    """Some rows in the order of the board, and the tally of the same moment."""

    entries: list[Entry]
    tally: Tally | None


class Part(NamedTuple):
    """A range of a board's index, in an order of its own where most of the order is settled already."""

    where: str
    values: tuple[Any, ...] = ()
    order: str = "{score}, ended_at NULLS LAST, {id}"


TOP = Part("{score} >= 0")
BACKWARDS = "{score} DESC, ended_at DESC NULLS FIRST, {id} DESC"
OWN = "((SELECT score FROM own), (SELECT ended_at FROM own), (SELECT id FROM own))"
# Before a row, and from it on. In SQL's order of rows those of the same score without a finishing time are on
# neither side: before one that runs stand those that have ended and some that run, after it the others.
AROUND = (
    Part(f"({{score}}, ended_at, {{id}}) < {OWN}", order=BACKWARDS),
    Part(
        "{score} = (SELECT score FROM own WHERE ended_at IS NULL) AND ended_at IS NOT NULL",
        order="ended_at DESC, {id} DESC",
    ),
    Part(
        "{score} = (SELECT score FROM own WHERE ended_at IS NULL) AND ended_at IS NULL"
        " AND {id} < (SELECT id FROM own)",
        order="{id} DESC",
    ),
    Part(f"({{score}}, ended_at, {{id}}) >= {OWN}"),
    Part(
        "{score} = (SELECT score FROM own) AND ended_at IS NULL"
        " AND {id} >= (SELECT CASE WHEN ended_at IS NULL THEN id ELSE '' END FROM own)",
        order="{id}",
    ),
)
COLUMNS = """id, {score} AS score, ended_at, started_at, takes_place, status, home, moves, seconds, steps,
    player_id"""
BOARD = "deal_id = (SELECT id FROM deal) AND ranked AND disqualified_at IS NULL"
WITH = "WITH deal AS (SELECT id FROM deals_deal WHERE id = %s AND voided_at IS NULL)"
WITH_OWN = f"""{WITH}, own AS (
    SELECT {{score}} AS score, ended_at, id FROM play_attempt WHERE {BOARD} AND {{whose}} = %s)"""  # noqa: S608
READ = """
SELECT a.id, a.score, CAST(a.ended_at AS text), CASE WHEN a.status = 'playing' THEN a.started_at END,
    a.takes_place, a.status, a.home, a.moves, a.seconds,
    CASE WHEN a.status = 'playing' THEN COALESCE((
        SELECT steps FROM play_event WHERE attempt_id = a.id ORDER BY rev DESC LIMIT 1), 0) ELSE a.steps END,
    a.player_id, p.name, p.user_id, p.is_private, t.epoch, t.n
FROM ({attempts}) a JOIN players_player p ON p.id = a.player_id
LEFT JOIN play_tally t ON t.deal_id = (SELECT id FROM deal)
"""


def ask(by: By, statement: str, *values: Any) -> list[Any]:
    """Give what a statement finds, in which {score} is the board's column and {id} the id in its order."""
    with connection.cursor() as cursor:
        cursor.execute(statement.replace("{score}", FIELDS[by]).replace("{id}", _ID), values)
        return list(cursor.fetchall())


def read_rows(deal_id: int, by: By, parts: Sequence[Part], limit: int | None = None) -> Reading:
    """Give the rows of some parts of a board, of each part the first `limit`."""
    return _read(by, WITH, _chosen(parts, limit), [deal_id, *(v for part in parts for v in part.values)])


def read_around(deal_id: int, by: By, near: int, **whose: object) -> tuple[Reading, int] | None:
    """Give an attempt's row (`id` or `player_id` says whose) with so many on either side, and its index."""
    ((column, value),) = whose.items()
    found = _read(by, WITH_OWN.replace("{whose}", column), _chosen(AROUND, near + 1), [deal_id, value])
    sought = [entry.attempt_id if column == "id" else entry.player_id for entry in found.entries]
    if value not in sought:
        return None
    at = sought.index(value)
    first = max(0, at - near)
    return found._replace(entries=found.entries[first : at + near + 1]), at - first


def find_rows(deal_id: int, by: By, text: str, limit: int) -> Reading:
    """Give the first rows whose player's name contains a text, so that a search is bounded as well.

    Looked for among the first 10,000 rows; a whole name is found on the whole board, however it is spelt. A
    private member is found by nobody.
    """
    if "\0" in text:  # PostgreSQL would not even look
        return Reading([], None)
    order = TOP.order
    part_of_name = f"""
    SELECT * FROM (SELECT {COLUMNS} FROM play_attempt WHERE {BOARD} ORDER BY {order} LIMIT {SEARCHED}) b
    WHERE EXISTS (SELECT 1 FROM players_player WHERE id = b.player_id AND NOT is_private
        AND UPPER(name) LIKE UPPER(%s) ESCAPE '!')
    ORDER BY {order.replace("{score}", "score")} LIMIT {limit:d}
    """  # noqa: S608
    whole_name = f"""
    SELECT {COLUMNS} FROM play_attempt WHERE {BOARD}
    AND player_id = (SELECT id FROM players_player WHERE skeleton = %s AND NOT is_private)
    """  # noqa: S608
    pattern = "%" + "".join("!" + sign if sign in "!%_" else sign for sign in text) + "%"
    both = f"SELECT * FROM ({part_of_name}) found UNION SELECT * FROM ({whole_name}) named"  # noqa: S608
    found = _read(by, WITH, both, [deal_id, pattern, skeleton_of(text)])
    return found._replace(entries=found.entries[:limit])


def after(key: Key) -> list[Part]:
    """Give the parts of a board that follow a row, the next ones first in each."""
    score, ended_at, attempt_id = key
    return [
        Part("({score}, ended_at, {id}) > (%s, %s, %s)", key),
        Part(
            "{score} = %s AND ended_at IS NULL AND {id} > %s",
            (score, attempt_id if ended_at is None else ""),
            "{id}",
        ),
    ]


def _chosen(parts: Sequence[Part], limit: int | None) -> str:
    first = "" if limit is None else f"LIMIT {limit:d}"
    return " UNION ALL ".join(
        f"SELECT * FROM (SELECT {COLUMNS} FROM play_attempt WHERE {BOARD} AND {part.where}"  # noqa: S608
        f" ORDER BY {part.order} {first}) part{number}"
        for number, part in enumerate(parts)
    )


def _read(by: By, prelude: str, attempts: str, values: Sequence[Any]) -> Reading:
    found = ask(by, f"{prelude} {READ.replace('{attempts}', attempts)}", *values)
    entries = [
        Entry._make((*row[:3], _moment(row[3]), bool(row[4]), *row[5:13], bool(row[13]))) for row in found
    ]
    entries.sort(key=lambda e: (e.score, e.ended_at is None, e.ended_at or "", e.attempt_id))
    return Reading(entries, Tally(*found[0][14:]) if found and found[0][14] else None)


def _moment(value: dt.datetime | str | None) -> dt.datetime | None:
    """Give a moment as the two databases hand it over: aware, naive, or as text."""
    if isinstance(value, str):
        value = dt.datetime.fromisoformat(value)
    return value.replace(tzinfo=dt.UTC) if value is not None and value.tzinfo is None else value
