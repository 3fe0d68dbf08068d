"""Seats: is this attempt the visitor's own, and how does it stand? Read as cheaply as can be.

The law: the answers are those of `find_attempt`, `player_of_session` and `game_of`; what is not
plain is asked of them. One raw statement, since Django's building of those six queries costs four times
as much as a bare connect, and after a deploy everybody comes back within seconds (ARCHITECTURE.md, "Speed").
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.db.models import Model
from django.utils.crypto import constant_time_compare

from games import clock
from games.deals.models import Deal
from games.play import selectors
from games.play.game import Game, read_history
from games.play.models import Attempt
from games.players.models import User
from games.players.selectors import SESSION_KEY as GUEST_KEY
from games.players.selectors import player_of_session, user_of_session

# The events of a running game as `write_history` writes them when it ends.
EVENTS = {
    "sqlite": """SELECT json_group_array(json_array(kind, move, elapsed_ms))
        FROM (SELECT kind, move, elapsed_ms FROM play_event WHERE attempt_id = a.id ORDER BY rev)""",
    "postgresql": """SELECT json_agg(json_build_array(kind, move, elapsed_ms) ORDER BY rev)::text
        FROM play_event WHERE attempt_id = a.id""",
}
ACCOUNT = ["id", "password", "is_active"]
# The session that came, the events, the account if the player is a member; the attempt and its deal.
SEAT = """
SELECT s.session_data, ({events}), u.id, u.password, u.is_active, {attempt}, {deal}
FROM play_attempt a JOIN players_player p ON p.id = a.player_id
LEFT JOIN players_user u ON u.id = p.user_id
LEFT JOIN deals_deal d ON d.id = a.deal_id
LEFT JOIN django_session s ON s.session_key = %s AND s.expire_date > %s
WHERE a.id = %s
"""
AnyModel = TypeVar("AnyModel", bound=Model)


class Seat(NamedTuple):
    """What a new socket needs: without an attempt there is none, without a game it is somebody else's."""

    attempt: Attempt | None = None
    game: Game | None = None
    user: User | None = None  # the player's account, if it has one: id, password and whether it is active


def read_seat(session_key: str | None, attempt_id: str) -> Seat:
    """Read all that a new socket needs, in one go; the game only for the attempt's own player."""
    now = connection.ops.adapt_datetimefield_value(clock.now())
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [session_key, now, attempt_id])
        row = cursor.fetchone()
    if row is None:
        return Seat()
    (session, events, *account), columns = row[:5], row[5:]
    user = User.from_db(None, ACCOUNT, account) if account[0] is not None else None
    attempt, size = _of_columns(Attempt, columns), len(Attempt._meta.concrete_fields)
    attempt.deal = _of_columns(Deal, columns[size:]) if attempt.deal_id is not None else None
    if session is None or not _is_own(attempt, user, session_key, session):
        # A curator's attempt on a deal that nobody knows of yet does not exist for others.
        return Seat() if selectors.is_unopened(attempt, clock.now()) else Seat(attempt)
    is_practice = attempt.deal is not None and not attempt.ranked
    if is_practice and selectors.is_locked(attempt, attempt.player, clock.now()):
        return Seat(attempt)
    return Seat(attempt, selectors.game_after(attempt, read_history(attempt.history or events or "[]")), user)


def _is_own(attempt: Attempt, user: User | None, session_key: str | None, session_data: str) -> bool:
    session = SessionStore(session_key)
    data = session.decode(session_data)
    if user is None and USER_KEY not in data:
        return bool(data.get(GUEST_KEY) == attempt.player_id)
    if (
        user is not None
        and user.is_active
        and data.get(USER_KEY) == str(user.pk)
        and constant_time_compare(data.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    ):
        return True
    # Somebody else's, or signed with an older key: as pages decide it.
    player = player_of_session(session, user_of_session(session))
    return player is not None and player.pk == attempt.player_id


# --- rows made objects, as the ORM does it, without its building of a query -------------------


@cache
def _statement() -> str:
    attempt, deal = (
        ", ".join(f'{name}."{field.column}"' for field in model._meta.concrete_fields)
        for name, model in (("a", Attempt), ("d", Deal))
    )
    return SEAT.format(events=EVENTS[connection.vendor], attempt=attempt, deal=deal)


def _of_columns(model: type[AnyModel], columns: Sequence[Any]) -> AnyModel:
    """Make an object of all its columns; what follows them is not its own."""
    names, conversions = _plan(model)
    values = list(columns[: len(names)])
    for index, convert, column in conversions:
        values[index] = convert(values[index], column, connection)
    return model.from_db(connection.alias, names, values)


@cache
def _plan(model: type[Model]) -> tuple[list[str], list[tuple[int, Callable[..., Any], Any]]]:
    """Give the names of a model's fields, and what the database has otherwise than Python (SQLite: times)."""
    fields = model._meta.concrete_fields
    conversions = [
        (index, convert, column)
        for index, column in enumerate(field.cached_col for field in fields)
        for convert in connection.ops.get_db_converters(column) + column.get_db_converters(connection)
    ]
    return [field.attname for field in fields], conversions
