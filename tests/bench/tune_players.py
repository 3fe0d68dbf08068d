"""Tune the one-ply player: `python -m tests.bench.tune_players --variant standard --rounds 300`.

Deals `train-..` alone are used; bench_solver and study measure on others. Prints the weights to copy into
evaluator.py.
"""

import argparse
import random
from collections.abc import Callable, Sequence

from games.engine.deal import deal_cards
from games.engine.evaluator import TASTES, Taste
from games.engine.playouts import one_ply, play_out
from games.engine.position import Position
from games.engine.tableau import Tableau
from games.engine.variants import VARIANTS, Variant
from tests.bench.climb import climb


def cost_of(variant: Variant, batch_size: int) -> Callable[[Sequence[float], int], float]:
    """The cost of weights on a batch of deals: games lost, and a little for every card not sent home."""

    def cost(weights: Sequence[float], batch: int) -> float:
        player = one_ply(Taste(*weights))
        total = 0.0
        for number in range(batch * batch_size, (batch + 1) * batch_size):
            table = Tableau.of_position(Position.of_deal(variant, deal_cards(f"train-{number}")))
            play_out(table, player, random.Random(number))
            total += 0.0 if table.is_won() else 1 + (80 - table.sent) / 80
        return total / batch_size

    return cost


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", choices=VARIANTS, default="standard")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--batch", type=int, default=60, help="deals a batch")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--afresh", action="store_true", help="start from plain guesses, not from TASTES")
    arguments = parser.parse_args()
    variant = VARIANTS[arguments.variant]
    found = climb(
        Taste(*[0.5] * len(Taste._fields)) if arguments.afresh else TASTES[variant.name],
        cost_of(variant, arguments.batch),
        rounds=arguments.rounds,
        seed=arguments.seed,
    )
    print(Taste(*(round(weight, 3) for weight in found)))
