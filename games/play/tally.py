"""The tally: every change of a finished ranked game gets the next number of its deal, by the database itself.

The law: whoever knows all changes up to the number in a deal's `Tally` knows its finished games as they are.
Triggers count, so no writer can forget it, and running games cost nothing. A transaction that has taken a
number holds the row until its COMMIT, so numbers become visible in their order. Where a numbered row is
deleted the tally begins a new epoch: whatever was built on the old one is worth nothing.

Set up after every `migrate` (apps.py). On SQLite a migration that makes play_tally anew has to take the
triggers of play_attempt down first.
"""

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

# What a board is counted by. A save that mentions them without a change takes a number for nothing.
OF = "UPDATE OF status, home, moves, seconds, ranked, takes_place"
CHANGED = "(OLD.ranked OR NEW.ranked) AND (OLD.status <> 'playing' OR NEW.status <> 'playing')"
ADDED = "NEW.ranked AND NEW.status <> 'playing'"
REMOVED = "OLD.change IS NOT NULL"

POSTGRESQL = [
    """CREATE OR REPLACE FUNCTION play_attempt_tally() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
        UPDATE play_tally SET n = n + 1, epoch = gen_random_uuid()::text WHERE deal_id = OLD.deal_id;
        RETURN OLD;
    END IF;
    INSERT INTO play_tally (deal_id, n, epoch) VALUES (NEW.deal_id, 1, gen_random_uuid()::text)
        ON CONFLICT (deal_id) DO UPDATE SET n = play_tally.n + 1 RETURNING n INTO NEW.change;
    RETURN NEW; END $$""",
    *(
        f"CREATE OR REPLACE TRIGGER play_attempt_{name} BEFORE {event} ON play_attempt FOR EACH ROW"
        f" WHEN ({condition}) EXECUTE FUNCTION play_attempt_tally()"
        for name, event, condition in (
            ("changed", OF, CHANGED),
            ("added", "INSERT", ADDED),
            ("removed", "DELETE", REMOVED),
        )
    ),
]
_COUNT = """BEGIN
    INSERT INTO play_tally (deal_id, n, epoch) VALUES (NEW.deal_id, 1, hex(randomblob(16)))
        ON CONFLICT (deal_id) DO UPDATE SET n = n + 1;
    UPDATE play_attempt SET change = (SELECT n FROM play_tally WHERE deal_id = NEW.deal_id) WHERE id = NEW.id;
END"""
_BEGIN_ANEW = """BEGIN
    UPDATE play_tally SET n = n + 1, epoch = hex(randomblob(16)) WHERE deal_id = OLD.deal_id;
END"""
SQLITE = [
    text
    for name, event, condition, act in (
        ("changed", OF, CHANGED, _COUNT),
        ("added", "INSERT", ADDED, _COUNT),
        ("removed", "DELETE", REMOVED, _BEGIN_ANEW),
    )
    for text in (
        f"DROP TRIGGER IF EXISTS play_attempt_{name}",
        f"CREATE TRIGGER play_attempt_{name} AFTER {event} ON play_attempt WHEN {condition} {act}",
    )
]


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Set the triggers up as they are written here, never a moment without."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in POSTGRESQL if connection.vendor == "postgresql" else SQLITE:
            cursor.execute(statement)
