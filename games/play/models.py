"""Attempts and their events.

An attempt *is* its deal plus its events (journal.py). While it runs, its events are rows of
`Event`; when it has ended they are folded into `history`, and the columns that the standings
read are set. Position, legal moves and clock are derived, never stored. Cards home are kept in the
row while a ranked attempt runs, since a board is ordered by them.
"""

import secrets
from typing import Any

from django.db import connection, models
from django.db.models import BigIntegerField, Case, F, GeneratedField, Q, Value, When
from django.db.models.functions import Coalesce, Collate
from django.utils.translation import gettext_lazy as _

from games.deals.models import VARIANT_CHOICES, Deal
from games.play.scores import CARDS, MOVES_BITS, NOT_WON
from games.players.models import Player

STATUS_CHOICES = [
    ("playing", _("playing")),
    ("won", _("won")),
    ("lost", _("lost")),
    ("conceded", _("conceded")),
    ("expired", _("expired")),
]
ID_BYTES = 15  # 120 random bits: an id cannot be guessed


def new_attempt_id() -> str:
    """Give a random attempt id, safe in URLs."""
    return secrets.token_urlsafe(ID_BYTES)


def takes_places(player: Player) -> bool:
    """Say whether a player takes places: members do, guests and suspended accounts do not."""
    return player.user is not None and player.user.is_active


def _score(won: object) -> GeneratedField:
    """Give a column that the database itself derives: no writer can forget it or get it wrong."""
    return GeneratedField(
        expression=Case(
            When(status="won", then=won),
            default=Value(NOT_WON + CARDS) - F("home"),
            output_field=BigIntegerField(),
        ),
        output_field=BigIntegerField(),
        db_persist=True,
    )


# By their bytes, not by the rules of some language: a board looks the same everywhere.
_ID = Collate("id", "C" if connection.vendor == "postgresql" else "BINARY")


class Attempt(models.Model):
    """One player's play of one deal, ranked or practice."""

    id = models.CharField(primary_key=True, max_length=24, default=new_attempt_id, editable=False)
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="attempts"
    )
    deal = models.ForeignKey(
        Deal, verbose_name=_("deal"), null=True, blank=True, on_delete=models.PROTECT, related_name="attempts"
    )
    variant = models.CharField(_("variant"), max_length=16, choices=VARIANT_CHOICES)
    # Practice by a typed seed or by given cards has no Deal row: those seeds never serve a day.
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    cards = models.CharField(_("cards"), max_length=239, blank=True)
    ranked = models.BooleanField(_("ranked"), default=False)
    status = models.CharField(_("status"), max_length=9, choices=STATUS_CHOICES, default="playing")
    started_at = models.DateTimeField(_("started at"))
    # Set once, by the event that ends the attempt:
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    home = models.PositiveSmallIntegerField(_("cards home"), default=0)
    steps = models.PositiveSmallIntegerField(_("forced steps done"), default=0)
    moves = models.PositiveSmallIntegerField(_("moves"), null=True, blank=True)
    seconds = models.PositiveIntegerField(_("seconds"), null=True, blank=True)
    history = models.TextField(_("history"), blank=True)
    # Does its player take places (services.review_places)? Kept here: a place is one count of an index.
    takes_place = models.BooleanField(_("takes a place"), default=False, editable=False)
    disqualified_at = models.DateTimeField(_("disqualified at"), null=True, blank=True, editable=False)
    disqualified_reason = models.CharField(_("why disqualified"), max_length=200, blank=True)
    # The number of its last change once it is over, among those of its deal; the database counts (tally.py).
    change = models.BigIntegerField(null=True, blank=True, editable=False)
    time_score = _score(
        Coalesce(F("seconds"), Value(0)) * Value(1 << MOVES_BITS) + Coalesce(F("moves"), Value(0))
    )
    moves_score = _score(Coalesce(F("moves"), Value(0)))

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        permissions = [("disqualify_attempt", _("May disqualify a game"))]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "deal"],
                condition=Q(ranked=True),
                name="one_ranked_attempt_a_player_and_deal",
            ),
            models.CheckConstraint(
                name="ranked_means_a_daily_deal", condition=Q(ranked=False) | Q(deal__isnull=False)
            ),
            models.CheckConstraint(
                name="ended_means_result",
                condition=Q(status="playing", ended_at=None)
                | (
                    ~Q(status="playing")
                    & Q(ended_at__isnull=False, moves__isnull=False, seconds__isnull=False)
                ),
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-started_at"], name="attempts_of_a_player"),
            # The boards: pages are read in this order, places counted without touching a row.
            models.Index(
                *("deal", "time_score", "ended_at", _ID, "takes_place"),
                condition=Q(ranked=True),
                name="board_by_time",
            ),
            models.Index(
                *("deal", "moves_score", "ended_at", _ID, "takes_place"),
                condition=Q(ranked=True),
                name="board_by_moves",
            ),
            models.Index(
                fields=["deal", "change"], condition=Q(change__isnull=False), name="changes_of_a_deal"
            ),
            models.Index(fields=["deal", "status"], condition=Q(ranked=True), name="ranked_by_status"),
            models.Index(fields=["status", "ended_at"], name="attempts_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} ({self.status})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a new ranked attempt takes a place if its player does."""
        if self._state.adding and self.ranked:
            self.takes_place = self.disqualified_at is None and takes_places(self.player)
        super().save(*args, **kwargs)

    @property
    def counts(self) -> bool:
        """Say whether the attempt counts: it is ranked, its deal was not voided, nor itself disqualified.

        A ranked attempt whose deal is void goes on as practice. That is derived, so that a void is one
        write and no attempt can miss it.
        """
        return (
            self.ranked
            and self.disqualified_at is None
            and (self.deal is None or self.deal.voided_at is None)
        )


class Event(models.Model):
    """Something that happened to a running attempt. Written by the journal alone."""

    pk = models.CompositePrimaryKey("attempt_id", "rev")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="events", db_index=False)
    rev = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8)
    move = models.TextField(blank=True)
    elapsed_ms = models.BigIntegerField()
    # What stands after the event, so that standings need no replay:
    home = models.PositiveSmallIntegerField()
    steps = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.attempt_id} #{self.rev} {self.kind} {self.move}"


class Tally(models.Model):
    """How many changes the finished games of a deal have seen, and since when that is counted (tally.py)."""

    deal = models.OneToOneField(Deal, primary_key=True, on_delete=models.PROTECT, related_name="tally")
    n = models.BigIntegerField()
    epoch = models.CharField(max_length=36)

    def __str__(self) -> str:
        return f"{self.n} changes of {self.deal_id}"


class Closing(models.Model):
    """What stood when a deal's boards had closed and its last game was over (closing.py). Written once."""

    deal = models.OneToOneField(
        Deal, verbose_name=_("deal"), primary_key=True, on_delete=models.PROTECT, related_name="closing"
    )
    closed_at = models.DateTimeField(_("closed at"))
    players = models.PositiveIntegerField(_("players"))
    won = models.PositiveIntegerField(_("won"))

    class Meta:
        verbose_name = _("closing of a day")
        verbose_name_plural = _("closings of days")

    def __str__(self) -> str:
        return f"closing of {self.deal_id}"


JUDGEMENT_CHOICES = [("mistake", _("mistake")), ("bad luck", _("bad luck"))]


class Postmortem(models.Model):
    """Where a game was lost, by two measures (games.engine.postmortem). Pending until the clerk made it."""

    attempt = models.OneToOneField(
        Attempt,
        verbose_name=_("attempt"),
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="postmortem",
    )
    requested_at = models.DateTimeField(_("requested at"))
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    made_at = models.DateTimeField(_("made at"), null=True, blank=True)
    # Against the true stock: moves made to the last position known to be winnable; null when there was none.
    last_chance = models.PositiveSmallIntegerField(_("last winnable ply"), null=True, blank=True)
    settled = models.BooleanField(_("proved lost right after"), default=False)
    line = models.TextField(_("a line that wins from there"), blank=True)
    move = models.CharField(_("the move that lost it"), max_length=8, blank=True)
    # Against what could be known: share of shuffled stocks the strong player wins, before and after it.
    odds_before = models.FloatField(_("odds before"), null=True, blank=True)
    odds_after = models.FloatField(_("odds after"), null=True, blank=True)
    verdict = models.CharField(_("verdict"), max_length=8, choices=JUDGEMENT_CHOICES, blank=True)

    class Meta:
        verbose_name = _("post-mortem")
        verbose_name_plural = _("post-mortems")

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.verdict or self.last_chance}"
