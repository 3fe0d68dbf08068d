"""Attempts in the admin, to look at; nothing about cards."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.play.models import Attempt


@admin.register(Attempt)
class AttemptAdmin(admin.ModelAdmin):
    """Who played what, and how it ended."""

    list_display = (
        "id",
        "player",
        "deal",
        "variant",
        "ranked",
        "status",
        "home",
        "moves",
        "seconds",
        "started_at",
    )
    list_filter = ("ranked", "status", "variant")
    search_fields = ("id", "player__name", "deal__slug")
    date_hierarchy = "started_at"
    list_select_related = ("player", "deal")
    fields = (
        "id", "player", "deal", "variant", "ranked", "status", "started_at", "ended_at", "home", "steps",
        "moves", "seconds",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Attempts come into being by playing."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Results are made by the rules alone."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deleting an attempt would tear a hole into a board."""
        return False
