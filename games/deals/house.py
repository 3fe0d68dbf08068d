"""The house players' games on a day's deal: results and progress curves, nothing about cards.

A curve is the number of forced steps done at every `PERIOD` seconds of the player's clock.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext

from games import engine
from games.engine import Variant
from games.engine.house import HOUSE_PLAYERS, HousePlayer, house_game

PERIOD = 15


def house_games(variant: Variant, cards: Sequence[str], seed: str) -> list[dict[str, Any]]:
    """Let all house players play a deal; from weak to strong. Takes seconds: the clerk's work.

    In a game `moves` counts, `seconds` is the whole time.
    """
    return [_house_game(player, variant, cards, seed) for player in HOUSE_PLAYERS]


def in_visitors_words(games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give stored games with the players' names in the visitor's language."""
    return [game | {"name": gettext(game["name"])} for game in games]


def _house_game(player: HousePlayer, variant: Variant, cards: Sequence[str], seed: str) -> dict[str, Any]:
    moves, times = house_game(player, variant, cards, seed)
    position = engine.replay(variant, cards, moves)
    seconds = int(times[-1]) if times else 0
    curve = [0] * (seconds // PERIOD + 2)
    steps = 0
    for move, time in zip(moves, times, strict=True):
        steps += engine.is_forced(move)
        curve[int(time) // PERIOD + 1] = steps
    return {
        "key": player.key,
        "name": player.name,
        # A player that sees no move worth making gives up, as people do.
        "status": "won" if position.home == len(engine.PACK) else "lost",
        "home": position.home,
        "moves": len(moves),
        "seconds": seconds,
        "period": PERIOD,
        "curve": list(accumulate(curve, max)),
    }
