"""Small SVG plots, written by hand: bars with whiskers, histograms, scatters.

Law: text in, text out; no numbers are made here. Colours come from two custom properties with a fallback,
so that a page may restyle them; every plot has a title and says what its axes are.
"""

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 28, 40, 48

_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:var(--ink,#222)}"
    ".mark{fill:var(--mark,#7a1f2b);fill-opacity:.8}.line{stroke:var(--ink,#222);fill:none}"
    ".grid{stroke:var(--ink,#222);stroke-opacity:.15}.cut{stroke:var(--ink,#222);stroke-dasharray:4 4}"
)


def bars(title: str, rows: Sequence[tuple[str, float, float, float]], axis: str) -> str:
    """Horizontal bars of shares between 0 and 1 with their intervals: (label, share, low, high)."""
    step = 26
    height = TOP + BOTTOM + step * len(rows)
    left = 260
    parts = _scale_x(left, height, axis)
    for number, (label, share, low, high) in enumerate(rows):
        y = TOP + step * number
        x = _at(share, left)
        parts.append(f'<text x="{left - 8}" y="{y + 16}" text-anchor="end">{escape(label)}</text>')
        place = f'x="{left}" y="{y + 4}" width="{x - left:.1f}" height="{step - 9}"'
        parts.append(f'<rect class="mark" {place}/>')
        parts.append(f'<path class="line" d="M{_at(low, left):.1f} {y + 12}H{_at(high, left):.1f}"/>')
    return _document(title, height, parts)


def histogram(title: str, counts: Sequence[int], axis: str, cuts: Sequence[float]) -> str:
    """Columns of equal width over an axis of shares from 0 to 1; `cuts` are places on it."""
    parts = _scale_x(LEFT, HEIGHT, axis)
    most = max(counts)
    bottom = HEIGHT - BOTTOM
    width = (WIDTH - LEFT - RIGHT) / len(counts)
    for number, count in enumerate(counts):
        high = (bottom - TOP) * count / most
        x = LEFT + number * width
        column = f'x="{x + 1:.1f}" y="{bottom - high:.1f}" width="{width - 2:.1f}" height="{high:.1f}"'
        parts.append(f'<rect class="mark" {column}><title>{count}</title></rect>')
    parts += [f'<path class="cut" d="M{_at(cut, LEFT):.1f} {TOP}V{bottom}"/>' for cut in cuts]
    parts.append(f'<text x="{LEFT - 8}" y="{TOP + 10}" text-anchor="end">{most}</text>')
    parts.append(f'<text x="{LEFT - 8}" y="{bottom}" text-anchor="end">0</text>')
    return _document(title, HEIGHT, parts)


def scatter(title: str, points: Sequence[tuple[float, float]], axis: str) -> str:
    """Points of the unit square, the vertical axis being the same figure a second time."""
    parts = _scale_x(LEFT, HEIGHT, axis)
    bottom = HEIGHT - BOTTOM
    parts.append(f'<path class="cut" d="M{LEFT} {bottom}L{WIDTH - RIGHT} {TOP}"/>')
    for x, y in points:
        high = bottom - y * (bottom - TOP)
        parts.append(f'<circle class="mark" cx="{_at(x, LEFT):.1f}" cy="{high:.1f}" r="2.5"/>')
    return _document(title, HEIGHT, parts)


def _at(share: float, left: int) -> float:
    return left + share * (WIDTH - left - RIGHT)


def _scale_x(left: int, height: int, axis: str) -> list[str]:
    bottom = height - BOTTOM
    parts = [f'<path class="line" d="M{left} {bottom}H{WIDTH - RIGHT}"/>']
    for percent in range(0, 101, 20):
        x = _at(percent / 100, left)
        parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{percent} %</text>')
    middle = (left + WIDTH - RIGHT) / 2
    return [*parts, f'<text x="{middle}" y="{bottom + 38}" text-anchor="middle">{escape(axis)}</text>']


def _document(title: str, height: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
    name = f'<title>{escape(title)}</title><style>{_STYLE}</style><text x="8" y="22">{escape(title)}</text>'
    return "\n".join([head, name, *parts, "</svg>", ""])
