"""Why a hint is given, in the visitor's language: a sentence for each of the engine's reason codes."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

HINT_WORDS: dict[str, Promise] = {
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
