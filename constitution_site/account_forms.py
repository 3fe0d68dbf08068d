"""What the forms of accounts ask, and how they take as long for a stranger's address as for a member's.

The law: whether an address has an account is told by no answer, and by no time either: signing up and signing
in hash a password exactly once.
"""

from typing import Any, cast

from allauth.account import forms as allauth
from allauth.core import context
from django import forms
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from constitution_site.accounts import WISH_KEY
from games.players.models import Player, User
from games.players.names import LONGEST, BadName, clean_name, skeleton_of
from games.players.selectors import player_of_session


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
            other = Player.objects.filter(skeleton=skeleton_of(name)).first()
            if other is not None and other != self.player:
                raise BadName("taken")
        except BadName as error:
            raise ValidationError(str(error.message), code=error.code) from None
        return name


class NameForm(forms.Form):
    """The one thing about oneself that others see."""

    name = NameField()

    def __init__(self, data: Any, player: Player) -> None:
        super().__init__(data, initial={"name": player.name})
        cast(NameField, self.fields["name"]).player = player


class SignupForm(allauth.SignupForm):
    """Signing up also asks for a name."""

    name = NameField(
        required=False, help_text=_("How others see you. Left empty: a name is made up for you.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        request = context.request  # of this thread; allauth hands none to this form
        name = cast(NameField, self.fields["name"])
        name.player = player_of_session(request.session, None)
        if name.player:
            name.help_text = _("How others see you. Left empty: the name you play under now.")
        self.fields["email"].help_text = _("A code comes by mail; the account opens with it.")

    def try_save(self, request: HttpRequest) -> Any:
        """Hash the password of an address that is taken too, as allauth does of a new one."""
        if self.account_already_exists:
            make_password(self.cleaned_data.get("password1"))
        return super().try_save(request)

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Keep the wished name in the session until the address is confirmed."""
        request.session[WISH_KEY] = [user.pk, self.cleaned_data["name"]]


class LoginForm(allauth.LoginForm):
    """What is an address is looked for as an address alone, else a member's password is hashed twice."""

    def user_credentials(self) -> dict[str, Any]:
        """Give one of address and user name, and the password."""
        credentials: dict[str, Any] = super().user_credentials()
        if "email" in credentials:
            del credentials["username"]
        return credentials
