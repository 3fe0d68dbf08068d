"""The curators' desk: what is looked at. What is done stands in desk_acts.py, the addresses in admin.py.

The law: no page here shows a seed, a card or a line but through sightings.look_at.
"""

import datetime as dt
from contextlib import suppress
from typing import Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import clock, engine
from games.deals import almanac, audit, calendar, forms, sightings
from games.deals import study as solving
from games.deals.audit import hand_of
from games.deals.models import Deal
from games.deals.selectors import candidates
from games.deals.sheets import csv_response

VIEW, CURATE, VOID = "deals.view_deal", "deals.curate_deal", "deals.void_deal"
PER_PAGE = 40


@require_safe
def show_calendar(request: HttpRequest) -> HttpResponse:
    """Show a month of both variants."""
    first = calendar.read_month(request.GET.get("month", ""))
    context = {
        "title": _("Calendar"),
        "weeks": almanac.month_of(first),
        "first": first,
        "before": (first - dt.timedelta(days=1)).replace(day=1),
        "after": (first + dt.timedelta(days=31)).replace(day=1),
        "today": clock.today(),
    }
    return render_desk(request, "calendar", context)


@require_safe
def show_candidates(request: HttpRequest) -> HttpResponse:
    """List what may be scheduled, and what waits for the clerk."""
    wish = forms.FilterForm(request.GET)
    deals = Deal.objects.filter(date=None, in_pool=False).select_related("certificate").order_by("-pk")
    if wish.is_valid():
        wanted = {"variant": wish.cleaned_data["variant"], "certificate__grade": wish.cleaned_data["grade"]}
        deals = deals.filter(**{name: value for name, value in wanted.items() if value})
    page = Paginator(deals.defer("seed", "certificate__line"), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "title": _("Candidates"),
        "filter": wish,
        "draw": forms.DrawForm(),
        "page": page,
        "seen": sightings.seen_among(request.user.pk, list(page)) if request.user.pk else set(),
    }
    return render_desk(request, "candidates", context)


@require_safe
def show_deal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one deal: what is no secret, and its cards to whoever has looked before or when they are open."""
    deal = get_object_or_404(Deal, pk=pk)
    hand = hand_of(request)
    may_see = request.user.has_perm(CURATE) and sightings.has_seen(hand.user_id, deal)
    shown = None
    if may_see or calendar.boards_are_closed(deal, clock.now()):
        with suppress(sightings.Sealed):
            shown = sightings.look_at(deal=deal, by=hand)
    context = {
        "title": str(deal) if deal.slug else _("Candidate %(pk)s") % {"pk": deal.pk},
        "deal": deal,
        "state": calendar.state_of(deal, clock.now()),
        "number": calendar.number_of(deal.date) if deal.date else None,
        "shown": shown,
        "picture": _picture(shown.cards) if shown else None,
        "describe": forms.DescribeForm(initial={"title": deal.title, "note": deal.note}),
        "is_candidate": candidates(deal.variant).filter(pk=deal.pk).exists(),
        "can_be_replaced": _can_be_replaced(deal),
        "others": deal.date and Deal.objects.filter(date=deal.date, variant=deal.variant).exclude(pk=deal.pk),
    }
    return render_desk(request, "deal", context)


def _can_be_replaced(deal: Deal) -> bool:
    if deal.voided_at is None or deal.date != clock.today():
        return False
    return not Deal.objects.filter(
        date=deal.date, variant=deal.variant, withdrawn_at=None, voided_at=None
    ).exists()


def _picture(cards: tuple[str, ...]) -> dict[str, Any]:
    """Give the cards as the picture template takes them: four rows of eight, and the stock."""
    faces = [{"r": "10" if card[0] == "T" else card[0], "s": card[1].lower(), "name": card} for card in cards]
    rows = [faces[start : start + 8] for start in range(0, 32, 8)]
    return {
        "rows": list(zip(("privy", "lords", "commons", "people"), rows, strict=True)),
        "stock": faces[32:],
    }


@require_POST
def look(request: HttpRequest, pk: int) -> HttpResponse:
    """Look at a deal's cards: from here on it is on record, and one's own game of it is practice."""
    may_look(request, get_object_or_404(Deal, pk=pk))
    return redirect("admin:deals_desk", pk=pk)


def may_look(request: HttpRequest, deal: Deal) -> bool:
    """Write down that somebody looks, and say whether they may; why not is said on the next page."""
    try:
        sightings.look_at(deal=deal, by=hand_of(request))
    except sightings.Sealed:
        messages.error(request, _("A live deal is shown to nobody until its boards have closed."))
        return False
    return True


def study(request: HttpRequest) -> HttpResponse:
    """Study a seed, cards or a record: look, solve, play; such a deal is never scheduled."""
    form = forms.StudyForm(request.POST or None)
    context: dict[str, Any] = {"title": _("Study a deal"), "form": form}
    if request.method == "POST" and form.is_valid():
        record = form.cleaned_data["record"]
        known = Deal.objects.filter(seed=record.seed).first() if record.seed else None
        try:
            if known is not None:  # one of ours: who has its seed must have seen it, and is on record now
                sightings.look_at(deal=known, by=hand_of(request))
        except sightings.Sealed:
            form.add_error("text", _("This deal is live; it can be studied once its boards have closed."))
        else:
            cards = record.cards or ()
            context |= {
                "picture": _picture(cards),
                "cards": " ".join(cards),
                "record": record,
                "solved": solving.solve(engine.write_record(record)),
            }
    return render_desk(request, "study", context)


DEALS_HEADER = (
    "date", "number", "variant", "slug", "state", "title", "note", "grade", "par", "verdict", "win_rate",
    "commitment", "published", "withdrawn", "voided", "reason", "seed",
)  # fmt: skip


@require_safe
def deals_csv(request: HttpRequest) -> HttpResponseBase:
    """Give all published deals as CSV; a seed once the boards have closed."""
    now = clock.now()
    deals = Deal.objects.filter(date__isnull=False).order_by("date", "variant", "ordinal", "pk")
    audit.write_entry(by=hand_of(request), action="exported", subject="deals.csv")
    deals = deals.select_related("certificate").defer("certificate__line", "certificate__house")
    return csv_response("deals.csv", DEALS_HEADER, (_row(deal, now) for deal in deals))


def _row(deal: Deal, now: dt.datetime) -> list[object]:
    certificate = getattr(deal, "certificate", None)
    return [
        deal.date,
        calendar.number_of(deal.date) if deal.date else None,
        deal.variant,
        deal.slug,
        calendar.state_of(deal, now),
        deal.title,
        deal.note,
        *(
            (certificate.grade, certificate.par, certificate.verdict, certificate.rate)
            if certificate
            else [None] * 4
        ),
        deal.commitment,
        deal.published_at,
        deal.withdrawn_at,
        deal.voided_at,
        deal.void_reason,
        deal.seed if calendar.boards_are_closed(deal, now) else None,
    ]


def render_desk(request: HttpRequest, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Give a page of the desk in the admin's frame."""
    common = admin.site.each_context(request)
    return render(request, f"admin/deals/{name}.html", {**common, **context}, status=status)
