"""Records and replays of attempts and of pasted texts."""

import datetime as dt
from collections.abc import Iterable, Sequence

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
from games.play.models import Attempt
from games.play.protocol import Moved, Position
from games.unreadable import text_in_words


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
    return _replay(attempt, _timed_line(selectors.game_of(attempt)), attempt.pk)


def replay_of_line(deal: Deal, line: Sequence[str]) -> Replay:
    """Give the replay of a certificate's line on its deal."""
    return _replay(Attempt(variant=deal.variant, deal=deal), [(move, 0) for move in line])


def replay_of_text(text: str) -> Replay:
    """Give the replay of a pasted record. Raises ApiError that names the line or the ply."""
    attempt, moves = read_pasted(text)
    return _replay(attempt, [(move, 0) for move in moves])


def read_pasted(text: str) -> tuple[Attempt, tuple[str, ...]]:
    """Read a pasted record: a practice attempt that nobody plays yet, and the moves. Raises ApiError.

    A day's deal is filled in once its boards have closed.
    """
    try:
        record = engine.read_record(text)
    except engine.UnreadableRecord as error:
        raise ApiError(400, "unreadable_record", text_in_words(error)) from None
    variant, deal, now = record.variant.name, None, clock.now()
    if record.slug is not None:
        deal = find_deal(record.slug, now)
        if deal is None or deal.variant != variant or not calendar.boards_are_closed(deal, now):
            raise ApiError(
                400,
                "slug_only",
                _("This record names a day's deal; it can be replayed here once the boards have closed."),
            )
    cards = " ".join(record.deal or ())
    return Attempt(variant=variant, deal=deal, seed=record.seed or "", cards=cards), record.moves


def _replay(attempt: Attempt, moves: Iterable[tuple[str, int]], name: str = "") -> Replay:
    game = Game(VARIANTS[attempt.variant], selectors.cards_of(attempt), ranked=False)
    slug = attempt.deal.slug if attempt.deal else None
    first = game.tell_all(attempt=name, slug=slug, elapsed_ms=0, server_ms=clock.now_ms())
    first = msgspec.json.decode(msgspec.json.encode(first), type=Position)  # a copy: the game goes on
    moved: list[Moved] = []
    for ply, (move, elapsed_ms) in enumerate(moves):
        try:
            told = game.take_and_tell(GameEvent("move", move, elapsed_ms))
        except Refused as refusal:
            why = {"move": move, "ply": ply, "why": str(refusal.detail)}
            text = _("Illegal move %(move)s at ply %(ply)d: %(why)s") % why
            raise ApiError(400, "illegal_move", text) from None
        if isinstance(told, Moved):
            moved.append(told)
    return Replay(first, moved)


def _timed_line(game: Game) -> list[tuple[str, int]]:
    """Give the moves that stand, each with the time at which it was made."""
    line: list[tuple[str, int]] = []
    for event in game.events:
        if event.kind == "undo":
            line.pop()
        elif event.kind in ("move", "finish"):
            line += [(move, event.elapsed_ms) for move in event.move.split()]
    return line
