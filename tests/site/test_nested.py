"""The same facts on the services of production: the fast tests again, on real PostgreSQL and Redis."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT


def all_but(*files: str) -> list[str]:
    """Leave out what never meets the service; a new file joins by itself."""
    return [f"--ignore=tests/{file.replace('/', '/test_')}.py" for file in files]


# Frames, addresses and words are read before anything is asked for.
NEITHER = all_but(
    "play/bad_frames", "play/handshake", "play/lesson", "play/secrets",
    "leaderboard/pages_in_words", "leaderboard/posters", "leaderboard/ranking",
)  # fmt: skip
# What is told from process to process, counted by the index, limited or kept in the cache.
ON_REDIS = [
    "tests/play", "tests/leaderboard", "tests/site/test_limits.py",
    "tests/site/test_pages.py::test_healthz_asks_nobody_and_readyz_says_that_all_is_well",
    *NEITHER, *all_but(
        "play/journal", "play/postmortems", "play/refusals", "play/starts", "leaderboard/boards",
        "leaderboard/day_door", "leaderboard/honours", "leaderboard/index", "leaderboard/streaks",
    ),
]  # fmt: skip
# What is stored, and who asks for it.
ON_POSTGRESQL = [
    "tests/deals", "tests/players", "tests/play", "tests/leaderboard", "tests/site/test_limits.py",
    "tests/site/test_personal.py", *NEITHER, *all_but("players/names", "players/social_login"),
]  # fmt: skip

Runs = dict[str, tuple[subprocess.Popen[bytes], Path]]


@pytest.fixture(scope="module")
def runs(postgresql_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    """Both runs in processes of their own, side by side: each keeps one core busy."""
    folder = tmp_path_factory.mktemp("nested")
    wanted = {
        "postgresql": (ON_POSTGRESQL, {"DATABASE_URL": postgresql_url}),
        "redis": (ON_REDIS, {"REDIS_URL": redis_url, "DATABASE_URL": f"{postgresql_url}_redis"}),
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
