"""Results: what of a game its page, its poster and the text to pass on may tell a visitor.

The law: before the boards have closed nothing of another player's game is here but what its board shows.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games import clock
from games.deals import calendar
from games.deals.models import Certificate
from games.deals.selectors import grade_of
from games.engine import FORCED_STEPS
from games.play import selectors
from games.play.api import state_of
from games.play.models import Attempt, Postmortem
from games.play.protocol import Row
from games.play.views import address_of_deal, other_today
from games.players.selectors import public_name
from leaderboard import portrait
from leaderboard.counts import counts_of, share_below
from leaderboard.ranking import beaten_by
from leaderboard.standings import Board


@dataclass(slots=True, kw_only=True)
class Result:
    """A game as it is told; what there is not, or is not for this visitor, is None or empty.

    `other`: the rules of today's deal that its player has not begun. `deal_url`: where its deal may be
    practised. `over`: moves above the 272 that every won game has. `house`: how many house players were
    `beaten` `of` how many.
    """

    status: str
    variant: str
    attempt: str = ""
    player: str = ""
    guest: bool = False
    own: bool = False
    revealed: bool = False
    ranked: bool = False
    slug: str | None = None
    number: int | None = None
    date: dt.date | None = None
    title: str = ""
    note: str = ""
    void_reason: str = ""
    disqualified_reason: str = ""
    grade_label: str = ""
    par: str = ""
    home: int = 0
    moves: int | None = None
    seconds: int | None = None
    seats: Sequence[Sequence[float]] = ()
    place: int | None = None
    would_be: int | None = None
    below: int | None = None
    players: int | None = None
    first: Row | None = None
    near: Sequence[Row] = ()
    house: dict[str, int] | None = None
    postmortem: dict[str, Any] | None = None
    other: str | None = None
    deal_url: str | None = None
    share: str = ""
    poster: str | None = None

    @property
    def state(self) -> str:
        """How the boards of its deal are."""
        return "closed" if self.revealed else "open"

    @property
    def is_perfect(self) -> bool:
        """Whether a ranked game was won with no move to spare."""
        return self.ranked and self.status == "won" and self.moves == FORCED_STEPS

    @property
    def over(self) -> str:
        """Moves above 272 of a won game, with their sign."""
        return f"+{self.moves - FORCED_STEPS}" if self.status == "won" and self.moves else ""


def result_of(attempt: Attempt, *, is_own: bool) -> Result:
    """Give the result of a game as its player, or anybody else, may know it now."""
    now = clock.now()
    is_closed = not selectors.boards_open(attempt, now)
    result = Result(
        status=attempt.status,
        variant=attempt.variant,
        attempt=attempt.pk,
        player=public_name(attempt.player, attempt.deal_id),
        guest=attempt.player.is_guest,
        own=is_own,
        revealed=is_closed,
        ranked=attempt.counts,
        disqualified_reason=attempt.disqualified_reason,
        home=attempt.home,
        # Of others, as on the board: a won game's moves only, until the boards have closed.
        moves=attempt.moves if is_own or is_closed or attempt.status == "won" else None,
        seconds=attempt.seconds,
    )
    if attempt.ranked and attempt.deal:
        _tell_day(result, attempt)
        _tell_place(result, attempt)
    elif attempt.seed:
        result.grade_label = grade_of(attempt.variant, attempt.seed, now)
    if is_own and attempt.status != "playing":
        result.other = other_today(attempt.player) if attempt.counts else None
        result.deal_url = address_of_deal(attempt)
    if is_own and is_closed:
        found = Postmortem.objects.filter(attempt=attempt).exclude(made_at=None).first()
        result.postmortem = msgspec.to_builtins(state_of(found)) if found else None
    if is_own or is_closed:
        played = selectors.game_of(attempt)
        result.home, result.seats = played.position.home, portrait.seats(played)
    return result


def _tell_day(result: Result, attempt: Attempt) -> None:
    """Tell of the day's deal, what its certificate says of it, and how many house players were beaten."""
    deal = attempt.deal
    if deal is None or deal.date is None:
        return
    result.slug, result.number, result.date = deal.slug, calendar.number_of(deal.date), deal.date
    result.title, result.note, result.void_reason = deal.title, deal.note, deal.void_reason
    certificate = Certificate.objects.filter(deal=deal).first()
    if certificate:
        result.grade_label, result.par = certificate.get_grade_display(), certificate.par
        if certificate.house and attempt.status != "playing":
            result.house = beaten_by(attempt.time_score, certificate.house)


def _tell_place(result: Result, attempt: Attempt) -> None:
    """Tell where it stands on the board by time; before the closing a place is told of won games alone.

    One that is not won may be first of all then because nobody has won.
    """
    board = Board(attempt.deal_id or 0, "time", clock.now())
    result.players = counts_of(board.deal_id).players
    standing = board.around(id=attempt.pk)
    if standing is None:
        return
    row, result.near = standing
    result.first = board.first()
    result.home, result.seconds = row.home, row.seconds
    result.place = row.place if row.status == "won" or result.revealed else None
    if result.own:
        result.would_be = row.would_be if row.status == "won" else None
        result.below = share_below(board.deal_id, board.by, attempt.player_id)
