"""The study: how often the two games can be won, and how often blind players win them.

`python -m tests.bench.study --deals 10000` plays the deals `study-0`, `study-1`, .., keeps one line a deal in
`--rows` (stop it anywhere and start it again: finished deals are not repeated), and writes docs/study:
study.json, README.md and the plots. `--summary` only writes. About 25 minutes of one core.
"""

import argparse
import json
from pathlib import Path

from tests.bench.study_games import play_deal
from tests.bench.study_pages import write_study


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument(
        "--rows", type=Path, default=Path("var/study.jsonl"), help="finished deals (%(default)s)"
    )
    parser.add_argument("--out", type=Path, default=Path("docs/study"), help="(%(default)s)")
    parser.add_argument("--summary", action="store_true", help="play nothing, write what there is")
    options = parser.parse_args()
    options.rows.parent.mkdir(parents=True, exist_ok=True)
    lines = options.rows.read_text().splitlines(keepends=True) if options.rows.exists() else []
    lines = [line for line in lines if line.endswith("}\n")]
    rows = [json.loads(line) for line in lines]
    if not options.summary:
        options.rows.write_text("".join(lines))  # without a last line that was cut off
        with options.rows.open("a") as file:
            for number in range(len(rows), options.deals):
                rows.append(play_deal(number))
                print(json.dumps(rows[-1], separators=(",", ":")), file=file, flush=True)
    write_study(rows[: options.deals], options.out)


if __name__ == "__main__":
    main()
