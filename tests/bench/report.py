"""Rows of figures: how they are judged, printed and kept."""

import datetime as dt
import json
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.bench import plots
from tests.servers import ROOT

Row = dict[str, object]
RESULTS = ROOT / "bench-results"


def row(
    number: str,
    what: str,
    figures: Sequence[float],
    baselines: Sequence[float],
    *,
    target: float | None,
    unit: str,
    note: str = "",
) -> Row:
    """Judge interleaved samples: medians of figure and baseline, and the median of the rounds' ratios."""
    ratios = sorted(a / b for a, b in zip(figures, baselines, strict=True))
    ratio = median(ratios)
    return {
        "id": number,
        "what": what,
        "figure": round(median(figures), 2),
        "baseline": round(median(baselines), 2),
        "ratio": round(ratio, 3),
        "target": target,
        "unit": unit,
        "verdict": "report" if target is None else "ok" if ratio <= target else "short",
        "spread": [round(ratios[0], 3), round(ratios[-1], 3)],
        "note": note,
    }


def fact(
    number: str,
    what: str,
    figure: float,
    target: float | None,
    unit: str,
    note: str = "",
    baseline: float | None = None,
) -> Row:
    """Give a row of a plain figure; a baseline, if there is one, is only told."""
    verdict = "report" if target is None else "ok" if figure <= target else "short"
    found = {"id": number, "what": what, "figure": round(figure, 4), "target": target, "unit": unit}
    if baseline:
        found |= {"baseline": round(baseline, 2)}
    return found | {"verdict": verdict, "note": note}


def print_table(rows: Sequence[Row]) -> None:
    """Print rows one a line; those of other modules may lack spread and note."""
    print(f"{'':4}{'what':62}{'figure':>10}{'baseline':>10}{'ratio':>8}{'target':>9}  {'unit':8} verdict")
    for line in rows:
        target = "" if line.get("target") is None else f"<= {line['target']}"
        cells = [str(line.get(key, "")) for key in ("figure", "baseline", "ratio")]
        print(
            f"{line['id']!s:4}{line['what']!s:62}{cells[0]:>10}{cells[1]:>10}{cells[2]:>8}{target:>9}"
            f"  {line.get('unit', '')!s:8} {line.get('verdict', '')}"
        )
        if line.get("spread") or line.get("note"):
            print(f"{'':6}rounds {line.get('spread', '')} {line.get('note', '')}")


def write(name: str, rows: Sequence[Row]) -> Path:
    """Write rows, with time and machine, as JSON, a table and a picture; gives the table's file."""
    RESULTS.mkdir(exist_ok=True)
    now = dt.datetime.now(dt.UTC)
    path = RESULTS / f"{name}-{now:%Y%m%dT%H%M%S}.md"
    about = {"at": now.isoformat(), "cores": os.cpu_count(), "load": os.getloadavg()}
    path.with_suffix(".json").write_text(json.dumps(about | {"rows": list(rows)}, indent=1) + "\n")
    head = f"{now:%d %B %Y, %H:%M} UTC, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    path.write_text(f"{head}\n\n{_markdown(rows)}")
    path.with_suffix(".svg").write_text(_picture(rows))
    return path


def read(path: Path) -> list[Row]:
    """Give the rows of an earlier run."""
    rows: list[Row] = json.loads(path.read_text())["rows"]
    return rows


def _markdown(rows: Sequence[Row]) -> str:
    lines = ["| | what | figure | baseline | ratio | target | | |", "|---|---|---|---|---|---|---|---|"]
    for line in rows:
        figure, baseline = (
            f"{line[k]} {line.get('unit', '')}" if k in line else "" for k in ("figure", "baseline")
        )
        target = "" if line.get("target") is None else f"≤ {line['target']}"
        cells = (line["id"], line["what"], figure, baseline, line.get("ratio", ""), target)
        cells += (line["verdict"], line.get("note", ""))
        lines.append(f"| {' | '.join(str(cell).replace('|', '/') for cell in cells)} |")
    return "\n".join(lines) + "\n"


def _picture(rows: Sequence[Row]) -> str:
    """Draw each figure as a share of what its target allows; a full bar is the target, or beyond it."""
    bars = []
    for line in rows:
        if line.get("target"):
            share = float(str(line.get("ratio") or line["figure"])) / float(str(line["target"]))
            shown = min(1.0, share)
            bars.append((f"{line['id']} {str(line['what'])[:30]} {share:.0%}", shown, shown, shown))
    return plots.bars("Figures as shares of their targets", bars, "share of the target")
