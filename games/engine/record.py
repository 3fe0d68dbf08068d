"""The record: the text of a game, read and written (rules: The record).

Law: only text and what it says. Whether the moves are legal is for replay.py, whether the result is true for
whoever replays it. Writing is canonical: `write(read(write(g))) == write(g)`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from games.engine.cards import check_cards
from games.engine.deal import check_seed, deal_cards
from games.engine.errors import BadText, UnreadableMove, UnreadableRecord
from games.engine.moves import read_move
from games.engine.variants import VARIANTS, Variant

GAME = "British Constitution"
MAX_MOVES = 2000  # rules: Ranked play
MAX_TEXT = 64 * 1024  # characters; whatever is within the other limits is shorter when written
MAX_OTHERS = 20  # headers this version does not know
MAX_VALUE = 1000  # characters of a header's value; a deal has 239

_DEALS = ("Seed", "Deal", "Slug")
_KNOWN = ("Game", "Variant", *_DEALS, "Player", "Date", "Result", "Moves", "Seconds")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_HEADER = re.compile(rf'\[({_NAME.pattern})[ \t]+"((?:[^"\\]|\\["\\])*)"[ \t]*\][ \t]*(?:;.*)?')
_NUMBER = re.compile(r"[0-9]{1,9}")
_SLUG = re.compile(r"[A-Za-z0-9-]{1,64}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game as text tells it; equal by value.

    Exactly one of `seed`, `deal` (80 cards in the order of the deal) and `slug` (a day's deal, complete only
    on the server) is set, else `ValueError`. `others` are headers this version does not know, in order.
    """

    variant: Variant
    seed: str | None = None
    deal: tuple[str, ...] | None = None
    slug: str | None = None
    player: str | None = None
    date: str | None = None
    result: str | None = None
    seconds: int | None = None
    moves: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if [self.seed, self.deal, self.slug].count(None) != 2:
            raise ValueError("a record has one of seed, deal and slug")
        if any(name in _KNOWN or not _NAME.fullmatch(name) for name, _ in self.others):
            raise ValueError("another header has a name of its own, of letters, digits and underscores")
        for value in (self.player, self.date, self.result, *(value for _, value in self.others)):
            if value and (_CONTROL.search(value) or len(value) > MAX_VALUE):
                raise ValueError("a header's value is one line of ordinary characters, 1,000 at most")

    @property
    def cards(self) -> tuple[str, ...] | None:
        """The 80 cards dealt, or None for a slug; raises `BadText`."""
        return deal_cards(self.seed) if self.seed is not None else self.deal


def read_record(text: str) -> Record:
    """Read a record; raises `UnreadableRecord` with the line (from 1) and what to do.

    A `Moves` header that counts other than the moves there are means a text cut short, and is refused.
    """
    if len(text) > MAX_TEXT:
        raise UnreadableRecord(1, "text_too_long", {"most": MAX_TEXT})
    headers: dict[str, tuple[int, str]] = {}
    others: list[tuple[str, str]] = []
    moves: list[str] = []
    last = 1
    for line, content in _contents(text):
        last = line
        if content.startswith("["):
            name, value = _read_header(line, content)
            if moves:
                raise UnreadableRecord(line, "header_after_moves")
            if name not in _KNOWN:
                others.append((name, value))
            elif name in headers:
                raise UnreadableRecord(line, "second_header", {"name": name})
            else:
                headers[name] = (line, value)
            if len(others) > MAX_OTHERS:
                raise UnreadableRecord(line, "too_many_headers", {"most": MAX_OTHERS})
        else:
            moves += _read_moves(line, content)
            if len(moves) > MAX_MOVES:
                raise UnreadableRecord(line, "too_many_moves", {"most": MAX_MOVES})
    return _assemble(headers, others, moves, last)


def write_record(record: Record) -> str:
    """Return the canonical text: headers in their order, a blank line, the moves wrapped at 80 columns."""
    headers: list[tuple[str, str | None]] = [
        ("Game", GAME),
        ("Variant", record.variant.name),
        ("Seed", record.seed),
        ("Deal", " ".join(record.deal) if record.deal else None),
        ("Slug", record.slug),
        ("Player", record.player),
        ("Date", record.date),
        ("Result", record.result),
        ("Moves", str(len(record.moves))),
        ("Seconds", None if record.seconds is None else str(record.seconds)),
        *record.others,
    ]
    lines = [f'[{name} "{_escape(value)}"]' for name, value in headers if value is not None]
    return "\n".join([*lines, "", *wrap(" ".join(record.moves), 80)]) + "\n"


def _contents(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, numbered, without byte order mark, margins and comment lines."""
    for line, content in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        content = content.strip(" \t")
        if content and not content.startswith(";"):
            yield line, content


def _read_header(line: int, content: str) -> tuple[str, str]:
    match = _HEADER.fullmatch(content)
    if match is None:
        raise UnreadableRecord(line, "no_header")
    value = re.sub(r"\\(.)", r"\1", match[2])
    if len(value) > MAX_VALUE or _CONTROL.search(value):
        raise UnreadableRecord(line, "bad_value", {"name": match[1], "most": MAX_VALUE})
    return match[1], value


def _read_moves(line: int, content: str) -> list[str]:
    moves = content.partition(";")[0].split()
    try:
        for move in moves:
            read_move(move)
    except UnreadableMove as error:
        raise UnreadableRecord(line, "not_a_move", {"move": repr(error.move[:20])}) from None
    return moves


def _assemble(
    headers: dict[str, tuple[int, str]], others: list[tuple[str, str]], moves: list[str], last: int
) -> Record:
    def number(name: str) -> int | None:
        if name not in headers:
            return None
        line, value = headers[name]
        if not _NUMBER.fullmatch(value):
            raise UnreadableRecord(line, "no_number", {"name": name, "value": repr(value[:20])})
        return int(value)

    def text(name: str) -> str | None:
        return headers[name][1] if name in headers else None

    line, game = headers.get("Game", (1, GAME))
    if game != GAME:
        raise UnreadableRecord(line, "another_game")
    line, name = headers.get("Variant", (last, ""))
    if name not in VARIANTS:
        raise UnreadableRecord(line, "no_variant")
    given = [header for header in _DEALS if header in headers]
    if len(given) != 1:
        line = headers[given[1]][0] if given else last
        raise UnreadableRecord(line, "no_deal")
    _check_deal(given[0], *headers[given[0]])
    if (said := number("Moves")) not in (None, len(moves)):
        raise UnreadableRecord(headers["Moves"][0], "cut_short", {"said": said, "found": len(moves)})
    return Record(
        variant=VARIANTS[name],
        seed=text("Seed"),
        deal=tuple(headers["Deal"][1].split()) if "Deal" in headers else None,
        slug=text("Slug"),
        player=text("Player"),
        date=text("Date"),
        result=text("Result"),
        seconds=number("Seconds"),
        moves=tuple(moves),
        others=tuple(others),
    )


def _check_deal(header: str, line: int, value: str) -> None:
    try:
        if header == "Seed":
            check_seed(value)
        elif header == "Deal":
            check_cards(value.split())
        elif not _SLUG.fullmatch(value):
            raise BadText("bad_slug")
    except BadText as error:
        raise UnreadableRecord(line, error.code, error.values) from None


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
