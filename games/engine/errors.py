"""Everything that can be wrong with what the engine is given, one class each, and the reasons in one table.

Law: only errors and their words live here; no rule is decided here. Unreadable (no meaning at all) and
illegal (a meaning the rules refuse) are never the same class. Whoever translates goes by `reason_code`;
the English words may be polished freely, the codes stay.
"""

REASONS: dict[str, tuple[str, str]] = {
    # reason_code: (code on the wire, English words)
    "vacancy_first": ("vacancy_first", "a vacancy waits and must be filled first, from the row below it"),
    "fill_from_row_below": ("illegal_move", "the vacancy takes a card of the row immediately below only"),
    "no_card_there": ("illegal_move", "there is no card to move at that place"),
    "home_from_row_1": ("illegal_move", "only the top card of a row 1 pile goes to a foundation"),
    "not_next_at_home": ("illegal_move", "no foundation of its suit waits for that card"),
    "wrong_row": ("illegal_move", "a card never moves between these two rows"),
    "within_row": ("illegal_move", "a card never moves within this row"),
    "one_card_a_seat": ("illegal_move", "rows 2 to 4 hold one card a seat and are never built on"),
    "stays_open": ("illegal_move", "the place is empty and stays open: no card is ever moved into it"),
    "wrong_rank": ("illegal_move", "a card goes onto a card exactly one rank higher"),
    "same_colour": ("illegal_move", "a card goes onto a card of the other colour"),
    "no_turning": ("illegal_move", "stock cards come by themselves here: there is no turning and no waste"),
    "waste_to_row_4": ("illegal_move", "the top of the waste goes onto row 4 only"),
    "stock_empty": ("illegal_move", "the stock is empty"),
}


TEXT_REASONS: dict[str, str] = {
    # code: English words, with the names of the values in them
    "bad_seed": "a seed is 1 to 64 letters (A-Z, a-z), digits or dashes",
    "no_card": "%(card)s is no card of the pack: ranks 23456789TJ, suits CDHS, as in TD",
    "not_80": "a deal has 80 cards, here are %(found)d",
    "not_twice": "every card is there twice, but %(card)s %(found)d times",
    "text_too_long": "the text is longer than %(most)d characters: keep one game and no more",
    "no_header": 'a header looks like [Player "Ada"], one a line, with \\ before a " or \\ within the value',
    "bad_value": "the value of %(name)s is longer than %(most)d or has control characters",
    "header_after_moves": "a header stands after moves: headers come first, one game a text",
    "second_header": "there is a second %(name)s header: keep one",
    "too_many_headers": "there are more than %(most)d unknown headers",
    "not_a_move": "%(move)s: this is no move: moves look like c2a1, a1f, wb4 or s",
    "too_many_moves": "a game has at most %(most)d moves",
    "no_number": "%(name)s is a number, not %(value)s",
    "another_game": "this is a record of another game; British Constitution is played here",
    "no_variant": 'add the header [Variant "standard"] or [Variant "cadogan"]',
    "other_variant": "the record's variant is %(name)s: leave --variant out",
    "no_deal": "say which deal it is by one header: Seed, Deal (80 cards) or Slug",
    "bad_slug": "a slug looks like 2026-11-29-standard",
    "slug_only": "a record with a Slug is complete only on the server: put Seed or Deal in its place",
    "cut_short": "Moves says %(said)s, but %(found)d follow: the text is cut or altered",
    "no_utf8": "the file is no UTF-8 text",
}


class EngineError(Exception):
    """Anything the engine refuses."""


class BadText(EngineError):
    """Text without a meaning; `code` is a key of `TEXT_REASONS`, `reason` its words with `values` in them."""

    def __init__(self, code: str, values: dict[str, object] | None = None) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values or {}

    @property
    def reason(self) -> str:
        """What to do, in English."""
        return TEXT_REASONS[self.code] % self.values

    def __str__(self) -> str:
        return self.reason


class BadSeed(BadText):
    """A seed that is not 1 to 64 ASCII letters, digits or dashes (rules: Deals)."""


class BadDeal(BadText):
    """Cards that are not the pack of 80 (rules: The pack and the table)."""


class UnreadablePosition(EngineError):
    """Text that is no position; the message says what to do."""


class MoveError(EngineError):
    """A move that was not played; `move` is its text, `ply` how many moves stood before it, if known."""

    code: str
    reason: str
    reason_code: str

    def __init__(self, move: str) -> None:
        super().__init__(move)
        self.move = move
        self.ply: int | None = None

    def __str__(self) -> str:
        return f"{self.move!r}: {self.reason}"


class UnreadableMove(MoveError):
    """Text that is no move at all, whatever is on the table (rules: nothing else is a move)."""

    code = "bad_message"
    reason = "this is no move: moves look like c2a1, a1f, wb4 or s"
    reason_code = "not_a_move"


class IllegalMove(MoveError):
    """A readable move that the rules refuse; `code` is for the wire, `reason` for people.

    `reason_code` is a key of `REASONS`.
    """

    def __init__(self, move: str, reason_code: str) -> None:
        super().__init__(move)
        self.args = (move, reason_code)  # what pickle and copy hand back to this method
        self.reason_code = reason_code
        self.code, self.reason = REASONS[reason_code]


class UnreadableRecord(BadText):
    """Text that is no record of a game; `line` counts from 1."""

    def __init__(self, line: int, code: str, values: dict[str, object] | None = None) -> None:
        super().__init__(code, values)
        self.args = (line, code, values)  # what pickle and copy hand back to this method
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"
