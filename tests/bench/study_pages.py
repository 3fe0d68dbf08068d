"""What the study found, as JSON, as a page and as plots.

Law: figures are counted from finished deals here and nowhere else; nothing is played.
"""

import json
import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from games.engine.grade import CUTS, LABELS, label_of, wilson
from games.engine.house import HOUSE_PLAYERS
from games.engine.variants import VARIANTS, Variant
from tests.bench import plots
from tests.bench.study_games import Row, players_of


def write_study(rows: list[Row], out: Path) -> None:
    """Write study.json, README.md and the plots of finished deals into a folder."""
    summary = summarise(rows)
    out.mkdir(parents=True, exist_ok=True)
    (out / "study.json").write_text(json.dumps(summary, indent=1) + "\n")
    (out / "README.md").write_text(describe(summary))
    for name in VARIANTS:
        part = summary[name]
        players = [(label, s["share"], s["low"], s["high"]) for label, s in part["blind players"].items()]
        title = f"{name}: games won without seeing the stock"
        _write(out, f"players-{name}", plots.bars(title, players, "win rate"))
        pairs = [row[name]["grades"] for row in rows if "grades" in row[name]]
        counts = Counter(min(19, int(20 * first)) for first, _ in pairs)
        title = f"{name}: {len(pairs)} deals by the win rate that grades them"
        columns = [counts[number] for number in range(20)]
        _write(out, f"grades-{name}", plots.histogram(title, columns, "win rate of 200 playouts", CUTS[name]))
        title = f"{name}: the grade of the same deal twice, r = {part['grades']['test-retest r']}"
        _write(out, f"retest-{name}", plots.scatter(title, pairs, "win rate, first time (across) and second"))


def _write(out: Path, name: str, svg: str) -> None:
    (out / f"{name}.svg").write_text(svg)


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
    for house in HOUSE_PLAYERS:
        played = [row[variant.name] for row in rows if house in players_of(row["deal"])]
        if played:
            yield house.name, (sum(house.name in row["wins"] for row in played), len(played))


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


def describe(summary: Row) -> str:
    """The page of the study, in Markdown."""
    lines = [
        "# How often can it be won?",
        "",
        f"Made by `{summary['command']}`; do not edit.",
        f"{summary['deals']:,} random deals (seeds `study-0` on), the same for both games. Intervals are",
        "95 % Wilson intervals. Budgets are in nodes, so that the figures can be made again anywhere; only",
        "the times belong to one (shared) machine.",
        "All figures: [study.json](study.json).",
        "",
    ]
    for name in VARIANTS:
        lines += [f"## {name.capitalize()}", "", *_variant_lines(name, summary[name]), ""]
    return "\n".join(lines)


def _variant_lines(name: str, part: Row) -> list[str]:
    nodes, times, grades = part["nodes"], part["milliseconds"], part["grades"]
    lines = [
        f"* With the stock known, won: {_words(part['winnable'])}; proved lost: {part['unwinnable']};",
        f"  undecided: {part['unknown']}. Median {nodes['median']:g} nodes and {times['median']:g} ms,",
        f"  p99 {nodes['p99']:,} nodes and {times['p99']:g} ms.",
    ]
    if "par" in part:
        lines += [f"* A perfect line of 272 moves: {_words(part['par']['perfect'])}; proved impossible:"]
        lines += [f"  {part['par']['impossible']['wins']}; undecided: {part['par']['unknown']['wins']}."]
    lines += [
        f"* The grade of a deal, {grades['deals']} deals twice: r = {grades['test-retest r']}, the same label"
        f" again {100 * grades['same label again']:.0f} %;",
        f"  quintiles of the win rate {', '.join(f'{cut:.3f}' for cut in grades['quintiles'])}.",
        "",
        "| blind player | games won | of | interval |",
        "|---|---|---|---|",
    ]
    for player, wins in part["blind players"].items():
        ends = f"{100 * wins['low']:.1f} - {100 * wins['high']:.1f} %"
        lines.append(f"| {player} | {100 * wins['share']:.1f} % | {wins['of']:,} | {ends} |")
    plots_of = [f"![{what}]({what}-{name}.svg)" for what in ("players", "grades", "retest")]
    return [*lines, "", *plots_of]


def _words(found: Row) -> str:
    ends = f"{100 * found['low']:.2f} - {100 * found['high']:.2f} %"
    return f"{found['wins']:,} of {found['of']:,} ({100 * found['share']:.2f} %, {ends})"
