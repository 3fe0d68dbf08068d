"""What all tests share: the test database with its guards."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management.color import no_style
from django.db import connection, connections
from django.test import TransactionTestCase

from games.deals import guards
from games.play import journal, reader

pytest_plugins = ["tests.servers", "tests.guests", "tests.e2e.browser"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    # The journal and the sockets' reads have threads of their own: they need a file to meet in.
    settings = connections["default"].settings_dict
    if "sqlite" in settings["ENGINE"]:
        settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("db") / "test.sqlite3")
        # No power is cut here; what a kill leaves is tested on real servers, which do wait for the disk.
        settings["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Close the long-lived connections before the test database goes."""
    yield
    journal.close_connection()
    reader.close_connection()


FILLED_BY_MIGRATE = {
    "django_migrations", "django_content_type", "auth_permission", "auth_group", "auth_group_permissions",
}  # fmt: skip


def _empty_tables(_case: TransactionTestCase) -> None:
    """Empty the tables after a transactional test; the guards would refuse to delete published deals.

    What `migrate` fills stays: Django's own way writes it anew each time, which takes longer than most tests.
    """
    guards.take_down(connection)
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
    connection.ops.execute_sql_flush(
        connection.ops.sql_flush(no_style(), sorted(tables - FILLED_BY_MIGRATE), allow_cascade=False)
    )
    guards.set_up(connection)


TransactionTestCase._fixture_teardown = _empty_tables  # type: ignore[method-assign]


@pytest.fixture
def vectors() -> Path:
    return Path(__file__).parent / "vectors"
