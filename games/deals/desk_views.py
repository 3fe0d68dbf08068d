"""The curators' desk: pages of the admin. Looking is a GET, asking a page of its own, doing a POST.

The law: no page here shows a seed, a card or a line but through sightings.look_at, and no page
changes anything but through desk.py.
"""

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from games import clock, engine
from games.deals import almanac, audit, calendar, desk, forms, sightings
from games.deals import study as solving
from games.deals.audit import hand_of
from games.deals.models import Certificate, Deal
from games.deals.selectors import candidates
from games.deals.sheets import csv_response

VIEW, CURATE, VOID = "deals.view_deal", "deals.curate_deal", "deals.void_deal"
PER_PAGE = 40
MAX_MANY = 31

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
        page("calendar/", "calendar", VIEW, show_calendar),
        page("candidates/", "candidates", CURATE, show_candidates),
        page("candidates/draw/", "draw", CURATE, draw),
        page("many/", "many", CURATE, schedule_many),
        page("study/", "study", CURATE, study),
        page("deals.csv", "csv", VIEW, deals_csv),
        page("<int:pk>/desk/", "desk", VIEW, show_deal),
        page("<int:pk>/look/", "look", CURATE, look),
        page("<int:pk>/describe/", "describe", CURATE, describe),
        page("<int:pk>/schedule/", "schedule", CURATE, schedule),
        page("<int:pk>/swap/", "swap", CURATE, swap),
        page("<int:pk>/withdraw/", "withdraw", CURATE, withdraw),
        page("<int:pk>/void/", "void", VOID, void),
        page("<int:pk>/replace/", "replace", VOID, replace),
    ]


# --- looking -----------------------------------------------------------------------------------


@require_safe
def show_calendar(request: HttpRequest) -> HttpResponse:
    """Show a month of both variants."""
    first = _read_month(request.GET.get("month", ""))
    context = {
        "title": _("Calendar"),
        "weeks": almanac.month_of(first),
        "first": first,
        "before": (first - dt.timedelta(days=1)).replace(day=1),
        "after": (first + dt.timedelta(days=31)).replace(day=1),
        "today": clock.today(),
    }
    return _render(request, "calendar", context)


def _read_month(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(f"{text}-01")
    except ValueError:
        return clock.today().replace(day=1)


@require_safe
def show_candidates(request: HttpRequest) -> HttpResponse:
    """List what may be scheduled, and what waits for the clerk."""
    wish = forms.FilterForm(request.GET)
    deals = Deal.objects.filter(date=None, in_pool=False).select_related("certificate").order_by("-pk")
    if wish.is_valid():
        if wish.cleaned_data["variant"]:
            deals = deals.filter(variant=wish.cleaned_data["variant"])
        if wish.cleaned_data["grade"]:
            deals = deals.filter(certificate__grade=wish.cleaned_data["grade"])
    page = Paginator(deals.defer("seed", "certificate__line"), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "title": _("Candidates"),
        "filter": wish,
        "draw": forms.DrawForm(),
        "page": page,
        "seen": sightings.seen_among(request.user.pk, list(page)) if request.user.pk else set(),
    }
    return _render(request, "candidates", context)


@require_safe
def show_deal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one deal: what is no secret, and its cards to whoever has looked before or when they are open."""
    deal = _find(pk)
    hand = hand_of(request)
    has_seen = sightings.has_seen(hand.user_id, deal)
    shown = None
    if sightings.is_open_to_all(deal) or (has_seen and request.user.has_perm(CURATE)):
        try:
            shown = sightings.look_at(deal=deal, by=hand)
        except sightings.Sealed:
            shown = None
    certificate = Certificate.objects.defer("line").filter(deal=deal).first()
    context = {
        "title": str(deal) if deal.slug else _("Candidate %(pk)s") % {"pk": deal.pk},
        "deal": deal,
        "state": calendar.state_of(deal, clock.now()) if deal.date else "drawn",
        "number": calendar.number_of(deal.date) if deal.date else None,
        "certificate": certificate,
        "house": certificate.house if certificate else None,
        "is_sealed": sightings.is_sealed(deal),
        "has_seen": has_seen,
        "picture": _picture(shown.cards) if shown else None,
        "line": shown.line if shown else None,
        "seed": shown.seed if shown else None,
        "describe": None
        if deal.has_begun()
        else forms.DescribeForm(initial={"title": deal.title, "note": deal.note}),
        "is_candidate": candidates(deal.variant).filter(pk=deal.pk).exists(),
        "can_be_replaced": _can_be_replaced(deal),
        "others": Deal.objects.filter(date=deal.date, variant=deal.variant).exclude(pk=deal.pk)
        if deal.date
        else [],
    }
    return _render(request, "deal", context)


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
    deal = _find(pk)
    try:
        sightings.look_at(deal=deal, by=hand_of(request))
    except sightings.Sealed:
        messages.error(request, _("A live deal is shown to nobody until its boards have closed."))
    return redirect("admin:deals_desk", pk=pk)


# --- doing -------------------------------------------------------------------------------------


@require_POST
def draw(request: HttpRequest) -> HttpResponse:
    """Draw candidates."""
    form = forms.DrawForm(request.POST)
    if form.is_valid():
        drawn = desk.draw_candidates(**form.cleaned_data, by=hand_of(request))
        messages.success(
            request,
            ngettext(
                "%(count)d drawn; the clerk certifies and grades it now.",
                "%(count)d drawn; the clerk certifies and grades them now.",
                len(drawn),
            )
            % {"count": len(drawn)},
        )
    else:
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    return redirect("admin:deals_candidates")


@require_POST
def describe(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a day its title and note."""
    deal = _find(pk)
    form = forms.DescribeForm(request.POST)
    if form.is_valid():
        try:
            desk.describe_deal(deal=deal, **form.cleaned_data, by=hand_of(request))
            messages.success(request, _("Title and note are kept."))
        except desk.Refused as refusal:
            messages.error(request, str(refusal.words))
    else:
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    return redirect("admin:deals_desk", pk=pk)


def schedule(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a date, and publish a candidate on it."""
    deal = _find(pk)
    date = request.GET.get("date") or almanac.open_dates(deal.variant, 1)[0].isoformat()
    return _ask(
        request,
        deal,
        forms.DateForm(request.POST or None, initial={"date": date}),
        title=_("Schedule this deal?"),
        words=gettext_lazy(
            "Its commitment becomes public at once, and stays so. The seed serves this date and no other,"
            " for ever."
        ),
        button=_("Yes, schedule it"),
        do=lambda data: desk.schedule_deals(places=[(deal, data["date"])], by=hand_of(request)),
    )


def swap(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a candidate, and put it in a deal's place."""
    deal = _find(pk)
    return _ask(
        request,
        deal,
        forms.SwapForm(request.POST or None, variant=deal.variant),
        title=_("Swap this deal?"),
        words=gettext_lazy(
            "It is withdrawn and its seed is burnt: it never serves again. Both commitments stay in the"
            " public list, where anybody sees the swap."
        ),
        button=_("Yes, swap it"),
        do=lambda data: desk.swap_deal(deal=deal, candidate=data["candidate"], by=hand_of(request)),
        danger=True,
    )


def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, and take a deal off the calendar."""
    deal = _find(pk)
    return _ask(
        request,
        deal,
        forms.WithdrawForm(request.POST or None),
        title=_("Withdraw this deal?"),
        words=gettext_lazy(
            "Its seed is burnt: it never serves again. Its commitment stays in the public list. The date is"
            " open then, and the clerk fills it unless you are quicker."
        ),
        button=_("Yes, withdraw it"),
        do=lambda _data: desk.withdraw_deal(deal=deal, by=hand_of(request)),
        danger=True,
    )


def void(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a reason, and void a live deal."""
    deal = _find(pk)
    return _ask(
        request,
        deal,
        forms.VoidForm(request.POST or None, initial={"replace": deal.date == clock.today()}),
        title=_("Void this deal?"),
        words=gettext_lazy(
            "Nobody’s game on it counts any more; games that run go on as practice, and streaks are spared."
            " This cannot be taken back."
        ),
        button=_("Yes, void it"),
        do=lambda data: desk.void_deal(
            deal=deal,
            reason=data["reason"],
            replace=data["replace"] and deal.date == clock.today(),
            by=hand_of(request),
        ),
        danger=True,
    )


def replace(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, and open a replacement of today's void deal."""
    deal = _find(pk)
    return _ask(
        request,
        deal,
        forms.WithdrawForm(request.POST or None),
        title=_("Open a replacement?"),
        words=gettext_lazy(
            "A certified candidate that no curator has looked at opens at once, for the rest of today."
        ),
        button=_("Yes, open it"),
        do=lambda _data: desk.replace_deal(deal=deal, by=hand_of(request)),
    )


def _ask(
    request: HttpRequest,
    deal: Deal,
    form: Form,
    *,
    title: str,
    words: str | Promise,
    button: str,
    do: Callable[[dict[str, Any]], object],
    danger: bool = False,
) -> HttpResponse:
    """Ask on a GET; on a POST do it, or say why not (409)."""
    status = 200
    # A form without fields is bound by any POST, since its data holds the token alone.
    if request.method == "POST" and form.is_valid():
        try:
            do(form.cleaned_data)
        except desk.Refused as refusal:
            form.add_error(None, str(refusal.words))
            status = 409
        else:
            messages.success(request, _("Done."))
            return redirect("admin:deals_desk", pk=deal.pk)
    certificate = Certificate.objects.defer("line").filter(deal=deal).first()
    context = {
        "title": title,
        "deal": deal,
        "certificate": certificate,
        "form": form,
        "words": words,
        "button": button,
        "danger": danger,
    }
    return _render(request, "ask", context, status)


def schedule_many(request: HttpRequest) -> HttpResponse:
    """Propose a date for each chosen candidate; publish all of them, or none."""
    chosen = request.GET.getlist("deal") if request.method == "GET" else request.POST.getlist("deal")
    deals = _read_deals(chosen)
    proposed = _propose(deals)
    errors: list[str] = []
    if request.method == "POST":
        places = []
        for deal in deals:
            typed = request.POST.get(f"date-{deal.pk}", "")
            try:
                proposed[deal.pk] = dt.date.fromisoformat(typed)
            except ValueError:
                errors.append(_("%(date)s is no date.") % {"date": typed[:20]})
            places.append((deal, proposed[deal.pk]))
        if not errors:
            try:
                desk.schedule_deals(places=places, by=hand_of(request))
            except desk.Refused as refusal:
                errors.append(str(refusal.words))
            else:
                count = len(places)
                words = ngettext("%(count)d deal is scheduled.", "%(count)d deals are scheduled.", count)
                messages.success(request, words % {"count": count})
                return redirect("admin:deals_calendar")
    rows = [(deal, proposed[deal.pk]) for deal in deals]
    context = {"title": _("Schedule these deals?"), "rows": rows, "errors": errors}
    return _render(request, "many", context, 409 if errors else 200)


def _read_deals(chosen: list[str]) -> list[Deal]:
    keys = [int(key) for key in chosen if key.isascii() and key.isdigit() and len(key) < 18][:MAX_MANY]
    deals = Deal.objects.filter(pk__in=keys, date=None, in_pool=False).select_related("certificate")
    return list(deals.order_by("variant", "pk"))


def _propose(deals: list[Deal]) -> dict[int, dt.date]:
    """Give each deal the next open date of its rules; of those to come first the ones that want its grade."""
    proposed: dict[int, dt.date] = {}
    for variant in {deal.variant for deal in deals}:
        own = [deal for deal in deals if deal.variant == variant]
        for deal, date in zip(own, almanac.open_dates(variant, len(own)), strict=True):
            proposed[deal.pk] = date
    return proposed


# --- study -------------------------------------------------------------------------------------


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
    return _render(request, "study", context)


# --- sheets ------------------------------------------------------------------------------------

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
    certificates = almanac.certificates_of(deals)
    return csv_response(
        "deals.csv", DEALS_HEADER, (_row(deal, certificates.get(deal.pk), now) for deal in deals)
    )


def _row(deal: Deal, certificate: Certificate | None, now: dt.datetime) -> list[object]:
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


def _find(pk: int) -> Deal:
    deal = Deal.objects.filter(pk=pk).first()
    if deal is None:
        raise Http404
    return deal


def _render(request: HttpRequest, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    common = admin.site.each_context(request)
    return render(request, f"admin/deals/{name}.html", {**common, **context}, status=status)
