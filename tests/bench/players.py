"""Players for the bench, written into the database by Django; prints their seats as JSON.

`python -m tests.bench.players N` with the server's DATABASE_URL, DATA_DIR and SECRET_KEY. Each has an account
(a login's session costs more to read than a guest's) and a practice attempt of a seed of its own, standard
and Cadogan in turn: practice knows no one-a-day rule.
"""

import json
import os
import sys


def main() -> None:
    """Make them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "constitution_site.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0)
    with transaction.atomic():
        seats = [make_seat(number) for number in range(int(sys.argv[1]))]
    print(json.dumps(seats))


def make_seat(number: int) -> dict[str, str]:
    """Make a player; gives the session's key and the attempt."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from games import clock
    from games.play.models import Attempt
    from games.players.models import Player, User

    user = User.objects.create(username=f"bench-{number}", password="!")
    player = Player.objects.create(name=f"bench-{number}", user=user, created_at=clock.now())
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    attempt = Attempt.objects.create(
        player=player,
        variant="cadogan" if number % 2 else "standard",
        seed=f"bench-{number}",
        started_at=clock.now(),
    )
    return {"session": session.session_key or "", "attempt": attempt.pk}


if __name__ == "__main__":
    main()
