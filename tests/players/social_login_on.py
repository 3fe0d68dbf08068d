"""Signing in by another site; run by test_social_login.py with a provider in the environment."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.test import Client

from constitution_site.personal import clear_person, data_of
from games.play.models import Attempt
from games.players.models import Player, User
from games.players.selectors import SESSION_KEY
from tests.guests import Guest

pytestmark = pytest.mark.django_db(transaction=True)
HOME = settings.SOCIAL_LOGIN[0].server_url
PERSON = {"sub": "1815", "email": "ada@example.org", "email_verified": True, "name": "Ada Byron"}


class Provider(BaseHTTPRequestHandler):
    """The smallest OpenID provider: everybody is `PERSON`."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Give the configuration, or the person."""
        ends = {f"{name}_endpoint": f"{HOME}/{name}" for name in ("authorization", "token", "userinfo")}
        self._answer(PERSON if self.path == "/userinfo" else ends | {"issuer": HOME})

    def do_POST(self) -> None:
        """Give a token for any code."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer({"access_token": "secret-token", "token_type": "Bearer"})

    def _answer(self, body: object) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())


@pytest.fixture(autouse=True)
def provider() -> Iterator[None]:
    server = HTTPServer(("127.0.0.1", int(urlsplit(HOME).port or 0)), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield
    server.shutdown()
    server.server_close()


def come_by_it(client: Client) -> str:
    """Go there and come back; gives the address one is led to."""
    there = client.post("/account/oidc/fake/login/?process=login")
    asked = parse_qs(urlsplit(there.headers["Location"]).query)
    assert there.headers["Location"].startswith(f"{HOME}/authorization?")
    assert asked["code_challenge_method"] == ["S256"]
    back = client.get("/account/oidc/fake/login/callback/", {"code": "any", "state": asked["state"][0]})
    return str(back.headers["Location"])


def test_a_guest_becomes_an_account_with_everything_and_of_the_other_site_only_the_address_is_kept(
    guest: Guest,
) -> None:
    attempt, player = guest.practise(), guest.player
    assert come_by_it(guest.client) == "/"
    user = User.objects.get()
    assert user.player == player and SESSION_KEY not in guest.client.session
    assert [row["attempt"] for row in guest.get("attempts").json()] == [attempt]
    assert (user.email, user.first_name, user.last_name) == ("ada@example.org", "", "")
    assert SocialAccount.objects.get().extra_data == {"email": "ada@example.org"}
    assert "Ada" not in user.username + player.name


def test_who_comes_again_from_another_browser_brings_the_guest_of_that_one_along(
    guest: Guest, stranger: Guest
) -> None:
    come_by_it(guest.client)
    brought = stranger.practise()
    come_by_it(stranger.client)
    assert Attempt.objects.get(pk=brought).player == Player.objects.get() == User.objects.get().player


def test_an_address_that_has_an_account_is_not_entered_by_what_another_site_says(guest: Guest) -> None:
    user = User.objects.create_user("ada", "ada@example.org", "a-long-password")
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    # As at signing up: the mail says that there is one.
    assert come_by_it(guest.client) == "/account/confirm-email/"
    assert "_auth_user_id" not in guest.client.session and not SocialAccount.objects.exists()


def test_an_address_that_the_other_site_does_not_vouch_for_is_confirmed_first(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PERSON, "email_verified", False)
    assert come_by_it(guest.client) == "/account/confirm-email/"
    assert "_auth_user_id" not in guest.client.session


@pytest.mark.parametrize("path", ["login", "signup"])
def test_the_doors_have_a_button_that_the_policy_lets_lead_there(path: str) -> None:
    page = Client().get(f"/account/{path}/")
    assert "Go on with Fake" in page.content.decode()
    assert f"form-action 'self' {HOME}" in page.headers["Content-Security-Policy"]


def test_a_connection_is_in_the_download_and_goes_with_the_account(guest: Guest) -> None:
    come_by_it(guest.client)
    assert guest.client.get("/account/3rdparty/").status_code == 200
    assert "<dd>Fake</dd>" in guest.client.get("/account/").content.decode()
    held = data_of(Player.objects.get())["socialaccount.SocialAccount"]
    assert [row["uid"] for row in held] == ["1815"]
    clear_person(player=Player.objects.get())
    assert not SocialAccount.objects.exists()
