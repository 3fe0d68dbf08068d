"""The cards, the pack, and what goes onto what.

Law: facts that hold for every variant and every position, as constants made once. A card is its plain text
('TD'), never an id: the two equal cards of a face are interchangeable. No deal, no position, no move here.
"""

from collections import Counter
from collections.abc import Sequence

from games.engine.errors import BadText

SUITS = "CDHS"
RANKS = "A23456789TJ"  # of the cards in play; Q and K only decorate (rules: Cadogan 5)
BLACK = "CS"

PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS[1:]) * 2
"""The 80 cards in the order the shuffle starts from (rules: Deals)."""

FACES: dict[str, str] = {card: card for card in PACK}
"""Each face to its one string object, so that equal cards of a position are the same object."""

RANK: dict[str, int] = {rank + suit: number for number, rank in enumerate(RANKS, 1) for suit in SUITS}
"""Ace 1 to jack 11."""


def _hosts(card: str) -> frozenset[str]:
    rank = RANKS[RANK[card] : RANK[card] + 1]  # the next higher rank; none for a jack
    return frozenset(rank + suit for suit in SUITS if rank and (suit in BLACK) != (card[1] in BLACK))


ONTO: dict[str, frozenset[str]] = {card: _hosts(card) for card in FACES}
"""Card to the faces it may be built on: one rank higher, other colour (rules: Standard 2, Cadogan 2)."""

HOMEWARD: dict[str, tuple[int, str]] = {
    card: (2 * SUITS.index(card[1]), RANKS[RANK[card] - 2] + card[1]) for card in FACES
}
"""Card to (index of its suit's first foundation of the eight, the card it goes home onto)."""

NEXT_HOME: dict[str, str] = {before: card for card, (_first, before) in HOMEWARD.items()}
"""Top of a foundation to the card that goes home onto it; a jack waits for none."""

_SORTED = sorted(PACK)


def check_cards(cards: Sequence[str]) -> None:
    """Raise `BadText` unless these are the 80 cards of the pack, in any order (rules: section 1)."""
    if all(card in FACES for card in cards) and sorted(cards) == _SORTED:
        return
    found = Counter(cards)
    strange = sorted(str(card) for card in found if card not in FACES)
    if strange:
        raise BadText("no_card", {"card": repr(strange[0][:20])})
    if (total := found.total()) != len(PACK):
        raise BadText("not_80", {"found": total})
    wrong = next(card for card in FACES if found[card] != 2)
    raise BadText("not_twice", {"card": wrong})
