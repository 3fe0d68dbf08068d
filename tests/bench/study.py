"""The study: how often the two games can be won, and how often blind players win them.

`python -m tests.bench.study --deals 10000` plays the deals `study-0`, `study-1`, .., keeps one line a deal
in `--rows` (stop it anywhere and start it again: finished deals are not repeated), and writes docs/study:
study.json and the plots. `--summary` only writes. Budgets are in nodes, so the figures are the same on
every machine.
"""

import argparse
import json
import random
import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.engine.deal import deal_cards
from games.engine.grade import CUTS, LABELS, grade, label_of, wilson
from games.engine.house import HOUSE_PLAYERS, player_of
from games.engine.playouts import Player, play_out
from games.engine.position import Position
from games.engine.solver import par, solve
from games.engine.tableau import Tableau
from games.engine.variants import VARIANTS, Variant
from tests.bench import plots

PREFIX = "study"
OUT = Path("docs/study")
ROWS = Path("var/study.jsonl")
PAR_NODES = 10_000
GRADED = 200
"""Deals that are graded, twice each, with other random numbers."""

PLAYED = 2000
"""Deals the blind players play."""

DEAR = 24
"""Deals the player with rollouts plays; it takes seconds a game."""

Row = dict[str, Any]


def play_deal(number: int) -> Row:
    """All that is to be known of one deal."""
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
            "wins": [
                name
                for name, player in blind_players(variant, number).items()
                if is_won(position, player, number)
            ],
        }
        if variant.crosses:
            found["par"] = par(position, nodes=PAR_NODES)
        if number < GRADED:
            found["grades"] = [grade(variant, cards, seed=seed).rate for seed in ("grade", "again")]
        row[variant.name] = found
    return row


def blind_players(variant: Variant, number: int) -> dict[str, Player]:
    """Name to player of those that play a deal."""
    return {
        house.name: player_of(house, variant)
        for house in HOUSE_PLAYERS
        if number < (DEAR if house.kind == "rollouts" else PLAYED)
    }


def is_won(position: Position, player: Player, number: int) -> bool:
    """Whether a player wins from a position, its random numbers being those of the deal."""
    table = Tableau.of_position(position)
    play_out(table, player, random.Random(f"{PREFIX}-{number}"))
    return table.is_won()


def share(wins: int, trials: int) -> Row:
    """A share with its 95 % Wilson interval."""
    low, high = (round(end, 5) for end in wilson(wins, trials))
    return {"wins": wins, "of": trials, "share": round(wins / trials, 5), "low": low, "high": high}


def summarise(rows: list[Row]) -> Row:
    """The figures of the study."""
    summary: Row = {"command": f"python -m tests.bench.study --deals {len(rows)}", "deals": len(rows)}
    for variant in VARIANTS.values():
        found = [row[variant.name] for row in rows]
        verdicts = Counter(row["verdict"] for row in found)
        nodes = sorted(row["nodes"] for row in found)
        times = sorted(row["ms"] for row in found)
        part: Row = {
            "winnable": share(verdicts["won"], len(found)),
            "unwinnable": verdicts["unwinnable"],
            "unknown": verdicts["unknown"],
            "nodes": {"median": statistics.median(nodes), "p99": nodes[len(nodes) * 99 // 100]},
            "milliseconds": {"median": statistics.median(times), "p99": times[len(times) * 99 // 100]},
            "blind players": {name: share(*wins) for name, wins in win_counts(variant, rows)},
        }
        if variant.crosses:
            pars = Counter(row["par"] for row in found)
            names = ("perfect", "impossible", "unknown")
            part["par"] = {name: share(pars[name], len(found)) for name in names}
        part["grades"] = summarise_grades(variant, [row["grades"] for row in found if "grades" in row])
        summary[variant.name] = part
    return summary


def win_counts(variant: Variant, rows: list[Row]) -> Iterable[tuple[str, tuple[int, int]]]:
    """Each player's name with the games it won and played."""
    for name in blind_players(variant, 0):
        played = [row for row in rows if name in blind_players(variant, row["deal"])]
        if played:
            yield name, (sum(name in row[variant.name]["wins"] for row in played), len(played))


def summarise_grades(variant: Variant, pairs: list[list[float]]) -> Row:
    """Distribution and test-retest of the grades."""
    first = [pair[0] for pair in pairs]
    labels = Counter(label_of(variant, rate) for rate in first)
    same = sum(label_of(variant, one) == label_of(variant, other) for one, other in pairs)
    return {
        "deals": len(pairs),
        "playouts": 200,
        "mean": round(statistics.fmean(first), 4),
        "quintiles": [round(cut, 4) for cut in statistics.quantiles(first, n=5)],
        "cuts": CUTS[variant.name],
        "labels": {label: labels[label] for label in LABELS},
        "test-retest r": round(statistics.correlation(first, [pair[1] for pair in pairs]), 4),
        "same label again": round(same / len(pairs), 4),
    }


def write_study(rows: list[Row]) -> None:
    """Write study.json and the plots."""
    summary = summarise(rows)
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "study.json").write_text(json.dumps(summary, indent=1) + "\n")
    for name in VARIANTS:
        part = summary[name]
        players = [(label, s["share"], s["low"], s["high"]) for label, s in part["blind players"].items()]
        title = f"{name}: games won without seeing the stock"
        _write(f"players-{name}", plots.bars(title, players, "win rate"))
        pairs = [row[name]["grades"] for row in rows if "grades" in row[name]]
        counts = Counter(min(19, int(20 * first)) for first, _ in pairs)
        title = f"{name}: {len(pairs)} deals by the win rate that grades them"
        columns = [counts[number] for number in range(20)]
        _write(f"grades-{name}", plots.histogram(title, columns, "win rate of 200 playouts", CUTS[name]))
        title = f"{name}: the grade of the same deal twice, r = {part['grades']['test-retest r']}"
        _write(f"retest-{name}", plots.scatter(title, pairs, "win rate, first time (across) and second"))


def _write(name: str, svg: str) -> None:
    (OUT / f"{name}.svg").write_text(svg)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--rows", type=Path, default=ROWS, help="finished deals (default: %(default)s)")
    parser.add_argument("--summary", action="store_true", help="play nothing, write what there is")
    options = parser.parse_args()
    options.rows.parent.mkdir(parents=True, exist_ok=True)
    lines = options.rows.read_text().splitlines(keepends=True) if options.rows.exists() else []
    lines = [line for line in lines if line.endswith("}\n")]
    options.rows.write_text("".join(lines))  # without a last line that was cut off
    rows = [json.loads(line) for line in lines]
    if not options.summary:
        with options.rows.open("a") as file:
            for number in range(len(rows), options.deals):
                rows.append(play_deal(number))
                print(json.dumps(rows[-1], separators=(",", ":")), file=file, flush=True)
    write_study(rows[: options.deals])


if __name__ == "__main__":
    main()
