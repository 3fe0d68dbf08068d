"""`manage.py clerk`: the background process. Any number may run; each piece of work is done once."""

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from constitution_site import clerk
from games import metrics


class Command(BaseCommand):
    help = "Keeps the calendar and the practice pool filled, certifies and grades deals, judges lost games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--with-parent", action="store_true", help="end when the process that started this one has ended"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(10)  # players come first where both share a machine
        if settings.METRICS_PORT and not options["with_parent"]:
            metrics.serve(settings.METRICS_PORT)
        parent = os.getppid()
        clerk.run(is_wanted=lambda: not options["with_parent"] or os.getppid() == parent)
