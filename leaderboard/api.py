"""HTTP calls about deals and their boards (the outside is fixed by the protocol)."""

from typing import Annotated

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


class StandingsQuery(msgspec.Struct, frozen=True):
    """Which page of a board is asked for."""

    by: By = "time"
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50
    cursor: str = ""
    search: str = ""


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
    try:
        asked = msgspec.convert(request.GET.dict(), StandingsQuery, strict=False)
    except msgspec.ValidationError:
        detail = _("A board is ordered by=time or by=moves, and its limit is a number from 1 to 100.")
        raise ApiError(400, "bad_request", detail) from None
    board = Board(deal.pk, asked.by, clock.now())
    try:
        rows, cursor = board.page(limit=asked.limit, cursor=asked.cursor, search=asked.search[:40])
    except BadCursor:
        detail = _("This cursor is not one of ours; start from the first page.")
        raise ApiError(400, "bad_request", detail) from None
    player = current_player(request)
    own = board.around(player_id=player.pk) if player else None
    return BoardPage(
        slug=deal.slug or "",
        by=asked.by,
        revision=board.revision,
        **counts_of(deal.pk)._asdict(),
        rows=rows,
        me=own.row if own else None,
        cursor=cursor,
    )
