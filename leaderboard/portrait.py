"""The picture of an ended game: when each seat of the Government was taken. Pure."""

from collections.abc import Sequence

from games.engine import Position, play
from games.play.game import Game

# The wire's foundations C C D D H H S S in the order of the table.
ORDER = (6, 4, 2, 0, 7, 5, 3, 1)


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


def chamber(seats: Sequence[Sequence[float]]) -> list[list[int | None]]:
    """Give Opposition and Government, five rows of eight each: the ninth a seat was taken in, or None."""
    return [
        [int(seats[index][row] * 9) if row < len(seats[index]) else None for row in rows for index in ORDER]
        for rows in ((9, 8, 7, 6, 5), (0, 1, 2, 3, 4))
    ]
