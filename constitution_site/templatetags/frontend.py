"""The import map: ES modules by stable names, served under hashed ones, with no build step.

`{% importmap "table.js" %}` writes the map of the modules (`#c/name.js`, ...) that the entry
module needs, directly or not, and preloads those it needs at once.
"""

import json
import re
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games import clock
from games.deals.models import GRADE_CHOICES, VARIANT_CHOICES
from games.play.models import STATUS_CHOICES
from games.play.protocol import Row
from games.players.selectors import PRIVATE

register = template.Library()
register.filter("clock", clock.as_text)
STATIC = settings.BASE_DIR / "frontend" / "static"
# Imports stand at the start of a line in this code base; a test holds the browser's own view against it.
IMPORT = re.compile(
    r"""^(?:import|export)\s[^'";]*?['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]""", re.MULTILINE
)
# Loaded when it is needed: in the map, but not preloaded.
LATER = re.compile(r"""(?:^ *|await )import\(['"]([^'"]+)['"]\)""", re.MULTILINE)


def module_paths() -> dict[str, str]:
    """Give every module's specifier with its path under static/."""
    return {f"#c/{path.name}": f"js/{path.name}" for path in sorted((STATIC / "js").glob("*.js"))}


def imports_later(path: Path) -> list[str]:
    """Give the specifiers a module imports when it comes to need them."""
    return LATER.findall(path.read_text())


def closure(entry: str, *, later: bool = False) -> list[str]:
    """Give all specifiers that an entry module needs, itself first; with `later`, at any time."""
    paths = module_paths()
    found, waiting = [], [entry]
    while waiting:
        specifier = waiting.pop(0)
        if specifier in found or specifier not in paths:
            continue
        found.append(specifier)
        found_now = IMPORT.findall((STATIC / paths[specifier]).read_text())
        waiting += [first or second for first, second in found_now]
        waiting += imports_later(STATIC / paths[specifier]) if later else []
    return found


@cache
def _parts(entry: str) -> tuple[str, tuple[str, ...]]:
    paths = module_paths()
    wanted = {name: static(paths[name]) for name in sorted(closure(f"#c/{entry}", later=True))}
    # "<" must not end the script element early.
    text = json.dumps({"imports": wanted}, separators=(",", ":")).replace("<", "\\u003c")
    return text, tuple(static(paths[specifier]) for specifier in closure(f"#c/{entry}"))


@register.simple_tag(takes_context=True)
def importmap(context: template.Context, entry: str = "site.js") -> SafeString:
    """Write the entry's words, the import map, the preloads; the map must stand before every module."""
    if settings.DEBUG:
        _parts.cache_clear()
    text, preloads = _parts(entry)
    nonce = getattr(context["request"], "csp_nonce", "")
    links = format_html_join("\n", '<link rel="modulepreload" href="{}">', ((url,) for url in preloads))
    words = ""
    if get_language() != "en":  # English has no catalogue
        words = format_html('<script defer src="{}?for={}"></script>\n', reverse("jsi18n"), entry)
    return format_html(
        '{}<script type="importmap" nonce="{}">{}</script>\n{}',
        words,
        nonce,
        mark_safe(text),  # noqa: S308 - our own JSON
        links,
    )


WORDS: dict[str | None, str | Promise] = {
    **dict(VARIANT_CHOICES),
    **dict(STATUS_CHOICES),
    **dict(GRADE_CHOICES),
    None: _("not played"),
    "drawn": _("candidate"),
    "future": _("scheduled"),
    "open": _("open"),
    "closing": _("closing"),
    "closed": _("closed"),
    "void": _("void"),
    "withdrawn": _("withdrawn"),
}


@register.filter
def in_words(code: str | None) -> str:
    """Write a code as people read it: of rules, a grade, a game (None: there was none), a deal's boards."""
    return str(WORDS[code])


@register.filter
def shown(name: str) -> str:
    """Write a name of a board for people: a private member has none there."""
    return gettext("a member") if name.startswith(PRIVATE) else name


@register.simple_tag
def place(row: Row, first: Row, state: str) -> int | str:
    """Give the place that a row shows, beside its board's first row and in a state of its deal.

    While boards are open a game that ended unwon shows none, and before somebody has won nobody does: else
    whoever sits down first would be 1st. `placeAmong` (list.js) is the same for lists that live.
    """
    has_one = state == "closed" or row.status == "won" or (row.status == "playing" and first.status == "won")
    return row.place if has_one and row.place else "–"


@register.inclusion_tag("bench.html")
def bench(name: str, row: str) -> dict[str, object]:
    """Draw a bench of the rules' pictures: `{% bench "privy" "9S.8D> JS -- 2H<" %}`.

    Piles bottom to top with dots between; `<` marks the card that goes, `>` the one it goes to, `--` a
    vacant seat, `__` one that stays open, `??` a card face down.
    """
    piles = [[] if pile == "--" else [_pictured(card) for card in pile.split(".")] for pile in row.split()]
    return {"name": name, "piles": piles}


def _pictured(card: str) -> dict[str, str]:
    rank = "10" if card[0] == "T" else card[0]
    return {"r": rank, "s": card[1].lower(), "look": {"<": "goes", ">": "takes"}.get(card[2:], "")}
