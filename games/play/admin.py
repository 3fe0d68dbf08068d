"""Attempts in the admin, to look at; nothing about cards."""

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games import engine
from games.deals.admin import LookedAt, staff_page
from games.deals.audit import hand_of
from games.deals.desk_views import CURATE, may_look
from games.deals.forms import ReasonForm
from games.deals.models import Deal
from games.engine import VARIANTS
from games.play import services
from games.play.models import Attempt
from games.players.identity import acting_player


@admin.register(Attempt)
class AttemptAdmin(LookedAt):
    """Who played what, and how it ended."""

    list_display = (
        "id", "player", "deal", "variant", "ranked", "status", "home", "moves", "seconds", "started_at",
    )  # fmt: skip
    actions = ("disqualify",)
    action_form = ReasonForm
    list_filter = ("ranked", "status", "variant")
    search_fields = ("id", "player__name", "deal__slug")
    date_hierarchy = "started_at"
    list_select_related = ("player", "deal")
    fields = (
        "id", "player", "deal", "variant", "ranked", "status", "started_at", "ended_at", "home", "steps",
        "moves", "seconds", "disqualified_at", "disqualified_reason",
    )  # fmt: skip

    def get_urls(self) -> list[URLPattern]:
        """Add the curators' ways to play: a deal that is not open yet, and cards that they study."""
        return [
            staff_page("practise/<int:pk>/", "play_practise", CURATE, self.practise),
            staff_page("practise-cards/", "play_practise_cards", CURATE, self.practise_cards),
            *super().get_urls(),
        ]

    @method_decorator(require_POST)
    def practise(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Play a candidate or a future deal as practice; that is a look at it, and on record first."""
        deal = get_object_or_404(Deal, pk=pk)
        if not may_look(request, deal):
            return redirect("admin:deals_desk", pk=pk)
        attempt = services.practise_deal(player=acting_player(request), deal=deal)
        return redirect("play", attempt_id=attempt.pk)

    @method_decorator(require_POST)
    def practise_cards(self, request: HttpRequest) -> HttpResponse:
        """Play 80 typed-in cards as practice; they never become a deal of the calendar."""
        variant, cards = request.POST.get("variant", ""), request.POST.get("cards", "")
        try:
            engine.Position.of_deal(VARIANTS[variant], cards.split())
        except (KeyError, engine.BadText, ValueError):
            messages.error(request, _("These are not the 80 cards of the game."))
            return redirect("admin:deals_study")
        attempt = services.start_practice(player=acting_player(request), variant=variant, cards=cards)
        return redirect("play", attempt_id=attempt.pk)

    def has_disqualify_permission(self, request: HttpRequest) -> bool:
        """Say who may disqualify."""
        return bool(request.user.has_perm("play.disqualify_attempt"))

    @admin.action(description=gettext_lazy("Disqualify for a reason"), permissions=["disqualify"])
    def disqualify(self, request: HttpRequest, queryset: QuerySet[Attempt]) -> None:
        """Take the chosen games out of their boards; the player reads the reason, the log keeps it."""
        reason, by = request.POST.get("reason", ""), hand_of(request)
        try:
            with transaction.atomic():
                for attempt_id in queryset.values_list("pk", flat=True):
                    services.disqualify_attempt(attempt_id=attempt_id, reason=reason, by=by)
        except ValueError:
            messages.error(request, _("Give a reason; the player reads it."))
        except services.NotYet:
            messages.error(request, _("Only a ranked game that is over can be disqualified."))
        else:
            messages.success(request, _("Disqualified; the places behind have moved up."))
