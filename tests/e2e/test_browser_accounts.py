"""An account's life in a real browser: a guest's game, sign-up, passkey, app, and signing out elsewhere."""

import base64
import hmac
import re
import struct
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import Visitor
from tests.e2e.hand import Hand
from tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.server]
ADDRESS, PASSWORD = "ada@example.org", "a-long-password"
KEY = {"protocol": "ctap2", "transport": "internal"} | dict.fromkeys(
    ("hasResidentKey", "hasUserVerification", "isUserVerified", "automaticPresenceSimulation"), True
)


def code_of_mail(site: Site) -> str:
    """Give the code that the last mail brought."""
    return re.findall(r"^\s*([A-Z0-9]+-[A-Z0-9]+|[A-Z0-9]{6,})\s*$", site.log.read_text(), re.MULTILINE)[-1]


def code_of_app(secret: str, step: int) -> str:
    """Give the six digits that an app shows in a step of 30 seconds (RFC 6238)."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", step), "sha1")
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def sit(page: Page, table: str) -> None:
    """Sit down to the game that began this; it stands at three moves."""
    page.goto(table)
    expect(page.locator("[data-moves]")).to_have_text("3")
    expect(page.get_by_role("grid", name="The table").locator(".card").first).to_be_visible()


def sign_out(page: Page, site: Site) -> None:
    page.goto(f"{site.base}/account/")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(site.base + "/")


def sign_in_by_password(page: Page, site: Site) -> None:
    page.goto(f"{site.base}/account/login/")
    page.get_by_label("Email").fill(ADDRESS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def add_way_in(page: Page, address: str) -> None:
    """Open the page that adds a way in; each session is asked for the password before."""
    page.goto(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def test_a_guest_becomes_an_account_that_signs_in_by_key_and_by_app_and_signs_out_elsewhere(
    site: Site, visit: Callable[..., Visitor]
) -> None:
    ada = visit(site.base)
    page = ada.practise("cadogan", "house-38")
    table = page.url
    Hand(page, "cadogan", "house-38").play(3)
    page.goto(f"{site.base}/account/signup/")
    name = re.search(r"as the guest (.+?)\. ", page.get_by_role("main").inner_text())
    assert name
    # sign up: the code comes by mail, and the guest's name and game stay
    # a refusal stands at the top, on a phone too, and leads to the field
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_label("Email").fill(ADDRESS)
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Sign up", exact=True).click()
    refusal = page.get_by_role("alert").filter(has_text="too short")
    expect(refusal).to_be_focused()
    expect(refusal).to_be_in_viewport()
    refusal.get_by_role("link", name="Password").click()
    expect(page.get_by_label("Password")).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_label("Code").fill(code_of_mail(site))
    assert "You, or somebody else, gave this address" in site.log.read_text()
    page.get_by_role("button", name="Confirm").click()
    page.goto(f"{site.base}/account/")
    expect(page.get_by_role("heading", name=name[1])).to_be_visible()
    sit(page, table)
    # the same game at a second browser
    tablet = visit(site.base, width=800).open()
    sign_in_by_password(tablet, site)
    tablet.wait_for_url(site.base + "/")
    sit(tablet, table)
    # a passkey, and a login by it alone
    keys = page.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    add_way_in(page, f"{site.base}/account/2fa/webauthn/add/")
    page.get_by_label("Name").fill("The bunch")
    page.get_by_label("Sign in with this key alone").check()
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_url(lambda url: not url.endswith("/add/"))
    page.goto(f"{site.base}/account/2fa/webauthn/")
    expect(page.get_by_role("listitem").filter(has_text="The bunch")).to_contain_text("passkey")
    sign_out(page, site)
    page.goto(f"{site.base}/account/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(lambda url: "/login/" not in url)
    # an app with codes, and a login by password and code
    add_way_in(page, f"{site.base}/account/2fa/totp/activate/")
    secret, step = page.get_by_label("Secret for the app").input_value(), int(time.time()) // 30
    page.get_by_label("Code of the app").fill(code_of_app(secret, step))
    page.get_by_role("button", name="Add the app").click()
    page.wait_for_url(lambda url: "/activate/" not in url)
    sign_out(page, site)
    sign_in_by_password(page, site)
    page.get_by_label("Code").fill(code_of_app(secret, step))
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda url: "/account/" not in url)
    # signed out from here, the second browser's table closes by itself
    signed_out = tablet.get_by_role("alert").filter(has_text="You are signed out here")
    expect(signed_out).to_have_count(0)
    page.goto(f"{site.base}/account/sessions/")
    expect(page.get_by_role("listitem").filter(has_text="Chrome on Linux")).to_have_count(2)
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(signed_out).to_have_count(1, timeout=5_000)
    sit(page, table)
