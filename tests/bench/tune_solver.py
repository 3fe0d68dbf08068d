"""Tune the score of the STANDARD search: `python -m tests.bench.tune_solver --rounds 300`.

Deals `train-..` alone are used; bench_solver and study measure on others. Prints the weights to copy into
lazy.py.
"""

import argparse
import math
from collections.abc import Sequence

from games.engine.deal import deal_cards
from games.engine.lazy import WEIGHTS, Search, Weights
from games.engine.position import Position
from games.engine.schedule import Layout, layout_of
from games.engine.variants import STANDARD
from tests.bench.climb import climb

BATCH = 60
CAP = 1500


def _layout(number: int) -> Layout:
    layout = layout_of(Position.of_deal(STANDARD, deal_cards(f"train-{number}")))
    assert layout is not None
    return layout


def cost(weights: Sequence[float], batch: int) -> float:
    """Mean logarithm of the nodes of one round, over the batch's deals; a third may shift."""
    total = 0.0
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        search = Search(_layout(number), shifts=number % 3 == 0, weights=Weights(*weights), seed=number)
        total += math.log(search.run(CAP, lambda: False).nodes)
    return total / BATCH


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(Weights(*climb(WEIGHTS, cost, rounds=arguments.rounds, seed=arguments.seed)))
