"""HTTP calls about attempts (the outside is fixed by the protocol)."""

from typing import Literal

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games import clock, engine
from games.deals import calendar
from games.deals.models import Certificate
from games.deals.selectors import find_deal
from games.http import ApiError, api, json_response, not_found, read_body
from games.play import postmortems, records, selectors, services
from games.play.models import STATUS_CHOICES, Attempt, Postmortem
from games.players.identity import acting_player, current_player
from games.unreadable import text_in_words

MAX_LISTED = 100


class StartBody(msgspec.Struct, forbid_unknown_fields=True):
    """What starting on a day's deal takes."""

    practice: bool = False


class PracticeBody(msgspec.Struct, forbid_unknown_fields=True):
    """What starting a practice game takes."""

    variant: Literal["standard", "cadogan"]
    seed: str | None = None
    grade: Literal["easy", "gentle", "fair", "hard", "fiendish"] | None = None
    # Instead: to play on where a pasted record stands after `ply` moves; its own headers say on which deal.
    record: str | None = None
    ply: int = 0


class PlayOnBody(msgspec.Struct, forbid_unknown_fields=True):
    """What playing on from a moment of a game takes."""

    ply: int


class Started(msgspec.Struct, frozen=True):
    """Where an attempt is played."""

    attempt: str
    socket: str
    ranked: bool


class PostmortemState(msgspec.Struct, frozen=True):
    """Where a game was lost; `last_chance` is null when it could not be won, as far as is known."""

    ready: bool
    last_chance: int | None
    settled: bool
    move: str | None
    odds_before: float | None
    odds_after: float | None
    verdict: str | None


class Summary(msgspec.Struct, frozen=True):
    """One of your attempts."""

    attempt: str
    slug: str | None
    variant: str
    ranked: bool
    status: str
    started_ms: int
    home: int
    moves: int | None
    seconds: int | None


def _started(attempt: Attempt, status: int) -> HttpResponse:
    return json_response(Started(attempt.pk, f"/ws/attempts/{attempt.pk}/", attempt.counts), status)


@api("POST", takes=StartBody, gives=Started, limit="start")
def start_on_deal(request: HttpRequest, slug: str) -> HttpResponse:
    """POST deals/{slug}/attempts: start or return to the ranked attempt, or practise the deal."""
    body = read_body(request, StartBody)
    now = clock.now()
    deal = find_deal(slug, now)
    if deal is None:
        raise not_found()
    attempt, is_new = services.start_on_deal(
        player=acting_player(request), deal=deal, practice=body.practice, now=now
    )
    return _started(attempt, 201 if is_new else 200)


@api("POST", takes=PracticeBody, gives=Started, limit="start")
def start_practice(request: HttpRequest) -> HttpResponse:
    """POST practice: a practice game, by seed or on a fresh deal."""
    body = read_body(request, PracticeBody)
    if body.record is not None:
        return _started(_play_on_pasted(request, body.record, body.ply), 201)
    try:
        attempt = services.start_practice(
            player=acting_player(request), variant=body.variant, seed=body.seed or "", grade=body.grade or ""
        )
    except engine.BadText as error:
        raise ApiError(400, "bad_seed", text_in_words(error)) from None
    return _started(attempt, 201)


def _play_on_pasted(request: HttpRequest, text: str, ply: int) -> Attempt:
    """Start practice from a moment of a pasted record. Raises ApiError."""
    attempt, moves = records.read_pasted(text)
    if not 0 <= ply <= len(moves):
        raise services.CannotStart("no_such_ply")
    records.replay_of_text(text)  # says at which ply a move is not legal
    attempt.player = acting_player(request)
    return services.play_on_after(attempt=attempt, line=moves[:ply])


@api("GET", gives=list[Summary], query={"status": "only attempts of this status"})
def list_attempts(request: HttpRequest) -> HttpResponse:
    """GET attempts: your attempts, newest first."""
    player = current_player(request)
    status = request.GET.get("status")
    if status and status not in dict(STATUS_CHOICES):
        raise ApiError(400, "bad_request", _("There is no such status of a game."))
    attempts = selectors.attempts_of(player, status)[:MAX_LISTED] if player else []
    return json_response(
        [
            Summary(
                attempt=attempt.pk,
                slug=attempt.deal.slug if attempt.deal else None,
                variant=attempt.variant,
                ranked=attempt.counts,
                status=attempt.status,
                started_ms=clock.to_ms(attempt.started_at),
                home=attempt.home,
                moves=attempt.moves,
                seconds=attempt.seconds,
            )
            for attempt in attempts
        ]
    )


def visible_attempt(request: HttpRequest, attempt_id: str) -> Attempt:
    """Give an attempt whose cards this visitor may see. Raises ApiError 404 or 403."""
    attempt = selectors.find_attempt(attempt_id)
    player = current_player(request)
    if attempt is None or (not attempt.counts and (player is None or attempt.player_id != player.pk)):
        raise not_found()
    if not selectors.can_see(attempt, player, clock.now()):
        raise ApiError(
            403, "boards_open", _("Other players' games open once the boards of their deal have closed.")
        )
    return attempt


@api("GET")
def get_record(request: HttpRequest, attempt_id: str) -> HttpResponse:
    """GET attempts/{id}/record: the record as text."""
    attempt = visible_attempt(request, attempt_id)
    player = current_player(request)
    own = player is not None and player.pk == attempt.player_id
    text = records.record_of(attempt, clock.now(), own=own)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


@api("GET", gives=records.Replay)
def get_replay(request: HttpRequest, attempt_id: str) -> HttpResponse:
    """GET attempts/{id}/replay: the position of the deal and what every move did."""
    return json_response(records.replay_of(visible_attempt(request, attempt_id)))


@api("GET", gives=records.Replay)
def get_line(request: HttpRequest, slug: str) -> HttpResponse:
    """GET deals/{slug}/line: how the deal can be won, by its certificate, once its boards have closed."""
    now = clock.now()
    deal = find_deal(slug, now)
    if deal is None:
        raise not_found()
    if not calendar.boards_are_closed(deal, now):
        raise ApiError(403, "boards_open", _("The solver’s line opens once the boards have closed."))
    line = Certificate.objects.filter(deal=deal).values_list("line", flat=True).first()
    if not line:
        raise not_found()
    return json_response(records.replay_of_line(deal, line.split()))


@api("POST", takes=PlayOnBody, gives=Started, limit="start")
def play_on(request: HttpRequest, attempt_id: str) -> HttpResponse:
    """POST attempts/{id}/practice: a practice game that stands where that game stood after `ply` moves."""
    body = read_body(request, PlayOnBody)
    source = visible_attempt(request, attempt_id)
    return _started(services.play_on_from(player=acting_player(request), source=source, ply=body.ply), 201)


@api("POST", gives=PostmortemState)
def ask_postmortem(request: HttpRequest, attempt_id: str) -> HttpResponse:
    """POST attempts/{id}/postmortem: ask where one's own lost game was lost; ask again until it is ready."""
    attempt = visible_attempt(request, attempt_id)
    return json_response(state_of(postmortems.request_postmortem(attempt=attempt, now=clock.now())))


def state_of(postmortem: Postmortem) -> PostmortemState:
    """Give a post-mortem as it is told."""
    return PostmortemState(
        ready=postmortem.made_at is not None,
        last_chance=postmortem.last_chance,
        settled=postmortem.settled,
        move=postmortem.move or None,
        odds_before=postmortem.odds_before,
        odds_after=postmortem.odds_after,
        verdict=postmortem.verdict or None,
    )


@api("POST", gives=records.Replay)
def post_replay(request: HttpRequest) -> HttpResponse:
    """POST replay: the replay of a pasted record (the body is its text)."""
    try:
        text = request.body.decode()
    except UnicodeDecodeError:
        raise ApiError(400, "bad_request", _("A record is text in UTF-8.")) from None
    return json_response(records.replay_of_text(text))
