"""Cards as small integers, for the searches and the blind players alone.

Law: a face is `4 * rank + suit`, aces first (`AC` = 0, `JS` = 43), suits in the order C D H S. The rules
know cards as text; nothing but solver, tableau and players reads a face. Two equal cards are one face: they
are interchangeable.
"""

from games.engine.cards import RANKS, SUITS

FACE_COUNT = 4 * len(RANKS)

CARD: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
FACE: dict[str, int] = {card: face for face, card in enumerate(CARD)}

RED: tuple[bool, ...] = tuple(face % 4 in (1, 2) for face in range(FACE_COUNT))
CLASS: tuple[int, ...] = tuple(2 * (face // 4) + RED[face] for face in range(FACE_COUNT))
"""Faces by rank and colour: two faces (four cards) a class."""


def _neighbours(face: int, step: int) -> tuple[int, ...]:
    rank = face // 4 + step
    if not 0 <= rank < len(RANKS):
        return ()
    return tuple(4 * rank + suit for suit in range(4) if RED[suit] != RED[face])


# The two faces that may be built on a face (none on a 2: aces lie on the foundations), and the two it may
# be built on.
BELOW: tuple[tuple[int, ...], ...] = tuple(_neighbours(f, -1) if f >= 8 else () for f in range(FACE_COUNT))
ABOVE: tuple[tuple[int, ...], ...] = tuple(_neighbours(f, 1) for f in range(FACE_COUNT))

# A count of 0 to 2 for every face is packed in one integer, two bits a face: cheap to copy and a perfect
# hash key.
SHIFT: tuple[int, ...] = tuple(2 * face for face in range(FACE_COUNT))
ONE: tuple[int, ...] = tuple(1 << shift for shift in SHIFT)


def foundations_home(tops: list[int]) -> int:
    """The packed counts of the cards at home under (and with) the given foundation tops."""
    return sum(ONE[face] for top in tops for face in range(top % 4, top + 1, 4))
