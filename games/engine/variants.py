"""The two games as data.

Law: wherever the games differ, the difference is a field of `Variant`, and the rules read the field. Nobody
asks for a variant's name to decide a rule.
"""

from dataclasses import dataclass

WASTE_ROW = 5
"""The waste stands below row 4 as a row of a single pile."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play; equal by value, hashable.

    `builds`: (row a card comes from, row it is built onto), row 5 being the waste.
    `turns`: stock cards are turned onto a waste at the player's will, else they only fill row 4.
    `decoration`: (card, office) pairs shown above the foundations; they never move.
    """

    name: str
    builds: tuple[tuple[int, int], ...]
    turns: bool
    decoration: tuple[tuple[str, str], ...] = ()

    def is_built_on(self, row: int) -> bool:
        """Whether row 1..4 holds piles; else it holds one card a seat."""
        return any(onto == row for _, onto in self.builds)

    @property
    def crosses(self) -> bool:
        """Whether row 1 cards move to other row 1 piles: the only moves a closure is needed for."""
        return (1, 1) in self.builds


STANDARD = Variant(name="standard", builds=((1, 1), (2, 1)), turns=False)
"""The modern rules after Mott-Smith and Morehead (rules: section 2)."""

CADOGAN = Variant(
    name="cadogan",
    builds=((2, 1), (3, 2), (4, 3), (WASTE_ROW, 4)),
    turns=True,
    decoration=(
        ("QD", "sovereign"),
        ("KC", "bishop"),
        ("KS", "bishop"),
        ("KD", "judge"),
        ("KH", "judge"),
    ),
)
"""Lady Cadogan's game (rules: section 3)."""

VARIANTS: dict[str, Variant] = {variant.name: variant for variant in (STANDARD, CADOGAN)}
