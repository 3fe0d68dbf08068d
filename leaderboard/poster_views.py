"""The posters, as files. Whoever has the address of a ranked game may see its page and its poster."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from games import clock
from games.play import selectors
from leaderboard.poster import Poster, draw_poster
from leaderboard.posters import version_of
from leaderboard.views import day_poster, existing_day, result_poster

A_YEAR = 60 * 60 * 24 * 365


@require_safe
def game_poster(request: HttpRequest, attempt_id: str) -> HttpResponse:
    """Give the poster of a ranked game that is over."""
    attempt = selectors.find_attempt(attempt_id)
    if attempt is None:
        raise Http404
    with translation.override(_language(request)):
        poster = result_poster(attempt, clock.now())
        if poster is None:
            raise Http404
        return _png(request, poster)


@require_safe
def board_poster(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the poster of a day's deal."""
    with translation.override(_language(request)):
        return _png(request, day_poster(existing_day(slug)))


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("lang", "")
    return asked if asked in dict(settings.LANGUAGES) else "en"


def _png(request: HttpRequest, poster: Poster) -> HttpResponse:
    response = HttpResponse(draw_poster(poster), content_type="image/png")
    # Under an address that names other content (an older link) it is the poster of now, and not to be kept.
    is_current = request.GET.get("v") == version_of(poster)
    response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable" if is_current else "no-cache"
    return response
