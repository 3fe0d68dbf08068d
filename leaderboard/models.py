"""What the leaderboard keeps: groups (private boards that people make for one another), the roll of honour.

A group has no owner column: whoever has been a member longest owns it. So the owner's leaving hands it on by
itself, and a group can never be without an owner or have two.
"""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.players.models import Player

TOKEN_BYTES = 15  # 120 random bits: a link cannot be guessed


def new_token() -> str:
    """Give a random token for an invitation, safe in URLs."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class Group(models.Model):
    """A private board; who holds its link may join."""

    name = models.CharField(_("name"), max_length=24)
    token = models.CharField(max_length=24, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One account's player in one group. Ids grow, so the lowest of a group is its owner's."""

    group = models.ForeignKey(
        Group, verbose_name=_("group"), on_delete=models.CASCADE, related_name="memberships", db_index=False
    )
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="memberships"
    )
    joined_at = models.DateTimeField(_("joined at"))

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["group", "player"], name="one_membership_a_group_and_player")
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.group}"


class Roll(models.Model):
    """The roll of honour as the clerk wrote it when the boards of a date had closed (honours.py)."""

    closed = models.DateField(_("boards closed up to"), primary_key=True)
    made_at = models.DateTimeField(_("made at"))
    # Ids and numbers alone: names, and who may be named at all, are read with the page.
    entries = models.JSONField(_("entries"))

    class Meta:
        verbose_name = _("roll of honour")
        verbose_name_plural = _("rolls of honour")

    def __str__(self) -> str:
        return f"roll of {self.closed}"
