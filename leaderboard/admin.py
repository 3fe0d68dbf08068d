"""Groups in the admin: moderators look, and dissolve one for a reason."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.deals.admin import LookedAt
from games.deals.audit import hand_of
from games.deals.forms import ReasonForm
from games.http import ApiError
from leaderboard import groups
from leaderboard.models import Group, Membership


class MembershipInline(admin.TabularInline):
    """Who is in a group."""

    model = Membership
    fields = readonly_fields = ("player", "joined_at")
    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may see a group sees who is in it."""
        return bool(request.user.has_perm("leaderboard.view_group"))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People join by themselves."""
        return False


@admin.register(Group)
class GroupAdmin(LookedAt):
    """Groups to look at, without the link that lets one in; `dissolve` asks for a reason."""

    list_display = ("name", "members", "created_at")
    search_fields = ("name", "memberships__player__name")
    fields = readonly_fields = ("name", "created_at")
    inlines = (MembershipInline,)
    actions = ("dissolve",)
    action_form = ReasonForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        """Count the members along."""
        counted: QuerySet[Group] = super().get_queryset(request)
        return counted.annotate(number=Count("memberships", distinct=True))

    @admin.display(description=gettext_lazy("members"), ordering="number")
    def members(self, group: Any) -> int:
        """Give how many are in it."""
        return int(group.number)

    def has_dissolve_permission(self, request: HttpRequest) -> bool:
        """Say who may dissolve groups."""
        return bool(request.user.has_perm("leaderboard.delete_group"))

    @admin.action(description=gettext_lazy("Dissolve for a reason"), permissions=["dissolve"])
    def dissolve(self, request: HttpRequest, queryset: QuerySet[Group]) -> None:
        """Delete the chosen groups; the reason goes into the log."""
        try:
            for group in queryset:
                groups.dissolve_group(
                    group_id=group.pk, reason=request.POST.get("reason", ""), by=hand_of(request)
                )
        except ApiError as error:
            messages.error(request, str(error.detail))
        else:
            messages.success(request, _("Dissolved; the log says why."))
