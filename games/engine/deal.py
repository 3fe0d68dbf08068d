"""From a seed to its 80 cards and its public commitment.

Law: the cards depend on the seed alone, by published steps anyone can repeat (rules: Deals). They
never change: a new way to shuffle needs a new `constitution-v` prefix.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import count
from struct import unpack

from games.engine.cards import PACK
from games.engine.errors import BadText

_SEED = re.compile(r"[A-Za-z0-9-]{1,64}")


def check_seed(seed: str) -> None:
    """Raise `BadText` unless the seed is 1 to 64 ASCII letters, digits or dashes."""
    if not _SEED.fullmatch(seed):
        raise BadText("bad_seed")


@lru_cache(maxsize=128)  # everybody plays the day's deals
def deal_cards(seed: str) -> tuple[str, ...]:
    """Return the 80 cards: rows 1 to 4 from column a to h, then the stock, first out first.

    Raises `BadText`. A Fisher-Yates shuffle; numbers that would favour some places are skipped.
    """
    check_seed(seed)
    cards = list(PACK)
    numbers = _numbers(seed)
    for i in range(len(cards) - 1, 0, -1):
        even = 2**64 - 2**64 % (i + 1)
        while (number := next(numbers)) >= even:
            pass
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def commitment(seed: str) -> str:
    """Return the hex digest that binds a deal to its seed before the seed may be known; raises `BadText`."""
    check_seed(seed)
    return sha256(f"constitution-v1-commit:{seed}".encode()).hexdigest()


def _numbers(seed: str) -> Iterator[int]:
    for block in count():
        yield from unpack(">4Q", sha256(f"constitution-v1:{seed}:{block}".encode()).digest())
