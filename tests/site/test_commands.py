"""What the project promises about itself: migrations are complete, arrows point down, deployment is sound."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT


def run(*command: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "SECRET_KEY": os.urandom(40).hex()}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=clean | env, capture_output=True, text=True, timeout=120
    )


def test_no_migration_is_missing(tmp_path: Path) -> None:
    done = run("manage.py", "makemigrations", "--check", "--dry-run", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_behind_https_the_deployment_check_finds_nothing(tmp_path: Path) -> None:
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", folder=tmp_path, HTTPS="1")
    assert done.returncode == 0, done.stdout + done.stderr


def test_migrations_run_on_an_empty_database_and_again(tmp_path: Path) -> None:
    for _ in range(2):
        done = run("manage.py", "migrate", "--verbosity", "0", folder=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_arrows_between_the_packages_point_down() -> None:
    pytest.importorskip("importlinter")
    binary = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([str(binary)], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_engine_needs_nothing_but_python(tmp_path: Path) -> None:
    code = "import games.engine, sys; print([m for m in ('django', 'msgspec') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_generated_protocol_is_fresh(tmp_path: Path) -> None:
    listed = run("manage.py", "help", folder=tmp_path).stdout.split()
    if "write_protocol" not in listed:
        pytest.skip("write_protocol is not there yet")
    done = run("manage.py", "write_protocol", "--check", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
