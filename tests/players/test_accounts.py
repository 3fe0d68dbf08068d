"""Accounts: signing up keeps everything, logins end everywhere."""

import html
import re
import runpy
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from games.deals.models import Deal
from games.play.doorkeeper import Doorkeeper
from games.play.models import Attempt
from games.players import services
from games.players.models import Player, User
from games.players.selectors import SESSION_KEY
from games.players.services import ensure_member
from tests.guests import Guest, in_db
from tests.players.ground import ADDRESS, PASSWORD, confirm, log_in, sign_up

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_mail_speaks_for_the_site_and_leads_nowhere_else(user: User) -> None:
    ask = {"path": "/account/password/reset/", "data": {"email": ADDRESS}}
    assert Client().post(**ask, headers={"host": "testserver:6666"}).status_code == 400
    assert not mail.outbox
    Client().post(**ask, headers={"host": "TESTSERVER."})
    text = str(mail.outbox[0].body)
    assert text.startswith("The Daily Constitutional\n")
    assert set(re.findall(r"https?://([^/]+)/", text)) == {"testserver"}


def test_wrong_passwords_are_counted_under_one_spelling_of_our_name(user: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/m/key"}
    wrong = {"login": ADDRESS, "password": "a wrong one"}
    hosts = ("testserver", "Testserver", "testserver.", "testserver:80", "tEstserver")
    answers = [Client().post("/account/login/", wrong, headers={"host": host}) for host in hosts]
    assert "Too many failed attempts to sign in" in answers[-1].content.decode()


# --- signing up ----------------------------------------------------------------------------


def test_signing_up_turns_the_guest_into_the_account_with_everything(
    guest: Guest, standard_day: Deal
) -> None:
    ranked, practice = guest.start(standard_day.slug), guest.practise()
    player = guest.player
    assert sign_up(guest.client).status_code == 302
    assert not User.objects.get().last_login  # not before the address is confirmed
    assert guest.client.session[SESSION_KEY] == player.pk
    confirm(guest.client)
    account = User.objects.get()
    assert account.player == player
    assert account.player.name == player.name
    kept = dict(Attempt.objects.filter(player=player).values_list("pk", "ranked"))
    assert kept == {ranked: True, practice: False}
    assert SESSION_KEY not in guest.client.session
    assert {row["attempt"] for row in guest.get("attempts").json()} == {ranked, practice}


def test_who_signs_up_while_the_boards_are_open_takes_the_place_of_the_guest(
    guest: Guest, standard_day: Deal
) -> None:
    guest.start(standard_day.slug)
    assert guest.get(f"deals/{standard_day.slug}/standings").json()["me"]["place"] is None
    sign_up(guest.client)
    confirm(guest.client)
    assert guest.get(f"deals/{standard_day.slug}/standings").json()["me"]["place"] == 1


def test_a_wished_name_is_that_of_the_account_that_wished_it(guest: Guest, user: User) -> None:
    log_in(guest.client)
    guest.client.post("/account/logout/")
    sign_up(guest.client, email="typo@example.org", name="Poisoned Wish")
    log_in(guest.client)
    assert Player.objects.get(user=user).name != "Poisoned Wish"


def test_whoever_signs_up_may_choose_a_name(guest: Guest) -> None:
    guest.practise()
    sign_up(guest.client, name="  Ada   Byron ")
    confirm(guest.client)
    assert Player.objects.get().name == "Ada Byron"


def test_who_mistyped_the_address_gets_back_to_it_and_to_the_games_of_the_guest(guest: Guest) -> None:
    attempt = guest.practise()
    sign_up(guest.client, email="ada+x@exmaple.org")
    page = guest.client.get("/account/confirm-email/").content.decode()
    back = html.unescape(re.findall(r'value="(/account/signup/[^"]*)"', page)[0])
    answer = guest.client.post("/account/logout/", {"next": back}, follow=True)
    assert answer.context["form"].initial["email"] == "ada+x@exmaple.org"
    confirm(guest.client)  # by the browser's way back to the page of the code
    assert "no longer asked for" in guest.client.get("/account/login/").content.decode()
    sign_up(guest.client)
    confirm(guest.client)
    said = guest.client.get("/").content.decode()  # on whatever page comes next
    assert "You have confirmed" in said and "what you played as a guest is yours" in said
    assert Attempt.objects.get(pk=attempt).player.user == User.objects.get(email=ADDRESS)


@pytest.mark.parametrize("name", ["Àda", "admin", "A\u202eda"])
def test_a_name_that_is_taken_or_none_is_refused_at_the_door(guest: Guest, name: str) -> None:
    somebody_called("Ada")
    answer = sign_up(guest.client, name=name)
    assert answer.status_code == 200
    assert answer.context["form"].errors["name"]
    assert User.objects.count() == 1


def test_an_account_without_a_name_of_its_own_shows_nothing_of_its_address(guest: Guest) -> None:
    sign_up(guest.client, email="quill@example.org")  # no hexadecimal digits spell that
    confirm(guest.client)
    player = Player.objects.get()
    assert "quill" not in f"{player.name} {player.skeleton} {User.objects.get().username}".lower()


def test_an_address_that_has_an_account_looks_like_one_that_has_none(user: User) -> None:
    visitors = Client(), Client()
    answers = [
        sign_up(client, email) for client, email in zip(visitors, (ADDRESS, "new@example.org"), strict=True)
    ]
    assert {(answer.status_code, answer.headers["Location"]) for answer in answers} == {
        (302, "/account/confirm-email/")
    }
    for client in visitors:
        page = client.get("/account/confirm-email/")
        assert page.status_code == 200 and "no longer asked for" not in page.content.decode()
    assert User.objects.count() == 2
    resets = [
        Client().post("/account/password/reset/", {"email": email}) for email in (ADDRESS, "no@example.org")
    ]
    assert len({(answer.status_code, answer.headers["Location"]) for answer in resets}) == 1
    assert "user name" not in "".join(str(sent.body) for sent in mail.outbox)  # it is random


# --- sockets end with the login -------------------------------------------------------------------


def log_out(client: Client) -> None:
    client.post("/account/logout/")


def change_password(client: Client) -> None:
    new = {"oldpassword": PASSWORD, "password1": "another-long-one", "password2": "another-long-one"}
    assert client.post("/account/password/change/", new).status_code == 302


def suspend(client: Client) -> None:
    User.objects.update(is_active=False)


def sign_out_elsewhere(client: Client) -> None:
    other = Client()
    log_in(other)
    assert other.post("/account/sessions/").status_code == 302


@pytest.mark.parametrize("deed", [log_out, change_password, suspend, sign_out_elsewhere])
async def test_the_sockets_of_an_account_end_when(guest: Guest, user: User, deed: Any) -> None:
    await in_db(log_in)(guest.client)
    attempt = await in_db(guest.practise)()
    async with guest.sit(attempt) as seat:
        await Doorkeeper().look()
        assert await seat.hear_until_pong() == []
        await in_db(deed)(guest.client)
        await Doorkeeper().look()
        assert await seat.hear_close() == (4401, "signed_out")


async def test_a_guests_sockets_stay(guest: Guest) -> None:
    attempt = await in_db(guest.practise)()
    async with guest.sit(attempt) as seat:
        await Doorkeeper().look()
        assert await seat.hear_until_pong() == []


# --- settings, name, the admin's door ---------------------------------------------------------------


def put(client: Client, settings: Any) -> Any:
    return client.put("/api/v1/settings", {"settings": settings}, content_type="application/json")


def somebody_called(name: str) -> None:
    services.rename(player=ensure_member(user=User.objects.create_user("x")), name=name)


def test_an_account_keeps_its_settings_and_brings_them_to_every_page(guest: Guest, user: User) -> None:
    assert put(guest.client, {"theme": "dark"}).status_code == 403
    assert "data-kept" not in guest.client.get("/rules/").content.decode()
    log_in(guest.client)
    assert put(guest.client, {"theme": "dark"}).json() == {"settings": {"theme": "dark"}}
    assert put(guest.client, {"deck": "4"}).status_code == 200  # the last writer wins
    assert 'data-kept="{&quot;deck&quot;:&quot;4&quot;}"' in guest.client.get("/rules/").content.decode()


NO_SETTINGS: list[dict[str, Any]] = [
    *({"a b": "x"}, {"theme": "x" * 41}, {"theme": 1}, {"theme": "\0"}, {"theme\n": "x"}),
    {f"k{'x' * n}": "" for n in range(31)},
]


@pytest.mark.parametrize("settings", NO_SETTINGS)
def test_settings_that_are_none_are_refused(guest: Guest, user: User, settings: Any) -> None:
    log_in(guest.client)
    assert put(guest.client, settings).status_code == 400


def test_a_player_takes_another_name_on_the_account_page(guest: Guest, user: User) -> None:
    assert guest.client.get("/account/").status_code == 302
    log_in(guest.client)
    assert guest.client.post("/account/", {"name": "Lady Ada"}).status_code == 302
    assert user.player.name == "Lady Ada"
    somebody_called("Bob")
    assert guest.client.post("/account/", {"name": "B0b"}).context["form"].errors["name"]
    own_other_spelling = {"name": "lady ada"}
    assert guest.client.post("/account/", own_other_spelling).status_code == 302


def test_the_admin_is_entered_by_the_same_door(guest: Guest) -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    assert guest.client.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/account/login/?next=")
    body = {"login": "root", "password": PASSWORD}
    assert guest.client.post("/account/login/?next=/admin/", body).headers["Location"] == "/admin/"
    assert guest.client.get("/admin/").status_code == 200


def test_the_admin_asks_for_a_second_factor_where_the_operator_wants_it(guest: Guest, settings: Any) -> None:
    settings.ADMIN_SECOND_FACTOR = True
    root = User.objects.create_superuser("root", password=PASSWORD)
    guest.client.post("/account/login/", {"login": "root", "password": PASSWORD})
    assert guest.client.get("/admin/", follow=True).redirect_chain[-1][0] == "/account/2fa/"
    root.authenticator_set.create(type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    assert guest.client.get("/admin/").status_code == 200
    other = Client()
    asked = other.post("/account/login/", {"login": "root", "password": PASSWORD})
    assert asked.headers["Location"] == "/account/2fa/authenticate/"
    assert other.get("/admin/").status_code == 302


def test_a_suspended_account_gets_no_further_than_the_door(guest: Guest, user: User) -> None:
    User.objects.update(is_active=False)
    assert log_in(guest.client).headers["Location"] == "/account/inactive/"
    assert "_auth_user_id" not in guest.client.session


def test_guessing_a_password_is_slowed_down_by_the_limits_of_production(
    user: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LIMITS")  # what the tests switch off
    settings.ACCOUNT_RATE_LIMITS = runpy.run_path("constitution_site/settings.py")["ACCOUNT_RATE_LIMITS"]
    answers = [log_in(Client(), "wrong-password") for _ in range(11)]
    said = [str(answer.context and answer.context["form"].errors) for answer in answers]
    assert any("Too many failed" in errors for errors in said)


PAGES = [
    "", "login/", "logout/", "email/", "password/change/", "2fa/", "2fa/totp/activate/", "2fa/webauthn/",
    "2fa/webauthn/add/", "sessions/", "reauthenticate/",
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_of_an_account_is_in_our_own_look(guest: Guest, user: User, language: str) -> None:
    strangers = {path: Client().get(f"/account/{path}") for path in ("signup/", "login/", "password/reset/")}
    guest.client.post("/language/", {"language": language})
    log_in(guest.client)
    members = {path: guest.client.get(f"/account/{path}", follow=True) for path in PAGES}
    for path, answer in (members | strangers).items():
        text = answer.content.decode()
        assert answer.status_code == 200, path
        assert "css/account.css" in text or path == "login/", path
        assert not re.search(r"<script(?![^>]*(src=|nonce=|application/json))", text), path
        assert " style=" not in text, path
