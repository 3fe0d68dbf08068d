"""E3-E7 (what the engine must reach): `python -m tests.bench.bench_solver --deals 1000`.

Deals `bench-..`, on which nothing was tuned. Times are CPU of this process, since the machine is shared;
all targets are upper bounds, so that shares are given as what is *not* reached.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from games.engine.deal import deal_cards
from games.engine.evaluator import TASTES
from games.engine.grade import grade
from games.engine.hint import hint
from games.engine.playouts import one_ply, play_out
from games.engine.position import Position
from games.engine.rules import play
from games.engine.solver import Verdict, solve
from games.engine.tableau import Tableau
from games.engine.variants import CADOGAN, STANDARD, VARIANTS, Variant
from tests.bench import report

Row = report.Row
T = TypeVar("T")
PREFIX = "bench"
LIMIT = 2.0
YEAR = 365


def measure(deals: int = 300) -> list[Row]:
    """The rows of E3-E7; grades are measured on a third of the deals, 100 at most."""
    graded = max(3, min(100, deals // 3))
    solved = {
        variant.name: [_timed(partial(solve, position)) for position in _positions(variant, deals)]
        for variant in VARIANTS.values()
    }
    rows = _solver_rows(solved)
    seconds, pairs = _grades(graded)
    rows.append(_row("E5", "grades of a year of deals, both variants", YEAR * seconds, 480, "s"))
    rows += _player_rows(deals)
    for name, values in pairs.items():
        r = statistics.correlation([a for a, _ in values], [b for _, b in values])
        rows.append(_row("E7", f"{name}: 1 - r, grade test-retest, {graded} deals", 1 - r, 0.05, "1"))
    return rows


def _solver_rows(solved: dict[str, list[tuple[float, Verdict]]]) -> list[Row]:
    standard, cadogan = solved["standard"], solved["cadogan"]
    late = sum(verdict.verdict == "unknown" or seconds > LIMIT for seconds, verdict in standard)
    lost = sum(verdict.verdict != "won" or seconds > LIMIT for seconds, verdict in cadogan)
    times = sorted(1000 * seconds for seconds, _ in standard)
    year = YEAR * sum(statistics.fmean(seconds for seconds, _ in found) for found in solved.values())
    return [
        _row(
            "E3", f"standard: no verdict in 2 s, {len(standard)} deals", 100 * late / len(standard), 0.2, "%"
        ),
        _row("E3", "standard: time to the verdict, median", statistics.median(times), 60, "ms"),
        _row("E3", "standard: time to the verdict, p99", times[len(times) * 99 // 100], 300, "ms"),
        _row("E4", f"cadogan: no won line in 2 s, {len(cadogan)} deals", 100 * lost / len(cadogan), 2, "%"),
        _row("E5", "verdicts and lines of a year of deals, both variants", year, 60, "s"),
    ]


def _grades(deals: int) -> tuple[float, dict[str, list[tuple[float, float]]]]:
    """CPU seconds a date (both variants), and each deal's grade twice."""
    pairs: dict[str, list[tuple[float, float]]] = {}
    total = 0.0
    for variant in VARIANTS.values():
        for number in range(deals):
            cards = deal_cards(f"{PREFIX}-{number}")
            seconds, first = _timed(partial(grade, variant, cards))
            total += seconds
            pairs.setdefault(variant.name, []).append((first.rate, grade(variant, cards, seed="again").rate))
    return total / deals, pairs


def _player_rows(deals: int) -> list[Row]:
    rows = []
    for variant, most in ((STANDARD, 14), (CADOGAN, 24)):
        times: list[float] = []
        for position in _positions(variant, min(deals, 20)):
            while True:
                seconds, given = _timed(partial(hint, position))
                times.append(1000 * seconds)
                if given is None:
                    break
                play(position, given.move)
        rows.append(_row("E6", f"{variant.name}: a hint, the slowest of {len(times)}", max(times), 5, "ms"))
        lost = 0
        for number, position in enumerate(_positions(variant, deals)):
            table = Tableau.of_position(position)
            play_out(table, one_ply(TASTES[variant.name]), random.Random(number))
            lost += not table.is_won()
        what = f"{variant.name}: games its player loses, {deals} deals"
        rows.append(_row("E6", what, 100 * lost / deals, most, "%"))
    return rows


def _positions(variant: Variant, deals: int) -> list[Position]:
    return [Position.of_deal(variant, deal_cards(f"{PREFIX}-{number}")) for number in range(deals)]


def _timed(call: Callable[[], T]) -> tuple[float, T]:
    started = time.process_time()
    result = call()
    return time.process_time() - started, result


def _row(number: str, what: str, figure: float, target: float, unit: str) -> Row:
    verdict = "ok" if figure <= target else "short"
    return {
        "id": number,
        "what": what,
        "figure": round(figure, 3),
        "baseline": "",
        "ratio": "",
        "target": target,
        "unit": unit,
        "verdict": verdict,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    report.print_table(measure(parser.parse_args().deals))
