"""The audit log in the admin: searched, exported, edited by nobody."""

import csv
import io

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.deals import desk
from games.deals.models import AuditEntry
from games.players.models import User
from tests.deals.ground import CLARA, published
from tests.guests import Guest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("far_ahead")]


def sheet(client: Client, name: str) -> list[dict[str, str]]:
    answer = client.get(reverse(name))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/csv")
    text = b"".join(answer.streaming_content).decode()
    return list(csv.DictReader(io.StringIO(text)))


def test_the_log_is_searched_by_who_what_and_where(curator: Client) -> None:
    deal = published(2)
    desk.describe_deal(deal=deal, title="St Nicholas", note="", by=CLARA)
    changelist = reverse("admin:deals_auditentry_changelist")
    for word, found in (("Nicholas", 1), ("192.0.2.7", 1), ("2099-03-07", 2), ("nothing-like-it", 0)):
        assert curator.get(changelist, {"q": word}).context["cl"].result_count == found, word


def test_nobody_adds_edits_or_deletes_an_entry_in_the_admin(client: Client) -> None:
    published(2)
    client.force_login(User.objects.create_superuser("root"))
    entry = AuditEntry.objects.get()
    body = {"who": "nobody", "post": "yes", "action": "delete_selected", "_selected_action": entry.pk}
    for name, args in (("add", []), ("change", [entry.pk]), ("delete", [entry.pk]), ("changelist", [])):
        client.post(reverse(f"admin:deals_auditentry_{name}", args=args), body)
    assert [e.who for e in AuditEntry.objects.all()] == ["clerk"]


def test_the_log_is_a_sheet_and_its_export_is_an_entry(curator: Client) -> None:
    published(2)
    rows = sheet(curator, "admin:deals_log_csv")
    assert [(row["who"], row["action"], row["subject"]) for row in rows] == [
        ("clerk", "published", "2099-03-07-standard"),
        ("clara", "exported", "log.csv"),
    ]


def test_the_sheet_of_deals_holds_no_secret(curator: Client, noon: time_machine.Traveller) -> None:
    deal, other = published(0), published(2)
    rows = {row["slug"]: row for row in sheet(curator, "admin:deals_csv")}
    assert rows[deal.slug or ""]["state"] == "open"
    assert rows[other.slug or ""]["grade"] == "fair"
    assert {row["seed"] for row in rows.values()} == {""}
    noon.shift(60 * 60 * 14 + 1)
    rows = {row["slug"]: row for row in sheet(curator, "admin:deals_csv")}
    assert rows[deal.slug or ""]["seed"] == deal.seed
    assert rows[other.slug or ""]["seed"] == ""


def test_a_cell_that_a_spreadsheet_would_run_is_text(curator: Client) -> None:
    deal = published(2)
    desk.describe_deal(deal=deal, title="=HYPERLINK(1)", note="-1+1", by=CLARA)
    row = sheet(curator, "admin:deals_csv")[0]
    assert (row["title"], row["note"]) == ("'=HYPERLINK(1)", "'-1+1")


def test_results_are_a_sheet_with_both_places(curator: Client) -> None:
    deal = published(0)
    Guest().start(deal.slug)
    row = sheet(curator, "results_csv")[0]
    assert (row["slug"], row["status"]) == (deal.slug, "playing")
    assert row["place_fastest"] == row["place_best_line"]
    desk.void_deal(deal=deal, reason="A torn card.", by=CLARA)
    assert sheet(curator, "results_csv") == []


def test_results_of_dates_that_are_no_dates_are_refused(curator: Client) -> None:
    assert curator.get(reverse("results_csv"), {"from": "yesterday"}).status_code == 400
