"""What play says to whoever listens, without knowing who does.

One signal, one receiver (a test counts). `kind` is:

* ``started``: a ranked attempt began;
* ``progressed``: an event of a ranked attempt was committed;
* ``ended``: the commit that ended a ranked attempt is done (also asked again by a page that comes
  later); the receiver gets `attempt_id` as well and answers with `EndedPlaces`;
* ``watched``: somebody new looks at a deal's table.

All come with `deal_id` and `slug`. The receiver must not block: "progressed" is said for every
move, on the event loop. For "started" and "ended" it is called in a database thread.
"""

from typing import Any, NamedTuple

from django.dispatch import Signal


class EndedPlaces(NamedTuple):
    """The place an ended attempt took, or would take with an account."""

    place: int | None
    would_be: int | None


NO_PLACES = EndedPlaces(None, None)

attempt_news = Signal()


def announce_ended(*, deal_id: int | None, slug: str | None, attempt_id: str) -> EndedPlaces:
    """Say that a ranked attempt has ended; gives its places, as the listener knows them."""
    answers = attempt_news.send(sender=None, kind="ended", deal_id=deal_id, slug=slug, attempt_id=attempt_id)
    places: list[Any] = [answer for _receiver, answer in answers if isinstance(answer, EndedPlaces)]
    return places[0] if places else NO_PLACES
