"""The pages of groups. To who is no member a group does not exist; no proxy keeps them."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import clock
from games.http import ApiError
from games.players.identity import current_player
from games.players.models import Player
from leaderboard import groups
from leaderboard.group_boards import PERIODS, boards_of, find_group, groups_of, invited_to, members_of, tally
from leaderboard.models import Group
from leaderboard.ranking import By

page = require_http_methods(["GET", "HEAD", "POST"])


def _member(request: HttpRequest) -> Player | None:
    """Give who asks, if that is an account: groups are for those."""
    player = current_player(request)
    return player if player is not None and player.user_id is not None else None


@page
def group_list(request: HttpRequest) -> HttpResponse:
    """List one's groups, and make one."""
    player = _member(request)
    problem, name = "", request.POST.get("name", "")
    status = 200
    if request.method == "POST":
        if player is None:
            return redirect("groups")
        try:
            return redirect("group", group_id=groups.create_group(player=player, name=name).pk)
        except ApiError as error:
            problem, status = str(error.detail), error.status
    context = {
        "player": player,
        "groups": groups_of(player),
        "problem": problem,
        "name": name,
        "limit": groups.MAX_GROUPS,
    }
    return render(request, "groups.html", context, status=status)


def _act(request: HttpRequest, player: Player, group_id: int) -> None:
    match request.POST.get("act"):
        case "rename":
            groups.rename_group(player=player, group_id=group_id, name=request.POST.get("name", ""))
        case "renew":
            groups.renew_link(player=player, group_id=group_id)
        case "leave":
            groups.leave_group(player=player, group_id=group_id)
        case "remove" if (member := request.POST.get("member", "")).isdecimal() and len(member) < 19:
            groups.remove_member(player=player, group_id=group_id, member_id=int(member))
        case _:
            raise Http404


@page
def group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's boards to a member; its forms come back here with an `act`."""
    player = _member(request)
    shown = find_group(group_id, player)
    if shown is None or player is None:
        raise Http404
    if "boards" in request.GET:  # the page asks for them again while it is open
        return render(request, "group_boards.html", _boards(request, shown, player))
    problem, status = "", 200
    if request.method == "POST":
        try:
            _act(request, player, group_id)
            if request.POST["act"] != "leave":
                return redirect("group", group_id=group_id)
            messages.success(request, _("You have left %(name)s.") % {"name": shown.name})
            return redirect("groups")
        except ApiError as error:
            problem, status = str(error.detail), error.status
    context = _of_group(request, shown, player) | {"problem": problem}
    return render(request, "group.html", context, status=status)


def _boards(request: HttpRequest, shown: Group, player: Player) -> dict[str, Any]:
    now = clock.now()
    by: By = "moves" if request.GET.get("by") == "moves" else "time"
    yesterday = now.date() - dt.timedelta(days=1)
    days = (("today", _("Today"), now.date()), ("yesterday", _("Yesterday"), yesterday))
    boards = [(day, heading, boards_of(shown, date, by, now=now)) for day, heading, date in days]
    return {"player": player, "by": by, "days_of_boards": boards}


def _of_group(request: HttpRequest, shown: Group, player: Player) -> dict[str, Any]:
    days = PERIODS[1] if request.GET.get("days") == str(PERIODS[1]) else PERIODS[0]
    members = members_of(shown)
    return _boards(request, shown, player) | {
        "group": shown,
        "days": days,
        "periods": PERIODS,
        "tally": tally(shown, days, now=clock.now()),
        "members": members,
        "is_owner": members[0].player_id == player.pk,
        "link": request.build_absolute_uri(reverse("join", args=[shown.token])),
    }


@page
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Say what joining shows to whom; join by POST."""
    player, invitation = _member(request), invited_to(token)
    if invitation is None:
        raise Http404
    if find_group(invitation.pk, player):
        return redirect("group", group_id=invitation.pk)
    problem, status = "", 200
    if request.method == "POST" and player is not None:
        try:
            groups.join_group(player=player, token=token)
            messages.success(request, _("You are in the group now."))
            return redirect("group", group_id=invitation.pk)
        except ApiError as error:
            problem, status = str(error.detail), error.status
    context = {"group": invitation, "player": player, "problem": problem}
    return render(request, "join.html", context, status=status)
