"""A plain hill climb for small linear scores.

Law: a step is kept only if it is better on the same deals as the weights it replaces, and the deals change
every round, so that nothing is tuned to one batch. Seeded.
"""

import random
from collections.abc import Callable, Sequence


def climb(
    weights: Sequence[float],
    cost: Callable[[Sequence[float], int], float],
    *,
    rounds: int,
    seed: int = 0,
    step: float = 0.35,
) -> list[float]:
    """Return better weights; `cost(weights, round)` is to be small, its second argument chooses the deals.

    A candidate changes about a quarter of the weights. What wins its batch must win the next one, too.
    """
    rng = random.Random(seed)
    best = list(weights)
    for number in range(rounds):
        candidate = [
            weight + rng.gauss(0, step) * max(0.3, abs(weight)) if rng.random() < 0.25 else weight
            for weight in best
        ]
        pairs = []
        for batch in (2 * number, 2 * number + 1):
            pairs.append((cost(best, batch), cost(candidate, batch)))
            if pairs[-1][1] >= pairs[-1][0]:
                break
        else:
            best = candidate
            old, new = (sum(side) / 2 for side in zip(*pairs, strict=True))
            print(
                f"round {number}: {old:.4f} -> {new:.4f}  {[round(weight, 3) for weight in best]}", flush=True
            )
    return best
