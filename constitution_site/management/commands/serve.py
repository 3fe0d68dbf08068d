"""`manage.py serve`: one web process for production, behind a proxy or alone."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Serves the site with daphne on PORT (8000); on SIGTERM sockets are told to come back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")

    def handle(self, *args: Any, **options: Any) -> None:
        from constitution_site import housekeeping, server

        def when_ready() -> None:
            housekeeping.start()
            self.stdout.write(f"Serving on http://{options['host']}:{settings.PORT}")
            self.stdout.flush()

        sys.exit(server.run(host=options["host"], port=settings.PORT, when_ready=when_ready))
