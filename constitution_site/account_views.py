"""The account's own page, and the settings it keeps."""

from typing import Annotated

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from constitution_site.account_forms import NameForm
from games.http import ApiError, api, json_response, read_body
from games.players import services
from games.players.identity import current_player
from games.players.models import User
from games.players.names import BadName

Key = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z]{1,20}\Z")]
Value = Annotated[str, msgspec.Meta(max_length=40, pattern=r"\A[^\x00-\x1f]*\Z")]


class Settings(msgspec.Struct):
    """What a player has set, as the browser keeps it: names and texts."""

    settings: Annotated[dict[Key, Value], msgspec.Meta(max_length=30)]


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show all that belongs to an account, and take another name for it."""
    player = current_player(request)
    if player is None or not isinstance(request.user, User):
        raise PermissionDenied
    form = NameForm(request.POST or None, player)
    if request.method == "POST" and form.is_valid():
        try:
            services.rename(player=player, name=form.cleaned_data["name"])
        except BadName as error:  # somebody was faster
            form.add_error("name", str(error.message))
        else:
            messages.success(request, _("You now play as %(name)s.") % {"name": player.name})
            return redirect("account")
    kinds = list(Authenticator.objects.filter(user=request.user).values_list("type", flat=True))
    facts = {
        "fields": {"form": form},
        "form": form,
        "player": player,
        "email": EmailAddress.objects.get_primary_email(request.user),
        "passkeys": kinds.count(Authenticator.Type.WEBAUTHN),
        "elsewhere": settings.SOCIAL_LOGIN,
        "connected": _connected(request.user) if settings.SOCIAL_LOGIN else [],
        "has_app": Authenticator.Type.TOTP in kinds,
        "sessions": len(UserSession.objects.purge_and_list(request.user)),
    }
    return render(request, "account/account.html", facts)


def _connected(user: User) -> list[str]:
    from allauth.socialaccount.models import SocialAccount  # installed only where there is another site

    known = set(SocialAccount.objects.filter(user=user).values_list("provider", flat=True))
    return [provider.name for provider in settings.SOCIAL_LOGIN if provider.id in known]


@api("PUT", gives=Settings, takes=Settings)
def keep_settings(request: HttpRequest) -> HttpResponse:
    """Keep an account's settings; the last writer wins."""
    player = current_player(request)
    if player is None or player.is_guest:
        raise ApiError(
            403, "account_needed", _("Only accounts keep settings; a guest’s stay in the browser.")
        )
    body = read_body(request, Settings)
    services.keep_settings(player=player, settings=body.settings)
    return json_response(body)
