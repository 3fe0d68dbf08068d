"""Migrations are complete, and may run again."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_no_migration_is_missing_and_they_run_again() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    call_command("migrate", verbosity=0)
