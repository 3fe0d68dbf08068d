"""What the curators fill in. A form checks shapes; what the calendar takes is for desk.py to say."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.contrib.admin.helpers import ActionForm
from django.utils.translation import gettext_lazy as _

from games import clock, engine
from games.deals import almanac
from games.deals.desk import MAX_DRAWN
from games.deals.models import GRADE_CHOICES, VARIANT_CHOICES, Deal
from games.deals.selectors import candidates
from games.deals.study import read
from games.engine import VARIANTS
from games.unreadable import text_in_words

MAX_STUDIED = 20_000


class FilterForm(forms.Form):
    """Which candidates are listed."""

    variant = forms.ChoiceField(label=_("Rules"), choices=[("", _("both")), *VARIANT_CHOICES], required=False)
    grade = forms.ChoiceField(label=_("Grade"), choices=[("", _("all")), *GRADE_CHOICES], required=False)


class DrawForm(forms.Form):
    """How many candidates the server draws."""

    variant = forms.ChoiceField(label=_("Rules"), choices=VARIANT_CHOICES)
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MAX_DRAWN, initial=5)


class DescribeForm(forms.Form):
    """What a day is called."""

    title = forms.CharField(
        label=_("Title"),
        max_length=60,
        required=False,
        help_text=_("Players see title and note with the day. Both stand once the date has begun."),
    )
    note = forms.CharField(
        label=_("Note"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class CandidateField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice among candidates, told by grade; nothing secret."""

    def label_from_instance(self, obj: Any) -> str:
        """Name a candidate by its grade and win rate."""
        return _("No. %(pk)d: %(grade)s, won by %(rate)d of 100") % {
            "pk": obj.pk,
            "grade": obj.certificate.get_grade_display(),
            "rate": round(100 * obj.certificate.rate),
        }


class DealForm(forms.Form):
    """What is asked before something is done with a deal; nothing but "sure?" here."""

    def __init__(self, data: Any, deal: Deal) -> None:
        super().__init__(data)


class SwapForm(DealForm):
    """What takes a deal's place."""

    candidate = CandidateField(label=_("The candidate that takes its place"), queryset=Deal.objects.none())

    def __init__(self, data: Any, deal: Deal) -> None:
        super().__init__(data, deal)
        fit = candidates(deal.variant).select_related("certificate").defer("certificate__line")
        cast(CandidateField, self.fields["candidate"]).queryset = fit


class VoidForm(DealForm):
    """Why a deal is void, and whether another opens in its place: on its own date alone."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Players read it on the first page, the board and their result."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    replace = forms.BooleanField(
        label=_("Open a replacement at once"),
        required=False,
        initial=True,
        help_text=_("A certified candidate of the same grade that no curator has looked at; today only."),
    )

    def __init__(self, data: Any, deal: Deal) -> None:
        super().__init__(data, deal)
        if deal.date != clock.today():
            del self.fields["replace"]


class DatesForm(forms.Form):
    """A date for each of some deals; proposed are the next that have none of its rules."""

    def __init__(self, data: Any, deals: Sequence[Deal]) -> None:
        super().__init__(data)
        self.deals = deals
        for variant in VARIANTS:
            own = [deal for deal in deals if deal.variant == variant]
            for deal, date in zip(own, almanac.open_dates(variant, len(own)), strict=True):
                label = _("Date of candidate %(pk)s") % {"pk": deal.pk}
                widget = forms.DateInput({"type": "date", "aria-label": label}, "%Y-%m-%d")
                self.fields[str(deal.pk)] = forms.DateField(initial=date, widget=widget)

    def clean(self) -> dict[str, Any]:
        """Give `places` alone: each deal with its date, as far as that is one."""
        dates = super().clean() or {}
        return {"places": [(deal, dates.get(str(deal.pk))) for deal in self.deals]}


class StudyForm(forms.Form):
    """A seed, 80 cards or a record."""

    variant = forms.ChoiceField(label=_("Rules"), choices=VARIANT_CHOICES)
    text = forms.CharField(
        label=_("A seed, 80 cards, or a record"),
        max_length=MAX_STUDIED,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Give `record` besides: what was typed, as a game. Errors name the line."""
        data = super().clean() or {}
        if "text" in data and "variant" in data:
            try:
                data["record"] = read(str(data["text"]).strip(), str(data["variant"]))
            except engine.BadText as error:
                self.add_error("text", text_in_words(error))
        return data


class ReasonForm(ActionForm):
    """What is asked beside an action of a list in the admin."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
