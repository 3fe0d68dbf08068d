"""The catalogue of a page: of Django's JavaScript catalogue what its modules say, in the visitor's language.

`/jsi18n/?for=table-page.js` holds the sentences of that module and of all it imports at once (a module
that comes later brings its own), without an entry all there are. The same for everybody who reads one
language, so browsers keep them a while.
"""

import json
import re
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.vary import vary_on_headers
from django.views.i18n import JavaScriptCatalog

from constitution_site.templatetags.frontend import STATIC, closure, module_paths

SAID = re.compile(r'\bn?gettext\(\s*("(?:[^"\\]|\\.)*")')


@cache
def sentences_of(entry: str) -> frozenset[str]:
    """Give what the modules behind an entry say, in English; of plurals the singular."""
    paths = module_paths()
    modules = (STATIC / paths[name] for name in closure(f"#c/{entry}"))
    return frozenset(json.loads(text) for module in modules for text in SAID.findall(module.read_text()))


class PageCatalogue(JavaScriptCatalog):
    """Our own words only (the admin brings its own), and no formats: `Intl` writes dates and numbers."""

    packages = ["games.play"]

    def get_catalog(self) -> dict[str, Any]:
        """Give the translations that the asking page needs."""
        catalog: dict[str, Any] = super().get_catalog()
        entry = self.request.GET.get("for", "")
        if f"#c/{entry}" not in module_paths():
            return catalog
        wanted = sentences_of(entry)
        return {text: words for text, words in catalog.items() if text in wanted}

    def render_to_response(self, context: dict[str, Any], **response_kwargs: Any) -> HttpResponse:
        """Give the words alone: what Django would send along, words.js does in a few lines."""
        words = json.dumps(context["catalog"], ensure_ascii=False, separators=(",", ":"))
        return HttpResponse(
            f"Object.assign(globalThis.catalogue??={{}},{words})", "text/javascript; charset=utf-8"
        )


catalogue = vary_on_headers("Accept-Language", "Cookie")(
    cache_control(private=True, max_age=600)(PageCatalogue.as_view())
)
