"""Deals drawn by the server, and the calendar they stand on.

One row is one seed, and a seed is unique: so a seed serves one variant and, once it stands
on the calendar, one date for ever. What is published (a date is set) cannot be moved, given
another seed or deleted: triggers in the database refuse it (guards.py). The published rows
together are the append-only list of commitments; the audit log beside them says who did what.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock

VARIANT_CHOICES = [("standard", _("Standard")), ("cadogan", _("Cadogan"))]


class Untouchable(Exception):
    """What is live, or kept for ever, was to be changed or deleted."""


class Deal(models.Model):
    """A deal drawn by the server; with a date it is that day's daily deal."""

    variant = models.CharField(_("variant"), max_length=16, choices=VARIANT_CHOICES)
    seed = models.CharField(_("seed"), max_length=64, unique=True)
    commitment = models.CharField(_("commitment"), max_length=64, unique=True)
    drawn_at = models.DateTimeField(_("drawn at"))
    # Practice games come from the pool; a deal in it never becomes a day's.
    in_pool = models.BooleanField(_("in the practice pool"), default=False)
    # Until then one clerk works on it; a clerk that died leaves it to the next one.
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    date = models.DateField(_("date"), null=True, blank=True)
    ordinal = models.PositiveSmallIntegerField(_("ordinal"), default=1)
    slug = models.SlugField(_("slug"), max_length=40, null=True, blank=True)
    # What the curators call the day; free to edit until it begins.
    title = models.CharField(_("title"), max_length=60, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    voided_at = models.DateTimeField(_("voided at"), null=True, blank=True)
    void_reason = models.CharField(_("reason of the void"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        permissions = [
            ("curate_deal", _("Can draw, look at, schedule, swap and withdraw deals")),
            ("void_deal", _("Can void a deal that is live")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["date", "variant"],
                condition=Q(date__isnull=False, withdrawn_at=None, voided_at=None),
                name="one_standing_deal_a_day_and_variant",
            ),
            # A swap hands the day's slug on; the withdrawn deal keeps it as its history.
            models.UniqueConstraint(
                fields=["slug"], condition=Q(withdrawn_at=None), name="one_deal_a_slug_but_withdrawn_ones"
            ),
            models.CheckConstraint(
                name="published_means_date_and_slug",
                condition=Q(date=None, slug=None, published_at=None)
                | Q(date__isnull=False, slug__isnull=False, published_at__isnull=False),
            ),
            models.CheckConstraint(
                name="the_pool_holds_no_days_deal", condition=Q(in_pool=False) | Q(date=None)
            ),
            models.CheckConstraint(
                name="variant_is_known", condition=Q(variant__in=[name for name, _label in VARIANT_CHOICES])
            ),
        ]

    def __str__(self) -> str:
        return self.slug or f"{self.variant} #{self.pk}"

    def has_begun(self) -> bool:
        """Say whether the date has begun, so that the deal may only be voided."""
        return self.date is not None and clock.today() >= self.date

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; raises Untouchable for a stored deal whose date has begun."""
        if not self._state.adding:
            stored = Deal.objects.filter(pk=self.pk).only("date").first()
            if stored is not None and stored.has_begun():
                raise Untouchable(f"{stored.pk} is live; it can only be voided")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete a candidate; raises Untouchable for a deal that was ever published."""
        if Deal.objects.filter(pk=self.pk, date__isnull=False).exists():
            raise Untouchable(f"{self.pk} was published; it stays")
        return super().delete(*args, **kwargs)


VERDICT_CHOICES = [("won", _("can be won")), ("unwinnable", _("cannot be won")), ("unknown", _("unknown"))]
PAR_CHOICES = [
    ("perfect", _("272 is possible")),
    ("impossible", _("272 is impossible")),
    ("unknown", _("unknown")),
]
GRADE_CHOICES = [
    ("easy", _("very easy")),
    ("gentle", _("easy")),
    ("fair", _("fair")),
    ("hard", _("hard")),
    ("fiendish", _("fiendish")),
]


class Certificate(models.Model):
    """What the clerk found out about a deal: can it be won, by which line, how hard is it."""

    deal = models.OneToOneField(
        Deal, verbose_name=_("deal"), primary_key=True, on_delete=models.CASCADE, related_name="certificate"
    )
    verdict = models.CharField(_("verdict"), max_length=10, choices=VERDICT_CHOICES)
    line = models.TextField(_("line"), blank=True)
    par = models.CharField(_("par"), max_length=10, choices=PAR_CHOICES, blank=True)
    grade = models.CharField(_("grade"), max_length=8, choices=GRADE_CHOICES)
    # Share of the grading player's games won, with its 95 % interval:
    rate = models.FloatField(_("win rate"))
    rate_low = models.FloatField(_("win rate, low"))
    rate_high = models.FloatField(_("win rate, high"))
    # The house players' games, once the deal stands on the calendar (house.py); nothing about cards.
    house = models.JSONField(_("house players"), null=True, blank=True)
    engine_version = models.CharField(_("engine version"), max_length=16)
    nodes = models.PositiveIntegerField(_("nodes"))
    seconds = models.FloatField(_("seconds"))
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("certificate")
        verbose_name_plural = _("certificates")

    def __str__(self) -> str:
        return f"{self.deal}: {self.verdict}, {self.grade}"


ACTION_CHOICES = [
    ("drew", _("drew")),
    ("looked", _("looked at the cards")),
    ("published", _("published")),
    ("withdrew", _("withdrew")),
    ("voided", _("voided")),
    ("described", _("described")),
    ("exported", _("exported")),
    ("dissolved", _("dissolved a group")),
    ("struck", _("disqualified a game")),
]


class AuditEntry(models.Model):
    """Who did what, when, to which deal and from where; kept for ever (guards.py).

    It points to accounts and deals without a constraint of the database: an entry outlives an account.
    """

    at = models.DateTimeField(_("at"), db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    who = models.CharField(_("who"), max_length=150)
    address = models.CharField(_("from where"), max_length=45, blank=True)
    action = models.CharField(_("action"), max_length=10, choices=ACTION_CHOICES)
    deal = models.ForeignKey(
        Deal,
        verbose_name=_("deal"),
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    subject = models.CharField(_("subject"), max_length=80)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)

    class Meta:
        verbose_name = _("entry of the audit log")
        verbose_name_plural = _("audit log")
        indexes = [models.Index(fields=["deal", "user", "action"], name="audit_by_deal_and_user")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.who} {self.action} {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new entry; raises Untouchable for an old one."""
        if not self._state.adding:
            raise Untouchable("the audit log is append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises Untouchable."""
        raise Untouchable("the audit log is append-only")
