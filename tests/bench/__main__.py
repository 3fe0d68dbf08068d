"""`python -m tests.bench`: every figure beside its baseline, as table, JSON and SVG in bench-results/.

Needs two cores of its own to be exact; ratios bear company, percentiles do not. On a shared machine
`setsid -w python -m tests.bench --nice -15` (as root) puts all that is measured before whatever else runs.
"""

import argparse
import asyncio
import importlib
import os
import sys
from pathlib import Path

from tests.bench import report
from tests.bench.servers import CLIENT_CORE

# Measured by themselves; and scenarios of the load driver, each on a house of its own.
BENCHES = ("moves", "connects", "delivery", "boards", "engine", "solver")
LOADS = {
    "finishes": "bench_load", "elsewhere": "bench_load", "faults": "bench_load", "processes": "bench_load",
    "crowd": "bench_load", "behind_nginx": "behind_nginx", "soak": "soak",
}  # fmt: skip


def main() -> int:
    """Run the chosen groups; 1 when a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "groups", nargs="*", help=f"some of {' '.join([*BENCHES, *LOADS])} ({' '.join(BENCHES)})"
    )
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (5)")
    parser.add_argument("--databases", default="sqlite,postgresql", help="sqlite,postgresql")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long a soak is (60)")
    parser.add_argument("--nice", type=int, default=0, help="priority of everything that is measured (0)")
    parser.add_argument("--add", type=Path, nargs="*", default=[], help="JSON of earlier runs for the report")
    options = parser.parse_args()
    if unknown := set(options.groups) - {*BENCHES, *LOADS, "report"}:
        parser.error(f"no such group: {' '.join(sorted(unknown))}")
    _put_first(options.nice)
    os.sched_setaffinity(0, {CLIENT_CORE})
    rows = [row for path in options.add for row in report.read(path)]
    for group in options.groups or BENCHES:
        more = _measure(group, options)
        report.print_table(more)
        rows += more
    if len(options.groups) != 1:
        report.print_table(rows)
    print(f"written to {report.write('bench', rows)} (and .json, .svg)")
    return int(any(line.get("verdict") == "short" for line in rows))


def _put_first(nice: int) -> None:
    """Set the priority of this process, its children and, where the kernel groups by session, of that."""
    autogroup = Path("/proc/self/autogroup")
    os.nice(nice)
    if nice and autogroup.exists():
        autogroup.write_text(str(nice))


def _measure(group: str, options: argparse.Namespace) -> list[report.Row]:
    # Modules are loaded only now: each needs what the others do not.
    if group in LOADS:
        from tests.bench.house import house

        scenario = getattr(importlib.import_module(f"tests.bench.{LOADS[group]}"), group)
        with house() as found:
            more = (options.seconds,) if group == "soak" else ()
            rows: list[report.Row] = asyncio.run(scenario(found, *more))
            return rows
    if group == "report":
        return []
    measure = importlib.import_module(f"tests.bench.bench_{group}").measure
    if group in ("engine", "solver"):
        return list(measure())
    return list(measure(rounds=options.rounds, databases=set(options.databases.split(","))))


if __name__ == "__main__":
    sys.exit(main())
