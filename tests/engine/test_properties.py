"""What holds in every position, played or made up, of both variants."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    CADOGAN,
    PACK,
    RANKS,
    MoveError,
    Position,
    UnreadableMove,
    deal_cards,
    is_forced,
    is_legal,
    legal_moves,
    play,
    status,
    take_back,
)
from tests.engine.by_the_book import ALL_MOVES, legal_by_the_book
from tests.engine.tables import played, seeds, studies, variants

positions = played() | studies()
quick = settings(deadline=None, max_examples=60)


def everything(position: Position) -> Counter[str]:
    """All cards there are, the aces and what lies on them included."""
    cards = Counter(card for pile in position.piles for card in pile)
    for top in position.foundations:
        cards.update(rank + top[1] for rank in RANKS[: RANKS.index(top[0]) + 1])
    return cards


@quick
@given(positions)
def test_the_legal_list_is_exactly_what_can_be_played(position: Position) -> None:
    before = position.copy()
    playable = []
    for move in ALL_MOVES:
        try:
            play(position, move)
        except MoveError:
            assert position == before
            assert not is_legal(position, move)
        else:
            assert is_legal(before, move)
            playable.append(move)
            position = before.copy()
    assert legal_moves(position) == sorted(playable) == legal_by_the_book(position)


@quick
@given(positions, st.randoms(use_true_random=False))
def test_taking_back_every_move_leads_back(position: Position, chance: random.Random) -> None:
    stack = []
    for _ in range(40):
        legal = legal_moves(position)
        if not legal:
            break
        before = position.copy()
        move = chance.choice(legal)
        turned = play(position, move)
        stack.append((before, move, turned))
    while stack:
        before, move, turned = stack.pop()
        take_back(position, move, turned)
        assert position == before
        assert (position.waiting, position.bare, position.sent) == (before.waiting, before.bare, before.sent)


@quick
@given(positions, st.randoms(use_true_random=False))
def test_what_is_kept_up_to_date_is_what_a_recount_finds(position: Position, chance: random.Random) -> None:
    for _ in range(60):
        legal = legal_moves(position)
        if not legal:
            break
        play(position, chance.choice(legal))
        kept = (position.waiting, position.bare, position.home)
        position.recount()
        homed = sum(RANKS.index(top[0]) for top in position.foundations)
        assert kept == (position.waiting, position.bare, homed)
        assert all(position.rows[3]) or not (position.stock or position.waste)


@settings(quick, max_examples=15)  # each a whole game
@given(variants, seeds, st.randoms(use_true_random=False))
def test_80_cards_and_8_aces_are_there_at_every_step(variant, seed, chance) -> None:
    position = Position.of_deal(variant, deal_cards(seed))
    whole = Counter(PACK) + Counter(["AC", "AD", "AH", "AS"] * 2)
    turned_up, forced, legal = 32, 0, legal_moves(position)
    while legal:
        assert everything(position) == whole
        move = chance.choice(legal)
        turned_up += sum(origin == "s" for origin, _, _ in play(position, move))
        forced += is_forced(move)
        assert turned_up == 80 - len(position.stock)
        assert position.waiting.bit_count() <= 1
        legal = legal_moves(position)
    assert everything(position) == whole
    assert status(position) == ("won" if position.home == 80 else "lost")
    assert forced <= 272
    assert forced == 272 or position.home < 80


@quick
@given(positions)
def test_a_position_reads_its_own_text_and_its_repr_can_be_pasted(position: Position) -> None:
    assert Position.of_text(str(position)) == position
    assert eval(repr(position), {"Position": Position}) == position


@quick
@given(positions, st.text(max_size=6))
def test_text_that_is_no_move_is_unreadable_whatever_lies_on_the_table(position: Position, text: str) -> None:
    if text in ALL_MOVES:
        return
    before = position.copy()
    try:
        play(position, text)
    except UnreadableMove as error:
        assert (error.move, error.code, error.reason_code) == (text, "bad_message", "not_a_move")
    else:
        raise AssertionError
    assert position == before
    assert not is_legal(position, text)


@quick
@given(played())
def test_rows_2_to_4_of_the_modern_game_never_hold_more_than_one_card_a_seat(position: Position) -> None:
    lower = [pile for row in position.rows[1:] for pile in row]
    assert position.variant is CADOGAN or all(len(pile) <= 1 for pile in lower)
