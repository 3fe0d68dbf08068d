"""Names of players: what may be one, and which two look alike.

The law: pure text in, text out; no database, no settings. A name is kept as `clean_name` gives it and is
unique by its `skeleton_of`, so that nobody can pass for another by a letter that only looks the same.

Letters that look alike are those of Unicode's confusables.txt (UTS #39), as far as they are letters of
the scripts taken here and look like one of ours; two signs for one ("rn" for m) are added. A library for
the whole table would be a megabyte of data for scripts that are refused anyway.
"""

import re
import unicodedata
from itertools import groupby

from django.utils.translation import gettext_lazy as _

from games.engine.house import HOUSE_PLAYERS

SHORTEST, LONGEST = 2, 24
SIGNS = " -'._"
# By the first word of Unicode's name of a letter. Scripts written from right to left would turn what stands
# beside them on a board; they are not taken before every place that shows a name isolates it.
SCRIPTS = frozenset(
    "LATIN GREEK CYRILLIC ARMENIAN GEORGIAN DEVANAGARI THAI HANGUL CJK HIRAGANA KATAKANA".split()
)
TOGETHER = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}))
PHONETIC = re.compile(
    "[\u0250-\u02ff\u1d00-\u1dbf\u2c60-\u2c7f\ua640-\ua7ff\uab30-\uab6f\U00030000-\U0010ffff]"
)
# Each pair: a letter, and the one of ours it looks like. Where the small letter looks like none of ours but
# its capital does (в, В), it goes with its capital, so that case makes no difference.
LOOKALIKES = (
    "ıi ɩi ƍg ƽs ƶz ƚl øo đd łl ħh ŧt ſs Ɩl ǀl Ʀr Ƨs Ƽs Ȣo ȣo Ƅb ƅb "  # Latin
    "αa βb εe ιi κk μm οo σo ςc ρp τt υu νv γy χx ϳj "
    "ΑA ΒB ΕE ϜF ΗH ΙI ͿJ ΚK ΜM ϺM ΝN ΟO ΡP ΤT ΧX ΥY ΖZ "  # Greek
    "аa вb сc ԁd еe ҽe ԍg нh һh іi ӏi јj кk мm оo рp ԛq гr ѕs тt ѵv ѡw ԝw хx уy үy зe бb "
    "АA ВB СC ЕE ԌG НH ІI ӀI ЈJ КK МM ОO РP ЅS ТT ѴV ԜW ХX УY ҮY ЗE Ьb ьb "  # Cyrillic
    "քf ցg հh ոn ռn օo գq զq սu աw ՕO ՏS ՍU ჿo ყy"  # Armenian, Georgian
)
LOOKALIKE_LETTERS = str.maketrans({pair[0]: pair[1] for pair in LOOKALIKES.split()})
# Taken for each other at a glance, in either case.
FOLDED = str.maketrans({"0": "o", "1": "l", "i": "l"})
LEET = str.maketrans("345789", "eastbg")

# No name is one of these, whatever articles stand before and numbers behind it.
RESERVED = (
    *"admin administrator administrador moderator moderador mod curator curador clerk secretario".split(),
    *"system sistema staff support soporte root official oficial security guest invitado anonymous".split(),
    *"anónimo nobody nadie everyone everybody player jugador you me null none undefined deleted host".split(),
    *"owner webmaster postmaster bot robot member miembro house Cámara Division Votación".split(),
    *("former member", "antiguo miembro", "house player", "jugador de la Cámara"),
    *("Daily Constitutional", "Constitutional", "presidente"),
    # The house players in Spanish; in English they are the engine's.
    *("curioso en la tribuna", "ujier", "diputado de a pie", "escrutador", "independiente"),
    *("jefe de filas", "macero", "Vara Negra", "presidente de la Cámara", "decano de la Cámara"),
)
# No name may have one of these among its words.
OFFICIAL = frozenset(
    "admin administrator administrador moderator moderador curator curador staff sysadmin webmaster".split()
)
ARTICLES = frozenset("the a an el la los las un una".split())
# Never part of a name, whatever stands around them; and those that are harmless inside longer words.
FOUL = (
    "fuck nigger nigga faggot wanker bitch whore hitler gilipollas maricon hijoputa hijodeputa cabron".split()
)
FOUL_WORDS = (
    "cunt shit rape rapist nazi slut twat fag paki tranny puta puto mierda zorra polla sudaca".split()
)


class BadName(ValueError):
    """A text that cannot be a name: `code` for machines, `message` for people."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = WHY_NOT[code]


WHY_NOT = {
    "too_short": _("A name has at least 2 characters."),
    "too_long": _("A name has at most 24 characters."),
    "bad_character": _(
        "A name has letters, digits, and single spaces, dashes, dots and apostrophes between them."
    ),
    "bad_end": _("A name begins and ends with a letter or a digit."),
    "no_letter": _("A name has at least one letter."),
    "mixed_scripts": _("A name keeps to the letters of one script."),
    "reserved": _("This name is kept for the house; choose another."),
    "not_nice": _("Please choose a friendlier name."),
    "taken": _("Somebody has this name, or one that looks like it."),
}


def clean_name(text: str) -> str:
    """Give a name as it is kept: NFKC, single spaces; 2 to 24 characters. Raises `BadName`."""
    # One character may become 18 by NFKC; nothing of this length can be a name.
    if len(text) > 10 * LONGEST:
        raise BadName("too_long")
    name = " ".join(unicodedata.normalize("NFKC", text).replace("’", "'").split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName("too_short" if len(name) < SHORTEST else "too_long")
    _check_characters(name)
    _check_scripts(name)
    _check_words(name)
    return name


def skeleton_of(name: str) -> str:
    """Give the spelling by which a name is unique: alike for names that look alike, whatever case and signs.

    A Greek or Cyrillic letter whose two cases look like two letters of ours goes by its look.
    """
    return "".join(_look(name).split()).translate(FOLDED).replace("rn", "m").replace("vv", "w")


def _check_characters(name: str) -> None:
    for index, character in enumerate(name):
        before = name[index - 1] if index else " "
        category = unicodedata.category(character)
        is_ours = _script_of(character) in SCRIPTS
        # A mark belongs to the letter before it; a heap of them climbs over the rows of a board.
        is_heap = all(unicodedata.category(c)[0] in "MPZ" for c in " " + name[max(0, index - 2) : index])
        if not (
            (is_ours and category[0] == "L")
            or (is_ours and category in ("Mn", "Mc") and not is_heap and before not in SIGNS)
            or (character.isascii() and character.isdigit())
            or (character in SIGNS and (before not in SIGNS or before == "." != character))
        ):
            raise BadName("bad_character")
    if name[0] in SIGNS or name[-1] in " -_":
        raise BadName("bad_end")
    if not any(character.isalpha() for character in name):
        raise BadName("no_letter")


def _script_of(character: str) -> str:
    """Give a letter's script: the first word of its Unicode name; letters for phonetics have none."""
    return "" if PHONETIC.match(character) else re.split("[ -]", unicodedata.name(character, ""))[0]


def _check_scripts(name: str) -> None:
    scripts = frozenset(
        _script_of(character) for character in name if unicodedata.category(character)[0] in "LM"
    )
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        raise BadName("mixed_scripts")


def _check_words(name: str) -> None:
    words = [word.strip("0123456789") or word for word in _look(name).split()]
    if {_bare(name), skeleton_of(name)} & _RESERVED or any(_fold(word) in _OFFICIAL for word in words):
        raise BadName("reserved")
    plain = [_fold(word) for word in (*words, *_look(name).split())]
    if _FOUL.search(_fold("".join(_look(name).split()))) or any(map(_FOUL_WORD.fullmatch, plain)):
        raise BadName("not_nice")


def _look(name: str) -> str:
    """Give a name in the letters it looks like: small, without accents, with spaces for signs."""
    letters = unicodedata.normalize("NFD", name.translate(LOOKALIKE_LETTERS))
    letters = "".join(letter for letter in letters if not "\u0300" <= letter <= "\u036f")
    letters = letters.translate(LOOKALIKE_LETTERS).casefold().translate(LOOKALIKE_LETTERS)
    return "".join(" " if letter in SIGNS else letter for letter in letters)


def _fold(word: str) -> str:
    """Give a word with the digits read as the letters they are written for."""
    return word.translate(FOLDED).translate(LEET)


def _bare(name: str) -> str:
    """Give the skeleton of a name without its articles and without a number behind it."""
    words = [word for word in _look(name).split() if word not in ARTICLES]
    return skeleton_of("".join(words).rstrip("0123456789"))


def _pattern(word: str) -> str:
    """Give a pattern of a word in which each letter may be doubled, but not fewer than it is."""
    runs = [(letter, len(list(run))) for letter, run in groupby(_fold(word))]
    return "".join(f"{re.escape(letter)}{{{count},}}" for letter, count in runs)


_RESERVED = frozenset(_bare(name) for name in (*RESERVED, *(player.name for player in HOUSE_PLAYERS)))
_OFFICIAL = frozenset(map(_fold, OFFICIAL))
_FOUL = re.compile("|".join(map(_pattern, FOUL)))
_FOUL_WORD = re.compile("|".join(f"{_pattern(word)}s?" for word in FOUL_WORDS))
