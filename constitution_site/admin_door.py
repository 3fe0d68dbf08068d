"""The admin's door: the same login as everybody's, and a second factor where the operator wants it."""

from allauth.account.decorators import secure_admin_login
from allauth.mfa.adapter import get_adapter
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _


class HouseAdmin(admin.AdminSite):
    """The admin, entered by allauth's login."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Let in active staff; with ADMIN_SECOND_FACTOR only accounts that log in by two factors."""
        return super().has_permission(request) and not _lacks_factor(request)

    def login(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """Send to the login; staff who only lack a second factor to where they add one."""
        if super().has_permission(request) and _lacks_factor(request):
            messages.warning(request, _("The admin wants a second factor: add one here first."))
            return redirect("mfa_index")
        answer: HttpResponse = secure_admin_login(super().login)(request)
        return answer


def _lacks_factor(request: HttpRequest) -> bool:
    # Who has one was asked for it at the login, or has added it since.
    return settings.ADMIN_SECOND_FACTOR and not get_adapter().is_mfa_enabled(request.user)
