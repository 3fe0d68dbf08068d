"""All writes of attempts except their events, which the journal writes."""

import datetime as dt
import secrets
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games import clock, engine
from games.deals import calendar
from games.deals.audit import Hand, write_entry
from games.deals.models import Deal
from games.deals.services import draw_deal
from games.engine import VARIANTS
from games.http import ApiError
from games.play import journal, selectors, signals
from games.play.game import Game, GameEvent
from games.play.journal import Entry
from games.play.models import Attempt, takes_places
from games.players.models import Player

CANNOT_START = {
    "void": _("This deal was voided by the curators: %(reason)s"),
    "seen": _("You have seen this deal at the curators’ desk, so you can play it as practice only."),
    "seen_as_guest": _("You have played this deal as a guest, so you can play it as practice only."),
    "no_such_ply": _("That game has no such move."),
    "attempt_over": _("All eighty cards are home there, so nothing is left to play. Go back a few moves."),
    "unfinished": _("You can practise this deal once your ranked game on it is over."),
    "date_over": _("This deal's date is over; you can practise it once its boards have closed."),
    "signed_in": _("You have just signed in. Take your seat once more."),
}


class CannotStart(ApiError):
    """An attempt cannot begin; `why` is a key of `CANNOT_START`. Both ways of having seen it are one code."""

    def __init__(self, why: str, **values: str) -> None:
        status = {"void": 410, "no_such_ply": 400}.get(why, 409)
        super().__init__(status, why.removesuffix("_as_guest"), CANNOT_START[why] % values)


def start_on_deal(*, player: Player, deal: Deal, practice: bool, now: dt.datetime) -> tuple[Attempt, bool]:
    """Start on a daily deal, or give the ranked attempt that exists; the flag says whether it is new.

    Open: the ranked attempt; practice only once that is over. Closing: practice likewise, no new
    ranked start. Closed: practice. Who has seen the deal, at the curators' desk or as a guest before
    logging in, practises it, and has to ask for that: 'seen' or 'seen_as_guest' says so before anything
    starts. Raises CannotStart.
    """
    state = calendar.state_of(deal, now)
    if state == "void":
        raise CannotStart("void", reason=deal.void_reason)
    if state == "closed":
        return practise_deal(player=player, deal=deal), True
    ranked = selectors.ranked_attempt(player, deal.pk)
    known = selectors.known_before(player, [deal]).get(deal.pk)
    if practice:
        if known is None and (ranked is None or ranked.status == "playing"):
            raise CannotStart("unfinished")
        return practise_deal(player=player, deal=deal), True
    if ranked is not None:
        return ranked, False
    if state != "open":
        raise CannotStart("date_over")
    if known is not None:
        raise CannotStart("seen" if known == "desk" else "seen_as_guest")
    return _start_ranked(player=player, deal=deal)


def _start_ranked(*, player: Player, deal: Deal) -> tuple[Attempt, bool]:
    attempt = Attempt(player=player, deal=deal, variant=deal.variant, ranked=True)
    try:
        _begin(attempt)
    except IntegrityError:  # another request of the same player was first
        return Attempt.objects.get(player=player, deal=deal, ranked=True), False
    signals.attempt_news.send(sender=None, kind="started", deal_id=deal.pk, slug=deal.slug)
    return attempt, True


def _begin(attempt: Attempt) -> Attempt:
    """Store a new attempt, of a player as the account is at this moment.

    Raises CannotStart 'signed_in' where a login has just taken the guest away.
    """
    with transaction.atomic():
        players = Player.objects.select_for_update(of=("self",), no_key=True).select_related("user")
        player = players.filter(pk=attempt.player_id).first()
        if player is None:
            raise CannotStart("signed_in")
        attempt.player, attempt.started_at = player, clock.now()
        attempt.save(force_insert=True)
    return attempt


def _hold(games: QuerySet[Attempt]) -> None:
    """Keep games' rows until the transaction is over; whoever changes several does, before any tally.

    The journal does it too. Else it would wait for a game of ours while we wait for a tally of its.
    """
    list(games.order_by("pk").only("pk").select_for_update(of=("self",), no_key=True))


def review_places(*, player: Player, now: dt.datetime) -> None:
    """Give a player's games on open boards their places, or take them away, as the account is now.

    Boards that have closed stay as they are, whatever becomes of the account.
    """
    takes = takes_places(player)
    open_games = Attempt.objects.filter(
        player=player,
        ranked=True,
        takes_place=not takes,
        disqualified_at=None,
        deal__date__gt=calendar.last_closed(now),
    )
    with transaction.atomic():
        _hold(open_games)
        # In the order in which the journal takes the tallies of several deals.
        for pk in open_games.order_by("deal_id").values_list("pk", flat=True):
            Attempt.objects.filter(pk=pk, disqualified_at=None).update(takes_place=takes)


class NotYet(Exception):
    """A game is disqualified once it is over, not before."""


def disqualify_attempt(*, attempt_id: str, reason: str, by: Hand) -> None:
    """Take a game out of its board for a reason, for good; its player reads it, the log keeps it.

    Places behind it move up. A second time changes nothing. Raises NotYet while it is played, ValueError
    without a reason.
    """
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise ValueError("a reason is needed")
    with transaction.atomic():
        attempt = Attempt.objects.select_for_update(of=("self",)).select_related("deal").get(pk=attempt_id)
        if attempt.status == "playing" or not attempt.ranked:
            raise NotYet
        if attempt.disqualified_at is not None:
            return
        Attempt.objects.filter(pk=attempt_id).update(
            disqualified_at=clock.now(), disqualified_reason=reason, takes_place=False
        )
        write_entry(
            by=by,
            action="struck",
            deal=attempt.deal,
            subject=f"game {attempt_id}",
            before={"status": attempt.status, "seconds": attempt.seconds, "moves": attempt.moves},
            after={"reason": reason},
        )


def practise_deal(*, player: Player, deal: Deal) -> Attempt:
    """Start a practice attempt on a deal that the player may know: a curator's look is on record already."""
    return _begin(Attempt(player=player, deal=deal, variant=deal.variant))


def start_practice(
    *, player: Player, variant: str, seed: str = "", grade: str = "", cards: str = ""
) -> Attempt:
    """Start a practice attempt: by a typed seed, on 80 given cards, or on a deal of the pool, of a grade.

    The pool's deals can be won, as their certificates say; where it holds none of the grade yet, one of
    another grade serves, and where it is empty (no clerk has run) a fresh deal. Raises engine.BadText.
    """
    if seed:
        engine.check_seed(seed)
    elif not cards:
        seed = (
            _pool_seed(player, variant, grade)
            or _pool_seed(player, variant, "")
            or draw_deal(variant=variant).seed
        )
    return _begin(Attempt(player=player, variant=variant, seed=seed, cards=cards))


def _pool_seed(player: Player, variant: str, grade: str) -> str | None:
    pool = Deal.objects.filter(in_pool=True, variant=variant)
    if grade:
        pool = pool.filter(certificate__grade=grade)
    played = Attempt.objects.filter(player=player, deal=None).values("seed")
    seeds = list(pool.exclude(seed__in=played).values_list("seed", flat=True)) or list(
        pool.values_list("seed", flat=True)
    )
    return secrets.choice(seeds) if seeds else None


def play_on_from(*, player: Player, source: Attempt, ply: int) -> Attempt:
    """Start a practice attempt that stands where another one stood after `ply` moves.

    The caller has made sure that the player may see the source's moves. A ranked game has to be over
    first (CannotStart 'unfinished'); one's own practice may be left at any time, so that ply 0 begins it
    again. Raises CannotStart 'no_such_ply' when the source's line is shorter, and as `play_on_after` does.
    """
    if source.status == "playing" and source.counts:
        raise CannotStart("unfinished")
    if selectors.is_locked(source, player, clock.now()):
        raise CannotStart("unfinished")
    game = selectors.game_of(source)
    if not 0 <= ply <= len(game.line):
        raise CannotStart("no_such_ply")
    attempt = Attempt(
        player=player, deal=source.deal, variant=source.variant, seed=source.seed, cards=source.cards
    )
    return play_on_after(attempt=attempt, line=game.line[:ply])


def play_on_after(*, attempt: Attempt, line: Sequence[str]) -> Attempt:
    """Start a new practice attempt where a line leads on its deal, seed or cards.

    The caller has made sure that the deal is no secret. Raises Refused for a line that is not legal, and
    CannotStart 'attempt_over' for one that wins: nothing would be left to play, and no event to end it.
    """
    past = Game(VARIANTS[attempt.variant], selectors.cards_of(attempt), ranked=False)
    entries = []
    for move in line:
        past.take(GameEvent("move", move, 0))
        entries.append(Entry.of(attempt.pk, past, 0))
    if past.status != "playing":
        raise CannotStart("attempt_over")
    with transaction.atomic():
        _begin(attempt)
        if entries:
            journal.commit(entries)
    return attempt


def bring_attempts(*, guest: Player, member: Player, now: dt.datetime) -> None:
    """Give a guest's attempts to an account's player, by the merge table (rules: Ranked play).

    A ranked one becomes practice where its boards are open, where the account has one of its own, or has
    seen the deal. Open tables notice by themselves (doorkeeper.py); their boards are told.
    """
    with transaction.atomic():
        # In hand: what it begins meanwhile comes before, or not at all.
        if Player.objects.select_for_update().filter(pk=guest.pk, user=None).first() is None:
            return  # the same login, sent twice, was here
        _hold(Attempt.objects.filter(player=guest))
        demoted = selectors.not_brought_as_ranked(guest, member, now)
        for attempt in sorted(demoted, key=lambda attempt: attempt.deal_id or 0):
            Attempt.objects.filter(pk=attempt.pk).update(ranked=False)
        Attempt.objects.filter(player=guest).update(player=member)
    for deal in {attempt.deal for attempt in demoted if attempt.deal is not None}:
        signals.attempt_news.send(sender=None, kind="started", deal_id=deal.pk, slug=deal.slug)
