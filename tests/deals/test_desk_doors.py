"""A deal whose date has begun: each door is tried, and nothing moves but by a void."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from games import clock
from games.deals import desk
from games.deals.desk import Refused
from games.deals.models import AuditEntry, Certificate, Deal, Untouchable
from games.players.models import User
from tests.deals.ground import AHEAD, CLARA, LIVE, candidate, days_from_now, published

pytestmark = pytest.mark.django_db


@pytest.fixture
def live(_noon: None, noon: time_machine.Traveller) -> Deal:
    """Today's deal; today lies in the past of the database's own clock."""
    noon.move_to(LIVE)
    deal = published(0)
    assert deal.has_begun()
    return deal


@pytest.fixture
def as_it_was(live: Deal) -> Callable[[], bool]:
    """Say whether the live deal, its certificate and the number of rows are what they were."""

    def row() -> list[Any]:
        return [
            list(Deal.objects.filter(pk=live.pk).values_list()),
            list(Certificate.objects.filter(deal=live).values_list()),
            Deal.objects.filter(date=live.date).count(),
        ]

    before = row()
    return lambda: row() == before


LATER = clock.from_ms(1_772_800_000_000)
CHANGES: list[dict[str, Any]] = [
    {"seed": "another"},
    {"variant": "cadogan"},
    {"commitment": "0" * 64},
    {"drawn_at": LATER},
    {"date": "2026-03-06"},
    {"ordinal": 2},
    {"slug": "2026-03-05-elsewhere"},
    {"published_at": LATER},
    {"date": None, "slug": None, "published_at": None},
    {"title": "Another title"},
    {"note": "Another note"},
    {"withdrawn_at": LATER},
    {"withdrawn_at": clock.from_ms(1_700_000_000_000)},  # a forged time
    {"void_reason": "a reason without a void"},
    {"voided_at": LATER},
    {"id": 4711},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: "-".join(change))
def test_no_statement_in_sql_changes_it(
    live: Deal, as_it_was: Callable[[], bool], change: dict[str, Any]
) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Deal.objects.filter(pk=live.pk).update(**change)
    columns = ", ".join(f"{column} = %s" for column in change)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE deals_deal SET {columns} WHERE id = %s", [*change.values(), live.pk])
    assert as_it_was()


def test_the_model_neither_saves_nor_deletes_it(live: Deal, as_it_was: Callable[[], bool]) -> None:
    live.title = "Another title"
    with pytest.raises(Untouchable):
        live.save()
    with pytest.raises(Untouchable):
        live.save(update_fields=["title"])
    with pytest.raises(Untouchable):
        live.delete()
    assert as_it_was()


DELETIONS = {
    "by a query": lambda: Deal.objects.all().delete(),
    "by SQL": lambda: connection.cursor().execute("DELETE FROM deals_deal"),
    "its certificate by a query": lambda: Certificate.objects.all().delete(),
    "its certificate by SQL": lambda: connection.cursor().execute("DELETE FROM deals_certificate"),
}


@pytest.mark.parametrize("delete", DELETIONS.values(), ids=DELETIONS)
def test_no_deletion_removes_it(live: Deal, as_it_was: Callable[[], bool], delete: Callable[[], Any]) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        delete()
    assert as_it_was()


REPLACEMENTS = [
    "REPLACE INTO deals_deal SELECT * FROM deals_deal WHERE id = {live}",
    "INSERT OR REPLACE INTO deals_deal (id, variant, seed, commitment, drawn_at, in_pool, ordinal,"
    " void_reason, title, note) VALUES ({live}, 'standard', 'x', 'y', '2026-01-01', 0, 1, '', '', '')",
    "INSERT OR REPLACE INTO deals_deal (variant, seed, commitment, drawn_at, in_pool, ordinal, void_reason,"
    " title, note) SELECT variant, seed, 'y', drawn_at, 0, 1, '', '', '' FROM deals_deal WHERE id = {live}",
    "UPDATE OR REPLACE deals_deal SET date = '2026-03-05', slug = 'new', published_at = '2026-01-01'"
    " WHERE id = {other}",
    "UPDATE OR REPLACE deals_deal SET date = '2026-03-06', slug = '2026-03-05-standard',"
    " published_at = '2026-01-01' WHERE id = {other}",
]


@pytest.mark.parametrize("statement", REPLACEMENTS)
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="only SQLite knows REPLACE")
def test_no_replacing_statement_of_sqlite_removes_it(
    live: Deal, as_it_was: Callable[[], bool], statement: str
) -> None:
    text = statement.format(live=live.pk, other=candidate().pk)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(text)
    assert as_it_was()


@pytest.mark.parametrize("table", ["deals_deal", "deals_certificate", "deals_auditentry"])
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="only PostgreSQL knows TRUNCATE")
def test_no_truncate_of_postgresql_empties_the_tables(
    live: Deal, as_it_was: Callable[[], bool], table: str
) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table} CASCADE")
    assert as_it_was()


@pytest.mark.parametrize("field", ["verdict", "line", "par", "grade", "rate", "engine_version", "made_at"])
def test_its_certificate_stands(live: Deal, as_it_was: Callable[[], bool], field: str) -> None:
    value = {"rate": 0.9, "made_at": LATER}.get(field, "x")
    with pytest.raises(DatabaseError), transaction.atomic():
        Certificate.objects.filter(deal=live).update(**{field: value})
    assert as_it_was()


def test_the_house_players_games_are_added_to_a_certificate_once(live: Deal) -> None:
    games = [{"key": "teller", "home": 80}]
    Certificate.objects.filter(deal=live).update(house=games)
    Certificate.objects.filter(deal=live).update(house=games)  # another clerk, the same games
    with pytest.raises(DatabaseError), transaction.atomic():
        Certificate.objects.filter(deal=live).update(house=[])


DESK_DOORS: dict[str, Callable[[Deal], Any]] = {
    "schedule": lambda deal: desk.schedule_deals(places=[(deal, days_from_now(5))], by=CLARA),
    "swap": lambda deal: desk.swap_deal(deal=deal, candidate=candidate(), by=CLARA),
    "withdraw": lambda deal: desk.withdraw_deal(deal=deal, by=CLARA),
    "describe": lambda deal: desk.describe_deal(deal=deal, title="Another", note="", by=CLARA),
    "replace": lambda deal: desk.replace_deal(deal=deal, by=CLARA),
    "void without a reason": lambda deal: desk.void_deal(deal=deal, reason="  ", by=CLARA),
}


@pytest.mark.parametrize("door", DESK_DOORS.values(), ids=DESK_DOORS)
def test_no_deed_of_the_desk_changes_it(
    live: Deal, as_it_was: Callable[[], bool], door: Callable[[Deal], Any]
) -> None:
    with pytest.raises(Refused) as refused:
        door(live)
    assert str(refused.value.words)
    assert as_it_was()


def test_no_page_of_the_admin_changes_it(live: Deal, as_it_was: Callable[[], bool], client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    body = {"title": "Another", "note": "Another", "seed": "x", "date": "2026-03-09", "post": "yes"}
    body |= {"deal": str(live.pk), "action": "delete_selected", "_selected_action": str(live.pk)}
    pages = [reverse(f"admin:deals_deal_{name}", args=[live.pk]) for name in ("change", "delete")]
    pages += [reverse(f"admin:deals_{name}", args=[live.pk]) for name in ("swap", "withdraw", "describe")]
    pages += [reverse(f"admin:deals_{name}") for name in ("schedule", "deal_add", "deal_changelist")]
    for page in pages:
        assert client.post(page, body).status_code in (200, 302, 403, 409), page
        assert as_it_was(), page


def test_a_void_is_the_one_way_and_stands_for_ever(live: Deal) -> None:
    desk.void_deal(deal=live, reason="A card was torn.", by=CLARA)
    live.refresh_from_db()
    assert live.void_reason == "A card was torn."
    with pytest.raises(Refused):
        desk.void_deal(deal=live, reason="Another reason.", by=CLARA)
    for change in ({"void_reason": "Another"}, {"voided_at": None, "void_reason": ""}, {"voided_at": LATER}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Deal.objects.filter(pk=live.pk).update(**change)


def test_a_deal_to_come_is_not_voided(_noon: None, noon: time_machine.Traveller) -> None:
    noon.move_to(AHEAD)
    deal = published(2)
    with pytest.raises(Refused):
        desk.void_deal(deal=deal, reason="Too early.", by=CLARA)
    with pytest.raises(DatabaseError), transaction.atomic():
        Deal.objects.filter(pk=deal.pk).update(voided_at=clock.now(), void_reason="Too early.")


def test_a_deal_to_come_keeps_all_that_was_promised(_noon: None, noon: time_machine.Traveller) -> None:
    noon.move_to(AHEAD)
    deal = published(2)
    for change in CHANGES[:9]:
        with pytest.raises(DatabaseError), transaction.atomic():
            Deal.objects.filter(pk=deal.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM deals_deal")
    assert Deal.objects.get() == deal


def test_a_candidates_seed_rules_and_commitment_stand_too_and_one_in_the_pool_stays_there(live: Deal) -> None:
    deal = candidate()
    Deal.objects.filter(pk=deal.pk).update(in_pool=True)
    for change in (*CHANGES[:3], {"in_pool": False}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Deal.objects.filter(pk=deal.pk).update(**change)


def test_the_log_is_untouchable_by_model_query_and_sql(live: Deal) -> None:
    entry = AuditEntry.objects.first()
    assert entry is not None
    with pytest.raises(Untouchable):
        entry.save()
    with pytest.raises(Untouchable):
        entry.delete()
    for deed in (
        lambda: AuditEntry.objects.update(who="nobody"),
        lambda: AuditEntry.objects.all().delete(),
        lambda: connection.cursor().execute("UPDATE deals_auditentry SET who = 'nobody'"),
        lambda: connection.cursor().execute("DELETE FROM deals_auditentry"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            deed()
    assert list(AuditEntry.objects.values_list("who", flat=True)) == ["clerk"]
