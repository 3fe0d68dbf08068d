"""What stands in a game, put into the messages of the wire. Pure; times are given."""

from typing import Any

from games.play.game import Game, GameEvent
from games.play.protocol import FromServer, Moved, Played, Position, Undone


def _now_standing(game: Game) -> dict[str, Any]:
    return {
        "rev": game.rev,
        "ply": len(game.line),
        "stock": len(game.position.stock),
        "legal": game.legal,
        "status": game.shown_status,
        "home": game.position.home,
        "progress": game.progress,
        "undo": game.can_undo,
        "dead": game.is_dead,
    }


def position_message(
    game: Game, *, attempt: str, slug: str | None, elapsed_ms: int, server_ms: int
) -> Position:
    """Give the whole truth of an attempt."""
    position = game.position
    return Position(
        attempt=attempt,
        slug=slug,
        variant=position.variant.name,
        ranked=game.ranked,
        moves=game.line,
        rows=position.rows,
        foundations=position.foundations,
        waste=position.waste,
        elapsed_ms=elapsed_ms,
        server_ms=server_ms,
        **_now_standing(game),
    )


def take_and_tell(game: Game, event: GameEvent) -> tuple[GameEvent, FromServer | None]:
    """Let an event happen and give it with the message that tells of it.

    A concession or expiry has none: `ended` tells of those. Raises Refused, changing nothing.
    """
    if event.kind == "undo" and game.line:
        move, turned = game.line[-1], game.turned[-1]
        event = game.take(event)
        return event, Undone(
            restored=game.restored_by_undo(move, turned), elapsed_ms=event.elapsed_ms, **_now_standing(game)
        )
    plies = len(game.line)
    event = game.take(event)
    if event.kind == "move":
        return event, Moved(
            move=event.move, turned=game.turned[-1], elapsed_ms=event.elapsed_ms, **_now_standing(game)
        )
    if event.kind == "finish":
        shown = tuple(card for ply in game.turned[plies:] for card in ply)
        return event, Played(
            moves=event.move.split(), turned=shown, elapsed_ms=event.elapsed_ms, **_now_standing(game)
        )
    return event, None
