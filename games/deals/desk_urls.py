"""The desk's addresses inside the admin, each with the permission it asks for."""

from collections.abc import Callable

from django.contrib.admin import AdminSite
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponseBase
from django.urls import URLPattern, path

from games.deals import desk_acts as acts
from games.deals import desk_views as views
from games.deals.desk_views import CURATE, VIEW


def pages(site: AdminSite) -> list[URLPattern]:
    """Give the desk's addresses, to stand before those of the deals' admin."""

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
