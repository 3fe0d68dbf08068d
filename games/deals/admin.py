"""Deals and the audit log in the admin, to look at; what is done is done at the desk (`desk_pages`)."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
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


def desk_pages(site: admin.AdminSite) -> list[URLPattern]:
    """Give the desk's addresses, each with the permission it asks for."""

    def page(
        route: str, name: str, permission: str, view: Callable[..., HttpResponseBase], **more: object
    ) -> URLPattern:
        permitted = permission_required(permission, raise_exception=True)(view)
        return path(route, site.admin_view(permitted), more, name=f"deals_{name}")

    return [
        page("calendar/", "calendar", VIEW, views.show_calendar),
        page("candidates/", "candidates", CURATE, views.show_candidates),
        page("candidates/draw/", "draw", CURATE, acts.draw),
        page("schedule/", "schedule", CURATE, acts.schedule),
        page("study/", "study", CURATE, views.study),
        page("deals.csv", "csv", VIEW, views.deals_csv),
        page("<int:pk>/desk/", "desk", VIEW, views.show_deal),
        page("<int:pk>/look/", "look", CURATE, views.look),
        page("<int:pk>/describe/", "describe", CURATE, acts.describe),
        *(
            page(f"<int:pk>/{name}/", name, act.permission, acts.ask, act=act)
            for name, act in acts.ACTS.items()
        ),
    ]


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
        return [*desk_pages(self.admin_site), *super().get_urls()]

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


LOG_HEADER = ("at", "who", "from", "action", "subject", "before", "after")


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
        view = self.admin_site.admin_view(self.log_csv)
        return [path("log.csv", view, name="deals_log_csv"), *super().get_urls()]

    def log_csv(self, request: HttpRequest) -> HttpResponseBase:
        """Give the log as CSV, oldest first."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        audit.write_entry(by=hand_of(request), action="exported", subject="log.csv")
        entries = AuditEntry.objects.order_by("at", "pk").iterator()
        return csv_response(
            "log.csv",
            LOG_HEADER,
            ([e.at, e.who, e.address, e.action, e.subject, e.before, e.after] for e in entries),
        )
