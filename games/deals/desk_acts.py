"""What curators do at the desk, as pages: asking is a page of its own (GET), doing a POST.

The law: no page here changes anything but through desk.py.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.deals import desk, forms
from games.deals.audit import hand_of
from games.deals.desk_views import CURATE, VOID, render_desk
from games.deals.models import Deal

MAX_MANY = 31


class Act(NamedTuple):
    """Something that is done with a deal once it was asked: `do` takes `deal`, `by` and the form's data."""

    permission: str
    form: type[forms.DealForm]
    do: Callable[..., object]
    title: Promise
    words: Promise
    button: Promise
    danger: bool = False


ACTS = {
    "swap": Act(
        CURATE,
        forms.SwapForm,
        desk.swap_deal,
        _("Swap this deal?"),
        _(
            "It is withdrawn and its seed is burnt: it never serves again. Both commitments stay in the"
            " public list, where anybody sees the swap."
        ),
        _("Yes, swap it"),
        danger=True,
    ),
    "withdraw": Act(
        CURATE,
        forms.DealForm,
        desk.withdraw_deal,
        _("Withdraw this deal?"),
        _(
            "Its seed is burnt: it never serves again. Its commitment stays in the public list. The date is"
            " open then, and the clerk fills it unless you are quicker."
        ),
        _("Yes, withdraw it"),
        danger=True,
    ),
    "void": Act(
        VOID,
        forms.VoidForm,
        desk.void_deal,
        _("Void this deal?"),
        _(
            "Nobody’s game on it counts any more; games that run go on as practice, and streaks are spared."
            " This cannot be taken back."
        ),
        _("Yes, void it"),
        danger=True,
    ),
    "replace": Act(
        VOID,
        forms.DealForm,
        desk.replace_deal,
        _("Open a replacement?"),
        _("A certified candidate that no curator has looked at opens at once, for the rest of today."),
        _("Yes, open it"),
    ),
}


def ask(request: HttpRequest, pk: int, act: Act) -> HttpResponse:
    """Ask on a GET; on a POST do it, or say why not (409)."""
    deal = get_object_or_404(Deal, pk=pk)
    form = act.form(request.POST if request.method == "POST" else None, deal)
    if _is_done(form, act.do, deal=deal, by=hand_of(request)):
        messages.success(request, gettext("Done."))
        return redirect("admin:deals_desk", pk=pk)
    status = 409 if form.non_field_errors() else 200
    return render_desk(request, "ask", act._asdict() | {"deal": deal, "form": form}, status)


def _is_done(form: Form, do: Callable[..., object], **more: object) -> bool:
    """Do what a form asks, if it asks rightly, and say whether it was done; a refusal is an error of it."""
    if form.is_valid():
        try:
            do(**form.cleaned_data, **more)
        except desk.Refused as refusal:
            form.add_error(None, str(refusal.words))
    return form.is_valid()


def _say_errors(request: HttpRequest, form: Form) -> None:
    messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))


@require_POST
def draw(request: HttpRequest) -> HttpResponse:
    """Draw candidates."""
    form = forms.DrawForm(request.POST)
    if _is_done(form, desk.draw_candidates, by=hand_of(request)):
        count = form.cleaned_data["count"]
        words = ngettext(
            "%(count)d drawn; the clerk certifies and grades it now.",
            "%(count)d drawn; the clerk certifies and grades them now.",
            count,
        )
        messages.success(request, words % {"count": count})
    else:
        _say_errors(request, form)
    return redirect("admin:deals_candidates")


@require_POST
def describe(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a day its title and note."""
    deal = get_object_or_404(Deal, pk=pk)
    form = forms.DescribeForm(request.POST)
    if _is_done(form, desk.describe_deal, deal=deal, by=hand_of(request)):
        messages.success(request, gettext("Title and note are kept."))
    else:
        _say_errors(request, form)
    return redirect("admin:deals_desk", pk=pk)


def schedule(request: HttpRequest) -> HttpResponse:
    """Propose a date for each chosen candidate; publish all of them, or none."""
    chosen = (request.POST if request.method == "POST" else request.GET).getlist("deal")
    keys = [int(key) for key in chosen if key.isascii() and key.isdigit() and len(key) < 18][:MAX_MANY]
    known = Deal.objects.filter(pk__in=keys, date=None, in_pool=False).select_related("certificate")
    deals = list(known.order_by("variant", "pk"))
    form = forms.DatesForm(request.POST if request.method == "POST" else None, deals)
    if _is_done(form, desk.schedule_deals, by=hand_of(request)):
        count = len(deals)
        words = ngettext("%(count)d deal is scheduled.", "%(count)d deals are scheduled.", count)
        messages.success(request, words % {"count": count})
        if count == 1:
            return redirect("admin:deals_desk", pk=deals[0].pk)
        return redirect("admin:deals_calendar")
    title = ngettext("Schedule this deal?", "Schedule these deals?", len(deals))
    context = {"title": title, "rows": [(deal, form[str(deal.pk)]) for deal in deals], "form": form}
    return render_desk(request, "schedule", context, 409 if form.errors else 200)
