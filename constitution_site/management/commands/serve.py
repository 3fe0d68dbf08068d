"""`manage.py serve`: the web processes for production, behind a proxy or alone."""

import argparse
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Serves the site with daphne on PORT (8000); on SIGTERM sockets are told to come back."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument(
            "--processes",
            type=int,
            default=1,
            help="how many web processes share the port (1); needs REDIS_URL",
        )
        parser.add_argument("--as-child", help=argparse.SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        processes = options["processes"]
        if processes < 1:
            raise CommandError("--processes must be at least 1.")
        if processes > 1 and not settings.REDIS_URL:
            raise CommandError(
                "Several web processes tell each other what happens through Redis: "
                "set REDIS_URL, or serve with --processes 1."
            )
        if options["as_child"]:
            self._serve_as_child(*map(int, options["as_child"].split(",")))
        elif processes > 1:
            self._supervise(options["host"], processes)
        else:
            self._serve(options["host"])

    def _supervise(self, host: str, processes: int) -> None:
        from constitution_site.supervisor import Supervisor

        try:
            supervisor = Supervisor(host=host, port=settings.PORT, processes=processes)
        except OSError as error:
            raise CommandError(f"Cannot listen on {host}:{settings.PORT}: {error.strerror}.") from None
        self._say(f"Serving on http://{host}:{settings.PORT} with {processes} processes")
        sys.exit(supervisor.run())

    def _serve(self, host: str) -> None:
        from constitution_site import housekeeping, server

        def when_ready() -> None:
            housekeeping.start()
            self._say(f"Serving on http://{host}:{settings.PORT}")

        sys.exit(server.run(host=host, port=settings.PORT, when_ready=when_ready))

    def _serve_as_child(self, listener: int, line: int, number: int) -> None:
        from constitution_site import housekeeping, server

        parent = socket.socket(fileno=line)

        def when_ready() -> None:
            housekeeping.start()
            parent.send(b"r")

        sys.exit(server.run(listener=listener, number=number, parent=parent, when_ready=when_ready))

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
