"""The account pages, whose words are allauth's, speak as the rest of the house does (frontend/voice)."""

import re
from pathlib import Path

import allauth
import django
import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from constitution_site.browsers import browser_of
from tests.frontend.catalogue import Entry, entries
from tests.servers import ROOT

THEIRS = Path(allauth.__file__).parent / "locale"
OURS = re.compile(r"^(templates/)?(account|mfa|socialaccount|usersessions)/|password_validation")
# Phones, resets by code and trusted browsers are not asked for here; models and the admin are nobody's pages.
ASIDE = re.compile(
    r"phone|reset_code|providers|models|admin|apps|login_redirect|login\.html:\d+$|mfa/trust|_list\.html"
)
FORMAL = re.compile(
    r"\b(usted|su|sus|le|debería|desea|está a|está seguro|Introduzca|Introdúzca\w*|Ingrese|"
    r"Escriba|Utilice|Inténtelo|Confirme|Verifique|Haga|Tome|Siga|Solicite|Inicie|Vuelva|Escanee|Póngase)\b",
    re.IGNORECASE,
)


def said(language: str) -> list[tuple[str, str]]:
    """Give what the pages and mails of accounts may say: theirs, and how it is said here."""
    found = []
    validators = entries(Path(django.__file__).parent / "contrib/auth/locale/es/LC_MESSAGES/django.po")
    for entry in entries(THEIRS / "en/LC_MESSAGES/django.po") + validators:
        if any(OURS.search(place) and not ASIDE.search(place) for place in entry.where):
            with translation.override(language):
                found += [(entry.text, text) for text in spoken(entry)]
    return found


def spoken(entry: Entry) -> list[str]:
    if entry.plural:
        return [translation.ngettext(entry.text, entry.plural, number) for number in (1, 2)]
    if entry.context:
        return [translation.pgettext(entry.context, entry.text)]
    return [translation.gettext(entry.text)]


def test_in_spanish_everything_is_translated_and_nobody_is_called_usted() -> None:
    the_same = {"%(site_name)s", "%(site_domain)s"}
    words = said("es")
    assert [text for theirs, text in words if text == theirs and text not in the_same] == []
    assert [text for _, text in words if FORMAL.search(re.sub(r"%\(\w+\)s|<[^>]+>", "", text))] == []


def test_in_english_words_are_those_of_the_house_and_apostrophes_are_curled() -> None:
    texts = [re.sub(r"<[^>]+>", "", text) for _, text in said("en")]
    assert [text for text in texts if "'" in text] == []
    assert [text for text in texts if re.search(r"log ?(in|out)|[Pp]lease", text, re.IGNORECASE)] == []
    titled = [text for text in texts if re.search(r"^[A-Z][a-z]+(?: [a-z]+)* [A-Z][a-z]", text)]
    assert [text for text in titled if "JavaScript" not in text] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_reworded_that_nobody_says(language: str) -> None:
    django_s = [Path(django.__file__).parent / f"{part}/locale/es" for part in ("conf", "contrib/auth")]
    folders = [THEIRS / "en", *django_s]
    theirs = {entry[:3] for folder in folders for entry in entries(folder / "LC_MESSAGES/django.po")}
    ours = {entry[:3] for entry in entries(ROOT / f"frontend/voice/{language}/LC_MESSAGES/django.po")}
    assert ours - theirs == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "subject", "word"),
    [("en", "Confirm your address", "gave"), ("es", "Confirma tu dirección", "ha dado")],
)
def test_the_mail_that_brings_the_code_is_in_the_same_voice(language: str, subject: str, word: str) -> None:
    client = Client(headers={"accept-language": language})
    client.post("/account/signup/", {"email": "ada@example.org", "password1": "a-long-password"})
    assert mail.outbox[0].subject == subject
    body = str(mail.outbox[0].body)
    assert body.startswith("The Daily Constitutional\n") and word in body


def test_a_browser_is_named_in_words() -> None:
    tail = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36"
    named = {
        "Mozilla/5.0 (Android 14; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0": "Firefox on Android",
        f"Mozilla/5.0 (X11; Linux x86_64) {tail}": "Chrome on Linux",
        f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {tail} Edg/120.0": "Edge on Windows",
        "Mozilla/5.0 (iPhone; iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1": "Safari on iPhone",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1": "Safari on macOS",
        "curl/8.0": "an unknown browser",
        "": "an unknown browser",
    }
    with translation.override("en"):
        assert {agent: browser_of(agent) for agent in named} == named
