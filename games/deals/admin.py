"""Deals in the admin. What is published is read-only; seeds are secret until the boards have closed."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import clock
from games.deals import calendar
from games.deals.models import Deal


@admin.register(Deal)
class DealAdmin(admin.ModelAdmin):
    """The calendar as a list. Deals are drawn by the server, so there is nothing to type in."""

    list_display = ("__str__", "date", "variant", "number", "state", "commitment")
    list_filter = ("variant", "date")
    search_fields = ("slug", "commitment")
    date_hierarchy = "date"
    ordering = ("-date", "variant")
    fields = (
        "variant", "date", "slug", "number", "state", "commitment", "open_seed", "drawn_at", "published_at",
        "withdrawn_at", "voided_at", "void_reason",
    )  # fmt: skip

    @admin.display(description=_("No."), ordering="date")
    def number(self, deal: Deal) -> int | None:
        """Give the day's number."""
        return calendar.number_of(deal.date) if deal.date else None

    @admin.display(description=_("state"))
    def state(self, deal: Deal) -> str:
        """Give the state at this moment."""
        return calendar.state_of(deal, clock.now()) if deal.date else "drawn"

    @admin.display(description=_("seed"))
    def open_seed(self, deal: Deal) -> str:
        """Give the seed once the boards have closed."""
        return (
            deal.seed
            if calendar.boards_are_closed(deal, clock.now())
            else str(_("secret until the boards close"))
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The server draws deals."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A deal is looked at, never edited."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A deal is never deleted."""
        return False
