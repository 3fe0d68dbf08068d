"""The admin's door: the same login as everybody's, and a second factor where the operator wants it.

The law: a list is filtered by what it offers and nothing else, whoever registers it. Django takes any field
of the model: `?seed__startswith=` would spell out the seed of a live deal, letter by letter and on no record.
"""

from functools import wraps
from itertools import chain
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.adapter import get_adapter
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import BadRequest, ValidationError
from django.db import DataError, ProgrammingError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _


class Offered(admin.ModelAdmin):
    """Takes a list's own filters alone, and values that mean nothing as what they are."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Say whether the list offers to be filtered by that field."""
        return lookup.partition("__")[0] in (*self.get_list_filter(request), self.date_hierarchy)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Read the list; Django shows it unfiltered after IncorrectLookupParameters."""
        try:
            return super().get_changelist_instance(request)
        except (ValueError, IndexError, OverflowError, DataError, ProgrammingError) as error:
            raise IncorrectLookupParameters(error) from None

    def response_action(self, request: HttpRequest, *args: Any, **wishes: Any) -> HttpResponse | None:
        """Do something with the chosen rows; what is no key of a row is refused."""
        try:
            for key in request.POST.getlist(ACTION_CHECKBOX_NAME):
                self.model._meta.pk.clean(key, None)
        except ValidationError as error:
            raise BadRequest(str(error)) from None
        return super().response_action(request, *args, **wishes)


class HouseAdmin(admin.AdminSite):
    """The admin, entered by allauth's login."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Put a model into the admin, its list behind `Offered`."""
        shown = admin_class or admin.ModelAdmin
        super().register(model_or_iterable, type(shown.__name__, (Offered, shown), options))

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Wrap a view of the admin; a NUL is refused, since PostgreSQL would not even look for it."""

        @wraps(view)
        def without_nul(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            said = chain(*(values for _name, values in chain(request.GET.lists(), request.POST.lists())))
            if any("\0" in text for text in (request.path, *said)):
                raise BadRequest("NUL")
            return view(request, *args, **kwargs)

        return super().admin_view(without_nul, cacheable)

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
