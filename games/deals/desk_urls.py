"""The desk's addresses inside the admin, each with the permission it asks for."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, path

from games.deals import desk_acts as acts
from games.deals import desk_views as views
from games.deals.desk_views import CURATE, VIEW, VOID

View = Callable[..., HttpResponseBase]


def pages(site: AdminSite) -> list[URLPattern]:
    """Give the desk's addresses, to stand before those of the deals' admin."""

    def page(route: str, name: str, permission: str, view: View) -> URLPattern:
        @wraps(view)
        def permitted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.has_perm(permission):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return path(route, site.admin_view(permitted), name=f"deals_{name}")

    return [
        page("calendar/", "calendar", VIEW, views.show_calendar),
        page("candidates/", "candidates", CURATE, views.show_candidates),
        page("candidates/draw/", "draw", CURATE, acts.draw),
        page("many/", "many", CURATE, acts.schedule_many),
        page("study/", "study", CURATE, views.study),
        page("deals.csv", "csv", VIEW, views.deals_csv),
        page("<int:pk>/desk/", "desk", VIEW, views.show_deal),
        page("<int:pk>/look/", "look", CURATE, views.look),
        page("<int:pk>/describe/", "describe", CURATE, acts.describe),
        page("<int:pk>/schedule/", "schedule", CURATE, acts.schedule),
        page("<int:pk>/swap/", "swap", CURATE, acts.swap),
        page("<int:pk>/withdraw/", "withdraw", CURATE, acts.withdraw),
        page("<int:pk>/void/", "void", VOID, acts.void),
        page("<int:pk>/replace/", "replace", VOID, acts.replace),
    ]
