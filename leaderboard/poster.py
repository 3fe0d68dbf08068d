"""A result or a day as a picture of 1200 by 630, to be shown with a link. Pure: words in, PNG out.

The law: nothing of a deal's cards is drawn. While boards are open a poster has seats without suits: only how
the eighty cards came home one after the other, never which.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont, features

WIDTH, HEIGHT = 1200, 630
DRAWN = 3  # goes up when posters are drawn otherwise, so that nobody keeps an old one
SHARP = 2  # drawn so many times larger, then made smaller: smooth edges
LEFT, RIGHT = 43, 1157
SUITS_LEFT = 512  # the four suits of the foot
# The morning edition of tokens.css.
SHEET, INK, INK_2, HAIR = "#faf6ec", "#1c1a16", "#5b5344", "#d9d4c8"
LORDS, COMMONS, BENCH = "#98162c", "#1a5c42", "#cfdfd0"
SUITS = "shdcshdc"
# Ligatures are left out, as on the pages; without raqm there are none anyway.
FEATURES = ["-liga", "-dlig"] if features.check("raqm") else None
FONTS = settings.BASE_DIR / "frontend" / "static" / "fonts"


@dataclass(frozen=True, slots=True)
class Poster:
    """What stands on a poster, in the reader's language.

    `seats`: eight columns from left to right, each with 0-1 for every seat taken, from the floor outwards:
    how late in the game that was. `suits`: whether the columns are those of the suits.
    """

    masthead: str
    number: str
    date: str
    edition: str
    headline: str
    standing: str
    facts: tuple[tuple[str, str], ...]
    seats: tuple[tuple[float, ...], ...]
    suits: bool
    early: str
    late: str
    rules: str
    caption: str = ""
    player: str = ""
    foot: str = ""


@cache
def _font(name: str, size: float, weight: int = 0) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(FONTS / f"{name}.woff2", size * SHARP)
    if weight:
        font.set_variation_by_axes([weight])
    return font


class _Sheet:
    """A drawing board in the units of the picture."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH * SHARP, HEIGHT * SHARP), SHEET)
        self.draw = ImageDraw.Draw(self.image)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: ImageFont.FreeTypeFont,
        colour: str = INK,
        anchor: str = "ls",
    ) -> float:
        """Write on the baseline y; gives the width."""
        self.draw.text((x * SHARP, y * SHARP), text, colour, font, anchor, features=FEATURES)
        return font.getlength(text, features=FEATURES) / SHARP

    def box(self, x: float, y: float, width: float, height: float, colour: str, radius: float = 0) -> None:
        edge = (x * SHARP, y * SHARP, (x + width) * SHARP - 1, (y + height) * SHARP - 1)
        self.draw.rounded_rectangle(edge, radius * SHARP, colour)

    def frame(self, x: float, y: float, width: float, height: float, colour: str, radius: float) -> None:
        edge = (x * SHARP, y * SHARP, (x + width) * SHARP - 1, (y + height) * SHARP - 1)
        self.draw.rounded_rectangle(edge, radius * SHARP, outline=colour, width=SHARP)

    def suit(self, suit: str, x: float, y: float, size: float) -> None:
        """Draw a suit around a point."""
        colour = LORDS if suit in "hd" else INK
        unit = size * SHARP / 100

        def disc(at_x: float, at_y: float, radius: float) -> None:
            centre = (x * SHARP + at_x * unit, y * SHARP + at_y * unit)
            self.draw.circle(centre, radius * unit, colour)

        def shape(*points: tuple[float, float]) -> None:
            self.draw.polygon([(x * SHARP + px * unit, y * SHARP + py * unit) for px, py in points], colour)

        if suit == "d":
            shape((0, -50), (37, 0), (0, 50), (-37, 0))
        elif suit == "h":
            disc(-22, -20, 25)
            disc(22, -20, 25)
            shape((-42, -5), (0, -25), (42, -5), (0, 48))
        else:
            if suit == "s":
                disc(-21, 14, 22)
                disc(21, 14, 22)
                shape((0, -50), (40, 3), (0, 30), (-40, 3))
            else:
                disc(0, -26, 22)
                disc(-24, 10, 22)
                disc(24, 10, 22)
                shape((-8, -20), (8, -20), (12, 20), (-12, 20))
            shape((-4, 10), (4, 10), (19, 48), (-19, 48))


def _mix(share: float) -> str:
    """Give the Commons' colour over its bench, as CSS color-mix does."""
    pairs = ((int(COMMONS[i : i + 2], 16), int(BENCH[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(colour * share + ground * (1 - share)):02x}" for colour, ground in pairs)


def _wrapped(text: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width * SHARP:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _fitting(
    text: str, name: str, sizes: Sequence[int], width: float, *, rows: int = 1, weight: int = 0
) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Give the largest font in which a text fits into so many rows, else the smallest; and the rows."""
    for size in sizes:
        font = _font(name, size, weight)
        lines = _wrapped(text, font, width)
        if len(lines) <= rows and all(font.getlength(line) <= width * SHARP for line in lines):
            break
    return font, lines


def _headline(sheet: _Sheet, text: str) -> float:
    """Write the headline in two lines at most, as large as there is room; gives the last baseline."""
    font, lines = _fitting(text, "caslon-700", (114, 104, 94, 84, 72, 60), 600, rows=2)
    size = font.size / SHARP
    y = 152 + size * 0.78
    for index, line in enumerate(lines):
        sheet.text(LEFT - 3, y + index * size * 0.94, line, font)
    return y + (len(lines) - 1) * size * 0.94


def _chamber(sheet: _Sheet, poster: Poster) -> None:
    """Draw Government and Opposition across the floor: five seats of each column on either side."""
    x, y, step_x, width, height = 704.0, 138.0, 55.45, 49.0, 25.0
    sheet.box(689, 122, 468, 391, BENCH, 6)
    for column, taken in enumerate(poster.seats):
        left = x + column * step_x
        for seat in range(10):
            top = y + (4 - (seat - 5)) * 31.3 if seat >= 5 else 348 + seat * 31.3
            if seat >= len(taken):
                sheet.frame(left, top, width, height, "#a9c0b0", 4)
                continue
            share = 1 - taken[seat] * 0.72
            sheet.box(left, top, width, height, _mix(min(1, share + 0.25)), 4)
            sheet.box(left, top + 3, width, height - 3, _mix(share), 4)
        if poster.suits:
            sheet.suit(SUITS[column], left + width / 2, 318, 23)
    if not poster.suits:
        sheet.box(704, 317, 437, 2, _mix(0.35))


def _facts(sheet: _Sheet, facts: Sequence[tuple[str, str]]) -> None:
    sheet.box(LEFT, 465, 605, 1, INK)
    x = float(LEFT)
    for index, (value, label) in enumerate(facts):
        font, small = _font("caslon-700", 54 if len(value) < 9 else 34), _font("worksans", 17, 500)
        if index:
            sheet.box(x, 480, 1, 75, HAIR)
            x += 19
        used = sheet.text(x, 525, value, font)
        used = max(used, sheet.text(x, 549, label, small, INK_2))
        x += max(used + 28, 128)


def draw_poster(poster: Poster) -> bytes:
    """Draw a poster as PNG."""
    sheet = _Sheet()
    sans = _font("worksans", 19, 500)
    sheet.text(LEFT, 68, poster.masthead, _font("caslon-700", 53))
    sheet.text(RIGHT, 69, poster.date, sans, INK_2, "rs")
    sheet.text(
        RIGHT - sans.getlength(poster.date) / SHARP - 17,
        69,
        poster.number,
        _font("caslon-700", 27),
        INK,
        "rs",
    )
    sheet.box(LEFT, 79, RIGHT - LEFT, 3, INK)
    sheet.box(LEFT, 89, RIGHT - LEFT, 1, INK)
    x, capitals = float(LEFT), _font("worksans", 16, 600)
    for letter in poster.edition.upper():  # spaced as small capitals are
        x += sheet.text(x, 131, letter, capitals, LORDS) + 2.2
    y = _headline(sheet, poster.headline)
    italic, lines = _fitting(poster.standing, "caslon-500i", (28, 26, 24), 600, rows=2)
    for index, line in enumerate(lines):
        sheet.text(LEFT, y + 56 + index * 33, line, italic)
    _facts(sheet, poster.facts)
    _chamber(sheet, poster)
    tiny = _font("worksans", 16, 500)
    x = 689 + sheet.text(689, 543, poster.early, tiny, INK_2) + 11
    for index in range(27):
        sheet.box(x + index * 4, 532, 4, 12, _mix(1 - index / 26 * 0.72))
    x += 119 + sheet.text(x + 119, 543, poster.late, tiny, INK_2) + 16
    font, lines = _fitting(poster.caption, "caslon-500i", (20, 18, 16), RIGHT - x)
    for index, line in enumerate(lines):
        sheet.text(RIGHT, 544 - 7 * (len(lines) - 1) + index * 18, line, font, INK_2, "rs")
    sheet.box(LEFT, 572, RIGHT - LEFT, 1, INK)
    foot = _font("worksans", 18, 500)
    room = SUITS_LEFT - LEFT - 28 - foot.getlength(poster.rules) / SHARP
    name, _rows = _fitting(poster.player, "caslon-700", (22, 20, 18, 16, 14, 12), room)
    named = sheet.text(LEFT, 605, poster.player, name) + 14 if poster.player else 0
    sheet.text(LEFT + named, 605, poster.rules, foot)
    font, _rows = _fitting(poster.foot, "worksans", (18, 17, 16), RIGHT - SUITS_LEFT - 127, weight=500)
    sheet.text(RIGHT, 605, poster.foot, font, INK, "rs")
    for index, suit in enumerate("shcd"):
        sheet.suit(suit, SUITS_LEFT + 11 + index * 31, 600, 20)
    out = BytesIO()
    # A palette makes a third of the size; there are few colours and their edges.
    small = sheet.image.reduce(SHARP).quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(out, "PNG", optimize=True)
    return out.getvalue()
