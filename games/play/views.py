"""The pages of play: the table and the way into practice. No page holds a card."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games import clock
from games.deals import calendar, house
from games.deals.models import GRADE_CHOICES, Certificate
from games.deals.selectors import find_deal, grade_of
from games.engine import VARIANTS
from games.play import selectors
from games.play.lesson import lesson
from games.play.models import Attempt
from games.players.identity import current_player
from games.players.models import Player
from games.players.selectors import public_name

LAST_GAMES = 12


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest, attempt_id: str) -> HttpResponse:
    """Show the table of one's own attempt; the socket brings the cards."""
    attempt = selectors.find_attempt(attempt_id)
    player = current_player(request)
    if attempt is None or player is None or attempt.player_id != player.pk:
        raise Http404
    deal = attempt.deal
    # A practice game keeps its seed alone; of the pool's deals it is no secret how hard they are.
    of_deal = (
        {"deal": deal}
        if deal
        else {"deal__seed": attempt.seed, "deal__variant": attempt.variant, "deal__in_pool": True}
    )
    certificate = Certificate.objects.filter(**of_deal).only("grade", "house").first()
    page = {
        "attempt": attempt.pk,
        "socket": f"/ws/attempts/{attempt.pk}/",
        "variant": attempt.variant,
        "ranked": attempt.counts,
        "other": other_today(player),
        "player": public_name(player, attempt.deal_id),
        # Results and progress curves of the house players; nothing about cards.
        "house": house.in_visitors_words(certificate.house or []) if certificate and attempt.counts else [],
        "urls": {
            "landing": reverse("landing"),
            "result": reverse("game", args=[attempt.pk]),
            "practice": reverse("practice"),
            "deal": address_of_deal(attempt),
            "board": reverse("board", args=[deal.slug]) if deal and deal.slug else None,
        },
    }
    written = {
        # Shown at a table whose game goes on as practice.
        "void_reason": deal.void_reason if deal else "",
        "number": calendar.number_of(deal.date) if deal and deal.date else None,
        "date": deal.date if deal else None,
        "grade": certificate.get_grade_display() if certificate else "",
        "seed": _seed_to_share(attempt),
    }
    return render(request, "table.html", {"page": page | written, "script": page})


def _seed_to_share(attempt: Attempt) -> str | None:
    """Give a practice deal's seed; a day's deal is practised by its seed once its boards have closed."""
    if attempt.deal is not None and not attempt.counts:
        return attempt.deal.seed if calendar.boards_are_closed(attempt.deal, clock.now()) else None
    return attempt.seed or None


def address_of_deal(attempt: Attempt) -> str | None:
    """Give the address at which anybody may practise the same deal."""
    seed = _seed_to_share(attempt)
    return f"{reverse('practice')}?{urlencode({'variant': attempt.variant, 'seed': seed})}" if seed else None


def other_today(player: Player) -> str | None:
    """Give the rules of today's deal that a player has not begun."""
    deal = selectors.unplayed_today(player, clock.now())
    return deal.variant if deal else None


@require_safe
def line(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how a deal can be won, once its boards have closed; the API brings the line."""
    now = clock.now()
    deal = find_deal(slug, now)
    if deal is None or deal.date is None or not calendar.boards_are_closed(deal, now):
        raise Http404
    winning = Certificate.objects.filter(deal=deal, verdict="won").values_list("line", flat=True).first()
    if not winning:
        raise Http404
    page = {"deal": deal, "number": calendar.number_of(deal.date), "moves": len(winning.split())}
    return render(request, "line.html", page)


@require_safe
@ensure_csrf_cookie
def practice(request: HttpRequest) -> HttpResponse:
    """Offer a practice game, by seed or at random; `variant` and `seed` of a shared link are filled in."""
    asked, seed = request.GET.get("variant"), request.GET.get("seed", "")[:64]
    variant = asked if asked in VARIANTS else "standard"
    player = current_player(request)
    context = {
        "variants": list(VARIANTS),
        "variant": variant,
        "seed": seed,
        "seed_grade": grade_of(variant, seed, clock.now()) if seed else "",
        "grades": GRADE_CHOICES,
        "grade": request.GET.get("grade", ""),
        "games": selectors.practice_of(player)[:LAST_GAMES] if player else [],
    }
    return render(request, "practice.html", context)


@require_safe
@ensure_csrf_cookie
def replay(request: HttpRequest) -> HttpResponse:
    """Take a pasted record; the API reads it and brings the game."""
    return render(request, "replay.html", {"variants": list(VARIANTS)})


@require_safe
@ensure_csrf_cookie
def learn(request: HttpRequest, variant: str = "standard") -> HttpResponse:
    """Show a lesson: a table like any other, whose source is a script. `then` is the deal to follow."""
    deal = find_deal(request.GET.get("then", "")[:40], clock.now())
    page = {"lesson": lesson(variant), "variant": variant, "then": deal and deal.slug}
    return render(request, "learn.html", page)
