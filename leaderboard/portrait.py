"""The picture of an ended game: its progress curve, and when each seat of the Government was taken. Pure."""

from games.engine import FORCED_STEPS, Position, is_forced, play
from games.play.game import Game


def curve(game: Game) -> list[tuple[float, float]]:
    """Give [seconds, progress] after every event; progress 0-1. Moves taken back show as steps down."""
    points = [(0.0, 0.0)]
    steps = 0
    line: list[str] = []
    for event in game.events:
        if event.kind == "undo":
            steps -= is_forced(line.pop())
        for move in event.move.split():
            line.append(move)
            steps += is_forced(move)
        points.append((event.elapsed_ms / 1000, round(steps / FORCED_STEPS, 4)))
    return points


def seats(game: Game) -> list[list[float]]:
    """Give for each of the 8 foundations when its seats were taken, 0-1 of the line; at most 10 each."""
    arrivals: list[list[float]] = [[] for _ in range(8)]
    position = Position.of_deal(game.position.variant, game.cards)
    for ply, move in enumerate(game.line):
        before = list(position.foundations)
        play(position, move)
        if move.endswith("f"):
            for index, (old, new) in enumerate(zip(before, position.foundations, strict=True)):
                if old != new:
                    arrivals[index].append(round((ply + 1) / len(game.line), 4))
    return arrivals
