"""The roll of honour: the fastest games, the most perfect lines, the longest runs of all time.

The clerk writes it once when the boards of a date have closed, so that no visitor's request looks through all
games. What is read again with the page is who may stand on it: an account that is neither private nor
suspended, a game that is neither void nor disqualified. So the roll is written deeper than it is shown.
"""

import datetime as dt
from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, QuerySet

from games import clock
from games.deals import calendar
from games.deals.models import VARIANT_CHOICES
from games.engine import FORCED_STEPS
from games.play.models import Attempt
from games.play.selectors import placed_games
from games.players.models import Player
from leaderboard.models import Roll
from leaderboard.profile import Played, days_until, streaks_of
from leaderboard.ranking import places_of

SHOWN = 10
DEEP = 50
RUNS = ("streaks", "wins")


def _games() -> QuerySet[Attempt]:
    """Give the games that may stand on the roll."""
    return _candidates().filter(deal__voided_at=None)


def _candidates() -> QuerySet[Attempt]:
    return placed_games().filter(player__is_private=False)


def write_roll() -> bool:
    """Write the roll of the last closed date unless it stands; gives whether there was something to do."""
    now = clock.now()
    closed = calendar.last_closed(now)
    if closed < calendar.first_day() or Roll.objects.filter(closed__gte=closed).exists():
        return False
    entries = {
        "fastest": {variant: _fastest(variant, closed) for variant, _label in VARIANT_CHOICES},
        "perfect": _perfect(closed),
        **_runs(closed, now),
    }
    with transaction.atomic():
        Roll.objects.update_or_create(closed=closed, defaults={"made_at": now, "entries": entries})
        Roll.objects.filter(closed__lt=closed).delete()
    return True


def _fastest(variant: str, closed: dt.date) -> list[str]:
    won = _games().filter(variant=variant, status="won", deal__date__lte=closed)
    return list(won.order_by("seconds", "moves", "ended_at", "pk").values_list("pk", flat=True)[:DEEP])


def _perfect(closed: dt.date) -> list[tuple[int, int]]:
    won = _games().filter(status="won", moves=FORCED_STEPS, deal__date__lte=closed)
    counted = won.values_list("player_id").annotate(lines=Count("pk"), last=Max("deal__date"))
    return [
        (player, lines) for player, lines, _last in counted.order_by("-lines", "last", "player_id")[:DEEP]
    ]


def _runs(closed: dt.date, now: dt.datetime) -> dict[str, list[tuple[int, int]]]:
    """Give the longest streaks and winning runs, by one pass over all games, a player at a time."""
    calendar_days = days_until(now)
    streaks: list[tuple[int, int]] = []
    wins: list[tuple[int, int]] = []
    for player_id, games in _games_by_player(closed):
        # No run is longer than the games it is made of; most players need no look at the calendar.
        if _has_room(streaks, len(games)) or _has_room(wins, len(games)):
            streak, winning = streaks_of(games, calendar_days)
            keep(streaks, streak.longest, player_id)
            keep(wins, winning.longest, player_id)
    return {
        name: [(-player, days) for days, player in reversed(kept)]
        for name, kept in zip(RUNS, (streaks, wins), strict=True)
    }


def _games_by_player(closed: dt.date) -> Iterator[tuple[int, list[Played]]]:
    # Games on void deals too: their dates break no run.
    over = _candidates().filter(deal__date__lte=closed)
    rows = over.order_by("player_id").values_list("player_id", *Played.COLUMNS)
    for player_id, games in groupby(rows.iterator(chunk_size=5000), key=lambda row: row[0]):
        yield player_id, [Played.of(*game[1:]) for game in games]


def _has_room(kept: list[tuple[int, int]], days: int) -> bool:
    return days > 0 and (len(kept) < DEEP or days > kept[0][0])


def keep(kept: list[tuple[int, int]], days: int, player_id: int) -> None:
    """Keep a run, as (days, -player), if it is among the longest; of equals those who came first stay."""
    if _has_room(kept, days):
        insort(kept, (days, -player_id))
        del kept[:-DEEP]


@dataclass(frozen=True, slots=True)
class Honour:
    """A line of the roll; `game` where it is about one, or the latest that counts for it."""

    place: int
    player: str
    value: int
    game: Attempt | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The first lines of a part; `is_cut` when others below the last one shown equal it."""

    lines: list[Honour]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """The roll as it is shown; a part on which nobody stands is left out.

    Parts are the fastest of each variant by its name, `perfect`, `streaks` and `wins`.
    """

    closed: dt.date | None
    parts: dict[str, Part]


def read_roll() -> ShownRoll:
    """Give the roll for the page, by four queries; empty before it was first written."""
    roll = Roll.objects.order_by("-closed").first()
    if roll is None:
        return ShownRoll(None, {})
    entries: dict[str, Any] = roll.entries
    games = _games().select_related("player", "deal").defer("history", "cards")
    fast = games.in_bulk([pk for ids in entries["fastest"].values() for pk in ids])
    public = Player.objects.filter(user__is_active=True, is_private=False)
    named = public.in_bulk([pk for kind in ("perfect", *RUNS) for pk, _n in entries[kind]])
    names = {pk: player.name for pk, player in named.items()}
    shown = [pk for pk, _lines in entries["perfect"] if pk in names][: SHOWN + 1]
    perfect = games.filter(player__in=shown, status="won", moves=FORCED_STEPS, deal__date__lte=roll.closed)
    latest = {game.player_id: game for game in perfect.order_by("deal__date", "ended_at")}
    parts = {
        variant: _placed((fast[pk].seconds or 0, fast[pk].player.name, fast[pk]) for pk in ids if pk in fast)
        for variant, ids in entries["fastest"].items()
    }
    parts["perfect"] = _placed(
        (lines, names[pk], latest[pk]) for pk, lines in entries["perfect"] if pk in names and pk in latest
    )
    for kind in RUNS:
        parts[kind] = _placed((days, names[pk], None) for pk, days in entries[kind] if pk in names)
    return ShownRoll(roll.closed, {name: part for name, part in parts.items() if part.lines})


def _placed(lines: Iterable[tuple[int, str, Attempt | None]]) -> Part:
    """Give the first lines with their places; equal values share one."""
    found = list(islice(lines, SHOWN + 1))
    places = places_of(line[0] for line in found)
    placed = [
        Honour(place, name, value, game) for place, (value, name, game) in zip(places, found, strict=True)
    ]
    return Part(placed[:SHOWN], is_cut=len(found) > SHOWN and found[SHOWN][0] == found[SHOWN - 1][0])
