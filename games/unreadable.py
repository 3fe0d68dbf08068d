"""Why a text means nothing to the engine, in the visitor's language."""

from django.utils.translation import gettext

from games.engine import BadText, UnreadableRecord
from games.engine.words import TEXTS


def text_in_words(error: BadText) -> str:
    """Give the sentence for a text that means nothing, with the line of a record that it is in."""
    why = gettext(TEXTS[error.code]) % error.values
    if not isinstance(error, UnreadableRecord):
        return why
    return gettext("Line %(line)d: %(why)s") % {"line": error.line, "why": why}
