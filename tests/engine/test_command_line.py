"""The command line: output, messages and exit statuses (rules: section 6)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import VARIANTS, Record, replay, write_record
from games.engine.__main__ import main
from tests.vectors import DEALS, GAMES


def record_of(game, moves: list[str] | None = None) -> str:
    line = game["moves"].split() if moves is None else moves
    return write_record(
        Record(variant=VARIANTS[game["variant"]], deal=tuple(game["deal"].split()), moves=tuple(line))
    )


@pytest.fixture
def run(tmp_path, capsys):
    """Run a command in this process, FILE being the text given: (exit status, output lines, errors)."""

    def command(*arguments: str, text: str = "") -> tuple[int, list[str], str]:
        path = tmp_path / "game.txt"
        path.write_text(text)
        status = main([str(path) if argument == "FILE" else argument for argument in arguments])
        output = capsys.readouterr()
        return status, output.out.splitlines(), output.err

    return command


def test_it_runs_with_nothing_installed_but_python(tmp_path) -> None:
    root = str(Path(__file__).parent.parent.parent)
    code = (
        "import runpy, sys; sys.path.insert(0, sys.argv.pop(1));"
        "runpy.run_module('games.engine', run_name='__main__')"
    )

    def python(*arguments: str) -> subprocess.CompletedProcess[str]:
        # -I -S: neither the surroundings nor the installed packages are seen
        command = [sys.executable, "-I", "-S", "-c", code, root, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = python("deal", "--variant", "standard", "--seed", "1")
    assert (done.stdout, done.stderr, done.returncode) == (DEALS[0]["cards"] + "\n", "", 0)
    game = tmp_path / "game.txt"
    game.write_text('[Variant "standard"]\n[Seed "1"]\n\na1a1')
    done = python("replay", str(game))
    assert done.stderr == "illegal move 'a1a1' at ply 0: A card never moves within this row.\n"
    assert (done.stdout, done.returncode) == ("", 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_deal_prints_the_80_cards_on_one_line(run, variant) -> None:
    for vector in DEALS:
        assert run("deal", "--variant", variant, "--seed", vector["seed"]) == (0, [vector["cards"]], "")


def test_a_bad_seed_or_variant_is_exit_status_2(run, capsys) -> None:
    status, lines, errors = run("deal", "--variant", "standard", "--seed", "a b")
    assert (status, lines) == (2, [])
    assert "letters" in errors
    with pytest.raises(SystemExit) as caught:
        run("deal", "--variant", "patience", "--seed", "1")
    assert caught.value.code == 2
    capsys.readouterr()


@pytest.mark.parametrize("game", GAMES, ids=[f"{i}-{g['variant']}" for i, g in enumerate(GAMES)])
def test_replay_prints_the_end_and_trace_every_ply(run, game) -> None:
    status, [line], errors = run("replay", "FILE", text=record_of(game))
    end = json.loads(line)
    assert (status, errors) == (0, "")
    assert (end["status"] == "won", len(end["legal"])) == (game["won"], game["legal_at_end"])
    assert end["plies"] == len(game["moves"].split())
    assert list(end) == ["plies", "status", "home", "legal"]
    assert " " not in line
    status, lines, errors = run("replay", "FILE", "--trace", text=record_of(game))
    plies = [json.loads(line) for line in lines]
    assert (status, errors) == (0, "")
    assert [ply["plies"] for ply in plies] == list(range(end["plies"] + 1))
    assert [len(ply["legal"]) for ply in plies] == [*game["legal_counts"], game["legal_at_end"]]
    assert plies[-1] == end


@pytest.mark.parametrize("number", [0, 22, 46])
def test_an_illegal_move_is_exit_status_1_and_names_its_ply(run, number) -> None:
    game = GAMES[number]
    moves = game["moves"].split()
    for ply, refused in game["illegal"]:
        for move in refused:
            status, lines, errors = run("replay", "FILE", text=record_of(game, [*moves[:ply], move]))
            assert (status, lines) == (1, [])
            assert errors.startswith(f"illegal move {move!r} at ply {ply}: ")
            assert errors.count("\n") == 1
    ply, [move, *_] = game["illegal"][0]
    status, lines, _ = run("replay", "FILE", "--trace", text=record_of(game, [*moves[:ply], move]))
    assert (status, len(lines)) == (1, ply + 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Variant "standard"]\n[Seed "1"]\n\nb1f zz9', "line 4: 'zz9'"),
        ('[Variant "standard"]\n\nb1f', "line 3: Say which deal"),
        ('[Seed "1"]\n\nb1f', "line 3: Add the header"),
        ('[Variant "standard"]\n[Slug "2026-11-29-standard"]\n', "line 2: A record with a Slug"),
        ("", "line 1: "),
    ],
)
def test_unreadable_or_incomplete_text_is_exit_status_2_with_its_line(run, text, message) -> None:
    for command in (["replay"], ["solve", "--file"]):
        status, lines, errors = run(*command, "FILE", text=text)
        assert (status, lines) == (2, [])
        assert errors.startswith(message)


def test_a_file_that_is_not_there_or_no_text_is_exit_status_2(tmp_path, capsys) -> None:
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err
    (tmp_path / "bytes").write_bytes(b'[Variant "standard"]\n\xff')
    assert main(["replay", str(tmp_path / "bytes")]) == 2
    assert "UTF-8" in capsys.readouterr().err


def test_solve_prints_a_line_that_wins(run) -> None:
    status, [line], errors = run("solve", "--variant", "standard", "--seed", "1", "--seconds", "20")
    found = json.loads(line)
    assert (status, errors) == (0, "")
    assert list(found) == ["verdict", "moves", "nodes", "seconds"]
    assert found["verdict"] == "won"
    assert replay(VARIANTS["standard"], DEALS[0]["cards"].split(), found["moves"].split()).home == 80


def test_solve_goes_on_from_where_the_moves_of_a_file_lead(run) -> None:
    game = GAMES[0]
    moves = game["moves"].split()
    text = record_of(game, moves[:-2])
    _, [line], _ = run("solve", "--file", "FILE", "--variant", "standard", text=text)
    found = json.loads(line)
    assert found["verdict"] == "won"
    whole = [*moves[:-2], *found["moves"].split()]
    assert replay(VARIANTS["standard"], game["deal"].split(), whole).home == 80
    status, lines, errors = run("solve", "--file", "FILE", "--variant", "cadogan", text=text)
    assert (status, lines) == (2, [])
    assert "leave --variant out" in errors


def test_a_deal_without_a_legal_move_is_unwinnable(run) -> None:
    dead = next(game for game in GAMES if not game["moves"])
    _, [line], _ = run("solve", "--file", "FILE", text=record_of(dead))
    assert json.loads(line) | {"verdict": "unwinnable", "moves": None} == json.loads(line)
