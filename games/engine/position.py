"""All that is on the table, as data, and its text both ways.

Law: a position knows what lies where and which vacancy waits, and nothing of what may be played. It is always
settled: what moves by itself has moved. Only rules.py changes one.
"""

from collections.abc import Iterable, Sequence
from typing import Self

from games.engine.cards import FACES, PACK, RANK, RANKS, SUITS, check_cards
from games.engine.errors import UnreadablePosition
from games.engine.moves import NAMES, TABLES
from games.engine.variants import VARIANTS, Variant

_ROWS = range(4)
_START = tuple("A" + suit for suit in SUITS for _ in (1, 2))


class Position:
    """A table of one variant; mutable, equal by what is on the table, comparable as text.

    For reading: `variant`, `rows`, `foundations`, `stock`, `waste`, `home`, `vacancy`. The other attributes
    are for the rules and for solvers:
    `piles`: 34 lists, each bottom to top: the 32 seats row by row, the waste, the stock (its next card last);
    `sent`: the cards sent home, in order; `waiting`: the bit of the vacancy that waits to be filled (bit =
    number of the place), 0 for none; `bare`: bits of the rows without any card (bit 0 = row 1); `steps`: the
    variant's table.
    """

    __slots__ = ("bare", "foundations", "piles", "sent", "steps", "variant", "waiting", "waste")

    def __init__(
        self, variant: Variant, piles: list[list[str]], foundations: list[str], sent: list[str]
    ) -> None:
        self.variant = variant
        self.piles = piles
        self.waste = piles[32]
        self.foundations = foundations
        self.sent = sent
        self.steps = TABLES[variant.name]
        self.recount()

    @classmethod
    def of_deal(cls, variant: Variant, cards: Sequence[str]) -> Self:
        """Return the table after the deal of 80 cards (rules: Deals); raises `BadText`."""
        check_cards(cards)
        faces = [FACES[card] for card in cards]
        return cls(variant, [*[[card] for card in faces[:32]], [], faces[:31:-1]], list(_START), [])

    @property
    def rows(self) -> list[list[list[str]]]:
        """The four rows of eight piles, bottom to top. The piles are the position's own: read only."""
        piles = self.piles
        return [piles[0:8], piles[8:16], piles[16:24], piles[24:32]]

    @property
    def stock(self) -> list[str]:
        """The face-down cards, the next one first (a copy)."""
        return self.piles[33][::-1]

    @property
    def home(self) -> int:
        """Cards sent home, 0 to 80."""
        return len(self.sent)

    @property
    def vacancy(self) -> str | None:
        """Name of the vacancy that waits to be filled, or None."""
        return NAMES[self.waiting.bit_length() - 1] if self.waiting else None

    def copy(self) -> Self:
        """Return a position that shares nothing that changes with this one."""
        piles = [pile[:] for pile in self.piles]
        return type(self)(self.variant, piles, self.foundations[:], self.sent[:])

    def recount(self) -> None:
        """Work out `waiting` and `bare` from the piles (rules: Standard 3 and 4, Cadogan 4).

        A vacancy waits if the row immediately below has any card; else it stays open and forbids nothing.
        """
        seats = self.piles[:32]
        empty = 0 if all(seats) else sum(1 << place for place, pile in enumerate(seats) if not pile)
        self.bare = sum(1 << row for row in _ROWS if empty >> 8 * row & 255 == 255)
        self.waiting = sum(empty & 255 << 8 * row for row in _ROWS[:3] if not self.bare & 2 << row)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine = (self.variant, self.foundations, self.piles)
        return mine == (other.variant, other.foundations, other.piles)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        """The text `of_text` reads: variant, rows, foundations, waste, stock, one a line."""
        width = max(len(".".join(pile)) for pile in self.piles[:32])
        rows = [
            f"{number}     {' '.join(('.'.join(pile) or '--').ljust(width) for pile in row)}".rstrip()
            for number, row in enumerate(self.rows, 1)
        ]
        return "\n".join(
            (
                self.variant.name,
                *rows,
                f"home  {' '.join(self.foundations)}",
                f"waste {' '.join(self.waste) or '--'}",
                f"stock {' '.join(self.stock) or '--'}",
            )
        )

    def __repr__(self) -> str:
        return f'Position.of_text("""\n{self}\n""")'

    @classmethod
    def of_text(cls, text: str) -> Self:
        """Read what `str` writes; raises `UnreadablePosition`.

        The first line is the variant's name; then, in any order, `1` to `4` with eight piles each (bottom to
        top with dots between, `--` for an empty place), `home` with the eight foundations, `waste` (bottom to
        top) and `stock` (next card first). What is left out is empty; foundations left out are aces. Cards
        may be missing, so that a study can be small, but no face may be there more than twice.
        """
        lines = [line.split() for line in text.splitlines() if line.strip()]
        if not lines or len(lines[0]) != 1 or lines[0][0] not in VARIANTS:
            raise UnreadablePosition(f"the first line names the variant: {' or '.join(VARIANTS)}")
        variant = VARIANTS[lines[0][0]]
        fields: dict[str, list[str]] = {}
        for label, *words in lines[1:]:
            if label not in ("1", "2", "3", "4", "home", "waste", "stock") or label in fields:
                raise UnreadablePosition(
                    f"{label!r}: a line starts with 1, 2, 3, 4, home, waste or stock, once"
                )
            fields[label] = [] if words == ["--"] else words
        piles: list[list[str]] = []
        for row in "1234":
            words = fields.get(row) or ["--"] * 8
            if len(words) != 8:
                raise UnreadablePosition(f"row {row} has eight places, not {len(words)}; -- is an empty one")
            piles += [[] if word == "--" else _read_cards(word.split(".")) for word in words]
        piles.append(_read_cards(fields.get("waste", [])))
        piles.append(_read_cards(fields.get("stock", []))[::-1])
        foundations = _read_foundations(fields.get("home", _START))
        sent = [rank + top[1] for top in foundations for rank in RANKS[1 : RANK[top]]]
        position = cls(variant, piles, foundations, [FACES[card] for card in sent])
        _check(position)
        return position


def _read_cards(words: Iterable[str]) -> list[str]:
    try:
        return [FACES[word] for word in words]
    except KeyError as error:
        raise UnreadablePosition(f"{error} is no card: ranks 23456789TJ, suits CDHS, as in TD") from None


def _read_foundations(words: Sequence[str]) -> list[str]:
    suits = sorted(word[1] for word in words if word in RANK)
    if len(words) != len(_START) or suits != [ace[1] for ace in _START]:
        raise UnreadablePosition(
            "home lists the top cards of eight foundations, two of each suit, ace to jack"
        )
    tops = sorted(words, key=lambda top: (SUITS.index(top[1]), -RANK[top]))
    return [top if RANK[top] == 1 else FACES[top] for top in tops]


def _check(position: Position) -> None:
    """Refuse what no play leads to: too many cards, piles for seats, vacancies left."""
    cards = [*position.sent, *(card for pile in position.piles for card in pile)]
    for card in FACES:
        if cards.count(card) > PACK.count(card):
            raise UnreadablePosition(f"{card} is there {cards.count(card)} times, foundations included")
    variant = position.variant
    if position.waste and not variant.turns:
        raise UnreadablePosition(f"{variant.name} has no waste")
    for number, row in enumerate(position.rows, 1):
        if not variant.is_built_on(number) and any(len(pile) > 1 for pile in row):
            raise UnreadablePosition(f"row {number} holds one card a seat in {variant.name}")
    if position.waiting.bit_count() > 1:
        raise UnreadablePosition("two vacancies wait, but a game fills each before the next move")
    if (position.waste or position.piles[33]) and not all(position.rows[3]):
        raise UnreadablePosition("row 4 has an empty place, which the waste or the stock would have filled")
