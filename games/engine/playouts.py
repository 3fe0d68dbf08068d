"""Blind players: they see what a player at the table sees, and choose.

Law: no player here learns the order of the stock. A player that imagines how a game may go on shuffles the
unseen cards first. Every choice follows from the visible table and the random numbers given.
"""

import random
from collections.abc import Callable

from games.engine.evaluator import Score, Taste
from games.engine.faces import CLASS
from games.engine.moves import HOME, NAMES, STOCK
from games.engine.tableau import HOST, TURN, Move, Tableau

Player = Callable[[Tableau, random.Random], Move | None]
"""Chooses a legal move, or None to give up."""

HOME_FANCY = 0.5
"""How often the careful player sends a card home when it could build."""

FANCY = 2.0
"""Ranks by which the careful player misjudges what to build and to fill with."""

PLY_LIMIT = 2000
"""No playout is longer (rules: ranked play, a line has at most 2,000 moves)."""


def name_move(move: Move) -> str:
    """The move in the notation of the rules."""
    return "s" if move == TURN else NAMES[move[0]] + NAMES[move[1]]


def play_out(table: Tableau, player: Player, rng: random.Random, limit: int = PLY_LIMIT) -> list[Move]:
    """Let a player play on this table until it is over, given up or `limit` moves long; return the moves."""
    moves: list[Move] = []
    while len(moves) < limit:
        move = player(table, rng)
        if move is None:
            break
        table.make(move)
        moves.append(move)
    return moves


def scored(table: Tableau, taste: Taste) -> list[tuple[float, Move]]:
    """The legal moves that are not idle, each with its one-ply score."""
    score = Score(table, taste).of
    return [(score(move), move) for move in table.legal() if not table.is_idle(move)]


def one_ply(taste: Taste, noise: float = 0.0) -> Player:
    """The player that takes the best move at first sight; `noise` is the spread of what it misjudges by."""

    def choose(table: Tableau, rng: random.Random) -> Move | None:
        moves = scored(table, taste)
        if noise and len(moves) > 1:
            return max((value + noise * rng.gauss(0, 1), move) for value, move in moves)[1]
        return max(moves)[1] if moves else None

    return choose


def greedy(table: Tableau, rng: random.Random) -> Move | None:
    """Home first, then any build, then the stock; any fill."""
    moves = table.legal()
    if table.waiting >= 0:
        return rng.choice(moves)
    home = [move for move in moves if move[1] == HOME]
    return _any(table, moves, home or _builds(moves), rng)


def careful(table: Tableau, rng: random.Random) -> Move | None:
    """A stand-in for a person at the first tries, with an eye for what is next but no plan.

    Fills with a card that has somewhere to go, or a low one; builds high cards first, or sends one home, as
    the fancy takes it (always home is worse play, and leaves a third of all deals without any win to grade
    them by).
    """
    moves = table.legal()
    piles = table.piles
    if table.waiting >= 0:
        hosts = {CLASS[pile[-1]] for pile in piles[:8] if pile}
        return min(moves, key=lambda move: _fill_order(piles[move[0]][-1], hosts, rng))
    home = [move for move in moves if move[1] == HOME]
    builds = _builds(moves)
    if not builds or (home and rng.random() < HOME_FANCY):
        return _any(table, moves, home, rng)
    return max(builds, key=lambda move: (piles[move[0]][-1] >> 2) + rng.gauss(0, FANCY))


def _builds(moves: list[Move]) -> list[Move]:
    return [move for move in moves if 8 <= move[0] < STOCK]


def _any(table: Tableau, moves: list[Move], favoured: list[Move], rng: random.Random) -> Move | None:
    """One of the favoured moves; else a turn, else a move between row 1 piles that is of use, else none."""
    if favoured:
        return rng.choice(favoured)
    if TURN in moves:
        return TURN
    useful = [move for move in moves if not table.is_idle(move)]
    return rng.choice(useful) if useful else None


def _fill_order(face: int, hosts: set[int], rng: random.Random) -> tuple[bool, float]:
    return HOST[face] not in hosts, (face >> 2) + rng.gauss(0, FANCY)


def straight(table: Tableau, rng: random.Random) -> Move | None:
    """Home first, then the first build there is; fills straight from below, in the same column."""
    moves = table.legal()
    if table.waiting >= 0:
        below = (table.waiting + 8, table.waiting)
        return below if below in moves else moves[0]
    useful = [move for move in moves if move[0] >= 8 or move[1] == HOME]
    return min(useful, key=lambda move: (move[1] != HOME, move)) if useful else None


def with_rollouts(taste: Taste, *, width: int, samples: int, noise: float) -> Player:
    """The player that plays its `width` best moves on, over `samples` stocks it has shuffled itself."""
    rollout = one_ply(taste, noise)

    def choose(table: Tableau, rng: random.Random) -> Move | None:
        moves = sorted(scored(table, taste), reverse=True)[:width]
        if len(moves) < 2:
            return moves[0][1] if moves else None
        totals = [0.0] * len(moves)
        for _ in range(samples):
            imagined = table.copy()
            shuffle_stock(imagined, rng)
            for number, (_, move) in enumerate(moves):
                trial = imagined.copy()
                trial.make(move)
                play_out(trial, rollout, rng)
                totals[number] += 2.0 if trial.is_won() else trial.sent / 80
        return max(zip(totals, moves, strict=True))[1][1]

    return choose


def shuffle_stock(table: Tableau, rng: random.Random) -> None:
    """Put the unseen cards in an order that owes nothing to the one they had."""
    stock = table.piles[STOCK]
    stock.sort()
    rng.shuffle(stock)
