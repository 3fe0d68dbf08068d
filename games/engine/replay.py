"""A game is a fold of moves over a deal.

Law: positions come from playing, never from being told; what is wrong is said with its ply, the number of
moves that stand before it.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from games.engine.errors import MoveError
from games.engine.position import Position
from games.engine.rules import play
from games.engine.variants import Variant


def replay(variant: Variant, cards: Sequence[str], moves: Iterable[str]) -> Position:
    """Return the position after the moves, each one checked; errors as `trace`."""
    return deque(trace(variant, cards, moves), maxlen=1).pop()


def trace(variant: Variant, cards: Sequence[str], moves: Iterable[str]) -> Iterator[Position]:
    """Yield the position after every ply from 0 on; it is one that goes on: copy what is to be kept.

    Raises `BadText`, and `IllegalMove` or `UnreadableMove` with `ply` set (0 = the first move).
    """
    position = Position.of_deal(variant, cards)
    yield position
    for ply, move in enumerate(moves):
        try:
            play(position, move)
        except MoveError as error:
            error.ply = ply
            raise
        yield position
