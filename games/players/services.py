"""All writes of players."""

import secrets

from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, transaction

from games import clock
from games.players.models import Player, User
from games.players.names import BadName, clean_name, skeleton_of
from games.players.selectors import SESSION_KEY

# Friendly and in the theme; 12 * 14 names and a number, so that two guests of a day rarely share one.
MANNERS = tuple("Able Brisk Candid Dapper Earnest Frank Gallant Hearty Keen Merry Prudent Spry".split())
OFFICES = tuple(
    "Backbencher Chancellor Clerk Crier Herald Justice Marshal Orator Proctor Teller Usher Whip".split()
)
TRIES = 20


def make_guest_name(numbers: int) -> str:
    """Give a new guest a name such as "Brisk Teller 318", its number from 100 to below `numbers`."""
    return f"{secrets.choice(MANNERS)} {secrets.choice(OFFICES)} {secrets.randbelow(numbers - 100) + 100}"


def create_guest(*, session: SessionBase) -> Player:
    """Make a guest and remember it in the session."""
    player = _create_named(user=None)
    session[SESSION_KEY] = player.pk
    return player


def ensure_member(*, user: User) -> Player:
    """Give the player of an account, made on first use; named as the account where that is a free name."""
    return Player.objects.filter(user=user).first() or _create_named(user=user, wish=user.get_username())


def _create_named(*, user: User | None, wish: str = "") -> Player:
    """Make a player with the wished name or, where that will not do, with a friendly one that is free."""
    for turn in range(TRIES):
        # Should the short numbers run out one day, there are longer ones.
        name = wish if wish and turn == 0 else make_guest_name(1_000 if turn < TRIES // 2 else 1_000_000)
        try:
            name = clean_name(name)
            with transaction.atomic():
                return Player.objects.create(
                    name=name, skeleton=skeleton_of(name), user=user, created_at=clock.now()
                )
        except BadName:
            continue
        except IntegrityError:  # the name is taken, or another request made the account's player
            if user and (player := Player.objects.filter(user=user).first()):
                return player
    raise RuntimeError("no free name was found")


def rename(*, player: Player, name: str) -> None:
    """Give a player another name. Raises BadName, with the code `taken` where somebody else has it."""
    player.name = clean_name(name)
    player.skeleton = skeleton_of(player.name)
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "skeleton"])
    except IntegrityError:
        player.refresh_from_db(fields=["name", "skeleton"])
        raise BadName("taken") from None


def set_privacy(*, player: Player, is_private: bool) -> None:
    """Keep a member's name off public boards and the profile from others' eyes, or show them again."""
    Player.objects.filter(pk=player.pk, user__isnull=False).update(is_private=is_private)


def ask_to_leave(*, player: Player) -> None:
    """Ask that an account be deleted; it is after a week of grace, unless its person logs in before."""
    Player.objects.filter(pk=player.pk, user__isnull=False, leaving_at=None).update(leaving_at=clock.now())


def stay(*, user: User) -> bool:
    """Take a wish to leave back; gives whether there was one."""
    return bool(Player.objects.filter(user=user, leaving_at__isnull=False).update(leaving_at=None))


def claim_guest(*, guest: Player, user: User) -> bool:
    """Make a guest the player of a new account, with everything it has; False where another login did."""
    if not Player.objects.filter(pk=guest.pk, user=None).update(user=user):
        return False
    guest.user = user
    guest.save(update_fields=["user"])  # once more, aloud: who ranks has to hear of a member
    if guest.skeleton is None:  # of guests from before names were unique
        rename(player=guest, name=make_guest_name(1_000_000))
    return True


def remove_guest(*, guest: Player) -> None:
    """Remove a guest whose attempts have all gone to an account."""
    Player.objects.filter(pk=guest.pk, user=None).delete()


def keep_settings(*, player: Player, settings: dict[str, str]) -> None:
    """Keep what a player has set, in the place of what was kept before."""
    player.settings = settings
    player.save(update_fields=["settings"])
