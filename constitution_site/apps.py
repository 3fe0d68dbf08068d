"""The site: settings, addresses, commands."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The app of the site itself; it has no models."""

    name = "constitution_site"
