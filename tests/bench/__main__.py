"""`python -m tests.bench`: every figure beside its baseline, as a table and as JSON in bench-results/.

Needs two cores of its own to be exact; ratios bear company, percentiles do not. On a shared machine
`setsid -w python -m tests.bench --nice -15` (as root) puts all that is measured before whatever else runs.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from tests.bench import report
from tests.bench.servers import CLIENT_CORE

GROUPS = ("moves", "connects", "boards", "engine", "solver")


def main() -> int:
    """Run the chosen groups; 1 when a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"some of {' '.join(GROUPS)} (all)")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (5)")
    parser.add_argument("--databases", default="sqlite,postgresql", help="sqlite,postgresql")
    parser.add_argument("--nice", type=int, default=0, help="priority of everything that is measured (0)")
    options = parser.parse_args()
    unknown = set(options.groups) - set(GROUPS)
    if unknown:
        parser.error(f"no such group: {' '.join(sorted(unknown))}")
    _put_first(options.nice)
    rows: list[report.Row] = []
    for group in options.groups or GROUPS:
        rows += _measure(group, options.rounds, set(options.databases.split(",")))
    report.print_table(rows)
    print(f"written to {report.write('bench', rows)}")
    return int(any(line.get("verdict") == "short" for line in rows))


def _put_first(nice: int) -> None:
    """Set the priority of this process, its children and, where the kernel groups by session, of that."""
    autogroup = Path("/proc/self/autogroup")
    os.nice(nice)
    if nice and autogroup.exists():
        autogroup.write_text(str(nice))


def _measure(group: str, rounds: int, databases: set[str]) -> list[report.Row]:
    os.sched_setaffinity(0, {CLIENT_CORE})
    try:
        # Only now: each needs what the others do not.
        measure: Callable[..., list[report.Row]] = importlib.import_module(
            f"tests.bench.bench_{group}"
        ).measure
    except ModuleNotFoundError as error:
        print(f"{group}: not here yet ({error})")
        return []
    if group in ("moves", "connects", "boards"):
        return measure(rounds=rounds, databases=databases)
    return measure()


if __name__ == "__main__":
    sys.exit(main())
