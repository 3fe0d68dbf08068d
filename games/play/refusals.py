"""The engine's reasons in the visitor's language: one whole sentence for each reason code."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import MoveError

REASONS: dict[str, Promise] = {
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


def reason_in_words(error: MoveError) -> Promise:
    """Give the sentence for a move that was refused."""
    return REASONS[error.reason_code]
