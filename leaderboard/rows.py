"""The rows of a board in SQL; raw, since boards are asked at every end of a game and every second.

The law: a question is a few ranges of the board's index, each no longer than what is wanted, whatever the
size of the board and of its ties. A void deal has no rows; a disqualified attempt stands in none.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection

from games.play.scores import NOT_WON
from games.players.names import skeleton_of
from leaderboard.ranking import By

FIELDS: dict[By, str] = {"time": "time_score", "moves": "moves_score"}
# PostgreSQL would order ids by the rules of some language; a board looks the same everywhere.
_ID = 'id COLLATE "C"' if connection.vendor == "postgresql" else "id"
# How far down a search for part of a name looks.
SEARCHED = 10_000


class Key(NamedTuple):
    """Where an attempt stands in the order of a board: score, finishing time (running ones last), id."""

    score: int
    ended_at: dt.datetime | None
    attempt_id: str


class Entry(NamedTuple):
    """An attempt on a board, and its player; `steps` of a running one are those of its last event."""

    attempt_id: str
    score: int
    ended_at: dt.datetime | None
    started_at: dt.datetime
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


class Part(NamedTuple):
    """A range of a board's index, in an order of its own where most of the order is settled already."""

    where: str
    values: tuple[Any, ...] = ()
    order: str = "{score}, ended_at NULLS LAST, {id}"


TOP = Part("{score} >= 0")
BACKWARDS = "{score} DESC, ended_at DESC NULLS FIRST, {id} DESC"
COLUMNS = """id, {score} AS score, ended_at, started_at, takes_place, status, home, moves, seconds, steps,
    player_id"""
BOARD = "deal_id = %s AND ranked AND disqualified_at IS NULL"
STANDS = "EXISTS (SELECT 1 FROM deals_deal WHERE id = %s AND voided_at IS NULL)"
READ = f"""
SELECT a.id, a.score, a.ended_at, a.started_at, a.takes_place, a.status, a.home, a.moves, a.seconds,
    CASE WHEN a.status = 'playing' THEN COALESCE((
        SELECT steps FROM play_event WHERE attempt_id = a.id ORDER BY rev DESC LIMIT 1), 0) ELSE a.steps END,
    a.player_id, p.name, p.user_id, p.is_private
FROM ({{attempts}}) a JOIN players_player p ON p.id = a.player_id WHERE {STANDS}
"""  # noqa: S608


def read_rows(deal_id: int, by: By, parts: Sequence[Part], limit: int | None = None) -> list[Entry]:
    """Give the rows of some parts of a board in its order, of each part the first `limit`."""
    first = "" if limit is None else f"LIMIT {limit:d}"
    chosen = [
        f"SELECT * FROM (SELECT {COLUMNS} FROM play_attempt WHERE {BOARD} AND {part.where}"  # noqa: S608
        f" ORDER BY {part.order} {first}) part{number}"
        for number, part in enumerate(parts)
    ]
    values = [value for part in parts for value in (deal_id, *part.values)]
    return _read(by, " UNION ALL ".join(chosen), [*values, deal_id])


def find_rows(deal_id: int, by: By, text: str, limit: int) -> list[Entry]:
    """Give the first rows whose player's name contains a text, so that a search is bounded as well.

    Looked for among the first 10,000 rows; a whole name is found on the whole board, however it is spelt. A
    private member is found by nobody.
    """
    if "\0" in text:  # PostgreSQL would not even look
        return []
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
    values = [deal_id, pattern, deal_id, skeleton_of(text), deal_id]
    both = f"SELECT * FROM ({part_of_name}) found UNION SELECT * FROM ({whole_name}) named"  # noqa: S608
    return _read(by, both, values)[:limit]


def key_of(deal_id: int, by: By, **whose: object) -> tuple[Key, bool] | None:
    """Give where one attempt stands (`id` or `player_id` says whose) and whether it takes a place."""
    ((column, value),) = whose.items()
    one = f"SELECT id, {{score}}, ended_at, takes_place FROM play_attempt WHERE {STANDS} AND {BOARD}"  # noqa: S608
    found = _ask(by, f"{one} AND {column} = %s", [deal_id, deal_id, value])
    return (Key(found[0][1], _moment(found[0][2]), found[0][0]), bool(found[0][3])) if found else None


def after(key: Key, *, and_itself: bool = False) -> list[Part]:
    """Give the parts of a board that follow a row, the next ones first in each."""
    score, ended_at, attempt_id = key
    than = ">=" if and_itself else ">"
    if ended_at is None:
        return [
            Part(f"{{score}} = %s AND ended_at IS NULL AND {{id}} {than} %s", (score, attempt_id), "{id}"),
            Part("{score} > %s", (score,)),
        ]
    # What was won is over.
    running = [] if score < NOT_WON else [Part("{score} = %s AND ended_at IS NULL", (score,), "{id}")]
    return [_beside(key, than), *running]


def before(key: Key) -> list[Part]:
    """Give the parts of a board that lead to a row, the nearest ones first in each."""
    score, ended_at, attempt_id = key
    if ended_at is not None:
        return [_beside(key, "<")._replace(order=BACKWARDS)]
    return [
        Part("{score} = %s AND ended_at IS NULL AND {id} < %s", (score, attempt_id), "{id} DESC"),
        Part("{score} = %s AND ended_at IS NOT NULL", (score,), "ended_at DESC, {id} DESC"),
        Part("{score} < %s", (score,), BACKWARDS),
    ]


def _beside(key: Key, than: str) -> Part:
    # In SQL's order of rows those of the same score without a finishing time are on neither side.
    at = connection.ops.adapt_datetimefield_value(key.ended_at)
    return Part(f"({{score}}, ended_at, {{id}}) {than} (%s, %s, %s)", (key.score, at, key.attempt_id))


def _read(by: By, attempts: str, values: Sequence[Any]) -> list[Entry]:
    entries = [
        Entry._make((*row[:2], _moment(row[2]), _moment(row[3]), bool(row[4]), *row[5:13], bool(row[13])))
        for row in _ask(by, READ.replace("{attempts}", attempts), values)
    ]
    return sorted(entries, key=lambda e: (e.score, e.ended_at is None, e.ended_at or 0, e.attempt_id))


def _ask(by: By, sql: str, values: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql.replace("{score}", FIELDS[by]).replace("{id}", _ID), values)
        return list(cursor.fetchall())


def _moment(value: dt.datetime | str | None) -> dt.datetime | None:
    """Give a moment as the two databases hand it over: aware, naive, or as text."""
    if isinstance(value, str):
        value = dt.datetime.fromisoformat(value)
    return value.replace(tzinfo=dt.UTC) if value is not None and value.tzinfo is None else value
