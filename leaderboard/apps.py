"""The Division: who stands where."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaderboardConfig(AppConfig):
    """The app of standings and boards."""

    name = "leaderboard"
    verbose_name = _("Leaderboard")

    def ready(self) -> None:
        """Listen to what play says; this is the signal's one receiver."""
        from games.play.signals import attempt_news
        from leaderboard.live import on_attempt_news

        attempt_news.connect(on_attempt_news, dispatch_uid="leaderboard")
