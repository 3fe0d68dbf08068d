"""All writes of attempts except their events, which the journal writes."""

import datetime as dt

from django.db import IntegrityError, transaction

from games import clock, engine
from games.deals import calendar
from games.deals.models import Deal
from games.deals.services import draw_deal
from games.play import selectors, signals
from games.play.models import Attempt
from games.players.models import Player


class CannotStart(Exception):
    """An attempt cannot begin; `code` says why: date_over, unfinished or void."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def start_on_deal(*, player: Player, deal: Deal, practice: bool, now: dt.datetime) -> tuple[Attempt, bool]:
    """Start on a daily deal, or give the ranked attempt that exists; the flag says whether it is new.

    Open: the ranked attempt; practice only once that is over. Closing: practice likewise, no new
    ranked start. Closed: practice. Raises CannotStart.
    """
    state = calendar.state_of(deal, now)
    if state == "void":
        raise CannotStart("void")
    if state == "closed":
        return _create_practice(player=player, deal=deal), True
    ranked = selectors.ranked_attempt(player, deal.pk)
    if practice:
        if ranked is None or ranked.status == "playing":
            raise CannotStart("unfinished")
        return _create_practice(player=player, deal=deal), True
    if ranked is not None:
        return ranked, False
    if state != "open":
        raise CannotStart("date_over")
    return _start_ranked(player=player, deal=deal)


def _start_ranked(*, player: Player, deal: Deal) -> tuple[Attempt, bool]:
    try:
        with transaction.atomic():
            attempt = Attempt.objects.create(
                player=player, deal=deal, variant=deal.variant, ranked=True, started_at=clock.now()
            )
    except IntegrityError:  # another request of the same player was first
        return Attempt.objects.get(player=player, deal=deal, ranked=True), False
    signals.attempt_news.send(sender=None, kind="started", deal_id=deal.pk, slug=deal.slug)
    return attempt, True


def _create_practice(*, player: Player, deal: Deal) -> Attempt:
    return Attempt.objects.create(player=player, deal=deal, variant=deal.variant, started_at=clock.now())


def start_practice(*, player: Player, variant: str, seed: str = "") -> Attempt:
    """Start a practice attempt, by a typed seed or on a fresh deal of the server's own.

    Raises engine.BadSeed.
    """
    if seed:
        engine.check_seed(seed)
        return Attempt.objects.create(player=player, variant=variant, seed=seed, started_at=clock.now())
    seed = draw_deal(variant=variant).seed
    return Attempt.objects.create(player=player, variant=variant, seed=seed, started_at=clock.now())
