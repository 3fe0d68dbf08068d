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
    "home_safe": _("Sends a card home that nothing will need."),
    "home_opens": _("Sends a card home and opens a vacancy in the Privy Council."),
    "home_shows": _("Sends a card home and lays bare one that others can join."),
    "home": _("Sends a card home that is of little more use in the Privy Council."),
    "build_follow": _("Builds a card that another can follow at once."),
    "build_low": _("Builds a card that will soon go home."),
    "build": _("Builds a card and brings new ones up."),
    "fill_low": _("Fills the vacancy with a low card, which will soon go home and open it again."),
    "fill_high": _("Fills the vacancy with a high card, which has nowhere else to go and can take many."),
    "fill_follow": _("Fills the vacancy with a card that another can follow at once."),
    "fill_placed": _("Brings up a card that has a place to go to."),
    "fill_variety": _("Brings up a card unlike those in the House of Lords."),
    "fill": _("Brings up the card that is the least in the way."),
    "shift_opens": _("Empties a pile, and so opens a vacancy in the Privy Council."),
    "shift_home": _("Lays bare a card that can go home."),
    "cover_opens": _("Builds below the Privy Council and opens a vacancy for another card."),
    "cover": _("Builds below the Privy Council, where the card is in nobody's way for long."),
    "waste": _("Takes the top of the waste back into the game."),
    "turn": _("Nothing on the table is better than a look at the next card."),
}
"""Why a hint is given."""
