"""Browsers in words: what a user agent calls itself, as far as people know it."""

from django.utils.translation import gettext as _

# The first token found names it: nearly all also say Chrome, Safari and Linux.
BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Vivaldi": "Vivaldi",
    "Firefox": "Firefox", "FxiOS": "Firefox", "Chrom": "Chrome", "CriOS": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "macOS",
    "CrOS": "ChromeOS", "Linux": "Linux",
}  # fmt: skip


def browser_of(agent: str) -> str:
    """Give a user agent as "Firefox on Android"; what is not known is left out."""
    browser, system = (
        next((name for token, name in names.items() if token in agent), "") for names in (BROWSERS, SYSTEMS)
    )
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("an unknown browser")
