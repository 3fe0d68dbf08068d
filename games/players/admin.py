"""Accounts and players in the admin."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from games.players.models import Player, User

admin.site.register(User, UserAdmin)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Players to look at; what they do is their own."""

    list_display = ("name", "user", "created_at")
    search_fields = ("name", "user__username")
    list_select_related = ("user",)
    readonly_fields = ("name", "user", "created_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players come into being by playing."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deleting a player would tear holes into boards."""
        return False
