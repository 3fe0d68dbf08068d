"""Every word in both languages, whole sentences, and nothing said that nobody could translate."""

import gettext
import html
import json
import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from pytest_django.fixtures import Settings

from constitution_site.catalogue import sentences_of
from constitution_site.templatetags.frontend import closure, imports_later, module_paths
from games.engine.words import HINTS, REFUSALS, TEXTS
from tests.frontend.catalogue import DOMAINS, LOCALE, entries
from tests.servers import ROOT, skip_or_fail

SLOT = re.compile(r"%\(\w+\)[sd]|%%|<[^>]+>|\*[^*]+\*")
TEMPLATES = sorted((ROOT / "frontend" / "templates").rglob("*.html"))
MODULES = sorted((ROOT / "frontend" / "static" / "js").glob("*.js"))


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_string_is_translated_and_none_is_a_guess(domain: str) -> None:
    lacking = [
        entry.text
        for entry in entries(LOCALE / f"es/LC_MESSAGES/{domain}.po")
        if entry.is_fuzzy or not all(entry.says) or len(entry.says) != (2 if entry.plural else 1)
    ]
    assert lacking == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_translation_keeps_every_slot_and_every_tag(domain: str) -> None:
    def slots(text: str) -> list[str]:
        return sorted("*" if slot[0] == "*" else slot for slot in SLOT.findall(text))

    for entry in entries(LOCALE / f"es/LC_MESSAGES/{domain}.po"):
        for says in entry.says:
            assert slots(says) in (slots(entry.text), slots(entry.plural)), entry.text


@pytest.mark.parametrize(
    ("kept", "domain"),
    [("locale/es", "django"), ("locale/es", "djangojs"), ("voice/en", "django"), ("voice/es", "django")],
)
def test_what_is_served_is_what_was_translated(kept: str, domain: str) -> None:
    folder = LOCALE.parent / kept / "LC_MESSAGES"
    with (folder / f"{domain}.mo").open("rb") as file:
        served = gettext.GNUTranslations(file)
    expected: dict[object, str] = {}
    for entry in entries(folder / f"{domain}.po"):
        key = f"{entry.context}\x04{entry.text}" if entry.context else entry.text
        if entry.plural:
            expected |= {(key, number): says for number, says in enumerate(entry.says)}
        else:
            expected[key] = entry.says[0]
    catalogue = {key: says for key, says in served._catalog.items() if key}
    assert catalogue == expected, "make words"


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_string_of_the_source_stands_in_the_catalogue(
    domain: str, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shutil.which("xgettext"):
        skip_or_fail("xgettext is not installed (Debian: apt-get install gettext)")
    (tmp_path / "es/LC_MESSAGES").mkdir(parents=True)
    settings.LOCALE_PATHS = [tmp_path]
    monkeypatch.chdir(ROOT)
    aside = ["node_modules/*", ".venv/*", "var/*", "tests/*", "vendor/*", "*.txt", "frontend/locale"]
    call_command("makemessages", locale=["es"], domain=domain, ignore_patterns=aside, verbosity=0)
    source = {entry[:3] for entry in entries(tmp_path / f"es/LC_MESSAGES/{domain}.po")}
    catalogue = {entry[:3] for entry in entries(LOCALE / f"es/LC_MESSAGES/{domain}.po")}
    assert source == catalogue, "make words, and translate what is new"


@pytest.mark.parametrize("language", ["en", "es"])
def test_sentences_of_refusals_and_hints_are_whole(language: str) -> None:
    with translation.override(language):
        for text in map(translation.gettext, [*REFUSALS.values(), *TEXTS.values(), *HINTS.values()]):
            assert text[0].isupper() or text[0] == "%", text
            assert text.endswith("."), text


# ---- nothing is said past the catalogue ----

MARKUP = re.compile(
    r"{% block body_?class %}.*?{% endblock %}|{% comment %}.*?{% endcomment %}|{#.*?#}"
    r"|<script\b.*?</script>|<!--.*?-->"
    r"|{% blocktranslate.*?{% endblocktranslate %}|{%.*?%}|{{.*?}}"
    r"|<(?:kbd|code|pre|b|i)\b[^>]*>[^<]*</(?:kbd|code|pre|b|i)>",
    re.DOTALL,
)
SPOKEN = re.compile(r'\b(?:aria-label|title|alt|placeholder|value)="([^"]*)"')


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_past_the_catalogue(template: Path) -> None:
    text = MARKUP.sub("", template.read_text())
    spoken = [said for said in SPOKEN.findall(text) if " " in said.strip()]
    bare = [line.strip() for line in re.sub(r"<[^>]+>", "\n", text).splitlines()]
    assert [line for line in bare if re.search(r"[A-Za-z]{2}", html.unescape(line))] + spoken == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_says_nothing_past_the_catalogue(module: Path) -> None:
    code = re.sub(r"/\*.*?\*/|(?<!:)//.*", "", module.read_text())
    code = re.sub(r"\bn?gettext\((?:\s*(?:\"(?:[^\"\\]|\\.)*\"|'[^']*'),?)+", "", code)
    said = re.findall(r'"([A-Z][a-z’\']+(?: [\w’,;:]+)+[^"]*)"', code)
    assert said == []


def test_no_sentence_is_glued_from_parts_in_a_module() -> None:
    for module in MODULES:
        glued = re.findall(r"gettext\([^()]*\)\s*\+|\+\s*gettext\(|\$\{gettext\(", module.read_text())
        assert glued == [], module.name


# ---- pages ----


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/learn/", "/learn/cadogan/", "/rules/", "/about/", "/practice/", "/boards/", "/nowhere/"]
)
def test_a_page_comes_in_the_language_the_browser_asks_for(client: Client, path: str) -> None:
    for asked, language in [("es-MX,es;q=0.9,en;q=0.5", "es"), ("en-GB,en", "en"), ("de,fr;q=0.5", "en")]:
        answer = client.get(path, headers={"accept-language": asked})
        assert f'<html lang="{language}"' in answer.content.decode()
        assert "Accept-Language" in answer["Vary"]


@pytest.mark.django_db
def test_a_chosen_language_stands_above_the_browsers(client: Client) -> None:
    answer = client.post("/language/", {"language": "es", "next": "/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    cookie = client.cookies[django_settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("es", True, "Lax")
    assert '<html lang="es"' in client.get("/about/", headers={"accept-language": "en"}).content.decode()


@pytest.mark.django_db
def test_errors_of_the_api_speak_the_visitors_language(client: Client) -> None:
    answer = client.get("/api/v1/nowhere", headers={"accept-language": "es"})
    assert answer.json()["detail"] == "No hay nada en esta dirección."


@pytest.mark.django_db
def test_the_catalogue_of_the_page_holds_our_words_only(client: Client) -> None:
    answer = client.get("/jsi18n/", headers={"accept-language": "es"})
    assert "Otro reparto" in answer.content.decode()
    assert len(answer.content) < 28_000


@pytest.mark.django_db
@pytest.mark.parametrize("entry", ["table-page.js", "learn.js", "result.js", "landing.js", "verify.js"])
def test_a_pages_catalogue_holds_just_what_its_modules_say(client: Client, entry: str) -> None:
    """The .po file names the modules of every sentence; the page gets those of its modules, no others."""
    modules = {f"frontend/static/{module_paths()[name]}" for name in closure(f"#c/{entry}")}
    answer = client.get(f"/jsi18n/?for={entry}", headers={"accept-language": "es"}).content.decode()
    given = json.loads(answer[answer.index(",") + 1 : -1])
    for message in entries(LOCALE / "es/LC_MESSAGES/djangojs.po"):
        is_given = message.text in given
        assert is_given == bool(message.where & modules), message.text


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_a_module_that_comes_later_brings_its_words(module: Path) -> None:
    for name in imports_later(module):
        if sentences_of(name.removeprefix("#c/")):
            asked = f'await wordsOf("{name.removeprefix("#c/").removesuffix(".js")}");\n'
            assert asked in module.read_text(), name
