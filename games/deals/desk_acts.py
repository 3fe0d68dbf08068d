"""What curators do at the desk, as pages: asking is a page of its own (GET), doing a POST.

The law: no page here changes anything but through desk.py.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from games import clock
from games.deals import almanac, desk, forms
from games.deals.audit import hand_of
from games.deals.desk_views import render_desk
from games.deals.models import Certificate, Deal

MAX_MANY = 31


def _say_errors(request: HttpRequest, form: Form) -> None:
    messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))


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
        _say_errors(request, form)
    return redirect("admin:deals_candidates")


@require_POST
def describe(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a day its title and note."""
    deal = get_object_or_404(Deal, pk=pk)
    form = forms.DescribeForm(request.POST)
    if form.is_valid():
        try:
            desk.describe_deal(deal=deal, **form.cleaned_data, by=hand_of(request))
            messages.success(request, _("Title and note are kept."))
        except desk.Refused as refusal:
            messages.error(request, str(refusal.words))
    else:
        _say_errors(request, form)
    return redirect("admin:deals_desk", pk=pk)


def schedule(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a date, and publish a candidate on it."""
    deal = get_object_or_404(Deal, pk=pk)
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
    deal = get_object_or_404(Deal, pk=pk)
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
    deal = get_object_or_404(Deal, pk=pk)
    return _ask(
        request,
        deal,
        Form(request.POST or None),
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
    deal = get_object_or_404(Deal, pk=pk)
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
    deal = get_object_or_404(Deal, pk=pk)
    return _ask(
        request,
        deal,
        Form(request.POST or None),
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
    do: Callable[[dict[str, Any]], object],
    **words: str | Promise | bool,
) -> HttpResponse:
    """Ask on a GET; on a POST do it, or say why not (409). `words` are the page's."""
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
    context = {"deal": deal, "certificate": certificate, "form": form, **words}
    return render_desk(request, "ask", context, status)


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
    return render_desk(request, "many", context, 409 if errors else 200)


def _read_deals(chosen: list[str]) -> list[Deal]:
    keys = [int(key) for key in chosen if key.isascii() and key.isdigit() and len(key) < 18][:MAX_MANY]
    deals = Deal.objects.filter(pk__in=keys, date=None, in_pool=False).select_related("certificate")
    return list(deals.order_by("variant", "pk"))


def _propose(deals: list[Deal]) -> dict[int, dt.date]:
    """Give each deal the next open date of its rules; of those to come first the ones that want its grade."""
    proposed: dict[int, dt.date] = {}
    for variant in {deal.variant for deal in deals}:
        own = [deal for deal in deals if deal.variant == variant]
        proposed |= dict(zip((deal.pk for deal in own), almanac.open_dates(variant, len(own)), strict=True))
    return proposed
