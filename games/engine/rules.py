"""What may be played, and what a move does.

Law: the one place where moves are judged and carried out. `play` judges inline, because a server checks whole
games with it (one dictionary look-up, no call on the legal path of most moves); `refusal` says the same rules
in words and is asked only when something was wrong. Tests hold `play`, `is_legal` and `legal_moves` against
each other on every possible move. Nothing here looks at a variant's name.
"""

from games.engine.cards import HOMEWARD, ONTO, PACK, RANK
from games.engine.errors import IllegalMove
from games.engine.moves import FILLS, HOME, NAMES, STOCK, TEXTS, WASTE, read_move, row_of, seats
from games.engine.position import Position

Turned = tuple[tuple[str, str, str], ...]
"""Cards that turned or moved by themselves with a move: (from 's' or 'w', place, card)."""

_ROW_4 = 1 << 3  # its bit in `Position.bare`


def play(position: Position, move: str) -> Turned:
    """Carry out a move and return what turned with it.

    That is ('s' | 'w', place, card) for the card that filled row 4 by itself, ('s', 'w', card) for `s`.

    Raises `UnreadableMove` or `IllegalMove`, and has changed nothing then.
    """
    try:
        s, t, fills, opens, below, onto = position.steps[move]
    except KeyError:
        raise _refused(position, move) from None
    piles = position.piles
    source = piles[s]
    waiting = position.waiting
    if waiting:
        if not (waiting & fills and source):
            raise _refused(position, move)
        piles[t].append(source.pop())
        position.waiting = 0
    elif t < WASTE:
        target = piles[t]
        if not (source and target and target[-1] in onto[source[-1]]):
            raise _refused(position, move)
        target.append(source.pop())
    elif t == HOME:
        if not source:
            raise _refused(position, move)
        card = source[-1]
        i, before = HOMEWARD[card]
        foundations = position.foundations
        if foundations[i] == before:
            foundations[i] = card
        elif foundations[i + 1] == before:
            foundations[i + 1] = card
        else:
            raise _refused(position, move)
        position.sent.append(source.pop())
    else:
        if not source:
            raise _refused(position, move)
        card = source.pop()
        piles[t].append(card)
        return (("s", "w", card),)
    if source:
        return ()
    if not opens:
        return _refill(position, s)
    # The only vacancy that waits, since every other place now empty lies above a bare row. So its own row can
    # have become bare only if the row below is.
    if position.bare & below:
        if not any(piles[i] for i in seats(row_of(s))):
            position.bare |= below >> 1
    else:
        position.waiting = opens
    return ()


def _refill(position: Position, place: int) -> Turned:
    """Fill an empty place of row 4 from the waste or, when that is empty, from the stock (Cadogan 4)."""
    piles = position.piles
    if place >= WASTE:
        return ()
    if position.waste:
        origin, card = "w", position.waste.pop()
    elif piles[STOCK]:
        origin, card = "s", piles[STOCK].pop()
    else:
        if not any(piles[i] for i in seats(4)):
            position.bare |= _ROW_4
        return ()
    piles[place].append(card)
    return ((origin, NAMES[place], card),)


def take_back(position: Position, move: str, turned: Turned) -> None:
    """Undo the last move played here; `turned` is what `play` returned for it. The exact inverse."""
    source, target = position.steps[move][:2]
    piles = position.piles
    if target == HOME:
        card = position.sent.pop()
        i, before = HOMEWARD[card]
        # Of two equal foundations the second one counts as the lower.
        position.foundations[i + (position.foundations[i + 1] == card)] = before
        piles[source].append(card)
    else:
        for origin, _, card in turned:
            if move != "s":
                piles[STOCK if origin == "s" else WASTE].append(card)
                piles[source].remove(card)
        piles[source].append(piles[target].pop())
    position.recount()


def is_legal(position: Position, move: str) -> bool:
    """Whether `play` would carry out this move now; False for text that is no move. O(1)."""
    return move in position.steps and refusal(position, move) is None


def refusal(position: Position, move: str) -> str | None:
    """Return the `reason_code` for which a move is refused, or None for a legal one.

    Raises `UnreadableMove`. While a vacancy waits, whatever does not go into it is `vacancy_first`.
    """
    s, t = read_move(move)
    piles = position.piles
    known = position.steps.get(move)
    if position.waiting:
        if not position.waiting >> t & 1:
            return "vacancy_first"
        if known is None or not known[2]:
            return "fill_from_row_below"
        return None if piles[s] else "no_card_there"
    if known is None:
        return _never(position, s, t)
    if not piles[s]:
        return "stock_empty" if s == STOCK else "no_card_there"
    if s == STOCK:
        return None
    card = piles[s][-1]
    if t == HOME:
        i, before = HOMEWARD[card]
        return None if before in position.foundations[i : i + 2] else "not_next_at_home"
    if not piles[t]:
        return "stays_open"
    if not position.variant.is_built_on(row_of(t)):
        return "one_card_a_seat"
    host = piles[t][-1]
    if host in ONTO[card]:
        return None
    return "wrong_rank" if RANK[host] != RANK[card] + 1 else "same_colour"


def _never(position: Position, s: int, t: int) -> str:
    """Say why a move that is in no table of the variant can never be legal in it."""
    if s in (STOCK, WASTE) and not position.variant.turns:
        return "no_turning"
    if s == WASTE:
        return "waste_to_row_4"
    if t == HOME:
        return "home_from_row_1"
    return "within_row" if row_of(s) == row_of(t) else "wrong_row"


def _refused(position: Position, move: str) -> IllegalMove:
    reason_code = refusal(position, move)
    assert reason_code is not None, f"play and refusal disagree about {move} in {position!r}"  # noqa: S101
    return IllegalMove(move, reason_code)


def legal_moves(position: Position) -> list[str]:
    """Return every legal move, sorted. Equal cards in different places are different moves."""
    piles = position.piles
    if position.waiting:
        return [move for s, move in FILLS[position.waiting.bit_length() - 1] if piles[s]]
    moves: list[str] = []
    foundations = position.foundations
    for s in seats(1):
        if pile := piles[s]:
            i, before = HOMEWARD[pile[-1]]
            if foundations[i] == before or foundations[i + 1] == before:
                moves.append(TEXTS[s][HOME])
    for up, onto in position.variant.builds:
        hosts: dict[str, list[int]] = {}
        for t in seats(onto):
            if pile := piles[t]:
                hosts.setdefault(pile[-1], []).append(t)
        for s in seats(up):
            if pile := piles[s]:
                for host in ONTO[pile[-1]]:
                    if host in hosts:
                        moves += [TEXTS[s][t] for t in hosts[host]]
    if position.variant.turns and piles[STOCK]:
        moves.append("s")
    moves.sort()
    return moves


def status(position: Position) -> str:
    """Return 'won' (80 cards home), 'lost' (not won and no legal move) or 'playing' (rules: Outcome)."""
    if len(position.sent) == len(PACK):
        return "won"
    if position.waiting or legal_moves(position):
        return "playing"
    return "lost"
