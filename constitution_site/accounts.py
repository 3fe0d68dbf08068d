"""The glue between logins (allauth), players and attempts: what a guest becomes at the door.

The law: whoever logs in leaves the guest of the session behind. A new account takes the guest over with
everything; an account that has a player already gets the guest's attempts by the merge table
(ARCHITECTURE.md), and the guest goes. It is one transaction, told on the login page before.
"""

import secrets
from base64 import urlsafe_b64encode
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sites.requests import RequestSite
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext

from constitution_site.browsers import browser_of
from games import clock
from games.play import services as play
from games.players import services as players
from games.players.models import Player, User
from games.players.names import BadName
from games.players.selectors import SESSION_KEY, player_of_session

WISH_KEY = "wished_name"


class Adapter(DefaultAccountAdapter):
    """How allauth's door is ours."""

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """Give an account a random user name: it is nobody's business, and never made from the address."""
        user.username = user.username or secrets.token_hex(16)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in our name (allauth's is the Host) and without the user name: it is random."""
        site = RequestSite(self.request)
        site.name = gettext("The Daily Constitutional")
        super().send_mail(template_prefix, email, {"current_site": site} | context | {"username": ""})

    def send_notification_mail(self, prefix: str, user: User, context: Any = None, email: Any = None) -> None:
        """Tell of a change to the account, and name the browser it came from in words."""
        browser = browser_of(self.get_http_user_agent(self.request))
        super().send_notification_mail(prefix, user, {"user_agent": browser} | (context or {}), email)

    def get_login_stages(self) -> list[str]:
        """Let accounts that were made by hand pass without an address (`ConfirmAddress`)."""
        ours = f"{ConfirmAddress.__module__}.{ConfirmAddress.__name__}"
        theirs = f"{EmailVerificationStage.__module__}.{EmailVerificationStage.__name__}"
        return [ours if stage == theirs else stage for stage in super().get_login_stages()]


class ConfirmAddress(EmailVerificationStage):
    """The address is confirmed before the first login; who never gave one (`createsuperuser`) has none."""

    def handle(self) -> Any:
        """Ask for the code that was sent, where there is an address."""
        user = self.login.user
        if user is not None and not EmailAddress.objects.filter(user_id=user.pk).exists():
            return None, True
        return super().handle()


def display_name(user: User) -> str:
    """Give the name by which mails address an account."""
    player = Player.objects.filter(user=user).first()
    request = context.request
    if player is None and request is not None:  # signing up: still the guest of the session
        player = player_of_session(request.session, None)
    return player.name if player else user.email or user.get_username()


class SecondFactors(DefaultMFAAdapter):
    """Encrypts secrets of apps and seeds of recovery codes by the secret key; a stolen database has none."""

    def encrypt(self, text: str) -> str:
        """Give a secret as it is stored."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Give what was stored; raises InvalidToken where it was written under a key that is gone."""
        return _cipher().decrypt(encrypted_text).decode()


def _cipher() -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    derived = (HKDF(SHA256(), 32, salt=None, info=b"second factors").derive(key.encode()) for key in keys)
    return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in derived])


@receiver(user_logged_in)
def bring_guest_in(sender: object, request: HttpRequest, user: User, **more: object) -> None:
    """Let the guest of the session become, or join, the player of the account that has just logged in.

    A login within the week of grace takes the wish to be deleted back.
    """
    players.stay(user=user)
    session: SessionBase = request.session
    guest = player_of_session(session, None)
    session.pop(SESSION_KEY, None)
    # Of whoever signed up; another account may log in before the address is confirmed.
    owner, wish = session.pop(WISH_KEY, (None, ""))
    wish = wish if owner == user.pk else ""
    with transaction.atomic():
        member = Player.objects.filter(user=user).first()
        if guest is not None and member is not None:
            play.bring_attempts(guest=guest, member=member, now=clock.now())
            players.remove_guest(guest=guest)
        elif guest is not None and players.claim_guest(guest=guest, user=user):
            told = gettext("You are signed in, and what you played as a guest is yours.")
            messages.success(request, told, fail_silently=True)
            member = guest
        member = member or players.ensure_member(user=user)
    if wish and wish != member.name:
        try:
            players.rename(player=member, name=wish)
        except BadName:  # somebody was faster while the code was on its way: the account page renames
            return
