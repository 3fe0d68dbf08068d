"""One player's play of one deal: attempts, their events, the sockets."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, post_save, pre_delete
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    """The app of attempts."""

    name = "games.play"
    verbose_name = _("Play")

    def ready(self) -> None:
        """Hear when an account is opened, suspended or let in again: places are for accounts."""
        from games.players.models import Player, User

        post_save.connect(_review_player, sender=Player, dispatch_uid="places_of_player")
        post_save.connect(_review_user, sender=User, dispatch_uid="places_of_user")
        pre_delete.connect(_forget_user, sender=User, dispatch_uid="places_of_deleted_user")
        post_migrate.connect(_set_up_tally, sender=self)


def _set_up_tally(*, using: str, **_kwargs: Any) -> None:
    from games.play import tally

    tally.set_up(connections[using])


def _review_player(*, instance: Any, created: bool, **_kwargs: Any) -> None:
    from games import clock
    from games.play import services

    if not created:
        services.review_places(player=instance, now=clock.now())


def _review_user(*, instance: Any, created: bool, update_fields: Any = None, **_kwargs: Any) -> None:
    is_about_login = update_fields is not None and "is_active" not in update_fields
    player = None if created or is_about_login else getattr(instance, "player", None)
    if player is not None:
        player.user = instance  # as it is now, whatever was read before
        _review_player(instance=player, created=False)


def _forget_user(*, instance: Any, **_kwargs: Any) -> None:
    player = getattr(instance, "player", None)
    if player is not None:
        player.user = None
        _review_player(instance=player, created=False)
