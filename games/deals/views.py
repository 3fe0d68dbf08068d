"""Pages for players who want proof: all commitments, and one checked in their own browser."""

import datetime as dt
from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import clock
from games.deals import calendar, selectors
from games.deals.models import Deal

PER_PAGE = 20


class Seal(NamedTuple):
    """A commitment as it is shown; `seed` is empty until the boards have closed."""

    deal: Deal
    state: str
    seed: str


def _seal(deal: Deal, now: dt.datetime) -> Seal:
    is_open = calendar.boards_are_closed(deal, now)
    return Seal(deal, calendar.state_of(deal, now), deal.seed if is_open else "")


@require_safe
def commitments(request: HttpRequest) -> HttpResponse:
    """List everything ever promised, newest first: days that have begun, and whatever was withdrawn.

    What is still to come stands apart.
    """
    now = clock.now()
    promised = selectors.commitments(now).reverse()
    to_come = Q(date__gt=now.date(), withdrawn_at=None)
    page = Paginator(promised.exclude(to_come), PER_PAGE).get_page(request.GET.get("page"))
    coming = promised.filter(to_come).reverse()
    lists = {"seals": [_seal(deal, now) for deal in page], "coming": [_seal(deal, now) for deal in coming]}
    return render(request, "commitments.html", {"page": page} | lists)


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Let the browser work out a seed: that of a day (`deal`), or any (`seed`, `commitment`)."""
    now = clock.now()
    deal = selectors.find_deal(request.GET.get("deal", "")[:40], now)
    seal = _seal(deal, now) if deal else None
    context = {
        "deal": deal,
        "seed": seal.seed if seal else request.GET.get("seed", "")[:64],
        "commitment": deal.commitment if deal else request.GET.get("commitment", "")[:64],
    }
    return render(request, "verify.html", context)
