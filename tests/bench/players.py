"""Players for the bench, written into the database by Django; prints their seats as JSON.

`python -m tests.bench.players N KIND` with the server's DATABASE_URL, DATA_DIR and SECRET_KEY. Each has
an account (a login's session costs more to read than a guest's) and a practice attempt of a seed of its own,
standard and Cadogan in turn (KIND `practice`, which knows no one-a-day rule), or sits at today's deal of the
variant that KIND names.
"""

import json
import os
import sys
from typing import Any


def main() -> None:
    """Make them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "constitution_site.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0)
    deal = None
    if sys.argv[2] != "practice":
        from games import clock
        from games.deals.services import ensure_day

        deal = next(deal for deal in ensure_day(date=clock.today()) if deal.variant == sys.argv[2])
    with transaction.atomic():
        seats = [make_seat(number, deal) for number in range(int(sys.argv[1]))]
    print(json.dumps(seats))


def make_seat(number: int, deal: Any = None) -> dict[str, str]:
    """Make a player; gives the session's key and the attempt."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from games import clock
    from games.play.models import Attempt
    from games.players.models import Player, User

    name = f"bench-{User.objects.count()}"
    user = User.objects.create(username=name, password="!")
    player = Player.objects.create(name=name, user=user, created_at=clock.now())
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    variant = deal.variant if deal else "cadogan" if number % 2 else "standard"
    seed = "" if deal else f"bench-{number}"
    attempt = Attempt.objects.create(
        player=player, variant=variant, seed=seed, deal=deal, ranked=bool(deal), started_at=clock.now()
    )
    slug = deal.slug if deal else ""
    return {
        "session": session.session_key or "",
        "attempt": attempt.pk,
        "slug": slug,
        "variant": variant,
        "seed": deal.seed if deal else seed,
    }


if __name__ == "__main__":
    main()
