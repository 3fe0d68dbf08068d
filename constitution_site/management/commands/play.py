"""`manage.py play`: everything a laptop needs, in one command."""

import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from games import clock
from games.deals.services import NoSuchDay, ensure_day
from games.players.models import User


class Command(BaseCommand):
    help = "Brings the database up to date, makes today's deals and serves the site on http://localhost:PORT."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-clerk", action="store_true", help="serve without the background process")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        if not settings.DEBUG:
            call_command("collectstatic", verbosity=0, interactive=False)
        try:
            ensure_day(date=clock.today())
        except NoSuchDay:
            self.stdout.write(f"The first day is {settings.FIRST_DAY}; until then there is practice.")
        if not User.objects.filter(is_superuser=True).exists():
            self.stdout.write("For the admin at /admin/, make a superuser: python manage.py createsuperuser")
        self.stdout.write(f"Play at http://localhost:{settings.PORT} (stop with Ctrl-C; games are kept).")
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "clerk", "--with-parent"]
        # Should this process be killed, the clerk ends by itself.
        clerk = None if options["no_clerk"] else subprocess.Popen(command)  # noqa: S603
        try:
            call_command("serve")
        finally:
            if clerk:
                clerk.terminate()
                clerk.wait()
