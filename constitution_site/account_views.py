"""The account's own page, the settings it keeps, and your data: what is held, to take along, to delete."""

from typing import Annotated

import msgspec
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.account.views import email_verification_sent
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from constitution_site.account_forms import NameForm
from constitution_site.personal import clear_person, export_of
from games import clock
from games.http import ApiError, api, count_request, json_response, read_body
from games.players import services
from games.players.identity import current_player
from games.players.models import User
from games.players.names import BadName
from games.players.selectors import GRACE

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


@never_cache
def confirm_address(request: HttpRequest) -> HttpResponseBase:
    """Take the code that was mailed (allauth's page); where none is asked for, say so at the door."""
    if not request.user.is_authenticated and not LoginStageController.enter(
        request, EmailVerificationStage.key
    ):
        messages.warning(
            request, _("That code is no longer asked for: sign in to get another, or sign up again.")
        )
    page: HttpResponseBase = email_verification_sent(request)
    return page


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


@require_http_methods(["GET", "HEAD", "POST"])
def your_data(request: HttpRequest) -> HttpResponse:
    """Say what is held, and take the wish to be deleted: an account's within a week, a guest's at once.

    An account is logged out everywhere. A guest could not come back to take the wish back.
    """
    player = current_player(request)
    facts = {"player": player, "gone_on": clock.now() + GRACE, "left": request.method == "POST"}
    if facts["left"]:
        if player is None:
            raise Http404
        if request.POST.get("sure") != "yes":
            return redirect("your_data")
        if player.is_guest:
            clear_person(player=player)
        else:
            services.ask_to_leave(player=player)
            for session in UserSession.objects.filter(user=player.user):
                session.end()  # another browser's login would go on, and not take the wish back
        logout(request)
    return render(request, "your_data.html", facts)


@require_safe
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Give everything that is held of whoever asks as one file."""
    player = current_player(request)
    if player is None:
        raise Http404
    count_request(request, "export")
    response = HttpResponse(export_of(player), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="constitutional-{clock.today()}.zip"'
    return response
