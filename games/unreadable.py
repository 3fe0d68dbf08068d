"""Why a text means nothing, in the visitor's language: a whole sentence for each code of the engine."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import BadText, UnreadableRecord

TEXTS: dict[str, Promise] = {
    "bad_seed": _("A seed is 1 to 64 letters, digits or dashes."),
    "no_card": _("%(card)s is no card of the pack: ranks are 23456789TJ, suits CDHS, as in TD."),
    "not_80": _("A deal has 80 cards; their number here is %(found)d."),
    "not_twice": _("Every card is there twice, %(card)s is not."),
    "text_too_long": _("The text is longer than %(most)d characters: keep one game and no more."),
    "no_header": _('A header is like [Player "Ada"], one a line, with \\ before a " or \\ within the value.'),
    "bad_value": _("The value of %(name)s is longer than %(most)d or has control characters."),
    "header_after_moves": _("A header stands after moves: headers come first, one game a text."),
    "second_header": _("There is a second %(name)s header: keep one."),
    "too_many_headers": _("There are more than %(most)d unknown headers."),
    "not_a_move": _("%(move)s is no move: moves look like c2a1, a1f, wb4 or s."),
    "too_many_moves": _("A game has at most %(most)d moves."),
    "no_number": _("%(name)s is a number, not %(value)s."),
    "another_game": _("This is a record of another game; British Constitution is played here."),
    "no_variant": _('Add the header [Variant "standard"] or [Variant "cadogan"].'),
    "other_variant": _("The record’s variant is %(name)s: leave --variant out."),
    "no_deal": _("Say which deal it is by one header: Seed, Deal (80 cards) or Slug."),
    "bad_slug": _("A slug looks like 2026-11-29-standard."),
    "slug_only": _("A record with a Slug holds no cards: put Seed or Deal in its place."),
    "cut_short": _("Moves says %(said)s, counted are %(found)d: the text is cut or altered."),
    "no_utf8": _("The file is no UTF-8 text."),
}


def text_in_words(error: BadText) -> str:
    """Give the sentence for a text that means nothing, with the line of a record that it is in."""
    why = str(TEXTS[error.code]) % error.values
    if not isinstance(error, UnreadableRecord):
        return why
    return gettext("Line %(line)d: %(why)s") % {"line": error.line, "why": why}
