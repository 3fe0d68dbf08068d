"""Names: what may be one, which two look alike, and what the house keeps for itself."""

import unicodedata

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.engine.house import HOUSE_PLAYERS
from games.players.names import LONGEST, SHORTEST, BadName, clean_name, skeleton_of
from games.players.services import make_guest_name

GOOD = [
    "Ada", "Ada Lovelace", "J. S. Bach", "O'Neill", "Anne-Marie", "José Núñez", "Ελένη", "Людмила",
    "夏目漱石", "ジョン", "김민준", "हिन्दी", "สมชาย", "Zoë_7", "Badminton", "Nigeria", "Scunthorpe",
    "Diputada Ruiz", "Matsushita", "Brisk Clerk", "Speakers Corner", "Dick Turpin", "Push It",
    "Therapist", "Nazia",
]  # fmt: skip
BAD = [
    ("a", "too_short"), (" a ", "too_short"), ("", "too_short"), ("ab" * 13, "too_long"), ("ﷺ" * 20,
    "too_long"), ("x" * 5000, "too_long"), ("12345", "no_letter"), ("-Ada", "bad_character"),
    ("Ada-", "bad_end"), ("A--da", "bad_character"), ("Ada\u200b", "bad_character"),
    ("A\u202eda", "bad_character"), ("Ada\u2066", "bad_character"), ("Ad\u00ada", "bad_character"),
    ("Ada\n<b>", "bad_character"), ("<script>", "bad_character"), ("=1+cmd", "bad_character"),
    ("A☠da", "bad_character"), ("A👑da", "bad_character"), ("Zx\u0302\u0302\u0302", "bad_character"),
    ("क\u093f\u093f\u093f", "bad_character"), ("ɑɖa", "bad_character"), ("שלום", "bad_character"),
    ("Adа", "mixed_scripts"), ("Αda", "mixed_scripts"), ("ЗdraV", "mixed_scripts"), ("Admin",
    "reserved"), ("ADM1N", "reserved"), ("The Admin", "reserved"), ("admin99", "reserved"),
    ("a-d-m-i-n", "reserved"), ("Ádmín", "reserved"), ("Ａｄｍｉｎ", "reserved"), ("Ada Moderator",
    "reserved"), ("clerk", "reserved"), ("A member", "reserved"), ("Un miembro", "reserved"),
    ("Teller 2", "reserved"), ("You", "reserved"), ("fuck", "not_nice"), ("F.U.C.K", "not_nice"),
    ("fuuuckk", "not_nice"), ("xXfuckXx", "not_nice"), ("sh1t", "not_nice"), ("Mr 5hit",
    "not_nice"), ("cabrón", "not_nice"), ("n1gg3r", "not_nice"), ("rape 99", "not_nice"),
]  # fmt: skip
ALIKE = [
    ("paypal", "раураl"), ("Ada", "ADA"), ("Ada", "Áda"), ("Ada Lovelace", "AdaLovelace"), ("Iarry",
    "larry"), ("B0B", "Bob"), ("Modem", "Modern"), ("VVill", "Will"), ("Вова", "вова"), ("ΑΝΝΑ",
    "ANNA"), ("coco", "сосо"), ("Ada", "A.d.a"), ("Søren", "Soren"),
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_a_persons_name_is_taken_as_it_is(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(("name", "code"), BAD)
def test_what_is_no_name_is_refused_with_its_reason(name: str, code: str) -> None:
    with pytest.raises(BadName) as refusal:
        clean_name(name)
    assert refusal.value.code == code
    assert str(refusal.value.message).endswith(".")


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton_of(one) == skeleton_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Eda"), ("Ana", "Anna"), ("Людмила", "Ludmila"), ("子", "孑")]
)
def test_names_that_look_different_have_two(one: str, other: str) -> None:
    assert skeleton_of(one) != skeleton_of(other)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_house_players_names_are_the_houses_in_every_language(language: str) -> None:
    with translation.override(language):
        names = [translation.gettext(player.name) for player in HOUSE_PLAYERS]
    for name in names:
        for text in (name, name.upper(), name.removeprefix("The ").removeprefix("El ") + " 3"):
            with pytest.raises(BadName) as refusal:
                clean_name(text)
            assert refusal.value.code in ("reserved", "too_long")


def test_spaces_are_single_and_a_curly_apostrophe_is_straight() -> None:
    assert clean_name("  Ada \u00a0  O’Neill\t") == "Ada O'Neill"


def test_a_guests_name_keeps_the_rules() -> None:
    for _ in range(300):
        name = make_guest_name(1_000)
        assert clean_name(name) == name


@given(st.text(max_size=60))
def test_whatever_is_taken_keeps_its_promises(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert SHORTEST <= len(name) <= LONGEST
    assert clean_name(name) == name
    assert all(unicodedata.category(character)[0] in "LMNPZ" for character in name)
    assert not set(name) & set('<>&"=+@/\\\r\n\0')
    assert skeleton_of(name)
    assert skeleton_of(skeleton_of(name)) == skeleton_of(name)


@given(st.text("aábcіΑο01lI -.", min_size=2, max_size=24))
def test_a_name_and_its_tidy_spelling_have_one_skeleton(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert skeleton_of(name) == skeleton_of(name.upper().lower()) or not name.isascii()
