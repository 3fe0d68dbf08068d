"""The doorkeeper: once a second it looks whether who sits here still may.

The law: nothing is told, everything is read. A login that has ended (signed out, a new password, an account
that was suspended, a session whose key was changed by a login) ends its sockets in every process within
seconds, since each process asks the database for its own.
"""

from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session

from games import clock
from games.play import sockets
from games.play.sockets import Login
from games.players.models import User

AT_ONCE = 1_000  # so many sockets a look; with more open, each has its turn


class Doorkeeper:
    """Whose turn it is, in this process."""

    def __init__(self) -> None:
        self._next = 0

    async def look(self) -> None:
        """Send away whose login has ended."""
        sitters = [socket for socket in sockets.open_sockets if socket.login and not socket.is_closed]
        start = self._next if self._next < len(sitters) else 0
        self._next = start + AT_ONCE
        asked = sitters[start : self._next]
        if not asked:
            return
        valid = await _valid_logins({socket.login for socket in asked if socket.login})
        for socket in asked:
            if socket.login not in valid:
                await socket.close(4401, "signed_out")


def _read_valid(logins: set[Login]) -> set[Login]:
    keys = [login.session_key for login in logins]
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=clock.now())
    open_keys = set(sessions.values_list("session_key", flat=True))
    ids = {login.user_id for login in logins if login.user_id is not None}
    users = User.objects.filter(pk__in=ids, is_active=True).values_list("pk", "password")
    accounts = {user_id: hash(password) for user_id, password in users} | {None: 0}
    return {
        login
        for login in logins
        if login.session_key in open_keys and accounts.get(login.user_id) == login.password
    }


_valid_logins = database_sync_to_async(_read_valid, thread_sensitive=False)
