import random
from collections import Counter
from itertools import count

import pytest

from games.engine.lazy import WEIGHTS, Search
from games.engine.schedule import write_moves
from tests.engine.small_packs import SmallGame, plays

PACKS = 500
LIMIT = 20_000


def search(layout, *, shifts):
    """In one go with shifts; without, in many short rounds that hand on what is lost, as the solver does."""
    if shifts:
        return Search(layout, shifts=True).run(1_000_000, lambda: False)
    lost = set()
    for turn in count(1):
        rounds = Search(layout, shifts=False, weights=WEIGHTS.jittered(turn), seed=turn, lost=lost)
        outcome = rounds.run(5 * turn, lambda: False)
        if outcome.exhausted or outcome.steps is not None:
            return outcome
    raise AssertionError("count() never ends")


def outcomes(seed, *, shifts, walk):
    """(by brute force, by the solver) over random small packs, undecided ones left out."""
    rng = random.Random(seed)
    found = Counter()
    while found.total() < PACKS:
        game = SmallGame.random(rng)
        state = game.start
        for _ in range(rng.randrange(1, 25) if walk else 0):
            later = sorted(game.after(state, shifts=shifts))
            if not later:
                break
            state = rng.choice(later)
        truth = game.can_be_won(state, shifts=shifts, limit=LIMIT)
        if truth is None:
            continue
        layout = game.layout(state)
        outcome = search(layout, shifts=shifts)
        assert outcome.exhausted or outcome.steps is not None
        if outcome.steps is not None:
            moves = write_moves(layout, outcome.steps)
            assert plays(layout, moves)
            assert shifts or not any(move[1] == move[-1] == "1" for move in moves)
        found[truth, outcome.steps is not None] += 1
    return found


@pytest.mark.parametrize("walk", [False, True], ids=["from the deal", "from the middle of a game"])
@pytest.mark.parametrize("shifts", [True, False], ids=["any line", "perfect lines"])
def test_the_search_finds_a_line_exactly_where_brute_force_does(shifts, walk):
    found = outcomes(f"{shifts}{walk}", shifts=shifts, walk=walk)
    assert found[True, False] == found[False, True] == 0
    assert min(found[True, True], found[False, False]) > PACKS // 10, (
        "both answers must have been put to the test"
    )
