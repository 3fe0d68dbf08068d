"""The site: settings, addresses, commands."""

from django.apps import AppConfig, apps
from django.contrib import admin
from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_migrate


class SiteConfig(AppConfig):
    """The app of the site itself; it has no models."""

    name = "constitution_site"

    def ready(self) -> None:
        """Make the groups of staff once the last app has been migrated; hear of logins."""
        from constitution_site import accounts  # noqa: F401 - connects its receiver
        from constitution_site.staff import set_up_groups

        hide_accounts_from_the_admin()
        post_migrate.connect(set_up_groups, sender=apps.get_app_config("leaderboard"))


def hide_accounts_from_the_admin() -> None:
    """Take allauth's rows out of the admin: addresses, keys and sessions are their owners' business."""
    for model in apps.get_models():
        if model.__module__.startswith("allauth.") and admin.site.is_registered(model):
            admin.site.unregister(model)


class AdminDoor(AdminConfig):
    """Django's admin with our door."""

    default_site = "constitution_site.admin_door.HouseAdmin"
