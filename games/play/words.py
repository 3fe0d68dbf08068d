"""The engine's codes in the visitor's language: one whole sentence for each."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.hint import Reason

REFUSALS: dict[str, Promise] = {
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

HINTS: dict[Reason, Promise] = {
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
    "fill_variety": _("It is unlike those in the House of Lords."),
    "fill": _("It is the least in the way there."),
    "shift_opens": _("That empties a pile, and so opens a vacancy in the Privy Council."),
    "shift_home": _("That lays bare a card that can go home."),
    "cover_opens": _("That opens a vacancy for another card."),
    "cover": _("There it is in nobody’s way for long."),
    "waste": _("That brings it back into the game."),
    "turn": _("Nothing on the table is better than a look at the next card."),
}
"""Why a hint is given."""
