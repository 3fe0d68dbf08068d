"""The import maps: a page's map names every module that it may come to need, and nothing else."""

import re

import pytest
from django.conf import settings

from constitution_site.templatetags.frontend import STATIC, closure, module_paths

TEMPLATES = settings.BASE_DIR / "frontend" / "templates"
ENTRIES = sorted(
    {
        name
        for page in TEMPLATES.rglob("*.html")
        for name in re.findall(r'importmap "([^"]+)"', page.read_text())
    }
    | {"site.js"}
)
# Every way a module may be named, seen more broadly than the tag does; comments hold types only.
NAMED = re.compile(r"""(?:from|import)\s*\(?\s*["']((?:#c/)?[\w.-]+)["']""")


def named_in(specifier: str) -> set[str]:
    text = (STATIC / module_paths()[specifier]).read_text()
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL)
    return {name for name in NAMED.findall(text) if name in module_paths()}


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_map_is_closed_under_everything_its_modules_import(entry: str) -> None:
    mapped = closure(f"#c/{entry}", later=True)
    for specifier in mapped:
        assert named_in(specifier) <= set(mapped), specifier


def test_what_comes_later_is_in_the_map_but_not_preloaded() -> None:
    later = {"#c/end.js", "#c/seat.js", "#c/division.js", "#c/homeward.js"}
    assert later <= set(closure("#c/table-page.js", later=True))
    assert not later & set(closure("#c/table-page.js"))


def test_the_table_knows_nothing_of_the_replay() -> None:
    replay = {"#c/replay.js", "#c/scrubber.js", "#c/result.js"}
    assert not replay & set(closure("#c/table-page.js", later=True))
