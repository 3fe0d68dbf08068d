"""Deals and the audit log in the admin, to look at; what is done is done at the desk (`DESK`)."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from games import clock
from games.deals import audit, calendar
from games.deals import desk_acts as acts
from games.deals import desk_views as views
from games.deals.audit import hand_of
from games.deals.desk_views import CURATE, VIEW
from games.deals.models import AuditEntry, Deal
from games.deals.sheets import csv_response


class LookedAt(admin.ModelAdmin):
    """Rows to look at: made, changed and deleted by play, by people or by the desk, never by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no to everybody."""
        return False

    has_change_permission = has_delete_permission = has_add_permission


def staff_page(
    route: str, name: str, permission: str, view: Callable[..., HttpResponseBase], **more: object
) -> URLPattern:
    """Give an address of the admin that is for staff with a permission."""
    permitted = permission_required(permission, raise_exception=True)(view)
    return path(route, admin.site.admin_view(permitted), more, name=name)


DESK = (
    staff_page("calendar/", "deals_calendar", VIEW, views.show_calendar),
    staff_page("candidates/", "deals_candidates", CURATE, views.show_candidates),
    staff_page("candidates/draw/", "deals_draw", CURATE, acts.draw),
    staff_page("schedule/", "deals_schedule", CURATE, acts.schedule),
    staff_page("study/", "deals_study", CURATE, views.study),
    staff_page("deals.csv", "deals_csv", VIEW, views.deals_csv),
    staff_page("<int:pk>/desk/", "deals_desk", VIEW, views.show_deal),
    staff_page("<int:pk>/look/", "deals_look", CURATE, views.look),
    staff_page("<int:pk>/describe/", "deals_describe", CURATE, acts.describe),
    *(
        staff_page(f"<int:pk>/{name}/", f"deals_{name}", act.permission, acts.ask, act=act)
        for name, act in acts.ACTS.items()
    ),
)


@admin.register(Deal)
class DealAdmin(LookedAt):
    """All deals as a list. Deals are drawn by the server, so there is nothing to type in."""

    list_display = ("__str__", "date", "variant", "number", "state", "title", "commitment")
    list_filter = ("variant", "date")
    search_fields = ("slug", "commitment", "title")
    date_hierarchy = "date"
    ordering = ("-date", "variant")
    fields = (
        "variant", "date", "slug", "number", "state", "title", "note", "commitment", "open_seed", "drawn_at",
        "published_at", "withdrawn_at", "voided_at", "void_reason",
    )  # fmt: skip

    def get_urls(self) -> list[URLPattern]:
        """Put the desk before the list."""
        return [*DESK, *super().get_urls()]

    @admin.display(description=_("No."), ordering="date")
    def number(self, deal: Deal) -> int | None:
        """Give the day's number."""
        return calendar.number_of(deal.date) if deal.date else None

    @admin.display(description=_("state"))
    def state(self, deal: Deal) -> str:
        """Give the state at this moment."""
        return calendar.state_of(deal, clock.now())

    @admin.display(description=_("seed"))
    def open_seed(self, deal: Deal) -> str:
        """Give the seed once the boards have closed."""
        is_open = calendar.boards_are_closed(deal, clock.now())
        return deal.seed if is_open else str(_("secret until the boards close"))


@admin.register(AuditEntry)
class AuditAdmin(LookedAt):
    """The audit log: searchable, and as a sheet."""

    list_display = ("at", "who", "action", "subject", "address")
    list_filter = ("action", "at")
    search_fields = ("who", "subject", "address", "before", "after")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")
    fields = ("at", "who", "address", "action", "subject", "before", "after")
    change_list_template = "admin/deals/auditentry/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        """Put the sheet before the list."""
        sheet = staff_page("log.csv", "deals_log_csv", "deals.view_auditentry", self.log_csv)
        return [sheet, *super().get_urls()]

    def log_csv(self, request: HttpRequest) -> HttpResponseBase:
        """Give the log as CSV, oldest first."""
        audit.write_entry(by=hand_of(request), action="exported", subject="log.csv")
        entries = AuditEntry.objects.order_by("at", "pk").values_list(*self.fields)
        header = ("at", "who", "from", "action", "subject", "before", "after")
        return csv_response("log.csv", header, entries.iterator())
