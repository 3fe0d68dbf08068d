"""`manage.py rebuild_standings`: the index of boards in Redis, made again from the database."""

import datetime as dt
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from redis.exceptions import RedisError

from games import clock
from games.deals import calendar
from games.deals.models import Deal
from leaderboard import index


class Command(BaseCommand):
    help = "Drops the index of boards in Redis and fills it from the database; of open boards, or of some."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("which", nargs="?", default="", help="a date or a deal's slug (all open boards)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            raise CommandError("There is no index without REDIS_URL; the database answers alone.")
        deals = _find(options["which"])
        if not deals:
            raise CommandError(f"No deal: {options['which'] or 'no board is open'}.")
        try:
            for deal in deals:
                held = index.rebuild(deal.pk)
                self.stdout.write(f"{deal.slug}: {held} finished games with a place, on both boards")
        except (RedisError, OSError) as error:
            raise CommandError(f"Redis does not answer, the database does meanwhile: {error}") from error


def _find(which: str) -> list[Deal]:
    deals = Deal.objects.filter(slug__isnull=False, withdrawn_at=None, voided_at=None).order_by(
        "date", "slug"
    )
    if not which:
        now = clock.now()
        return list(deals.filter(date__gt=calendar.last_closed(now), date__lte=now.date()))
    try:
        return list(deals.filter(date=dt.date.fromisoformat(which)))
    except ValueError:
        return list(deals.filter(slug=which))
