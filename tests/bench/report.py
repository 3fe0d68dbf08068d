"""Rows of figures: how they are judged, printed and kept."""

import datetime as dt
import json
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median

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
    """Write rows as JSON with the time and the machine; gives the file."""
    RESULTS.mkdir(exist_ok=True)
    now = dt.datetime.now(dt.UTC)
    path = RESULTS / f"{name}-{now:%Y%m%dT%H%M%S}.json"
    about = {"at": now.isoformat(), "cores": os.cpu_count(), "load": os.getloadavg()}
    path.write_text(json.dumps(about | {"rows": list(rows)}, indent=1) + "\n")
    return path
