from games.engine import CADOGAN, STANDARD, Position, deal_cards, legal_moves, play, replay, status
from games.engine.schedule import layout_of
from games.engine.solver import solve
from tests.engine.tables import each_variant, walk

# A deal without any legal move, found among the deals `test-..` by search.
DEAD_DEAL = "test-1764"


def deal(variant, seed):
    return Position.of_deal(variant, deal_cards(seed))


@each_variant
def test_a_won_line_wins_by_the_rules_and_leaves_the_position_as_it_was(variant):
    for number in range(20):
        position = deal(variant, f"test-{number}")
        before = str(position)
        verdict = solve(position, nodes=20_000)
        assert str(position) == before
        if verdict.verdict == "won":
            assert status(replay(variant, deal_cards(f"test-{number}"), verdict.moves)) == "won"
        else:
            assert verdict.moves is None


def test_a_budget_in_nodes_gives_the_same_answer_every_time():
    for variant in (STANDARD, CADOGAN):
        first = solve(deal(variant, "test-3"), nodes=5000)
        again = solve(deal(variant, "test-3"), nodes=5000)
        assert (first.verdict, first.moves, first.nodes) == (again.verdict, again.moves, again.nodes)


@each_variant
def test_a_spent_budget_is_unknown_and_never_unwinnable(variant):
    verdict = solve(deal(variant, "test-1"), nodes=10)
    assert verdict.verdict == "unknown"
    assert verdict.moves is None
    assert verdict.nodes <= 11
    assert solve(deal(variant, "test-1"), seconds=0.0).verdict == "unknown"


def test_a_deal_without_a_legal_move_is_unwinnable_in_standard():
    position = deal(STANDARD, DEAD_DEAL)
    assert legal_moves(position) == []
    assert solve(position).verdict == "unwinnable"
    assert solve(position, perfect=True).verdict == "unwinnable"


def test_cadogan_is_never_called_unwinnable():
    assert solve(deal(CADOGAN, DEAD_DEAL), nodes=20_000).verdict in ("won", "unknown")


def test_a_perfect_line_has_272_moves_and_none_between_row_1_piles():
    position = deal(STANDARD, "test-0")
    verdict = solve(position, perfect=True)
    assert verdict.verdict == "won"
    assert len(verdict.moves) == 272
    assert not any(move[1] == move[-1] == "1" for move in verdict.moves)
    assert solve(position, nodes=10, perfect=True).verdict == "unknown"


def test_every_position_on_a_won_line_is_won_vacancies_and_the_thin_end_included():
    for variant in (STANDARD, CADOGAN):
        position = deal(variant, "test-4")
        line = solve(position).moves
        waits = 0
        for ply, move in enumerate(line):
            if ply % 5 == 0 or position.vacancy:
                waits += position.vacancy is not None
                assert solve(position, nodes=50_000).verdict == "won"
            play(position, move)
        assert waits > 50
        assert solve(position).moves == ()


def test_positions_from_random_play_get_lines_that_the_rules_accept():
    won = 0
    for number in range(60):
        for variant in (STANDARD, CADOGAN):
            position, _moves = walk(variant, f"test-{number}", 3 * number % 70)
            verdict = solve(position, nodes=3000)
            if verdict.verdict == "won":
                won += 1
                for move in verdict.moves:
                    play(position, move)
                assert status(position) == "won"
            elif verdict.verdict == "unwinnable":
                assert variant is STANDARD
    assert won > 20


def test_a_cadogan_position_with_piles_below_row_1_has_no_lazy_layout_but_may_be_won():
    position = deal(CADOGAN, "test-5")
    while all(len(pile) <= 1 for row in position.rows[1:] for pile in row):
        moves = [move for move in legal_moves(position) if move[-1] in "23"] or ["s"]
        play(position, moves[0] if moves[0] in legal_moves(position) else legal_moves(position)[0])
    assert layout_of(position) is None
    assert solve(position, nodes=20_000).verdict in ("won", "unknown")


def test_studies_that_no_game_leads_to_are_unknown_not_guessed_at():
    missing = Position.of_text("standard\n1 3C 2D -- -- -- -- -- --\nhome AC AC AD AD AH AH AS AS")
    assert solve(missing, nodes=1000).verdict == "unknown"
