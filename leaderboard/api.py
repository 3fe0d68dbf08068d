"""HTTP calls about deals and their boards (the outside is fixed by the protocol)."""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games import clock
from games.deals import calendar
from games.deals.models import Deal
from games.deals.selectors import commitments, find_deal
from games.http import ApiError, api, json_response, not_found
from games.play.protocol import By, Row
from games.players.identity import current_player
from leaderboard.counts import counts_of
from leaderboard.standings import BadCursor, Board
from leaderboard.today import DealCard, deal_cards, deals_today

MAX_LIMIT = 100
DEFAULT_LIMIT = 50


class BoardPage(msgspec.Struct, frozen=True):
    """A page of a deal's standings."""

    slug: str
    by: By
    revision: int
    players: int
    playing: int
    finished: int
    rows: list[Row]
    me: Row | None
    cursor: str | None


class Commitment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was promised about a date's deal, and when; `seed` once the boards have closed."""

    date: str
    variant: str
    commitment: str
    published_ms: int
    withdrawn_ms: int | None = None
    voided_ms: int | None = None
    seed: str | None = None


@api("GET", gives=list[DealCard])
def get_today(request: HttpRequest) -> HttpResponse:
    """GET deals/today: today's deals, and yesterday's while closing."""
    return json_response(deals_today(current_player(request), clock.now()))


@api("GET", gives=DealCard)
def get_deal(request: HttpRequest, slug: str) -> HttpResponse:
    """GET deals/{slug}: one daily deal; a future date does not exist."""
    deal = existing_deal(slug)
    return json_response(deal_cards([deal], current_player(request), clock.now())[0])


@api("GET", gives=list[Commitment])
def get_commitments(request: HttpRequest) -> HttpResponse:
    """GET commitments: everything ever promised, oldest first."""
    now = clock.now()
    return json_response(
        [
            Commitment(
                date=deal.date.isoformat(),
                variant=deal.variant,
                commitment=deal.commitment,
                published_ms=clock.to_ms(deal.published_at),
                withdrawn_ms=clock.to_ms(deal.withdrawn_at) if deal.withdrawn_at else None,
                voided_ms=clock.to_ms(deal.voided_at) if deal.voided_at else None,
                seed=deal.seed if calendar.boards_are_closed(deal, now) else None,
            )
            for deal in commitments(now)
            if deal.date and deal.published_at
        ]
    )


STANDINGS_QUERY = {
    "by": "time or moves",
    "limit": "rows a page, 1 to 100",
    "cursor": "the cursor of the page before",
    "search": "only players whose name contains this, of the first 10,000, or is this; one page",
}


@api("GET", gives=BoardPage, query=STANDINGS_QUERY)
def get_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """GET deals/{slug}/standings: a page of one of the two boards."""
    return json_response(board_page(request, existing_deal(slug)))


def existing_deal(slug: str) -> Deal:
    """Give a daily deal that has begun. Raises ApiError 404."""
    deal = find_deal(slug, clock.now())
    if deal is None and slug.startswith(clock.today().isoformat()):
        deals_today(None, clock.now())  # nobody asked for today's deals yet
        deal = find_deal(slug, clock.now())
    if deal is None:
        raise not_found()
    return deal


def board_page(request: HttpRequest, deal: Deal) -> BoardPage:
    """Give the page of a deal's board that a request asks for. Raises ApiError 400."""
    by, limit = _read_by(request), _read_limit(request)
    board = Board(deal.pk, by, clock.now())
    try:
        rows, cursor = board.page(
            limit=limit,
            cursor=request.GET.get("cursor", ""),
            search=request.GET.get("search", "")[:40],
        )
    except BadCursor:
        raise ApiError(
            400, "bad_request", _("This cursor is not one of ours; start from the first page.")
        ) from None
    player = current_player(request)
    own = board.around(player_id=player.pk) if player else None
    counts = counts_of(deal.pk)
    return BoardPage(
        slug=deal.slug or "",
        by=by,
        revision=board.revision,
        players=counts.players,
        playing=counts.playing,
        finished=counts.finished,
        rows=rows,
        me=own.row if own else None,
        cursor=cursor,
    )


def _read_by(request: HttpRequest) -> By:
    by = request.GET.get("by", "time")
    if by == "time" or by == "moves":
        return by  # type: ignore[return-value]
    raise ApiError(400, "bad_request", _("A board is ordered by=time or by=moves."))


def _read_limit(request: HttpRequest) -> int:
    raw = request.GET.get("limit", str(DEFAULT_LIMIT))
    if not (raw.isascii() and raw.isdigit() and len(raw) <= 3 and 1 <= int(raw) <= MAX_LIMIT):
        raise ApiError(400, "bad_request", _("A limit is a number from 1 to 100."))
    return int(raw)
