"""The same facts on the services of production: the fast tests again, on real PostgreSQL and Redis."""

import os
import subprocess
import sys

import pytest

from tests.servers import ROOT

PACKAGES = [
    "tests/deals", "tests/play", "tests/players", "tests/leaderboard",
    "tests/site/test_pages.py", "tests/site/test_limits.py", "tests/site/test_personal.py",
]  # fmt: skip


def run_again(**services: str) -> None:
    """Run the fast tests in a process of their own; show what they said when they fail."""
    env = {**os.environ, "CONSTITUTION_NESTED_TESTS": "1", **services}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--show-capture=no", *PACKAGES]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5_000:]


@pytest.mark.postgresql
def test_the_fast_tests_hold_on_postgresql(postgresql_url: str) -> None:
    run_again(DATABASE_URL=postgresql_url)


@pytest.mark.redis
def test_the_fast_tests_hold_with_redis(redis_url: str) -> None:
    run_again(REDIS_URL=redis_url)
