"""Pages and answers that belong to no app: what dialogs hold, errors, health."""

import sys
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from redis import Redis
from redis.exceptions import RedisError

from games import metrics
from games.http import API, ApiError, json_response, not_found, problem_response


@vary_on_headers("Accept-Language", "Cookie")
@cache_control(private=True, max_age=600)
@require_safe
def dialog(request: HttpRequest, holds: str) -> HttpResponse:
    """Give what a dialog holds, once it is opened: the same for everybody who reads one language."""
    page = {"variant": request.GET.get("variant"), "ranked": "ranked" in request.GET}
    return render(request, holds, {"page": page})


def refuse(request: HttpRequest, error: ApiError, headline: str = "", detail: str = "") -> HttpResponse:
    """Write an error: as JSON to whoever asked the API, else as a page, with its own `detail`."""
    if request.path.startswith(API):
        return problem_response(error)
    context = {"status": error.status, "headline": headline, "detail": detail or error.detail}
    return render(request, "refused.html", context, status=error.status)


@requires_csrf_token
def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing here."""
    detail = _(
        "There is no page here. If you were looking for a table: only the browser or the account that plays"
        " at it can open it."
    )
    return refuse(request, not_found(), _("This seat is vacant."), detail)


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that this is not for the visitor."""
    error = ApiError(403, "forbidden", _("This is not yours to do."))
    return refuse(request, error, _("Strangers may not pass."), _("This page is not open to you."))


@requires_csrf_token
def too_many_requests(request: HttpRequest, retry_after: int = 300) -> HttpResponse:
    """Tell whoever asked for a page too often; allauth asks for this too, and says no time."""
    minutes = -(-retry_after // 60)
    detail = ngettext(
        "That was too often. It is open again in %(minutes)s minute at the latest.",
        "That was too often. It is open again in %(minutes)s minutes at the latest.",
        minutes,
    ) % {"minutes": minutes}
    error = ApiError(429, "too_fast", detail)
    response = refuse(request, error)
    response.headers["Retry-After"] = str(retry_after)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a request that carries no proof of having come from our own pages."""
    error = ApiError(403, "csrf", _("The request did not come from one of our pages; load the page again."))
    detail = _(
        "The request did not come from one of our pages. Load the page again; if that does not help,"
        " allow cookies for this site."
    )
    return refuse(request, error, _("Strangers may not pass."), detail)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that we failed; must not itself need anything that may have failed."""
    if isinstance(sys.exception(), Error):
        metrics.ERRORS.labels("database").inc()
    if request.path.startswith(API):
        return problem_response(
            ApiError(500, "server_error", _("Something went wrong here; try again in a moment."))
        )
    return render(request, "500.html", status=500)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the process is alive."""
    return json_response({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether database, migrations and Redis are fine; 503 names what is not."""
    checks: dict[str, Any] = {"database": _check_database()}
    if settings.REDIS_URL:
        checks["redis"] = _check_redis()
    is_ready = all(value == "ok" for value in checks.values())
    return json_response({"status": "ok" if is_ready else "not ready", **checks}, 200 if is_ready else 503)


def _check_database() -> str:
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        return "unreachable"
    return "migrations are missing" if pending else "ok"


def _check_redis() -> str:
    try:
        Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE).ping()
    except (RedisError, OSError):
        return "unreachable"
    return "ok"
