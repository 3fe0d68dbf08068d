"""One player's play of one deal: attempts, their events, the sockets."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    """The app of attempts."""

    name = "games.play"
    verbose_name = _("Play")
