"""E1 and E2: the engine's speed as a ratio to empty Python method calls, measured side by side.

`python -m tests.bench.bench_engine` prints a table; `make bench` collects `measure()`. The games are
lines the solver finds for deals of their own (seeds `bench-engine-..`), which nothing is tuned with.
"""

import gc
import time
from collections.abc import Callable
from statistics import median

from games.engine import STANDARD, deal_cards, legal_moves, play, replay, status
from games.engine.position import Position
from games.engine.solver import solve

PLIES = 281  # figures are given for a game of this length (targets: E1)
GAMES = 20
ROUNDS = 60

Game = tuple[tuple[str, ...], list[str]]


class Empty:
    """Something with a method that does nothing."""

    def method(self) -> None:
        """Do nothing."""


def measure() -> list[dict[str, object]]:
    """Return the rows of E1 and E2: id, what, figure, baseline, ratio, target, unit, verdict.

    Figures and baseline are medians of interleaved rounds, in microseconds a game of 281 moves.
    """
    games = won_games()
    plies = sum(len(moves) for _, moves in games)
    checked: list[float] = []
    listed: list[float] = []
    empty: list[float] = []
    gc.disable()
    try:
        for _ in range(ROUNDS):
            empty.append(seconds(lambda: call_empty_method(plies)))
            checked.append(seconds(lambda: check_games(games)))
            listed.append(seconds(lambda: list_and_play(games)))
    finally:
        gc.enable()
    per_game = PLIES / plies * 1e6
    baseline = median(empty) * per_game
    rows: list[dict[str, object]] = []
    for number, what, times, target in (
        ("E1", "check a finished game of 281 moves", checked, 20.0),
        ("E2", "the same with the legal list before every move", listed, None),
    ):
        figure = median(times) * per_game
        ratio = median(time / base for time, base in zip(times, empty, strict=True))
        verdict = "report" if target is None else "ok" if ratio <= target else "short"
        rows.append(
            {
                "id": number,
                "what": what,
                "figure": round(figure, 1),
                "baseline": round(baseline, 2),
                "ratio": round(ratio, 1),
                "target": target,
                "unit": "us/game",
                "verdict": verdict,
            }
        )
    return rows


def won_games() -> list[Game]:
    """Return won games of deals nobody chose."""
    games: list[Game] = []
    number = 0
    while len(games) < GAMES:
        cards = deal_cards(f"bench-engine-{number}")
        number += 1
        if moves := solve(Position.of_deal(STANDARD, cards), seconds=5).moves:
            games.append((cards, list(moves)))
    return games


def seconds(work: Callable[[], None]) -> float:
    """Return how long it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def call_empty_method(times: int) -> None:
    """The baseline."""
    thing = Empty()
    for _ in range(times):
        thing.method()


def check_games(games: list[Game]) -> None:
    """E1: everything a server does to believe a game: the deal checked, every move checked, the outcome."""
    for cards, moves in games:
        if status(replay(STANDARD, cards, moves)) != "won":
            raise AssertionError


def list_and_play(games: list[Game]) -> None:
    """E2: what a live table does a move, without the network."""
    for cards, moves in games:
        position = Position.of_deal(STANDARD, cards)
        for move in moves:
            legal_moves(position)
            play(position, move)


def main() -> None:
    """Print the table."""
    print(f"{'':4}{'what':50}{'figure':>9}{'baseline':>10}{'ratio':>8}{'target':>8}  unit     verdict")
    for row in measure():
        target = "" if row["target"] is None else f"<= {row['target']:g}"
        print(
            f"{row['id']:4}{row['what']:50}{row['figure']:9}{row['baseline']:10}{row['ratio']:8}{target:>8}"
            f"  {row['unit']}  {row['verdict']}"
        )
        if row["id"] == "E2":
            print(f"    = {PLIES / float(str(row['figure'])) * 1000:.0f} thousand moves a second")


if __name__ == "__main__":
    main()
