"""Everything the engine says to people: one whole sentence for each code.

Law: only words live here, and a code is never reused. The engine speaks English; the sentences are marked,
so that whoever shows them can translate them (the site does, by gettext).
"""


def mark(words: str) -> str:
    """Give the words as they are; translators find them by this."""
    return words


_ = mark

REFUSALS: dict[str, str] = {
    "not_a_move": _("This is no move."),
    "vacancy_first": _("A vacancy waits: fill it first, from the row below it."),
    "fill_from_row_below": _("The vacancy takes a card of the row immediately below only."),
    "no_card_there": _("There is no card to move at that place."),
    "home_from_row_1": _("Only the Privy Council sends cards home."),
    "not_next_at_home": _("No foundation of its suit waits for that card."),
    "wrong_row": _("A card never moves between these two rows."),
    "within_row": _("A card never moves within this row."),
    "one_card_a_seat": _("This row holds one card a seat and is never built on."),
    "stays_open": _("That seat is empty and stays open: no card is ever moved into it."),
    "wrong_rank": _("A card goes onto a card exactly one rank higher."),
    "same_colour": _("A card goes onto a card of the other colour."),
    "no_turning": _("Stock cards come by themselves here; there is nothing to turn."),
    "waste_to_row_4": _("The top of the waste goes to the People only."),
    "stock_empty": _("The stock is empty."),
}
"""Why a move is refused, by `MoveError.reason_code`."""

TEXTS: dict[str, str] = {
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
"""Why a text means nothing, by `BadText.code`, with the names of the values in it."""

HINTS: dict[str, str] = {
    "only_move": _("It is the only move that leads on."),
    "home_safe": _("Nothing will need it any more."),
    "home_opens": _("That opens a vacancy in the Privy Council."),
    "home_shows": _("That lays bare a card that others can join."),
    "home": _("It is of little more use in the Privy Council."),
    "build_follow": _("Another can follow it at once."),
    "build_low": _("It will soon go home from there."),
    "build": _("That brings new cards up."),
    "fill_low": _("A low card: it will soon go home and open the seat again."),
    "fill_high": _("A high card: it has nowhere else to go and can take many."),
    "fill_follow": _("Another can follow it at once."),
    "fill_placed": _("It has a place to go to from there."),
    "fill_variety": _("The Lords have no card like it: the more variety there, the more builds."),
    "fill": _("It is the least in the way there."),
    "shift_opens": _("That empties a pile, and so opens a vacancy in the Privy Council."),
    "shift_home": _("That lays bare a card that can go home."),
    "cover_opens": _("That opens a vacancy for another card."),
    "cover": _("There it is in nobody’s way for long."),
    "waste": _("That brings it back into the game."),
    "turn": _("Nothing on the table is better than a look at the next card."),
}
"""Why a hint is given, by `Hint.reason`."""
