"""Everything that can be wrong with what the engine is given; the sentences are in words.py.

Law: unreadable (no meaning at all) and illegal (a meaning the rules refuse) are never the same class.
"""

from games.engine.words import REFUSALS, TEXTS


class BadText(Exception):
    """A text without a meaning; `code` is a key of `words.TEXTS`, `values` fill its slots."""

    def __init__(self, code: str, values: dict[str, object] | None = None) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values or {}

    @property
    def reason(self) -> str:
        """What to do, in English."""
        return TEXTS[self.code] % self.values

    def __str__(self) -> str:
        return self.reason


class UnreadableRecord(BadText):
    """Text that is no record of a game; `line` counts from 1."""

    def __init__(self, line: int, code: str, values: dict[str, object] | None = None) -> None:
        super().__init__(code, values)
        self.args = (line, code, values)  # what pickle and copy hand back to this method
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class UnreadablePosition(Exception):
    """Text that is no position; the message says what to do."""


class MoveError(Exception):
    """A move that was not played.

    `move` is its text, `ply` how many moves stood before it, if known; `reason_code` a key of
    `words.REFUSALS`, `code` what the wire calls it.
    """

    def __init__(self, move: str, reason_code: str) -> None:
        super().__init__(move, reason_code)
        self.move = move
        self.reason_code = reason_code
        self.ply: int | None = None

    @property
    def code(self) -> str:
        """For machines: `bad_message`, `vacancy_first` or `illegal_move`."""
        codes = {"not_a_move": "bad_message", "vacancy_first": "vacancy_first"}
        return codes.get(self.reason_code, "illegal_move")

    @property
    def reason(self) -> str:
        """For people, in English."""
        return REFUSALS[self.reason_code]

    def __str__(self) -> str:
        return f"{self.move!r}: {self.reason}"


class UnreadableMove(MoveError):
    """Text that is no move at all, whatever is on the table (rules: nothing else is a move)."""


class IllegalMove(MoveError):
    """A readable move that the rules refuse."""
