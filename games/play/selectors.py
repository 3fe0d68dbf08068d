"""Reads of attempts; nothing here writes.

What holds cards, a line or a seed passes `can_see`: your own at any time, others' ranked ones
once the boards have closed, others' practice never (rules: Ranked play).
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias, cast

from django.db import connection
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games import engine
from games.deals import calendar
from games.deals.models import Certificate, Deal
from games.deals.sightings import seen_among
from games.engine import VARIANTS
from games.play.game import Game, GameEvent, Kind, fold, read_history
from games.play.models import Attempt, Event
from games.play.protocol import Status
from games.players.models import Player

Known: TypeAlias = Literal["desk", "guest"]


def find_attempt(attempt_id: str) -> Attempt | None:
    """Give an attempt with its deal and player."""
    if "\0" in attempt_id:  # PostgreSQL would not even look
        return None
    return Attempt.objects.select_related("deal", "player").filter(pk=attempt_id).first()


def placed_games() -> QuerySet[Attempt]:
    """Give the ranked games that take places, of accounts that are active.

    Not among them is what a guest played, and an account brought in after the boards had closed.
    """
    return Attempt.objects.filter(
        ranked=True, takes_place=True, disqualified_at=None, player__user__is_active=True
    )


def cards_of(attempt: Attempt) -> tuple[str, ...]:
    """Give the 80 cards of an attempt's deal, in the order of the deal."""
    if attempt.cards:
        return tuple(attempt.cards.split())
    return engine.deal_cards(attempt.deal.seed if attempt.deal else attempt.seed)


def events_of(attempt: Attempt) -> list[GameEvent]:
    """Give all events of an attempt, running or ended, in order."""
    if attempt.history:
        return read_history(attempt.history)
    rows = (
        Event.objects.filter(attempt_id=attempt.pk).order_by("rev").values_list("kind", "move", "elapsed_ms")
    )
    return [GameEvent(cast(Kind, kind), move, elapsed_ms) for kind, move, elapsed_ms in rows]


def game_of(attempt: Attempt) -> Game:
    """Give the game of an attempt as the database has it now."""
    return game_after(attempt, events_of(attempt))


def game_after(attempt: Attempt, events: Iterable[GameEvent]) -> Game:
    """Give the game that an attempt's events make of its deal."""
    game = fold(VARIANTS[attempt.variant], cards_of(attempt), events, ranked=attempt.counts)
    if attempt.status != "playing":
        # What was lost as a ranked game is over, though as practice (its deal is void now) it would not be.
        game.status = cast(Status, attempt.status)
    return game


def read_game(attempt_id: str) -> Game:
    """Give the game of an attempt by its id, as the database has it now."""
    return game_of(Attempt.objects.select_related("deal").get(pk=attempt_id))


LATEST = """
SELECT status, (SELECT MAX(rev) FROM play_event WHERE attempt_id = play_attempt.id)
FROM play_attempt WHERE id = %s
"""


def latest(attempt_id: str) -> tuple[str, int]:
    """Give how far the database is with an attempt, by one indexed read: its status and rev."""
    with connection.cursor() as cursor:
        cursor.execute(LATEST, [attempt_id])
        status, rev = cursor.fetchone()
    return status, rev or 0


def boards_open(attempt: Attempt, now: dt.datetime) -> bool:
    """Say whether an attempt's deal is still secret."""
    return attempt.deal is not None and not calendar.boards_are_closed(attempt.deal, now)


def can_see(attempt: Attempt, player: Player | None, now: dt.datetime) -> bool:
    """Say whether a player may see cards and moves of an attempt."""
    if player is not None and attempt.player_id == player.pk:
        return True
    return attempt.counts and not boards_open(attempt, now)


def is_unopened(attempt: Attempt, now: dt.datetime) -> bool:
    """Say whether an attempt is a curator's, on a deal that no player knows of yet."""
    deal = attempt.deal
    return deal is not None and (deal.date is None or calendar.state_of(deal, now) in ("future", "withdrawn"))


def ranked_attempt(player: Player | None, deal_id: int) -> Attempt | None:
    """Give a player's ranked attempt on a deal."""
    return Attempt.objects.filter(player=player, deal_id=deal_id, ranked=True).first() if player else None


def known_before(player: Player | None, deals: Sequence[Deal]) -> dict[int, Known]:
    """Give which of some open deals an account knows without a ranked game on them, and from where.

    From the curators' desk, or from a guest's game that came to the account as practice.
    """
    if player is None or player.user_id is None:
        return {}
    games = list(Attempt.objects.filter(player=player, deal__in=deals).values_list("deal_id", "ranked"))
    known: dict[int, Known] = {deal_id: "guest" for deal_id, _ranked in games if deal_id is not None}
    known |= dict.fromkeys(seen_among(player.user_id, deals), "desk")
    ranked = {deal_id for deal_id, ranked in games if ranked}
    return {deal_id: how for deal_id, how in known.items() if deal_id not in ranked}


def not_brought_as_ranked(guest: Player, member: Player | None, now: dt.datetime) -> list[Attempt]:
    """Give a guest's ranked attempts that an account gets as practice; None: of an account unknown."""
    ranked = Attempt.objects.filter(player=guest, ranked=True).select_related("deal")
    deals = [attempt.deal for attempt in ranked if attempt.deal is not None]
    known: set[int] = set()
    if member is not None:
        own = Attempt.objects.filter(player=member, ranked=True, deal__in=deals)
        known = {deal_id for deal_id in own.values_list("deal_id", flat=True) if deal_id is not None}
        known |= seen_among(member.user_id, deals) if member.user_id else set()
    return [attempt for attempt in ranked if attempt.deal_id in known or boards_open(attempt, now)]


def unplayed_today(player: Player, now: dt.datetime) -> Deal | None:
    """Give a deal of today that a player may still begin as a ranked game."""
    deals = Deal.objects.filter(date=now.date(), voided_at=None, withdrawn_at=None)
    unplayed = list(deals.exclude(attempts__player=player))
    known = known_before(player, unplayed)
    return next((deal for deal in unplayed if deal.pk not in known), None)


def attempts_of(player: Player, status: str | None) -> QuerySet[Attempt]:
    """Give a player's attempts, newest first."""
    attempts = Attempt.objects.filter(player=player).select_related("deal").order_by("-started_at")
    return attempts.filter(status=status) if status else attempts


def practice_of(player: Player) -> QuerySet[Attempt]:
    """Give a player's practice games, newest first; `cards_home` of each, and the `grade` of a pool deal."""
    pool = Certificate.objects.filter(deal__seed=OuterRef("seed"), deal__variant=OuterRef("variant"))
    home = Event.objects.filter(attempt=OuterRef("pk")).order_by("-rev").values("home")[:1]
    return (
        attempts_of(player, None)
        .exclude(ranked=True, deal__voided_at=None)
        .annotate(cards_home=Coalesce(Subquery(home), F("home")))
        .annotate(grade=Subquery(pool.filter(deal__in_pool=True).values("grade")))
    )


def last_ranked_of(player: Player) -> Attempt | None:
    """Give the newest ranked game of a player that is over."""
    ranked = attempts_of(player, None).filter(ranked=True, deal__voided_at=None)
    return ranked.exclude(status="playing").first()


def running_of(player: Player) -> list[Attempt]:
    """Give a player's games that run: ranked ones, then the last practice game if that does."""
    ranked = attempts_of(player, "playing").filter(ranked=True, deal__voided_at=None)
    return [*ranked, *(game for game in practice_of(player)[:1] if game.status == "playing")]


def overdue(now: dt.datetime) -> list[str]:
    """Give ids of running ranked attempts whose boards have closed."""
    running = Attempt.objects.filter(
        status="playing",
        ranked=True,
        disqualified_at=None,
        deal__date__lte=calendar.last_closed(now),
        deal__voided_at=None,
    )
    return list(running.values_list("pk", flat=True))


VOID_NEWS = dt.timedelta(seconds=30)


def newly_void(now: dt.datetime) -> set[int]:
    """Give the deals that were voided within the last half minute, so that no table misses it."""
    return set(Deal.objects.filter(voided_at__gt=now - VOID_NEWS).values_list("pk", flat=True))


def is_locked(attempt: Attempt, player: Player | None, now: dt.datetime) -> bool:
    """Say whether practice on an open deal has to wait for the player's own ranked game on it.

    A game that was brought along from a guest would show its stock, by undo and hints.
    """
    if attempt.deal_id is None or attempt.counts or not boards_open(attempt, now):
        return False
    own = ranked_attempt(player, attempt.deal_id)
    return own is not None and own.status == "playing" and own.counts
