"""Seats: whose session a new socket brings, and the game it asks for, read as cheaply as can be.

The law: the answers are those of `player_of_session`, `find_attempt` and `game_of`; whatever is not plain is
asked of them. Raw SQL, since Django's building of six queries costs twice as much as a bare connection, and
after a deploy everybody comes back within seconds (ARCHITECTURE.md, "Speed").
"""

from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.utils.crypto import constant_time_compare

from games import clock
from games.deals.models import Deal
from games.play import selectors
from games.play.game import Game, GameEvent
from games.play.models import Attempt
from games.players.models import User
from games.players.selectors import player_of_session, user_of_session
from games.players.services import SESSION_KEY as GUEST_KEY

SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
GUEST = "SELECT id FROM players_player WHERE id = %s AND user_id IS NULL"
MEMBER = """
SELECT p.id, u.password FROM players_user u JOIN players_player p ON p.user_id = u.id
WHERE u.id = %s AND u.is_active
"""
ATTEMPT = "SELECT * FROM play_attempt WHERE id = %s"
DEAL = "SELECT * FROM deals_deal WHERE id = %s"
EVENTS = "SELECT kind, move, elapsed_ms FROM play_event WHERE attempt_id = %s ORDER BY rev"


class Seat(NamedTuple):
    """What there is for a visitor at an attempt's table; `game` only for the attempt's own player."""

    attempt: Attempt | None
    player_id: int | None
    game: Game | None


def read_seat(session_key: str | None, attempt_id: str) -> Seat:
    """Read all that a new socket needs, in one go."""
    attempt = next(iter(Attempt.objects.raw(ATTEMPT, [attempt_id])), None)
    player_id = read_player_id(session_key)
    if attempt is None or attempt.player_id != player_id:
        # A curator's attempt on a deal that nobody knows of yet does not exist for others.
        is_hidden = attempt is not None and selectors.is_unopened(attempt, clock.now())
        return Seat(None if is_hidden else attempt, player_id, None)
    if attempt.deal_id is not None:
        attempt.deal = next(iter(Deal.objects.raw(DEAL, [attempt.deal_id])))
    return Seat(attempt, player_id, _game_of(attempt))


def read_player_id(session_key: str | None) -> int | None:
    """Read who is behind a session cookie; None for a stranger."""
    row = session_key and _row(SESSION, session_key, connection.ops.adapt_datetimefield_value(clock.now()))
    if not row:
        return None
    session = SessionStore(session_key)
    data = session.decode(row[0])
    if USER_KEY not in data:
        guest = GUEST_KEY in data and _row(GUEST, data[GUEST_KEY])
        return guest[0] if guest else None
    member = _row(MEMBER, data[USER_KEY])
    if member:
        player_id, password = member
        signature = User(password=password).get_session_auth_hash()
        if constant_time_compare(data.get(HASH_SESSION_KEY, ""), signature):
            return int(player_id)
    # Signed with an older key, by a password that was changed, or not quite set up: as pages decide it.
    player = player_of_session(session, user_of_session(session))
    return player.pk if player else None


def _game_of(attempt: Attempt) -> Game:
    if attempt.history:
        return selectors.game_of(attempt)
    with connection.cursor() as cursor:
        cursor.execute(EVENTS, [attempt.pk])
        events = [GameEvent(*row) for row in cursor.fetchall()]
    return selectors.game_after(attempt, events)


def _row(statement: str, *values: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()
