"""What the database itself refuses: changes of a published deal.

A seed never changes; a published deal (one with a date) keeps its variant, date, slug and
commitment and is never deleted. The services do not try; these triggers stop every other door.
They are set up after every `migrate` (apps.py), since SQLite loses a table's triggers whenever a
migration has to make the table anew.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

FROZEN = ("variant", "date", "ordinal", "slug", "commitment", "published_at")

_CHANGED_SQLITE = " OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in FROZEN)
_CHANGED_POSTGRESQL = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in FROZEN)

SQLITE = [
    f"""CREATE TRIGGER IF NOT EXISTS deals_deal_keeps BEFORE UPDATE ON deals_deal
    WHEN NEW.seed IS NOT OLD.seed OR (OLD.date IS NOT NULL AND ({_CHANGED_SQLITE}))
    BEGIN SELECT RAISE(ABORT, 'a published deal cannot be changed'); END""",
    """CREATE TRIGGER IF NOT EXISTS deals_deal_stays BEFORE DELETE ON deals_deal WHEN OLD.date IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a published deal cannot be deleted'); END""",
]
SQLITE_DROP = ["DROP TRIGGER IF EXISTS deals_deal_keeps", "DROP TRIGGER IF EXISTS deals_deal_stays"]

POSTGRESQL = [
    f"""CREATE OR REPLACE FUNCTION deals_deal_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF OLD.date IS NOT NULL THEN
                RAISE EXCEPTION 'a published deal cannot be deleted' USING ERRCODE = 'check_violation';
            END IF;
            RETURN OLD;
        END IF;
        IF NEW.seed IS DISTINCT FROM OLD.seed OR (OLD.date IS NOT NULL AND ({_CHANGED_POSTGRESQL})) THEN
            RAISE EXCEPTION 'a published deal cannot be changed' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END $$""",
    """CREATE OR REPLACE TRIGGER deals_deal_guard BEFORE UPDATE OR DELETE ON deals_deal
    FOR EACH ROW EXECUTE FUNCTION deals_deal_guard()""",
]
POSTGRESQL_DROP = [
    "DROP TRIGGER IF EXISTS deals_deal_guard ON deals_deal",
    "DROP FUNCTION IF EXISTS deals_deal_guard()",
]


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Set the guards up where they are missing."""
    with connection.cursor() as cursor:
        for statement in statements(connection.vendor):
            cursor.execute(statement)


def take_down(connection: BaseDatabaseWrapper) -> None:
    """Take the guards down, to empty the tables of a test."""
    with connection.cursor() as cursor:
        for statement in drop_statements(connection.vendor):
            cursor.execute(statement)


def statements(vendor: str) -> list[str]:
    """Give the statements that set the guards up on 'sqlite' or 'postgresql'."""
    return POSTGRESQL if vendor == "postgresql" else SQLITE


def drop_statements(vendor: str) -> list[str]:
    """Give the statements that take the guards down again."""
    return POSTGRESQL_DROP if vendor == "postgresql" else SQLITE_DROP
