"""All writes of groups.

Every write locks the group's row first, so that limits hold and the last one who leaves takes the group
along, whatever happens at the same time. Who joins is locked before the group.
"""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import clock
from games.deals.audit import Hand, write_entry
from games.http import ApiError
from games.players.models import Player
from games.players.names import BadName, clean_name
from leaderboard.models import Group, Membership, new_token

MAX_MEMBERS = 100
MAX_GROUPS = 20


def _no_such_group() -> ApiError:
    return ApiError(404, "not_found", _("There is no such group."))


def _clean(name: str) -> str:
    """Give a group's name as it is kept: the rules of players' names, but several may have the same."""
    try:
        return clean_name(name)
    except BadName as error:
        raise ApiError(400, error.code, error.message) from None


def _lock_player(player: Player) -> None:
    """Lock who is about to join, and refuse guests and those with too many groups."""
    if player.user_id is None:
        raise ApiError(403, "account_needed", _("Groups are for accounts."))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if Membership.objects.filter(player=player).count() >= MAX_GROUPS:
        raise ApiError(409, "too_many_groups", _("You are in 20 groups, and that is the limit."))


def _lock_group(group_id: int) -> Group:
    group = Group.objects.select_for_update(no_key=True).filter(pk=group_id).first()
    if group is None:
        raise _no_such_group()
    return group


def owner_id(group: Group) -> int | None:
    """Give the player who owns a group: the member of longest standing."""
    return Membership.objects.filter(group=group).order_by("pk").values_list("player_id", flat=True).first()


def _lock_as_owner(group_id: int, player: Player) -> Group:
    group = _lock_group(group_id)
    if owner_id(group) != player.pk:
        raise ApiError(403, "not_owner", _("Only the owner of the group can do that."))
    return group


@transaction.atomic
def create_group(*, player: Player, name: str) -> Group:
    """Make a group with one member, its owner. Raises ApiError."""
    name = _clean(name)
    _lock_player(player)
    group = Group.objects.create(name=name, created_at=clock.now())
    Membership.objects.create(group=group, player=player, joined_at=clock.now())
    return group


@transaction.atomic
def join_group(*, player: Player, token: str) -> Group:
    """Join the group of an invitation; who is a member already stays one. Raises ApiError."""
    group = Group.objects.filter(token=token).first()
    if group is None:
        raise _no_such_group()
    if Membership.objects.filter(group=group, player=player).exists():
        return group
    _lock_player(player)
    group = _lock_group(group.pk)
    if group.token != token:
        raise _no_such_group()
    if Membership.objects.filter(group=group).count() >= MAX_MEMBERS:
        raise ApiError(409, "group_full", _("This group has 100 members, and that is the limit."))
    Membership.objects.get_or_create(group=group, player=player, defaults={"joined_at": clock.now()})
    return group


@transaction.atomic
def rename_group(*, player: Player, group_id: int, name: str) -> None:
    """Give a group another name; its owner alone may. Raises ApiError."""
    name = _clean(name)
    group = _lock_as_owner(group_id, player)
    group.name = name
    group.save(update_fields=["name"])


@transaction.atomic
def renew_link(*, player: Player, group_id: int) -> None:
    """Give a group another link; the old one is dead. Its owner alone may. Raises ApiError."""
    _renew(_lock_as_owner(group_id, player))


def _renew(group: Group) -> None:
    group.token = new_token()
    group.save(update_fields=["token"])


@transaction.atomic
def remove_member(*, player: Player, group_id: int, member_id: int) -> None:
    """Take a member out, and renew the link that let them in. The owner alone may. Raises ApiError."""
    group = _lock_as_owner(group_id, player)
    if member_id == player.pk:
        raise ApiError(400, "not_yourself", _("You cannot remove yourself; you can leave."))
    gone, _by_model = Membership.objects.filter(group=group, player_id=member_id).delete()
    if gone:
        _renew(group)


@transaction.atomic
def leave_group(*, player: Player, group_id: int) -> None:
    """Leave a group; the last one takes it along. Who is no member has left already."""
    group = Group.objects.select_for_update(no_key=True).filter(pk=group_id).first()
    if group is None:
        return
    Membership.objects.filter(group=group, player=player).delete()
    if not Membership.objects.filter(group=group).exists():
        group.delete()


@transaction.atomic
def dissolve_group(*, group_id: int, reason: str, by: Hand) -> None:
    """Delete a group as a moderator does: for a reason, on record. Raises ApiError."""
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise ApiError(400, "reason_needed", _("Give a reason; it goes into the log."))
    group = _lock_group(group_id)
    write_entry(
        by=by,
        action="dissolved",
        subject=f"group {group.pk}"[:80],
        before={"name": group.name, "members": Membership.objects.filter(group=group).count()},
        after={"reason": reason},
    )
    group.delete()
