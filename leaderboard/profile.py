"""A player's games in figures: streaks, counts, times, moves above 272, the year day by day.

The law: everything is recomputed from the attempts' rows; nothing is stored. Whoever looks at somebody else
sees only games whose boards have closed, so that a profile says nothing before the boards do.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import NamedTuple

import msgspec
from django.db.models import Q

from games.deals import calendar
from games.deals.models import Deal
from games.deals.sightings import looks
from games.engine import FORCED_STEPS, VARIANTS
from games.play.models import Attempt
from games.players.models import Player

DAY = dt.timedelta(days=1)
# Moves above 272 in steps, the last without an end.
STEPS = ((0, 0), (1, 2), (3, 5), (6, 10), (11, 20), (21, None))
PLAYED = ("won", "lost")


class Bar(msgspec.Struct, frozen=True):
    """One step of the distribution: games won with so many moves above 272; `last` null = and more."""

    first: int
    last: int | None
    games: int


class Figures(msgspec.Struct, frozen=True):
    """A player's ranked games of one variant that are over. Medians of an even number: the lower middle."""

    variant: str
    played: int
    won: int
    lost: int
    conceded: int
    expired: int
    best_seconds: int | None
    median_seconds: int | None
    best_over: int | None
    median_over: int | None
    perfect: int
    distribution: list[Bar]


class Profile(msgspec.Struct, frozen=True):
    """What is known of a player."""

    player: str
    guest: bool
    streak: int
    longest_streak: int
    winning_run: int
    longest_winning_run: int
    days_played: int
    figures: list[Figures]


@dataclass(frozen=True, slots=True)
class Played:
    """One ranked game that is over, as far as the figures care."""

    date: dt.date
    variant: str
    status: str
    seconds: int
    moves: int
    is_void: bool = False

    COLUMNS = ("deal__date", "variant", "status", "seconds", "moves", "deal__voided_at")

    @classmethod
    def of(
        cls, date: dt.date, variant: str, status: str, seconds: int | None, moves: int | None, voided: object
    ) -> "Played":
        """Make it of an attempt's columns."""
        return cls(date, variant, status, seconds or 0, moves or 0, voided is not None)


def games_of(player: Player, now: dt.datetime, *, own: bool) -> list[Played]:
    """Give a player's ranked games that are over, oldest date first; of others' those of closed boards.

    What was disqualified is not among them, nor a curator's game of a deal that they had seen.
    """
    last = now.date() if own else calendar.last_closed(now)
    # A game on a deal that is void counts for nothing, but its date breaks no run.
    over = ~Q(status="playing") & Q(disqualified_at=None) | Q(deal__voided_at__isnull=False)
    games = Attempt.objects.filter(over, player=player, ranked=True, deal__date__lte=last)
    if player.user_id:
        games = games.exclude(deal__in=looks(player.user_id))
    return [
        Played.of(*game) for game in games.order_by("deal__date", "ended_at").values_list(*Played.COLUMNS)
    ]


class Run(NamedTuple):
    """How many dates the run holds that goes on today, and the longest there ever was."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class Days:
    """The dates that runs are counted over (rules: Ranked play)."""

    first: dt.date
    today: dt.date
    standing: frozenset[dt.date]
    open: frozenset[dt.date]

    def __iter__(self) -> Iterator[dt.date]:
        return (self.first + n * DAY for n in range((self.today - self.first).days + 1))

    def void_for(self, games: Iterable[Played]) -> set[dt.date]:
        """Give the dates that neither break nor extend: no deal stands, or one's own game was voided."""
        counted = {game.date for game in games if not game.is_void}
        voided = {game.date for game in games if game.is_void}
        return (set(self) - self.standing - self.open) | (voided - counted)

    def run(self, achieved: set[dt.date], void: set[dt.date]) -> Run:
        """Give the run of the dates on which something was achieved.

        Void dates are passed over, and open ones unless it was achieved; every other date that was not
        achieved ends the run.
        """
        current = longest = 0
        for date in self:
            if date in achieved and date not in void:
                current += 1
                longest = max(longest, current)
            elif date not in void and date not in self.open:
                current = 0
        return Run(current, longest)


def days_until(now: dt.datetime) -> Days:
    """Give the dates that exist by now."""
    today = now.date()
    standing = Deal.objects.filter(date__lte=today, voided_at=None, withdrawn_at=None)
    dates = {date for date in standing.values_list("date", flat=True).distinct() if date}
    is_open = frozenset(date for date in (today - DAY, today) if now < calendar.closes_at(date))
    return Days(calendar.first_day(), today, frozenset(dates), is_open)


def streaks_of(games: Sequence[Played], days: Days) -> tuple[Run, Run]:
    """Give the streak (dates played to the end) and the winning run (dates won)."""
    counted = [game for game in games if not game.is_void]
    played = {game.date for game in counted if game.status in PLAYED}
    won = {game.date for game in counted if game.status == "won"}
    void = days.void_for(games)
    return days.run(played, void), days.run(won, void)


def figures_of(games: Iterable[Played], variant: str) -> Figures:
    """Give the figures of the games of one variant that count."""
    own = [game for game in games if game.variant == variant and not game.is_void]
    ended = Counter(game.status for game in own)
    won = [game for game in own if game.status == "won"]
    times = [game.seconds for game in won]
    over = [game.moves - FORCED_STEPS for game in won]
    return Figures(
        variant=variant,
        played=len(own),
        **{status: ended[status] for status in ("won", "lost", "conceded", "expired")},
        best_seconds=min(times, default=None),
        median_seconds=median_low(times) if times else None,
        best_over=min(over, default=None),
        median_over=median_low(over) if over else None,
        perfect=over.count(0),
        distribution=[
            Bar(first, last, sum(first <= n and (last is None or n <= last) for n in over))
            for first, last in STEPS
        ],
    )


def profile_of(player: Player, games: Sequence[Played], days: Days) -> Profile:
    """Give a player's profile from the games that may be seen."""
    streak, wins = streaks_of(games, days)
    return Profile(
        player=player.name,
        guest=player.is_guest,
        streak=streak.current,
        longest_streak=streak.longest,
        winning_run=wins.current,
        longest_winning_run=wins.longest,
        days_played=len({game.date for game in games if not game.is_void}),
        figures=[figures_of(games, variant) for variant in VARIANTS],
    )


def own_profile(player: Player | None, now: dt.datetime) -> Profile | None:
    """Give what players see of themselves; None before their first ranked game is over."""
    games = games_of(player, now, own=True) if player else []
    return profile_of(player, games, days_until(now)) if player and games else None
