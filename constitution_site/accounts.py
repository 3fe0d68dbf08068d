"""The glue between logins (allauth), players and attempts: what a guest becomes at the door.

The law: whoever logs in leaves the guest of the session behind. A new account takes the guest over with
everything; an account that has a player already gets the guest's attempts by the merge table
(ARCHITECTURE.md), and the guest goes. It is one transaction, told on the login page before.
"""

import secrets
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.core import context
from django import forms
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import clock
from games.play import services as play
from games.players import services as players
from games.players.models import Player, User
from games.players.names import LONGEST, BadName, clean_name, skeleton_of
from games.players.selectors import player_of_session

WISH_KEY = "wished_name"


class Adapter(DefaultAccountAdapter):
    """How allauth's door is ours."""

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """Give an account a random user name: it is nobody's business, and never made from the address."""
        user.username = user.username or secrets.token_hex(16)

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


class NameField(forms.CharField):
    """A name as others will see it; refused where somebody else has one that looks like it."""

    def __init__(self, **wishes: Any) -> None:
        super().__init__(label=_("Name"), max_length=10 * LONGEST, **wishes)
        self.player: Player | None = None

    def clean(self, value: Any) -> str:
        """Give the name as it is kept."""
        if not value and not self.required:
            return ""
        try:
            name = clean_name(super().clean(value))
        except BadName as error:
            raise ValidationError(str(error.message), code=error.code) from None
        other = Player.objects.filter(skeleton=skeleton_of(name)).first()
        if other is not None and other != self.player:
            raise ValidationError(players.TAKEN, code="taken")
        return name


class SignupForm(forms.Form):
    """What signing up asks beyond allauth's own fields."""

    name = NameField(
        required=False, help_text=_("How others see you. Left empty: the name you play under now.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        request = context.request  # of this thread; allauth hands none to this form
        field = self.fields["name"]
        if request is not None and isinstance(field, NameField):
            field.player = player_of_session(request.session, None)

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep the wish in the session until the address is confirmed."""
        request.session[WISH_KEY] = [user.pk, self.cleaned_data["name"]]


@receiver(user_logged_in)
def bring_guest_in(sender: object, request: HttpRequest, user: User, **more: object) -> None:
    """Let the guest of the session become, or join, the player of the account that has just logged in."""
    session: SessionBase = request.session
    guest = player_of_session(session, None)
    session.pop(players.SESSION_KEY, None)
    # Of whoever signed up; another account may log in before the address is confirmed.
    owner, wish = session.pop(WISH_KEY, (None, ""))
    wish = wish if owner == user.pk else ""
    with transaction.atomic():
        member = Player.objects.filter(user=user).first()
        if guest is not None and member is not None:
            play.bring_attempts(guest=guest, member=member, now=clock.now())
            players.remove_guest(guest=guest)
        elif guest is not None:
            players.claim_guest(guest=guest, user=user)
            member = guest
        member = member or players.ensure_member(user=user)
    if wish and wish != member.name:
        try:
            players.rename(player=member, name=wish)
        except BadName:  # somebody was faster while the code was on its way: the account page renames
            return
