"""Records and replays of attempts and of pasted texts."""

import datetime as dt
from dataclasses import dataclass

import msgspec
from django.utils.translation import gettext as _

from games import clock, engine
from games.deals import calendar
from games.deals.models import Deal
from games.deals.selectors import find_deal
from games.engine import VARIANTS, Record
from games.http import ApiError
from games.play import selectors
from games.play.game import Game, GameEvent, Refused
from games.play.messages import position_message, take_and_tell
from games.play.models import Attempt
from games.play.protocol import FromServer, Moved, Position


class Replay(msgspec.Struct, frozen=True):
    """A game from its deal on: the first position, then what every move did."""

    position: Position
    moved: list[Moved]


def record_of(attempt: Attempt, now: dt.datetime, *, own: bool) -> str:
    """Write the record of an attempt; the seed of a day's deal is in it once its boards have closed.

    For others it does not name a private player.
    """
    game = selectors.game_of(attempt)
    is_day = attempt.deal is not None and attempt.deal.slug is not None
    secret = is_day and selectors.boards_open(attempt, now)
    return engine.write_record(
        Record(
            variant=game.position.variant,
            slug=attempt.deal.slug if secret and attempt.deal else None,
            seed=None if secret or attempt.cards else (attempt.deal.seed if attempt.deal else attempt.seed),
            deal=tuple(attempt.cards.split()) if attempt.cards else None,
            player=attempt.player.name if own or not attempt.player.is_private else "a member",
            date=f"{attempt.started_at:%Y.%m.%d}",
            result=attempt.status,
            seconds=attempt.seconds,
            moves=tuple(game.line),
        )
    )


def replay_of(attempt: Attempt) -> Replay:
    """Give the replay of an attempt's line; moves taken back are not in it."""
    game = selectors.game_of(attempt)
    return _replay(
        Game(game.position.variant, game.cards, ranked=False),
        _timed_line(game),
        attempt=attempt.pk,
        slug=attempt.deal.slug if attempt.deal else None,
    )


def replay_of_line(deal: Deal, line: list[str]) -> Replay:
    """Give the replay of a certificate's line on its deal."""
    game = Game(VARIANTS[deal.variant], engine.deal_cards(deal.seed), ranked=False)
    return _replay(game, [(move, 0) for move in line], attempt="", slug=deal.slug)


def replay_of_text(text: str) -> Replay:
    """Give the replay of a pasted record. Raises ApiError that names the line or the ply."""
    pasted = read_pasted(text)
    game = Game(VARIANTS[pasted.variant], pasted.cards, ranked=False)
    return _replay(
        game, [(move, 0) for move in pasted.moves], attempt="", slug=pasted.deal.slug if pasted.deal else None
    )


@dataclass(frozen=True, slots=True)
class Pasted:
    """A record as somebody pasted it, with its cards; `deal` is a day's whose boards have closed."""

    variant: str
    cards: tuple[str, ...]
    moves: tuple[str, ...]
    seed: str
    deal: Deal | None


def read_pasted(text: str) -> Pasted:
    """Read a pasted record. A day's deal is filled in once its boards have closed. Raises ApiError."""
    try:
        record = engine.read_record(text)
        cards = record.cards
    except (engine.UnreadableRecord, engine.BadSeed) as error:
        raise ApiError(400, "unreadable_record", str(error)) from None
    deal = None
    if cards is None:
        now = clock.now()
        deal = find_deal(record.slug or "", now)
        if deal is None or deal.variant != record.variant.name or not calendar.boards_are_closed(deal, now):
            raise ApiError(
                400,
                "slug_only",
                _("This record names a day's deal; it can be replayed here once the boards have closed."),
            )
        cards = engine.deal_cards(deal.seed)
    return Pasted(record.variant.name, cards, record.moves, record.seed or "", deal)


def _replay(game: Game, moves: list[tuple[str, int]], *, attempt: str, slug: str | None) -> Replay:
    first = msgspec.json.decode(
        msgspec.json.encode(
            position_message(game, attempt=attempt, slug=slug, elapsed_ms=0, server_ms=clock.now_ms())
        ),
        type=Position,
    )  # a copy: the game goes on
    moved: list[Moved] = []
    for ply, (move, elapsed_ms) in enumerate(moves):
        told = _told(game, GameEvent("move", move, elapsed_ms), ply)
        if isinstance(told, Moved):
            moved.append(msgspec.structs.replace(told, legal=list(told.legal)))
    return Replay(first, moved)


def _told(game: Game, event: GameEvent, ply: int) -> FromServer | None:
    try:
        return take_and_tell(game, event)[1]
    except Refused as refusal:
        raise ApiError(
            400,
            "illegal_move",
            _("Illegal move %(move)s at ply %(ply)d: %(why)s")
            % {"move": event.move, "ply": ply, "why": str(refusal.detail)},
        ) from None


def _timed_line(game: Game) -> list[tuple[str, int]]:
    """Give the moves that stand, each with the time at which it was made."""
    line: list[tuple[str, int]] = []
    for event in game.events:
        if event.kind == "undo":
            line.pop()
        elif event.kind in ("move", "finish"):
            line += [(move, event.elapsed_ms) for move in event.move.split()]
    return line
