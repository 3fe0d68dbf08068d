"""Which cards, on which day: deals, the calendar, commitments."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class DealsConfig(AppConfig):
    """The app of deals and days."""

    name = "games.deals"
    verbose_name = _("Deals")

    def ready(self) -> None:
        """Set up after every migration what the database itself refuses."""
        post_migrate.connect(_set_up_guards, sender=self)


def _set_up_guards(*, using: str, **_kwargs: Any) -> None:
    from games.deals import guards

    guards.set_up(connections[using])
