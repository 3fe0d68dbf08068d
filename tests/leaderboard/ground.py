"""What the tests of boards stand on: members, and games that are on a board without having been played."""

from django.test import Client

from games import clock
from games.deals.models import Deal
from games.play.models import Attempt
from games.players.models import Player, User


def member(name: str) -> Player:
    user = User.objects.create(username=name)
    return Player.objects.create(name=name, user=user, created_at=clock.now())


def visit(name: str) -> Client:
    """Give a browser in which a member is signed in."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def play(player: Player, deal: Deal, status: str = "playing", **result: int) -> Attempt:
    """Put a player's ranked game on a deal's board."""
    ended = {"ended_at": clock.now(), "history": "[]", "moves": 0, "seconds": 0}
    return Attempt.objects.create(
        player=player, deal=deal, variant=deal.variant, ranked=True, status=status, started_at=clock.now(),
        **(({} if status == "playing" else ended) | result),
    )  # fmt: skip


def sit(deal: Deal, name: str, status: str = "playing", *, account: bool = True, **result: int) -> Attempt:
    """Put the game of somebody new on a deal's board."""
    player = member(name) if account else Player.objects.create(name=name, created_at=clock.now())
    return play(player, deal, status, **result)
