"""`manage.py serve`: the web processes for production, behind a proxy or alone."""

import argparse
import socket
import sys
from collections.abc import Callable
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
        host = options["host"]
        if options["as_child"]:
            listener, line, number = map(int, options["as_child"].split(","))
            parent = socket.socket(fileno=line)
            self._serve(lambda: parent.send(b"r"), listener=listener, number=number, parent=parent)
        elif processes > 1:
            self._supervise(host, processes)
        else:
            address = f"http://{host}:{settings.PORT}"
            self._serve(lambda: self._say(f"Serving on {address}"), host=host, port=settings.PORT)

    def _supervise(self, host: str, processes: int) -> None:
        from constitution_site.supervisor import Supervisor

        try:
            supervisor = Supervisor(host=host, port=settings.PORT, processes=processes)
        except OSError as error:
            raise CommandError(f"Cannot listen on {host}:{settings.PORT}: {error.strerror}.") from None
        self._say(f"Serving on http://{host}:{settings.PORT} with {processes} processes")
        sys.exit(supervisor.run())

    def _serve(self, tell: Callable[[], object], **how: Any) -> None:
        from constitution_site import housekeeping, server

        def when_ready() -> None:
            housekeeping.start()
            tell()

        sys.exit(server.run(when_ready=when_ready, **how))

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
