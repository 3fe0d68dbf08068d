"""The house players: blind computer players with a name, from weak to strong, and how they play a deal.

Law: who plays how is data; a game follows from player, deal and seed alone. Times are made up at a human
pace, for progress curves; they measure nothing.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from games.engine import playouts
from games.engine.evaluator import TASTES, Taste
from games.engine.moves import HOME
from games.engine.playouts import Player, name_move, one_ply, play_out, with_rollouts
from games.engine.position import Position
from games.engine.tableau import Tableau
from games.engine.variants import Variant
from games.engine.words import mark as _


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """`pace`: median seconds of a considered move. `of`: the player behind the name, of a variant's taste."""

    key: str
    name: str
    pace: float
    of: Callable[[Taste], Player]


HOUSE_PLAYERS: tuple[HousePlayer, ...] = (
    HousePlayer("stranger", _("A Stranger in the Gallery"), 1.2, lambda _taste: playouts.straight),
    HousePlayer("doorkeeper", _("The Doorkeeper"), 1.5, lambda _taste: playouts.greedy),
    HousePlayer("backbencher", _("The Backbencher"), 1.8, partial(one_ply, noise=3.0)),
    HousePlayer("teller", _("The Teller"), 1.6, lambda _taste: playouts.careful),
    HousePlayer("crossbencher", _("The Crossbencher"), 2.6, partial(one_ply, noise=1.5)),
    HousePlayer("whip", _("The Chief Whip"), 1.7, partial(one_ply, noise=1.2)),
    HousePlayer("serjeant", _("The Serjeant at Arms"), 2.4, partial(one_ply, noise=0.9)),
    HousePlayer("black-rod", _("Black Rod"), 2.0, partial(one_ply, noise=0.6)),
    HousePlayer("speaker", _("The Speaker"), 2.8, one_ply),
    HousePlayer(
        "father",
        _("The Father of the House"),
        3.4,
        partial(with_rollouts, width=3, samples=2, noise=0.2),
    ),
)
"""From weak to strong (win rates: docs/study)."""


def house_game(
    player: HousePlayer, variant: Variant, cards: Sequence[str], seed: str
) -> tuple[list[str], list[float]]:
    """The moves of a house player's game, and the second since its start at which each was made.

    Raises `BadText`.
    """
    table = Tableau.of_position(Position.of_deal(variant, cards))
    moves = play_out(table, player.of(TASTES[variant.name]), random.Random(f"{seed}:{player.key}"))
    clock = random.Random(f"{seed}:{player.key}:clock")
    elapsed = 0.0
    times: list[float] = []
    for s, t in moves:
        # Fills and sends home come quickly, builds are considered; now and then somebody thinks for long.
        swift = t == HOME or s // 8 == t // 8 + 1 > 1
        elapsed += player.pace * (0.5 if swift else 1.0) * clock.lognormvariate(0, 0.6)
        times.append(round(elapsed, 1))
    return [name_move(move) for move in moves], times
