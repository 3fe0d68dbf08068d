"""What stands in a game, put into the messages of the wire. Pure; times are given."""

from games.play.game import Game, GameEvent
from games.play.protocol import FromServer, Moved, Played, Position, Status, Undone


def _now_standing(
    game: Game, elapsed_ms: int
) -> tuple[int, int, int, list[str], Status, int, float, bool, bool, int]:
    """Give the fields of `NowStanding`, in its order: names would cost as much again, every move."""
    position = game.position
    return (
        game.rev,
        len(game.line),
        len(position.stock),
        game.legal,
        game.shown_status,
        position.home,
        game.progress,
        game.can_undo,
        game.is_dead,
        elapsed_ms,
    )


def position_message(
    game: Game, *, attempt: str, slug: str | None, elapsed_ms: int, server_ms: int
) -> Position:
    """Give the whole truth of an attempt."""
    position = game.position
    return Position(
        *_now_standing(game, elapsed_ms),
        attempt=attempt,
        slug=slug,
        variant=position.variant.name,
        ranked=game.ranked,
        moves=game.line,
        rows=position.rows,
        foundations=position.foundations,
        waste=position.waste,
        server_ms=server_ms,
    )


def take_and_tell(game: Game, event: GameEvent) -> FromServer | None:
    """Let an event happen and give the message that tells of it.

    A concession or expiry has none: `ended` tells of those. Raises Refused, changing nothing.
    """
    last = (game.line[-1], game.turned[-1]) if game.line else None
    plies = len(game.line)
    event = game.take(event)
    now = _now_standing(game, event.elapsed_ms)
    match event.kind:
        case "move":
            return Moved(*now, move=event.move, turned=game.turned[-1])
        case "undo" if last:
            return Undone(*now, restored=game.restored_by_undo(*last))
        case "finish":
            shown = tuple(card for ply in game.turned[plies:] for card in ply)
            return Played(*now, moves=event.move.split(), turned=shown)
    return None
