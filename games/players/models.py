"""Accounts and players.

A `User` is a login. A `Player` is who plays: a guest (a player without a login, kept in the
session), a member (with one) or a house player (a marked computer player). Attempts point to
players, never to logins, so that a guest keeps everything when an account is opened.
"""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account: what a person logs in with."""


class Player(models.Model):
    """Who plays. The name is what others see."""

    name = models.CharField(_("name"), max_length=40)
    user = models.OneToOneField(
        User,
        verbose_name=_("account"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="player",
    )
    created_at = models.DateTimeField(_("created at"))
    # The spelling by which a name is unique (names.skeleton_of); none where a name was given up.
    skeleton = models.CharField(max_length=120, unique=True, null=True, blank=True, editable=False)
    is_private = models.BooleanField(
        _("private"), default=False, help_text=_("Public boards say “a member” instead of the name.")
    )
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    leaving_at = models.DateTimeField(_("asked to be deleted at"), null=True, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """A player without an account: counted, but without a place."""
        return self.user_id is None
