"""What the database itself refuses, whoever asks: shell, admin, a bug, a stranger with SQL.

* A seed, its variant and commitment never change; a deal leaves the practice pool never.
* A published deal (one with a date) keeps date and slug, and is never deleted or replaced.
* It is withdrawn before its date begins, or never; voided once it has begun, with a reason, once.
* Title and note are free until the date begins.
* A certificate is written once; the house players' games are added to it once.
* The audit log only grows.

The services do not try; these triggers stop every other door. "Begun" is asked of the database's
clock, so nobody gets around it with a false one. They are set up anew after every `migrate`
(apps.py): SQLite loses a table's triggers whenever a migration has to make the table anew.
A trigger reads no other table than its own, or SQLite could not rename that one.
"""

from typing import NamedTuple

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper


class Rule(NamedTuple):
    """`event` on `table` is refused with `words` where `condition` holds."""

    name: str
    table: str
    event: str
    condition: str
    words: str


def _changed(*columns: str) -> str:
    return "(" + " OR ".join(f"NEW.{column} {{differs}} OLD.{column}" for column in columns) + ")"


STANDS = "date IS NOT NULL AND withdrawn_at IS NULL AND voided_at IS NULL"
NEW_STANDS = "NEW.date IS NOT NULL AND NEW.withdrawn_at IS NULL AND NEW.voided_at IS NULL"
CERTIFIED = (
    "deal_id", "verdict", "line", "par", "grade", "rate", "rate_low", "rate_high", "engine_version", "nodes",
    "seconds", "made_at",
)  # fmt: skip

NEVER_EMPTIED = "this table is never emptied"
LOG_GROWS = "the audit log only grows"

RULES = [
    Rule(
        "deals_deal_keeps",
        "deals_deal",
        "UPDATE",
        f"{_changed('id', 'seed', 'variant', 'commitment', 'drawn_at')} OR (OLD.in_pool AND NOT NEW.in_pool)"
        f" OR (OLD.date IS NOT NULL AND {_changed('date', 'ordinal', 'slug', 'published_at')})",
        "a published deal cannot be changed",
    ),
    Rule(
        "deals_deal_withdrawn",
        "deals_deal",
        "UPDATE",
        f"{_changed('withdrawn_at')} AND (OLD.withdrawn_at IS NOT NULL OR OLD.voided_at IS NOT NULL"
        " OR OLD.date IS NULL OR NEW.withdrawn_at >= {begin} OR {today} >= OLD.date)",
        "a deal is withdrawn once, before its date begins",
    ),
    Rule(
        "deals_deal_voided",
        "deals_deal",
        "UPDATE",
        f"{_changed('voided_at', 'void_reason')} AND (OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL"
        " OR OLD.date IS NULL OR OLD.withdrawn_at IS NOT NULL OR NEW.voided_at < {begin}"
        " OR NEW.void_reason = '')",
        "a deal is voided once, with a reason, after its date has begun",
    ),
    Rule(
        "deals_deal_described",
        "deals_deal",
        "UPDATE",
        f"{_changed('title', 'note')} AND OLD.date IS NOT NULL AND {{today}} >= OLD.date",
        "title and note stand once the date has begun",
    ),
    Rule(
        "deals_deal_stays",
        "deals_deal",
        "DELETE",
        "OLD.date IS NOT NULL",
        "a published deal cannot be deleted",
    ),
    Rule(
        "deals_certificate_keeps",
        "deals_certificate",
        "UPDATE",
        f"{_changed(*CERTIFIED)} OR (OLD.house IS NOT NULL AND {_changed('house')})",
        "a certificate cannot be changed",
    ),
    Rule("deals_certificate_stays", "deals_certificate", "DELETE", "", "a certificate cannot be deleted"),
    Rule("deals_auditentry_keeps", "deals_auditentry", "UPDATE", "", LOG_GROWS),
    Rule("deals_auditentry_stays", "deals_auditentry", "DELETE", "", LOG_GROWS),
    Rule("deals_deal_kept", "deals_deal", "TRUNCATE", "", NEVER_EMPTIED),
    Rule("deals_certificate_kept", "deals_certificate", "TRUNCATE", "", NEVER_EMPTIED),
    Rule("deals_auditentry_kept", "deals_auditentry", "TRUNCATE", "", NEVER_EMPTIED),
]
# SQLite's REPLACE deletes what is in the way without asking the triggers of DELETE.
REPLACED = f"""EXISTS (SELECT 1 FROM deals_deal WHERE date IS NOT NULL AND id <> {{own_id}} AND (
    id = NEW.id OR seed = NEW.seed OR commitment = NEW.commitment
    OR (slug = NEW.slug AND withdrawn_at IS NULL AND NEW.withdrawn_at IS NULL)
    OR ({STANDS} AND {NEW_STANDS} AND date = NEW.date AND variant = NEW.variant)))"""  # noqa: S608
LOG_REPLACED = "EXISTS (SELECT 1 FROM deals_auditentry WHERE id = NEW.id)"
IN_THE_WAY = "a published deal is in the way"
SQLITE_RULES = [
    *(rule for rule in RULES if rule.event != "TRUNCATE"),
    Rule("deals_deal_unreplaced", "deals_deal", "INSERT", REPLACED.replace("{own_id}", "-1"), IN_THE_WAY),
    Rule("deals_deal_unseated", "deals_deal", "UPDATE", REPLACED.replace("{own_id}", "OLD.id"), IN_THE_WAY),
    Rule("deals_auditentry_unreplaced", "deals_auditentry", "INSERT", LOG_REPLACED, LOG_GROWS),
]


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Set the guards up, as they are written here, whatever stood before; never a moment without."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in drop_statements(connection.vendor) + statements(connection.vendor):
            cursor.execute(statement)


def statements(vendor: str) -> list[str]:
    """Give the statements that set the guards up on 'sqlite' or 'postgresql'."""
    if vendor == "sqlite":
        words = {"differs": "IS NOT", "begin": "OLD.date", "today": "date('now')"}
        return [
            f"CREATE TRIGGER {rule.name} BEFORE {rule.event} ON {rule.table}"
            f" WHEN {rule.condition.format(**words) or 'true'}"
            f" BEGIN SELECT RAISE(ABORT, '{rule.words}'); END"
            for rule in SQLITE_RULES
        ]
    words = {
        "differs": "IS DISTINCT FROM",
        "begin": "(OLD.date::timestamp AT TIME ZONE 'UTC')",
        "today": "(now() AT TIME ZONE 'UTC')::date",
    }
    refuse = "RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation';"
    return [
        f"CREATE FUNCTION deals_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {refuse} END $$",
        *(
            f"CREATE TRIGGER {rule.name} BEFORE {rule.event} ON {rule.table}"
            f" FOR EACH {'STATEMENT' if rule.event == 'TRUNCATE' else 'ROW'}"
            f" WHEN ({rule.condition.format(**words) or 'true'})"
            f" EXECUTE FUNCTION deals_refuse('{rule.words}')"
            for rule in RULES
        ),
    ]


def drop_statements(vendor: str) -> list[str]:
    """Give the statements that take the guards down again."""
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {rule.name}" for rule in SQLITE_RULES]
    # With a function go its triggers; the first three are of earlier versions.
    functions = ("deals_deal_guard", "deals_certificate_guard", "deals_auditentry_guard", "deals_refuse")
    return [f"DROP FUNCTION IF EXISTS {name}() CASCADE" for name in functions]
