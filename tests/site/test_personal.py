"""What is held of a person: all of it marked, all of it in the export, none of it left after a deletion."""

import datetime as dt
import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from constitution_site import personal
from constitution_site.personal import clear_leavers, data_of, holdings
from games.deals import personal as deals
from games.deals.audit import Hand, write_entry
from games.deals.models import AuditEntry, Deal
from games.play import personal as play
from games.play.models import Attempt
from games.players.models import Player, User
from games.players.services import ask_to_leave, ensure_member
from leaderboard import personal as leaderboard
from leaderboard.groups import create_group
from tests.guests import Guest, line_of, store_moves
from tests.players.ground import ADDRESS, PASSWORD, log_in

pytestmark = pytest.mark.django_db(transaction=True)
WEEK = dt.timedelta(days=7, minutes=1)


@pytest.fixture
def ada(guest: Guest, standard_day: Deal) -> Guest:
    """Somebody of whom everything is held that can be."""
    names = {"first_name": "Ada", "last_name": "King"}
    user = User.objects.create_superuser("ada", ADDRESS, PASSWORD, **names)
    address = EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    EmailConfirmation.create(address)
    codes = {"seed": "hidden-seed", "used_mask": 0}
    Authenticator.objects.create(user=user, type="recovery_codes", data=codes)
    log_in(guest.client)
    player = ensure_member(user=user)
    Player.objects.filter(pk=player.pk).update(settings={"theme": "dark"})
    store_moves(guest.start(standard_day.slug), line_of("standard", standard_day.seed, 3))
    guest.practise("cadogan", "typed-by-hand")
    create_group(player=player, name="Friends")
    write_entry(by=Hand(user.pk, "ada", "192.0.2.1"), action="exported", subject="results")
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr="ada",
        action_flag=CHANGE,
        change_message="[]",
    )
    return guest


@pytest.fixture
def player(ada: Guest) -> Player:
    return Player.objects.get(user__username="ada")


def unzip(client: Client) -> dict[str, str]:
    """Download one's data; gives the texts of its files by name."""
    answer = client.get("/you/data/export/")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer.headers["Cache-Control"]
    with ZipFile(BytesIO(answer.content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


IMPERSONAL = {
    *("auth.Group", "auth.Permission", "contenttypes.ContentType", "socialaccount.SocialApp"),
    "sessions.Session",  # a key that leads to an account or a guest, and to nobody once those are gone
    *(f"deals.{name}" for name in deals.NOTHING_PERSONAL),
    *(f"play.{name}" for name in play.NOTHING_PERSONAL),
    *(f"leaderboard.{name}" for name in leaderboard.NOTHING_PERSONAL),
}


def test_every_field_of_every_model_is_marked_and_every_mark_is_a_field() -> None:
    marked = {
        holding.model._meta.label: [*holding.personal, *holding.plain, *holding.hidden, *holding.kept]
        for holding in holdings()
    }
    for model in apps.get_models():
        label = model._meta.label
        if label in IMPERSONAL:
            assert label not in marked
        else:
            assert label in marked, f"say in personal.py of its app what {label} holds of a person"
            fields = sorted(field.name for field in model._meta.concrete_fields)
            assert sorted(marked[label]) == fields, label


def test_no_model_that_holds_nothing_of_a_person_points_to_one() -> None:
    for model in apps.get_models():
        if model._meta.label in IMPERSONAL:
            assert not [f for f in model._meta.concrete_fields if f.related_model in (User, Player)], model


def test_the_export_holds_every_field_marked_personal_with_its_value(player: Player) -> None:
    data = data_of(player)
    json.dumps(data, cls=DjangoJSONEncoder)
    for holding in holdings():
        rows, entries = list(holding.of(player)), data[holding.model._meta.label]
        assert rows, f"let Ada of this test have a {holding.model._meta.label}"
        assert len(entries) == len(rows)
        for row, entry in zip(rows, entries, strict=True):
            assert set(entry) == {*holding.personal, *holding.plain, *holding.kept}
            for name in entry:
                value: Any = getattr(row, name)
                assert entry[name] in (value, str(value)), name


def test_the_download_has_all_data_and_a_record_of_each_game(ada: Guest, player: Player) -> None:
    files = unzip(ada.client)
    data = json.loads(files.pop("data.json"))
    assert data["players.User"][0]["email"] == "ada@example.org"
    assert data["players.Player"][0]["settings"] == {"theme": "dark"}
    assert len(files) == 2
    assert all(name.startswith("records/2026-11-29-") for name in files)
    assert any("typed-by-hand" in record for record in files.values())


def test_the_download_gives_no_seed_of_an_open_deal_and_no_secret_of_the_account(
    ada: Guest, player: Player, standard_day: Deal
) -> None:
    text = "".join(unzip(ada.client).values())
    assert standard_day.seed not in text
    assert User.objects.get(username="ada").password not in text
    assert str(ada.client.session.session_key) not in text
    assert "hidden-seed" not in text


def test_the_download_holds_nothing_of_anybody_else(ada: Guest, stranger: Guest) -> None:
    assert Client().get("/you/data/export/").status_code == 404
    stranger.practise()
    text = "".join(unzip(stranger.client).values())
    assert "typed-by-hand" not in text
    assert "example.org" not in text


def test_a_deletion_clears_every_field_marked_personal(player: Player, noon: time_machine.Traveller) -> None:
    before = [
        (holding.model, row.pk, name, getattr(row, name))
        for holding in holdings()
        for row in holding.of(player)
        for name in holding.personal
        if getattr(row, name) not in ("", None, {}, [])
    ]
    seen = {(model._meta.label, name) for model, _key, name, _value in before}
    assert {("players.Player", "settings"), ("players.User", "email"), ("play.Attempt", "seed")} <= seen
    ask_to_leave(player=player)
    noon.shift(WEEK)
    assert clear_leavers() == 1
    for model, key, name, value in before:
        row = model._default_manager.filter(pk=key).first()
        assert row is None or getattr(row, name) != value, (model, name)
    assert not User.objects.exists()


def test_a_deletion_keeps_others_places_and_the_audit_log(
    player: Player, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    fields = [field.attname for field in Attempt._meta.concrete_fields]
    ranked = Attempt.objects.filter(player=player, ranked=True)
    before = list(ranked.values_list(*fields))
    ask_to_leave(player=player)
    noon.shift(WEEK)
    clear_leavers()
    assert list(ranked.values_list(*fields)) == before
    assert not Attempt.objects.filter(player=player, ranked=False).exists()
    assert Player.objects.get(pk=player.pk).name == "A former member"
    assert AuditEntry.objects.get(who="ada").user_id is not None
    page = Client().get(f"/boards/{standard_day.slug}/")
    assert page.status_code == 200
    assert ">ada<" not in page.content.decode()


def test_a_deletion_is_asked_for_with_a_tick_and_logs_out_everywhere(ada: Guest, player: Player) -> None:
    elsewhere = Client()
    log_in(elsewhere)
    assert elsewhere.get("/admin/").status_code == 200
    ada.client.post("/you/data/", {})
    player.refresh_from_db()
    assert player.leaving_at is None
    assert "6 Dec 2026" in ada.client.post("/you/data/", {"sure": "yes"}).content.decode()
    player.refresh_from_db()
    assert player.leaving_at is not None
    assert ada.client.get("/admin/").status_code == elsewhere.get("/admin/").status_code == 302


def test_a_login_within_the_week_takes_it_back(player: Player, noon: time_machine.Traveller) -> None:
    ask_to_leave(player=player)
    noon.shift(WEEK - dt.timedelta(minutes=2))
    assert clear_leavers() == 0
    log_in(Client())
    noon.shift(WEEK)
    assert clear_leavers() == 0
    player.refresh_from_db()
    assert (player.name, player.leaving_at) == ("ada", None)


def test_a_login_at_the_last_moment_wins(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal, "players_due_to_go", lambda _now: [player.pk])
    assert clear_leavers() == 0
    assert User.objects.filter(username="ada").exists()


def test_nobody_is_deleted_who_has_not_asked(player: Player, noon: time_machine.Traveller) -> None:
    noon.shift(WEEK * 60)
    assert clear_leavers() == 0


def test_a_guest_takes_data_along_and_is_deleted_at_once(guest: Guest, standard_day: Deal) -> None:
    client = guest.client
    assert "Nothing is kept of you yet." in client.get("/you/data/").content.decode()
    practice, ranked = guest.practise(), guest.start(standard_day.slug)
    player, key = guest.player, client.session.session_key
    assert len(unzip(client)) == 3
    assert client.post("/you/data/", {}).status_code == 302
    assert Attempt.objects.filter(pk=practice).exists()
    assert "any more" in client.post("/you/data/", {"sure": "yes"}).content.decode()
    assert list(Attempt.objects.values_list("pk", "player")) == [(ranked, player.pk)]
    assert not Session.objects.filter(session_key=key).exists()
    for holding in holdings():
        for row in holding.of(player):
            cleared = {"A former member", None} if holding.model is Player else {""}
            assert {getattr(row, name) or None for name in holding.personal} <= cleared | {None}
    assert client.get("/you/data/export/").status_code == 404
    assert player.name not in client.get(f"/boards/{standard_day.slug}/").content.decode()
    assert client.post("/you/data/", {"sure": "yes"}).status_code == 404
