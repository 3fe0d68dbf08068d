"""The site: settings, addresses, commands."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class SiteConfig(AppConfig):
    """The app of the site itself; it has no models."""

    name = "constitution_site"

    def ready(self) -> None:
        """Make the groups of staff once the last app with permissions of theirs has been migrated."""
        from constitution_site.groups import set_up_groups

        post_migrate.connect(set_up_groups, sender=apps.get_app_config("leaderboard"))
