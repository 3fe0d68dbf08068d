"""Seats: is this attempt the visitor's own, and how does it stand? Read as cheaply as can be.

The law: the answers are those of `find_attempt`, `player_of_session` and `game_of`; what is not
plain is asked of them. Raw SQL, since Django's building of those six queries costs twice as much
as a bare connect, and after a deploy everybody comes back within seconds (ARCHITECTURE.md, "Speed").
"""

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
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
# The attempt with what tells its player: the account, if it is a member's, and the session that came.
SEAT = """
SELECT a.*, s.session_data, p.user_id, u.password, u.is_active, ({events}) AS running
FROM play_attempt a JOIN players_player p ON p.id = a.player_id
LEFT JOIN players_user u ON u.id = p.user_id
LEFT JOIN django_session s ON s.session_key = %s AND s.expire_date > %s
WHERE a.id = %s
"""
DEAL = "SELECT * FROM deals_deal WHERE id = %s"


def read_seat(session_key: str | None, attempt_id: str) -> tuple[Attempt | None, Game | None]:
    """Read all that a new socket needs, in one go; the game only for the attempt's own player."""
    now = connection.ops.adapt_datetimefield_value(clock.now())
    seat = SEAT.format(events=EVENTS[connection.vendor])
    attempt = next(iter(Attempt.objects.raw(seat, [session_key, now, attempt_id])), None)
    if attempt is None or not _is_own(attempt, session_key):
        # A curator's attempt on a deal that nobody knows of yet does not exist for others.
        is_hidden = attempt is not None and selectors.is_unopened(attempt, clock.now())
        return None if is_hidden else attempt, None
    if attempt.deal_id is not None:
        attempt.deal = next(iter(Deal.objects.raw(DEAL, [attempt.deal_id])))
        if not attempt.ranked and selectors.is_locked(attempt, attempt.player, clock.now()):
            return attempt, None
    events = read_history(attempt.history or getattr(attempt, "running") or "[]")  # noqa: B009 - as below
    return attempt, selectors.game_after(attempt, events)


def account_of(attempt: Attempt) -> tuple[int | None, str | None]:
    """Give the account of an attempt that `read_seat` has read, and its password as it is stored."""
    return getattr(attempt, "user_id"), getattr(attempt, "password")  # noqa: B009 - columns of SEAT


def _is_own(attempt: Attempt, session_key: str | None) -> bool:
    session_data, user_id, password, is_active = (
        getattr(attempt, name) for name in ("session_data", "user_id", "password", "is_active")
    )
    if session_data is None:
        return False
    session = SessionStore(session_key)
    data = session.decode(session_data)
    if user_id is None and USER_KEY not in data:
        return bool(data.get(GUEST_KEY) == attempt.player_id)
    if is_active and data.get(USER_KEY) == str(user_id):
        signature = User(password=password).get_session_auth_hash()
        if constant_time_compare(data.get(HASH_SESSION_KEY, ""), signature):
            return True
    # Somebody else's, or signed with an older key: as pages decide it.
    player = player_of_session(session, user_of_session(session))
    return player is not None and player.pk == attempt.player_id
