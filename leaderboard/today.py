"""The day's deals as every visitor sees them: state, counts, and your own attempt."""

import datetime as dt

import msgspec

from games import clock
from games.deals import calendar
from games.deals.models import GRADE_CHOICES, Certificate, Deal
from games.deals.services import NoSuchDay, ensure_day
from games.play.models import Attempt
from games.play.selectors import Known, known_before
from games.players.models import Player
from leaderboard.counts import NOBODY, count_all
from leaderboard.standings import Board


class You(msgspec.Struct, frozen=True):
    """Your ranked attempt on a deal."""

    attempt: str
    status: str
    place: int | None


class DealCard(msgspec.Struct, frozen=True):
    """A daily deal to the outside; `seed` once its boards have closed."""

    slug: str
    number: int
    date: dt.date
    variant: str
    grade: str | None
    par: str | None
    commitment: str
    state: str
    players: int
    finished: int
    you: You | None
    seed: str | None = None
    title: str = ""
    note: str = ""
    void_reason: str | None = None
    # Where you have seen it, if your game of it can only be practice.
    seen: Known | None = None
    # Share of its games that the computer player wins which grades deals; it sees no more than people do.
    rate: float | None = None

    @property
    def grade_label(self) -> str:
        """Give the grade as people read it; empty while nobody has graded the deal."""
        return str(dict(GRADE_CHOICES)[self.grade]) if self.grade else ""


def deals_today(player: Player | None, now: dt.datetime) -> list[DealCard]:
    """Give today's deals, and yesterday's while their boards are still open; made when missing."""
    try:
        deals = ensure_day(date=now.date())
    except NoSuchDay:
        return []
    # A voided deal that was replaced stays in sight, with its reason.
    deals += Deal.objects.filter(date=now.date(), voided_at__isnull=False).exclude(
        pk__in=[d.pk for d in deals]
    )
    yesterday = now.date() - dt.timedelta(days=1)
    if now < calendar.closes_at(yesterday):
        deals += Deal.objects.filter(date=yesterday, withdrawn_at=None).order_by("-variant")
    return deal_cards(deals, player, now)


def deal_cards(deals: list[Deal], player: Player | None, now: dt.datetime) -> list[DealCard]:
    """Give published deals as they are shown, by five queries at most whatever their number."""
    ranked = Attempt.objects.filter(deal__in=deals, ranked=True)
    counts = count_all([deal.pk for deal in deals])
    own = {attempt.deal_id: attempt for attempt in ranked.filter(player=player)} if player else {}
    certificates = Certificate.objects.defer("line", "house").in_bulk([deal.pk for deal in deals])
    known = known_before(player, [d for d in deals if calendar.state_of(d, now) in ("open", "closing")])
    cards = []
    for deal in deals:
        if deal.date is None or deal.slug is None:
            raise ValueError("only published deals are shown")
        you, counted, certificate = None, counts.get(deal.pk, NOBODY), certificates.get(deal.pk)
        if attempt := own.get(deal.pk):
            is_over = attempt.status != "playing"
            place = Board(deal.pk, "time", now).place_of(attempt.pk)[0] if is_over else None
            you = You(attempt.pk, attempt.status, place)
        cards.append(
            DealCard(
                slug=deal.slug,
                number=calendar.number_of(deal.date),
                date=deal.date,
                variant=deal.variant,
                grade=certificate.grade if certificate else None,
                par=certificate.par or None if certificate else None,
                commitment=deal.commitment,
                state=calendar.state_of(deal, now),
                players=counted.players,
                finished=counted.finished,
                you=you,
                title=deal.title,
                note=deal.note,
                void_reason=deal.void_reason or None,
                seen=known.get(deal.pk),
                seed=deal.seed if calendar.boards_are_closed(deal, now) else None,
                rate=certificate.rate if certificate else None,
            )
        )
    return cards


def next_day_ms(now: dt.datetime) -> int:
    """Give the next UTC midnight in ms since 1970."""
    return clock.to_ms(calendar.opens_at(now.date() + dt.timedelta(days=1)))
