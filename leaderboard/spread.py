"""How the wins of a board are spread: a histogram, computed and laid out on the server.

It counts what the board shows anyway, the times or moves of won games, so it tells nothing early. The counts
come from one index; they are kept for some seconds, so that a full board is not counted for every visitor.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from django.core.cache import cache
from django.db.models import Count, F

from games.play.models import Attempt
from games.play.scores import MOVES_BITS, NOT_WON
from leaderboard.ranking import By
from leaderboard.rows import FIELDS

FEWEST = 3  # fewer wins make no picture
MOST_BARS = 20
STEPS: dict[By, tuple[int, ...]] = {
    "time": (5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400),
    "moves": (1, 2, 5, 10, 20, 50, 100, 200),
}
OPEN_SECONDS, CLOSED_SECONDS = 10, 600
# The picture, in units of its own: bars stand on BASE, labels below it.
WIDTH, BASE, TALLEST = 640, 122, 92
GAP = 2
LABELS = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """So many wins from `low` up to but not including `high` (None: all the rest), and where it stands."""

    low: int
    high: int | None
    count: int
    is_own: bool
    x: float
    y: float
    width: float
    height: float
    middle: float
    label_y: float
    is_labelled: bool

    @property
    def top(self) -> int | None:
        """Give the last value that is still in the bar."""
        return None if self.high is None else self.high - 1


@dataclass(frozen=True, slots=True)
class Spread:
    """A board's wins in bars. `beaten` of a hundred are behind `own`, rounded down."""

    by: By
    bars: list[Bar]
    wins: int
    best: int
    median: int
    own: int | None
    beaten: int | None


def read_counts(deal_id: int, by: By, *, is_closed: bool) -> dict[int, int]:
    """Give how many won a deal in each number of seconds or moves."""
    seconds = CLOSED_SECONDS if is_closed else OPEN_SECONDS
    return cache.get_or_set(f"spread:{deal_id}:{by}", lambda: _count(deal_id, by), seconds) or {}


def _count(deal_id: int, by: By) -> dict[int, int]:
    # Of those who take places alone, as the board counts them: its own index answers.
    score = F(FIELDS[by])
    wins = Attempt.objects.filter(
        deal_id=deal_id, ranked=True, takes_place=True, **{f"{FIELDS[by]}__lt": NOT_WON}
    ).annotate(value=score / (1 << MOVES_BITS) if by == "time" else score)
    return dict(wins.order_by("value").values_list("value").annotate(wins=Count("*")))


def make_spread(counts: Mapping[int, int], by: By, own: int | None) -> Spread | None:
    """Lay out a histogram of counts by value; None when there is too little to see.

    The step is the finest round one by which 95 of a hundred wins fit into 20 bars; what is beyond goes into
    one last bar, so that a game left lying for hours flattens nobody else's.
    """
    values, wins = sorted(counts), sum(counts.values())
    if wins < FEWEST:
        return None
    best, far = values[0], _quantile(counts, values, wins, 0.95)
    step = next((s for s in STEPS[by] if far // s - best // s < MOST_BARS), STEPS[by][-1])
    start = best // step * step
    edges = range(start, min(far, start + step * MOST_BARS - 1) + 1, step)
    heights: Counter[int] = Counter()
    for value, count in counts.items():
        heights[min((value - start) // step, len(edges))] += count
    bars: list[tuple[int, int | None, int]] = [(low, low + step, heights[i]) for i, low in enumerate(edges)]
    if beyond := heights[len(edges)]:
        bars.append((edges[-1] + step, None, beyond))
    behind = None if own is None else sum(n for value, n in counts.items() if value > own) * 100 // wins
    return Spread(by, _placed(bars, own), wins, best, _quantile(counts, values, wins, 0.5), own, behind)


def _quantile(counts: Mapping[int, int], values: list[int], wins: int, share: float) -> int:
    """Give the least value within which at least this share of the wins lies."""
    passed = accumulate(counts[value] for value in values)
    return next(value for value, so_far in zip(values, passed, strict=True) if so_far >= share * wins)


def _placed(bars: list[tuple[int, int | None, int]], own: int | None) -> list[Bar]:
    pitch = WIDTH / len(bars)
    tallest = max(count for _low, _high, count in bars)
    every = -(-len(bars) // LABELS)
    placed = []
    for index, (low, high, count) in enumerate(bars):
        height = round(TALLEST * count / tallest, 1)
        placed.append(
            Bar(
                low=low,
                high=high,
                count=count,
                is_own=own is not None and low <= own and (high is None or own < high),
                x=round(index * pitch + GAP / 2, 1),
                y=round(BASE - height, 1),
                width=round(pitch - GAP, 1),
                height=height,
                middle=round(min(max((index + 0.5) * pitch, 18), WIDTH - 18), 1),
                label_y=round(BASE - height - 7, 1),
                is_labelled=index % every == 0,
            )
        )
    return placed
