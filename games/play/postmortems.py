"""Post-mortems: asked for by players, made by the clerk, derived from what is missing.

Ranked games are judged once their boards have closed, practice games at once on request.
"""

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games import clock, engine
from games.deals import calendar
from games.deals.clerk import CLAIM, claim
from games.engine.postmortem import judge_move, last_winnable_ply
from games.http import ApiError
from games.play import selectors
from games.play.models import Attempt, Postmortem

# Ranked games are judged by themselves for so many days; older ones on request.
DAYS = 7
LOST = ("lost", "conceded", "expired")


class NotYet(ApiError):
    """A post-mortem is not to be had: the game is not lost, or its boards are still open."""

    def __init__(self) -> None:
        words = _("There is a post-mortem of lost games only, once their boards have closed.")
        super().__init__(409, "not_yet", words)


def request_postmortem(*, attempt: Attempt, now: dt.datetime) -> Postmortem:
    """Ask for the post-mortem of an ended game that was not won; gives the one that exists. Raises NotYet."""
    if attempt.status not in LOST or not attempt.moves or selectors.boards_open(attempt, now):
        raise NotYet
    postmortem, _is_new = Postmortem.objects.get_or_create(attempt=attempt, defaults={"requested_at": now})
    return postmortem


def make_one() -> bool:
    """Make the post-mortem that waits longest, or the next one of a day whose boards have closed."""
    postmortem = claim(Postmortem.objects.filter(made_at=None).order_by("requested_at")) or _claim_missing()
    if postmortem is None:
        return False
    attempt = postmortem.attempt
    _judge(postmortem, attempt)
    postmortem.made_at, postmortem.claimed_until = clock.now(), None
    postmortem.save()
    return True


def _judge(postmortem: Postmortem, attempt: Attempt) -> None:
    game = selectors.game_of(attempt)
    variant, cards = game.position.variant, game.cards
    chance = last_winnable_ply(variant, cards, game.line)
    postmortem.last_chance, postmortem.settled = chance.ply, chance.settled
    postmortem.line = " ".join(chance.moves or ())
    if chance.ply is None or chance.ply == len(game.line):
        return  # never winnable as far as is known, or left while it still was
    postmortem.move = game.line[chance.ply]
    position = engine.replay(variant, cards, game.line[: chance.ply])
    judgement = judge_move(position, postmortem.move, seed=attempt.pk)
    postmortem.odds_before, postmortem.odds_after = judgement.before, judgement.after
    postmortem.verdict = judgement.verdict


def _claim_missing() -> Postmortem | None:
    now = clock.now()
    last_closed = calendar.last_closed(now)
    days = (last_closed - dt.timedelta(days=DAYS), last_closed)
    attempt = Attempt.objects.filter(
        ranked=True, status__in=LOST, moves__gt=0, deal__date__range=days, postmortem=None
    ).first()
    if attempt is None:
        return None
    try:
        with transaction.atomic():
            return Postmortem.objects.create(attempt=attempt, requested_at=now, claimed_until=now + CLAIM)
    except IntegrityError:  # another clerk was quicker; there may be more
        return None
