"""What all tests share: the test database with its guards, and how a whole run is spread over cores."""

import functools
import os
from collections.abc import Iterator

import pytest
from django.db import connection, connections
from django.test import TransactionTestCase

from games.deals import guards
from games.play import journal, reader

pytest_plugins = ["tests.servers", "tests.guests", "tests.e2e.browser"]
DEAR = {"browser", "redis", "postgresql", "server"}


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Spread a whole run over the cores; what is asked for by name runs here, at once and with a debugger."""
    is_whole = config.args_source == pytest.Config.ArgsSource.TESTPATHS
    return min(os.cpu_count() or 1, 4) if is_whole else 0


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the files that take long come first, so that no core waits for another at the end."""
    dear = {item.path for item in items if any(mark.name in DEAR for mark in item.iter_markers())}
    items.sort(key=lambda item: item.path not in dear)


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
    journal.thread.close_connection()
    reader.thread.close_connection()


FILLED_BY_MIGRATE = {
    "django_migrations", "django_content_type", "auth_permission", "auth_group", "auth_group_permissions",
}  # fmt: skip


@functools.cache
def _tables() -> list[str]:
    found = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(found) - FILLED_BY_MIGRATE)


def _empty_tables(_case: TransactionTestCase) -> None:
    """Empty the tables that a transactional test has filled, in spite of the guards.

    What `migrate` fills stays. Django's own way writes that anew and truncates every table each time, which
    takes longer than most tests.
    """
    looks = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in _tables())
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(looks))
        deletions = [f"DELETE FROM {table}" for (table,) in cursor.fetchall()]
    if connection.vendor == "postgresql":  # no trigger is asked
        statements = ["SET LOCAL session_replication_role = replica", *deletions]
    else:
        statements = [*guards.drop_statements("sqlite"), *deletions, *guards.statements("sqlite")]
    connection.ops.execute_sql_flush(statements)


TransactionTestCase._fixture_teardown = _empty_tables
