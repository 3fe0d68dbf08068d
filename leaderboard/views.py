"""The pages of days, boards and results."""

import datetime as dt
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games import clock
from games.deals import calendar
from games.deals.models import Deal
from games.deals.selectors import find_deal, past_deals
from games.engine import VARIANTS
from games.http import ApiError
from games.play import selectors
from games.play.views import other_today
from games.players.identity import current_player
from games.players.models import Player
from games.players.selectors import public_name
from leaderboard import portrait, posters, words
from leaderboard.api import BoardPage, board_page, existing_deal
from leaderboard.counts import share_below
from leaderboard.group_boards import groups_of
from leaderboard.honours import read_roll
from leaderboard.profile import own_profile
from leaderboard.results import result_of
from leaderboard.spread import Spread, make_spread, read_counts
from leaderboard.standings import Board
from leaderboard.today import DealCard, deal_cards, deals_today, next_day_ms
from leaderboard.year import month_of

LISTED_DEALS = 60


@require_safe
@ensure_csrf_cookie
def landing(request: HttpRequest) -> HttpResponse:
    """Show the day: its deals face down, its boards, the way to the table."""
    now, player = clock.now(), current_player(request)
    deals = [_on_landing(deal, player, now) for deal in deals_today(player, now)]
    context = {
        "deals": deals,
        "variants": list(VARIANTS),
        "easier": _easier(deals),
        "running": selectors.running_of(player) if player else [],
        "today": now.date(),
        "og": _open_graph(request, deals[0]["card"], _("The Daily Constitutional")) if deals else None,
        "other": other_today(player) if player else None,
        "own": own_profile(player, now),
        "month": month_of(player, now.date().replace(day=1), now.date()) if player else None,
        "groups": groups_of(player),
        "next_day_ms": next_day_ms(now),
        "server_ms": clock.to_ms(now),
        "next_day_in": f"{dt.timedelta(seconds=(next_day_ms(now) - clock.to_ms(now)) // 1000)!s:0>8}",
    }
    return render(request, "landing.html", context)


def _easier(deals: list[dict[str, Any]]) -> str | None:
    """Give the rules of the easier of today's two; None if they are alike or not both graded."""
    rates = {
        d["variant"]: round(d["rate"] * 100) for d in deals if d["state"] == "open" and d["rate"] is not None
    }
    return max(rates, key=rates.__getitem__) if len(set(rates.values())) > 1 else None


def _on_landing(card: DealCard, player: Player | None, now: dt.datetime) -> dict[str, Any]:
    """Give a deal; of an open one the first rows, one's own below them, one's name and the histogram, too."""
    shown = msgspec.structs.asdict(card) | {"card": card, "grade_label": card.grade_label}
    deal = find_deal(card.slug, now) if card.state == "open" else None
    if deal is None:
        return shown
    spread = make_spread(read_counts(deal.pk, "time", is_closed=False), "time", None)
    me = public_name(player, deal.pk) if player else ""
    board = Board(deal.pk, "time", now)
    top, own = board.top(), board.around(player_id=player.pk) if player and card.you else None
    below = [row for row in own.near if row.player not in {row.player for row in top}] if own else []
    return shown | {"top": top, "below": below, "me": me, "spread": spread}


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """List the deals that have begun, newest first."""
    now, player = clock.now(), current_player(request)
    deals_today(player, now)
    deals = deal_cards(past_deals(now, limit=LISTED_DEALS), player, now)
    return render(request, "boards.html", {"deals": deals})


@require_safe
@ensure_csrf_cookie
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one deal's board in one order, a page at a time; `at=me` leads to the visitor's own row."""
    deal, player, now = existing_day(slug), current_player(request), clock.now()
    try:
        shown = board_page(request, deal)
    except ApiError as error:
        raise Http404(str(error.detail)) from None
    standings = Board(deal.pk, shown.by, now)
    if player and shown.me and request.GET.get("at") == "me":
        cursor = standings.cursor_to(player.pk)
        page = {"by": shown.by} | ({"cursor": cursor} if cursor else {})
        return redirect(f"{request.path}?{urlencode(page)}#me")
    (card,) = deal_cards([deal], player, now)
    title = _("The Division of No. %(number)s · The Daily Constitutional") % {"number": card.number}
    context = {
        "board": shown,
        "first": standings.first(),
        "deal": card,
        "og": _open_graph(request, card, title),
        "search": request.GET.get("search", "")[:40],
        "player": player,
        "spread": _spread(deal, shown),
        "is_here": shown.me is not None and any(row.player == shown.me.player for row in shown.rows),
        "below": share_below(deal.pk, standings.by, player.pk) if player and shown.me else None,
    }
    return render(request, "board.html", context)


def _spread(deal: Deal, shown: BoardPage) -> Spread | None:
    """Give the histogram of a board's wins, with the visitor's own marked; a void deal has none."""
    if deal.voided_at is not None:
        return None
    own = None
    if shown.me and shown.me.status == "won":
        own = shown.me.seconds if shown.by == "time" else shown.me.moves
    counts = read_counts(deal.pk, shown.by, is_closed=calendar.boards_are_closed(deal, clock.now()))
    return make_spread(counts, shown.by, own)


def existing_day(slug: str) -> Deal:
    """Give a daily deal that has begun. Raises Http404."""
    try:
        return existing_deal(slug)
    except ApiError as error:
        raise Http404(str(error.detail)) from None


def _open_graph(request: HttpRequest, card: DealCard, title: str) -> dict[str, str]:
    """Give what other sites read of a page about a day's deal, which is shown as `card`."""
    poster = posters.poster_of_day(card)
    image = posters.address_of(poster, "board_poster", card.slug)
    return posters.open_graph(request, title=title, poster=poster, image=image)


@require_safe
def day(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to where a deal can be played now: the day's seat, practice once it is closed, else its board."""
    deal = existing_day(slug)
    state = calendar.state_of(deal, clock.now())
    if state == "open":
        return redirect(f"{reverse('landing')}?{urlencode({'variant': deal.variant})}")
    if state == "closed":
        return redirect(f"{reverse('practice')}?{urlencode({'variant': deal.variant, 'seed': deal.seed})}")
    return redirect("board", slug)


@require_safe
def honours(request: HttpRequest) -> HttpResponse:
    """Show the best there ever was, on closed boards."""
    return render(request, "honours.html", {"roll": read_roll()})


@require_safe
@ensure_csrf_cookie
def game(request: HttpRequest, attempt_id: str) -> HttpResponse:
    """Show how an attempt went; what shows its moves only to whoever may see them."""
    attempt = selectors.find_attempt(attempt_id)
    player = current_player(request)
    is_own = attempt is not None and player is not None and attempt.player_id == player.pk
    if attempt is None or not (attempt.counts or is_own):
        raise Http404
    result, now = result_of(attempt, is_own=is_own), clock.now()
    # Whoever follows the link to a practice game finds nothing, so that link leads to its deal.
    shared = request.path if attempt.counts else result.deal_url or reverse("landing")
    result.share = words.share_text(result, request.build_absolute_uri(shared))
    poster, og = posters.poster_of_game(attempt, now), None
    if poster:
        result.poster = posters.address_of(poster, "game_poster", attempt.pk)
        title = _("The result of No. %(number)s · The Daily Constitutional") % {"number": result.number}
        og = posters.open_graph(request, title=title, poster=poster, image=result.poster)
    context = {
        "game": result,
        "script": {name: getattr(result, name) for name in ("attempt", "share", "postmortem", "poster")},
        "is_perfect": result.is_perfect,
        "edition": words.edition_of(result),
        "headline": words.headline_of(attempt.status),
        "standing": words.standing_of(result),
        "chamber": portrait.chamber(result.seats) if result.seats else None,
        "own": own_profile(attempt.player, now) if is_own and result.date == now.date() else None,
        "og": og,
    }
    return render(request, "result.html", context)
