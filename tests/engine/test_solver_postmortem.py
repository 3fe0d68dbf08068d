import random

from games.engine import CADOGAN, STANDARD, Position, deal_cards, legal_moves, play, postmortem, replay
from games.engine.hint import hint
from games.engine.playouts import careful, name_move, play_out
from games.engine.postmortem import judge_move, known_odds, last_winnable_ply
from games.engine.solver import solve
from games.engine.tableau import Tableau
from tests.engine.tables import each_variant


def lost_game(variant, seed):
    table = Tableau.of_position(Position.of_deal(variant, deal_cards(seed)))
    moves = [name_move(move) for move in play_out(table, careful, random.Random(0))]
    return None if table.is_won() else moves


def test_the_last_chance_of_a_lost_game_is_where_the_next_position_is_proved_lost():
    settled = 0
    for number in range(12):
        cards = deal_cards(f"test-{number}")
        moves = lost_game(STANDARD, f"test-{number}")
        if moves is None:
            continue
        chance = last_winnable_ply(STANDARD, cards, moves)
        assert chance.ply is not None
        winning = [*moves[: chance.ply], *chance.moves]
        assert replay(STANDARD, cards, winning).home == 80
        if chance.settled:
            settled += 1
            if chance.ply < len(moves):
                after = replay(STANDARD, cards, moves[: chance.ply + 1])
                assert solve(after, nodes=50_000).verdict == "unwinnable" or not legal_moves(after)
    assert settled >= 5


def test_a_won_game_could_be_won_to_its_end_and_a_conceded_one_is_not_called_lost():
    cards = deal_cards("test-0")
    line = solve(Position.of_deal(STANDARD, cards)).moves
    assert last_winnable_ply(STANDARD, cards, line).ply == len(line)
    conceded = last_winnable_ply(STANDARD, cards, line[:100])
    assert (conceded.ply, conceded.settled) == (100, False)


def test_in_cadogan_a_chance_is_a_promise_but_nothing_is_proved_before_the_end():
    for number in range(4):
        moves = lost_game(CADOGAN, f"test-{number}")
        if moves:
            chance = last_winnable_ply(CADOGAN, deal_cards(f"test-{number}"), moves, nodes=3000)
            assert chance.ply is None or chance.ply <= len(moves)


@each_variant
def test_known_odds_do_not_know_the_stock_and_the_judgement_compares_like_with_like(variant):
    position = Position.of_deal(variant, deal_cards("test-6"))
    for _ in range(30):
        play(position, hint(position).move)
    shuffled = position.copy()
    random.Random(3).shuffle(shuffled.piles[33])
    assert known_odds(position, 20, "x") == known_odds(shuffled, 20, "x")
    move = legal_moves(position)[0]
    judgement = judge_move(position, move, samples=20)
    assert judgement == judge_move(shuffled, move, samples=20)
    assert judgement.verdict in ("mistake", "bad luck", "")
    assert 0 <= judgement.after <= 1


def test_throwing_a_game_away_is_a_mistake_and_a_sound_move_that_the_stock_punishes_is_bad_luck():
    judged = {}
    for number in (4, 10):
        cards = deal_cards(f"test-{number}")
        moves = lost_game(STANDARD, f"test-{number}")
        ply = last_winnable_ply(STANDARD, cards, moves).ply
        judged[number] = judge_move(replay(STANDARD, cards, moves[:ply]), moves[ply], samples=50)
    assert judged[4].verdict == "mistake"
    assert judged[4].before - judged[4].after > 0.4
    assert judged[10].verdict == "bad luck"
    assert judged[10].before > 0.3


def test_where_no_chance_was_left_there_is_neither_a_mistake_nor_bad_luck(monkeypatch):
    monkeypatch.setattr(postmortem, "known_odds", lambda *_args, **_kw: 0.02)
    assert judge_move(Position.of_deal(STANDARD, deal_cards("test-6")), "s", samples=1).verdict == ""
