"""The pages about one player: the profile, your own page, and the archive with your results."""

import datetime as dt
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dates import WEEKDAYS_ABBR
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from games import clock
from games.deals import calendar
from games.http import api, json_response, not_found
from games.play.selectors import last_ranked_of, running_of
from games.players.identity import current_player
from games.players.models import Player
from games.players.selectors import find_member
from games.players.services import set_privacy
from leaderboard import profile
from leaderboard.profile import Profile
from leaderboard.year import month_of, year_of


def visible_player(request: HttpRequest, name: str) -> tuple[Player, bool] | None:
    """Give a member by name and whether that is the visitor; None for who is not there for this visitor."""
    player = find_member(name)
    own = current_player(request)
    if player is None:
        return None
    is_own = own is not None and own.pk == player.pk
    return (player, is_own) if is_own or not player.is_private else None


@api("GET", gives=Profile)
def get_player(request: HttpRequest, name: str) -> HttpResponse:
    """GET players/{name}: a member's public profile; your own counts games of open boards too."""
    found = visible_player(request, name)
    if found is None:
        raise not_found()
    player, is_own = found
    now = clock.now()
    games = profile.games_of(player, now, own=is_own)
    return json_response(profile.profile_of(player, games, profile.days_until(now)))


@require_safe
@ensure_csrf_cookie
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a member's profile."""
    found = visible_player(request, name)
    if found is None:
        raise Http404
    return _profile_page(request, *found)


@require_safe
@ensure_csrf_cookie
def you(request: HttpRequest) -> HttpResponse:
    """Show your own page, as a guest too; a new visitor is told how to come by one."""
    own = current_player(request)
    return _profile_page(request, own, True) if own else render(request, "profile.html", {})


@require_POST
def privacy(request: HttpRequest) -> HttpResponse:
    """Take a member's wish to be seen or not."""
    own = current_player(request)
    if own is None or own.is_guest:
        raise PermissionDenied
    set_privacy(player=own, is_private=request.POST.get("private") == "yes")
    return redirect("you")


def _profile_page(request: HttpRequest, player: Player, is_own: bool) -> HttpResponse:
    now = clock.now()
    games, days = profile.games_of(player, now, own=is_own), profile.days_until(now)
    year = _read_year(request, days.first.year, now.year)
    squares = year_of(games, days, year)
    shown: dict[str, Any] = msgspec.to_builtins(profile.profile_of(player, games, days))
    for figures in shown["figures"]:
        most = max(1, *(bar["games"] for bar in figures["distribution"]))
        for bar in figures["distribution"]:
            bar["width"] = round(100 * bar["games"] / most)
    context = {
        "profile": shown,
        "own": is_own,
        "running": running_of(player) if is_own else [],
        "last": last_ranked_of(player) if is_own else None,
        "member": player.user_id is not None,
        "private": player.is_private,
        "year": year,
        "squares": squares,
        "days_shown": sum(square.kind in ("perfect", "won", "played") for square in squares),
        "days_won": sum(square.kind in ("perfect", "won") for square in squares),
        "earlier": year - 1 if year > days.first.year else None,
        "later": year + 1 if year < now.year else None,
    }
    return render(request, "profile.html", context)


def _read_year(request: HttpRequest, first: int, last: int) -> int:
    raw = request.GET.get("year", "")
    if not (raw.isascii() and raw.isdigit() and len(raw) == 4):
        return last
    return min(max(int(raw), first), last)


@require_safe
@ensure_csrf_cookie
def archive(request: HttpRequest) -> HttpResponse:
    """Show a month of days, each with your result."""
    today, begin = clock.today(), calendar.first_day()
    first = calendar.read_month(request.GET.get("month", ""))
    first = min(max(first, begin.replace(day=1)), today.replace(day=1))
    before = (first - dt.timedelta(days=1)).replace(day=1)
    after = (first + dt.timedelta(days=31)).replace(day=1)
    context = {
        "month": first,
        "weekdays": list(WEEKDAYS_ABBR.values()),
        "weeks": month_of(current_player(request), first, today),
        "today": today,
        "before": before if before >= begin.replace(day=1) else None,
        "after": after if after <= today else None,
    }
    return render(request, "archive.html", context)
