"""Deals drawn by the server, and the calendar they stand on.

One row is one seed, and a seed is unique: so a seed serves one variant and, once it stands
on the calendar, one date for ever. What is published (a date is set) cannot be moved, given
another seed or deleted: triggers in the database refuse it (guards.py). The published rows
together are the append-only list of commitments.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

VARIANT_CHOICES = [("standard", _("Standard")), ("cadogan", _("Cadogan"))]


class Deal(models.Model):
    """A deal drawn by the server; with a date it is that day's daily deal."""

    variant = models.CharField(_("variant"), max_length=16, choices=VARIANT_CHOICES)
    seed = models.CharField(_("seed"), max_length=64, unique=True)
    commitment = models.CharField(_("commitment"), max_length=64, unique=True)
    drawn_at = models.DateTimeField(_("drawn at"))
    date = models.DateField(_("date"), null=True, blank=True)
    ordinal = models.PositiveSmallIntegerField(_("ordinal"), default=1)
    slug = models.SlugField(_("slug"), max_length=40, null=True, blank=True, unique=True)
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    voided_at = models.DateTimeField(_("voided at"), null=True, blank=True)
    void_reason = models.CharField(_("reason of the void"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            models.UniqueConstraint(
                fields=["date", "variant"],
                condition=Q(date__isnull=False, withdrawn_at=None, voided_at=None),
                name="one_standing_deal_a_day_and_variant",
            ),
            models.CheckConstraint(
                name="published_means_date_and_slug",
                condition=Q(date=None, slug=None, published_at=None)
                | Q(date__isnull=False, slug__isnull=False, published_at__isnull=False),
            ),
            models.CheckConstraint(
                name="variant_is_known", condition=Q(variant__in=[name for name, _label in VARIANT_CHOICES])
            ),
        ]

    def __str__(self) -> str:
        return self.slug or f"{self.variant} #{self.pk}"
