"""How hard a deal is for somebody who cannot see the stock.

Law: a grade is the share of games a fixed blind player wins of this deal, nothing else. Nearly every deal
can be won with the stock known, so winnability is no difficulty. Cuts and players are fixed by the study
(docs/study); whoever changes one changes the meaning of every grade.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.evaluator import TASTES
from games.engine.playouts import Player, careful, one_ply, play_out
from games.engine.position import Position
from games.engine.tableau import Tableau
from games.engine.variants import Variant

LABELS = ("fiendish", "hard", "fair", "gentle", "easy")
"""From the lowest win rate to the highest."""

PLAYERS: dict[str, Player] = {
    "standard": careful,
    "cadogan": one_ply(TASTES["cadogan"], noise=1.2),
}
"""Variant to the player that grades it. CADOGAN's wins of the careful player are too few to tell deals by."""

CUTS: dict[str, tuple[float, float, float, float]] = {
    "standard": (0.025, 0.21, 0.46, 0.7),
    "cadogan": (0.22, 0.36, 0.47, 0.63),
}
"""Variant to quintiles of the win rate in the study: below the first `fiendish`, from the last on `easy`."""


@dataclass(frozen=True, slots=True)
class Grade:
    """`rate`: share of playouts won; `low`, `high`: its 95 % Wilson interval; `label`: one of `LABELS`."""

    rate: float
    low: float
    high: float
    label: str


def grade(variant: Variant, cards: Sequence[str], *, playouts: int = 200, seed: str = "grade") -> Grade:
    """Grade a deal; the same for the same seed. Raises `BadText`."""
    start = Tableau.of_position(Position.of_deal(variant, cards))
    player = PLAYERS[variant.name]
    wins = 0
    for number in range(playouts):
        table = start.copy()
        play_out(table, player, random.Random(f"{seed}:{number}"))
        wins += table.is_won()
    rate = wins / playouts
    low, high = wilson(wins, playouts)
    return Grade(rate, low, high, label_of(variant, rate))


def label_of(variant: Variant, rate: float) -> str:
    """The label of a win rate."""
    return LABELS[sum(rate >= cut for cut in CUTS[variant.name])]


def wilson(wins: int, trials: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share."""
    z = 1.96
    share = wins / trials
    centre = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
