"""The command line, with nothing installed but Python (rules: The record).

Law: the only file of the engine that reads files and prints. Exit status 1: an illegal move; 2: text that is
unreadable or incomplete, or a wrong command line.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from games.engine.deal import deal_cards
from games.engine.errors import BadText, IllegalMove, UnreadableRecord
from games.engine.position import Position
from games.engine.record import MAX_TEXT, Record, read_record
from games.engine.replay import replay, trace
from games.engine.rules import legal_moves, status
from games.engine.variants import VARIANTS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        match options.command:
            case "deal":
                print(" ".join(deal_cards(options.seed)))
            case "replay":
                _replay(options)
            case _:
                _solve(options)
    except IllegalMove as error:
        print(f"illegal move {error.move!r} at ply {error.ply}: {error.reason}", file=sys.stderr)
        return 1
    except (BadText, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games.engine", description="The patience British Constitution."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    deal = commands.add_parser("deal", help="print the 80 cards of a deal: rows 1 to 4, then the stock")
    deal.add_argument("--variant", choices=VARIANTS, required=True)
    deal.add_argument("--seed", required=True)
    again = commands.add_parser("replay", help="play a record and print the position it leads to")
    again.add_argument("file", type=Path)
    again.add_argument("--trace", action="store_true", help="print every position from ply 0 on")
    solve = commands.add_parser("solve", help="look for a won line, with the stock known")
    solve.add_argument("--variant", choices=VARIANTS)
    which = solve.add_mutually_exclusive_group(required=True)
    which.add_argument("--seed")
    which.add_argument("--file", type=Path, help="a record: solve from the position its moves lead to")
    solve.add_argument(
        "--seconds", type=float, default=10.0, help="give up after this time (default: %(default)s)"
    )
    return parser


def _replay(options: argparse.Namespace) -> None:
    record, cards = _read(options.file)
    if options.trace:
        for ply, position in enumerate(trace(record.variant, cards, record.moves)):
            _print_position(ply, position)
    else:
        _print_position(len(record.moves), replay(record.variant, cards, record.moves))


def _solve(options: argparse.Namespace) -> None:
    from games.engine.solver import solve  # here, since the other commands need none of it

    if options.file:
        record, cards = _read(options.file)
        if options.variant not in (None, record.variant.name):
            raise UnreadableRecord(1, "other_variant", {"name": record.variant.name})
        position = replay(record.variant, cards, record.moves)
    else:
        position = Position.of_deal(VARIANTS[options.variant or "standard"], deal_cards(options.seed))
    verdict = solve(position, seconds=options.seconds)
    _print_json(
        {
            "verdict": verdict.verdict,
            "moves": None if verdict.moves is None else " ".join(verdict.moves),
            "nodes": verdict.nodes,
            "seconds": round(verdict.seconds, 3),
        }
    )


def _read(path: Path) -> tuple[Record, tuple[str, ...]]:
    """Return the record in a file and its 80 cards."""
    with path.open(encoding="utf-8") as file:
        try:
            text = file.read(MAX_TEXT + 1)
        except UnicodeDecodeError:
            raise UnreadableRecord(1, "no_utf8") from None
    record = read_record(text)
    if record.cards is None:
        line = next(n for n, line in enumerate(text.split("\n"), 1) if line.strip().startswith("[Slug"))
        raise UnreadableRecord(line, "slug_only")
    return record, record.cards


def _print_position(plies: int, position: Position) -> None:
    _print_json(
        {"plies": plies, "status": status(position), "home": position.home, "legal": legal_moves(position)}
    )


def _print_json(value: dict[str, object]) -> None:
    print(json.dumps(value, separators=(",", ":")))


if __name__ == "__main__":
    sys.exit(main())
