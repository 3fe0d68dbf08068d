"""The posters, as files. Whoever has the address of a ranked game may see its page and its poster."""

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from games import clock
from games.limits import check_limit
from games.play import selectors
from leaderboard.poster import Poster, draw_poster
from leaderboard.posters import poster_of_day, poster_of_game, version_of
from leaderboard.today import deal_cards
from leaderboard.views import existing_day

A_YEAR = 60 * 60 * 24 * 365
# A browser shows a picture by itself on a page of its own, with styles in it; nothing of ours is there.
styled_by_browsers = csp_replace({"style-src": [UNSAFE_INLINE]})


@require_safe
@styled_by_browsers  # type: ignore[arg-type]  # its types know views of a request alone
def game_poster(request: HttpRequest, attempt_id: str) -> HttpResponse:
    """Give the poster of a ranked game that is over."""
    attempt = selectors.find_attempt(attempt_id)
    if attempt is None:
        raise Http404
    with translation.override(_language(request)):
        poster = poster_of_game(attempt, clock.now())
        if poster is None:
            raise Http404
        return _png(request, poster)


@require_safe
@styled_by_browsers  # type: ignore[arg-type]  # its types know views of a request alone
def board_poster(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the poster of a day's deal."""
    with translation.override(_language(request)):
        (card,) = deal_cards([existing_day(slug)], None, clock.now())
        return _png(request, poster_of_day(card))


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("lang", "")
    return asked if asked in dict(settings.LANGUAGES) else "en"


def _png(request: HttpRequest, poster: Poster) -> HttpResponse:
    version = version_of(poster)
    drawn = caches["posters"].get(version)
    if drawn is None:
        # By the address alone: whoever asks for a picture gets the same one, so no cookie is looked at.
        check_limit("start", address=request.META.get("REMOTE_ADDR", ""))
        drawn = draw_poster(poster)
        caches["posters"].set(version, drawn)
    response = HttpResponse(drawn, content_type="image/png")
    # Under an address that names other content (an older link) it is the poster of now, and not to be kept.
    is_current = request.GET.get("v") == version
    response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable" if is_current else "no-cache"
    return response
