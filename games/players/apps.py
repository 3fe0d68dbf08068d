"""Who plays: players, guests and accounts. Knows no attempts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """The app of players and accounts."""

    name = "games.players"
    verbose_name = _("Players")
