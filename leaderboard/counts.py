"""How many: who has sat at a deal, and how many are better than a score."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Q

from games import metrics
from games.deals.models import Deal
from games.play.models import Attempt, Closing
from leaderboard import index
from leaderboard.ranking import By
from leaderboard.rows import BOARD, WITH, Tally, ask


class Counts(NamedTuple):
    """How many have sat, how many of them are at the table now, how many have ended whatever ended them."""

    players: int
    playing: int
    finished: int


NOBODY = Counts(0, 0, 0)


# To count is to walk an index: of a board as large as this it is done anew after so many seconds.
LARGE, SECONDS = 20_000, 5.0
_kept: dict[int, tuple[float, Counts]] = {}


def count_all(deal_ids: Sequence[int]) -> dict[int, Counts]:
    """Give the counts of deals; one that nobody has sat at is left out."""
    now = time.monotonic()
    kept = {pk: _kept[pk][1] for pk in deal_ids if pk in _kept and now < _kept[pk][0] + SECONDS}
    asked = [pk for pk in deal_ids if pk not in kept]
    closed = Closing.objects.filter(deal_id__in=asked).values_list("deal_id", "players")
    counts = {deal_id: Counts(players, 0, players) for deal_id, players in closed}
    counted = (
        Attempt.objects.filter(deal_id__in=set(asked) - set(counts), ranked=True)
        .order_by("deal_id")
        .values_list("deal_id")
        .annotate(players=Count("*"), playing=Count("status", filter=Q(status="playing")))
    )
    for deal_id, players, playing in counted:
        counts[deal_id] = Counts(players, playing, players - playing)
        if players >= LARGE:
            _kept[deal_id] = now, counts[deal_id]
    return kept | {deal_id: count for deal_id, count in counts.items() if count.players}


def counts_of(deal_id: int) -> Counts:
    """Give the counts of a deal's standings; a void deal has none."""
    if not Deal.objects.filter(pk=deal_id, voided_at=None).exists():
        return NOBODY
    return count_all([deal_id]).get(deal_id, NOBODY)


def count_better(deal_id: int, by: By, scores: Sequence[int], tally: Tally | None = None) -> list[int]:
    """Count for each score of a board those that take places and are strictly better."""
    if not scores:
        return []
    indexed = index.count_better(deal_id, by, scores, tally)
    metrics.PLACES.labels("database" if indexed is None else "index").inc()
    if indexed is not None:
        return indexed
    one = """(SELECT COUNT(*) FROM play_attempt
        WHERE deal_id = %s AND ranked AND takes_place AND {score} < %s)"""
    asked = [value for score in scores for value in (deal_id, score)]
    return list(ask(by, f"SELECT {', '.join([one] * len(scores))}", *asked)[0])


def share_below(deal_id: int, by: By, player_id: int) -> int | None:
    """Give how many of a hundred who played did worse than a player, rounded down; None before the closing.

    From then on it stands, as the counts do: its rows change no more, and who is disqualified has played.
    """
    statement = f"""{WITH},
        own AS (SELECT {{score}} AS score FROM play_attempt WHERE {BOARD} AND player_id = %s)
        SELECT (
            SELECT COUNT(*) FROM play_attempt
            WHERE deal_id = (SELECT id FROM deal) AND ranked AND {{score}} > own.score
        ) * 100 / players
        FROM own JOIN play_closing ON play_closing.deal_id = (SELECT id FROM deal)"""  # noqa: S608
    found = ask(by, statement, deal_id, player_id)
    return int(found[0][0]) if found else None
