"""Reads of groups: who is in one, and the boards of its members.

A member is shown by name to the other members, a private one too: that is what joining says. A group's board
shows what the public one shows, so no more than progress, cards home and time before the boards close.
"""

import datetime as dt
from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from games.deals import calendar
from games.deals.models import Deal
from games.play.protocol import Row
from games.play.scores import NOT_WON
from games.play.selectors import placed_games
from games.players.models import Player
from leaderboard.models import Group, Membership
from leaderboard.ranking import By, places_of
from leaderboard.rows import Entry
from leaderboard.standings import Board

PERIODS = (7, 30)


def groups_of(player: Player | None) -> QuerySet[Group]:
    """Give a player's groups by name, each with its number of `members`."""
    if player is None:
        return Group.objects.none()
    mine = Membership.objects.filter(player=player).values("group_id")
    return Group.objects.filter(pk__in=mine).annotate(members=Count("memberships")).order_by("name", "pk")


def find_group(group_id: int, player: Player | None) -> Group | None:
    """Give a group to one of its members; for others it does not exist."""
    if player is None or group_id >= 2**63:
        return None
    return Group.objects.filter(pk=group_id, memberships__player=player).first()


def invited_to(token: str) -> Group | None:
    """Give the group of an invitation, with its number of `members`."""
    if "\0" in token:  # PostgreSQL would not even look
        return None
    return Group.objects.filter(token=token).annotate(members=Count("memberships")).first()


def members_of(group: Group) -> list[Membership]:
    """Give the members of a group, its owner first, then by standing."""
    return list(Membership.objects.filter(group=group).select_related("player").order_by("pk"))


@dataclass(frozen=True, slots=True)
class GroupBoard:
    """A deal's board among the members of a group; `waiting` names who has not sat."""

    deal: Deal
    state: calendar.State
    rows: list[tuple[Entry, Row]]
    waiting: list[str]


def _active(group: Group) -> dict[int, str]:
    """Give the names of a group's members by their ids, without those of suspended accounts."""
    active = Membership.objects.filter(group=group, player__user__is_active=True).order_by("pk")
    return dict(active.values_list("player_id", "player__name"))


def boards_of(group: Group, date: dt.date, by: By, *, now: dt.datetime) -> list[GroupBoard]:
    """Give the boards of a date's deals as a group's members stand on them."""
    members = _active(group)
    deals = Deal.objects.filter(date=date, withdrawn_at=None, voided_at=None).order_by("-variant")
    boards = []
    for deal in deals:
        rows = Board(deal.pk, by, now).among(members)
        seated = {entry.player_id for entry, _row in rows}
        waiting = [name for player_id, name in members.items() if player_id not in seated]
        boards.append(GroupBoard(deal, calendar.state_of(deal, now), rows, waiting))
    return boards


@dataclass(frozen=True, slots=True)
class Member:
    """What a member has done in a period; equal ones share a place."""

    place: int
    player_id: int
    player: str
    firsts: int
    won: int
    sat: int


def tally(group: Group, days: int, *, now: dt.datetime) -> list[Member]:
    """Give the table of the last `days` dates whose boards have closed: firsts, then wins.

    A *first* is a deal that a member won faster (then shorter) than every other member who sat at it; at
    least one other must have sat, and equal ones share it. What was played before joining counts too.
    """
    last = calendar.last_closed(now)
    first = last - dt.timedelta(days=days - 1)
    games: dict[int, list[tuple[int, int]]] = defaultdict(list)
    # The start lies on the deal's date; saying so lets the index of a player's attempts serve.
    for deal_id, points, player_id in (
        placed_games()
        .filter(player__memberships__group=group, deal__voided_at=None)
        .filter(deal__date__range=(first, last), started_at__gte=calendar.opens_at(first))
        .values_list("deal_id", "time_score", "player_id")
    ):
        games[deal_id].append((points, player_id))
    sat: Counter[int] = Counter()
    won: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    for sitting in games.values():
        sat.update(player_id for _score, player_id in sitting)
        winners = [(points, player_id) for points, player_id in sitting if points < NOT_WON]
        won.update(player_id for _score, player_id in winners)
        if winners and len(sitting) > 1:
            best = min(winners)[0]
            firsts.update(player_id for points, player_id in winners if points == best)
    done = [(firsts[pk], won[pk], sat[pk], pk, name) for pk, name in _active(group).items()]
    done.sort(key=lambda member: (-member[0], -member[1]))
    places = places_of((first, wins) for first, wins, *_rest in done)
    return [
        Member(place, pk, name, first, wins, games)
        for place, (first, wins, games, pk, name) in zip(places, done, strict=True)
    ]
