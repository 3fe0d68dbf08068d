"""Which cards, on which day: deals, the calendar, commitments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DealsConfig(AppConfig):
    """The app of deals and days."""

    name = "games.deals"
    verbose_name = _("Deals")
