"""The house players: blind computer players with a name, from weak to strong, and how they play a deal.

Law: who plays how is data; a game follows from player, deal and seed alone. Times are made up at a human
pace, for progress curves; they measure nothing.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.moves import HOME
from games.engine.playouts import (
    Player,
    careful,
    greedy,
    name_move,
    one_ply,
    play_out,
    straight,
    with_rollouts,
)
from games.engine.position import Position
from games.engine.tableau import Tableau
from games.engine.tastes import TASTES
from games.engine.variants import Variant


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """`kind` is 'straight', 'greedy', 'careful', 'one_ply' or 'rollouts'.

    `noise`: how much it misjudges (one_ply). `pace`: median seconds of a considered move.
    """

    key: str
    name: str
    kind: str
    pace: float
    noise: float = 0.0


HOUSE_PLAYERS: tuple[HousePlayer, ...] = (
    HousePlayer("stranger", "A Stranger in the Gallery", "straight", 1.2),
    HousePlayer("doorkeeper", "The Doorkeeper", "greedy", 1.5),
    HousePlayer("backbencher", "The Backbencher", "one_ply", 1.8, noise=3.0),
    HousePlayer("teller", "The Teller", "careful", 1.6),
    HousePlayer("crossbencher", "The Crossbencher", "one_ply", 2.6, noise=1.5),
    HousePlayer("whip", "The Chief Whip", "one_ply", 1.7, noise=1.2),
    HousePlayer("serjeant", "The Serjeant at Arms", "one_ply", 2.4, noise=0.9),
    HousePlayer("black-rod", "Black Rod", "one_ply", 2.0, noise=0.6),
    HousePlayer("speaker", "The Speaker", "one_ply", 2.8),
    HousePlayer("father", "The Father of the House", "rollouts", 3.4),
)
"""From weak to strong (win rates: docs/study)."""

ROLLOUT_WIDTH = 3
ROLLOUT_SAMPLES = 2
ROLLOUT_NOISE = 0.2


def house_game(
    player: HousePlayer, variant: Variant, cards: Sequence[str], seed: str
) -> tuple[list[str], list[float]]:
    """The moves of a house player's game, and the second since its start at which each was made.

    Raises `BadDeal`.
    """
    table = Tableau.of_position(Position.of_deal(variant, cards))
    moves = play_out(table, player_of(player, variant), random.Random(f"{seed}:{player.key}"))
    clock = random.Random(f"{seed}:{player.key}:clock")
    elapsed = 0.0
    times: list[float] = []
    for s, t in moves:
        # Fills and sends home come quickly, builds are considered; now and then somebody thinks for long.
        swift = t == HOME or s // 8 == t // 8 + 1 > 1
        elapsed += player.pace * (0.5 if swift else 1.0) * clock.lognormvariate(0, 0.6)
        times.append(round(elapsed, 1))
    return [name_move(move) for move in moves], times


def player_of(player: HousePlayer, variant: Variant) -> Player:
    """The blind player behind a name."""
    taste = TASTES[variant.name]
    match player.kind:
        case "straight":
            return straight
        case "greedy":
            return greedy
        case "careful":
            return careful
        case "one_ply":
            return one_ply(taste, player.noise)
        case "rollouts":
            return with_rollouts(taste, width=ROLLOUT_WIDTH, samples=ROLLOUT_SAMPLES, noise=ROLLOUT_NOISE)
    raise ValueError(f"no such kind of player: {player.kind!r}")
