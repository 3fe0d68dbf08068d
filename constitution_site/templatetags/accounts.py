"""What pages say of the visitor's account, or of the guest who stands at the door."""

import msgspec
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from constitution_site import browsers
from games import clock
from games.play.selectors import not_brought_as_ranked
from games.players.identity import current_player

register = template.Library()
register.filter(browsers.browser_of)


@register.inclusion_tag("account/guest.html", takes_context=True)
def guest_at_the_door(context: template.Context) -> dict[str, object]:
    """Say, before somebody signs up or in, what becomes of the guest's games."""
    guest = current_player(context["request"])
    if guest is None or not guest.is_guest:
        return {}
    here = context["request"].resolver_match
    return {
        "guest": guest,
        "signs_up": bool(here and "signup" in here.url_name),
        "demoted": len(not_brought_as_ranked(guest, None, clock.now())),
    }


@register.simple_tag(takes_context=True)
def kept_settings(context: template.Context) -> SafeString:
    """Write the settings that an account keeps as an attribute of the root; nothing for guests."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return SafeString()
    player = current_player(context["request"])
    text = msgspec.json.encode(player.settings).decode() if player and player.settings else ""
    return format_html(' data-kept="{}"', text)
