"""What the project promises about itself: migrations are complete, arrows point down, files are fresh."""

import subprocess
import sys

import pytest
from django.core.management import call_command

from tests.servers import ROOT


@pytest.mark.django_db
def test_no_migration_is_missing_and_they_run_again() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    call_command("migrate", verbosity=0)


def test_the_engine_needs_nothing_but_python() -> None:
    code = "import games.engine, sys; print([m for m in ('django', 'msgspec') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"
