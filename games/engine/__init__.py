"""The rules of British Constitution as a library: standard library only, no framework, no I/O.

What other packages use is named here; they import from nowhere deeper.
"""

from games.engine.cards import PACK, RANK, RANKS, SUITS, check_cards
from games.engine.dead import is_dead
from games.engine.deal import check_seed, commitment, deal_cards
from games.engine.errors import (
    BadText,
    IllegalMove,
    MoveError,
    UnreadableMove,
    UnreadablePosition,
    UnreadableRecord,
)
from games.engine.moves import FORCED_STEPS, is_forced, read_move
from games.engine.plain import plain_play
from games.engine.position import Position
from games.engine.record import MAX_MOVES, Record, read_record, write_record
from games.engine.replay import replay, trace
from games.engine.rules import Turned, is_legal, legal_moves, play, refusal, status, take_back
from games.engine.variants import CADOGAN, STANDARD, VARIANTS, Variant

VERSION = "1"
"""Raised when rules, solver or blind players change what they answer: certificates name it."""

__all__ = [
    "CADOGAN", "FORCED_STEPS", "MAX_MOVES", "PACK", "RANK", "RANKS", "STANDARD", "SUITS", "VARIANTS",
    "VERSION", "BadText", "IllegalMove", "MoveError", "Position", "Record", "Turned", "UnreadableMove",
    "UnreadablePosition", "UnreadableRecord", "Variant", "check_cards", "check_seed", "commitment",
    "deal_cards", "is_dead", "is_forced", "is_legal", "legal_moves", "plain_play", "play", "read_move",
    "read_record", "refusal", "replay", "status", "take_back", "trace", "write_record",
]  # fmt: skip
