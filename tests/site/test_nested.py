"""The same facts on the services of production: the fast tests again, on real PostgreSQL and Redis."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT

# What is told from process to process, counted by the index, limited or kept in the cache.
ON_REDIS = [
    *(f"tests/play/test_{name}.py" for name in (
        "closing", "endings", "events_ahead", "messages", "rates", "stale_processes", "two_sockets",
        "visibility",
    )),
    *(f"tests/leaderboard/test_{name}.py" for name in (
        "groups", "house", "live_list", "own_row", "profile", "spread", "standings",
    )),
    "tests/site/test_pages.py::test_healthz_asks_nobody_and_readyz_says_that_all_is_well",
    "tests/site/test_limits.py",
]  # fmt: skip
# What is stored, and who asks for it; not how frames, addresses and words are read, before any question.
ON_POSTGRESQL = [
    "tests/deals", "tests/players", "tests/play", "tests/leaderboard", "tests/site/test_limits.py",
    "tests/site/test_personal.py",
    *(f"--ignore=tests/{name}.py" for name in (
        "play/test_bad_frames", "play/test_handshake", "play/test_lesson", "play/test_secrets",
        "players/test_names", "players/test_social_login", "leaderboard/test_index",
        "leaderboard/test_pages_in_words", "leaderboard/test_posters", "leaderboard/test_ranking",
    )),
]  # fmt: skip

Runs = dict[str, tuple[subprocess.Popen[bytes], Path]]


@pytest.fixture(scope="module")
def runs(postgresql_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    """Both runs in processes of their own, side by side: each keeps one core busy."""
    folder = tmp_path_factory.mktemp("nested")
    wanted = {
        "postgresql": (ON_POSTGRESQL, {"DATABASE_URL": postgresql_url}),
        "redis": (ON_REDIS, {"REDIS_URL": redis_url}),
    }
    begun: Runs = {}
    for name, (packages, services) in wanted.items():
        env = {**os.environ, "CONSTITUTION_NESTED_TESTS": "1", **services}
        command = [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--show-capture=no", *packages,
        ]  # fmt: skip
        with (folder / name).open("wb") as said:
            begun[name] = (
                subprocess.Popen(command, cwd=ROOT, env=env, stdout=said, stderr=subprocess.STDOUT),
                folder / name,
            )
    yield begun
    for process, _ in begun.values():
        process.kill()
        process.wait()


def assert_passed(runs: Runs, name: str) -> None:
    """Wait for a run; show what it said when it fails."""
    process, said = runs[name]
    code = process.wait(timeout=900)
    assert code == 0, said.read_text(errors="replace")[-20_000:]


@pytest.mark.postgresql
def test_the_fast_tests_hold_on_postgresql(runs: Runs) -> None:
    assert_passed(runs, "postgresql")


@pytest.mark.redis
def test_the_fast_tests_hold_with_redis(runs: Runs) -> None:
    assert_passed(runs, "redis")
