"""What is played for the study: one deal at a time, every figure made by budgets in nodes and by seeds.

Law: a deal's row depends on its number alone, so that a study can be stopped and taken up again.
"""

import random
from typing import Any

from games.engine.deal import deal_cards
from games.engine.evaluator import TASTES
from games.engine.grade import grade
from games.engine.house import HOUSE_PLAYERS, HousePlayer
from games.engine.playouts import play_out
from games.engine.position import Position
from games.engine.solver import PAR_OF_VERDICT, solve
from games.engine.tableau import Tableau
from games.engine.variants import VARIANTS, Variant

PREFIX = "study"
PAR_NODES = 20_000
GRADED = 200
"""Deals that are graded, twice each, with other random numbers."""

PLAYED = 2000
"""Deals the blind players play."""

DEAR = 24
"""Deals the player with rollouts plays; it takes seconds a game."""

Row = dict[str, Any]


def play_deal(number: int) -> Row:
    """All that is to be known of one deal, ready for JSON."""
    cards = deal_cards(f"{PREFIX}-{number}")
    row: Row = {"deal": number}
    for variant in VARIANTS.values():
        position = Position.of_deal(variant, cards)
        verdict = solve(position)
        found: Row = {
            "verdict": verdict.verdict,
            "nodes": verdict.nodes,
            "ms": round(1000 * verdict.seconds, 1),
            "moves": None if verdict.moves is None else len(verdict.moves),
            "wins": [house.name for house in players_of(number) if _is_won(house, variant, position, number)],
        }
        if variant.crosses:
            found["par"] = PAR_OF_VERDICT[solve(position, nodes=PAR_NODES, perfect=True).verdict]
        if number < GRADED:
            found["grades"] = [grade(variant, cards, seed=seed).rate for seed in ("grade", "again")]
        row[variant.name] = found
    return row


def players_of(number: int) -> list[HousePlayer]:
    """The blind players that play a deal."""
    return [house for house in HOUSE_PLAYERS if number < (DEAR if house.key == "father" else PLAYED)]


def _is_won(house: HousePlayer, variant: Variant, position: Position, number: int) -> bool:
    table = Tableau.of_position(position)
    play_out(table, house.of(TASTES[variant.name]), random.Random(f"{PREFIX}-{number}"))
    return table.is_won()
