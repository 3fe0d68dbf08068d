"""What the tests of the desk stand on: candidates with a certificate, hands, and two fixed days.

The database asks its own clock whether a date has begun. So what is live lies in a real past (`LIVE`),
and what is to come in a future that no machine reaches (`AHEAD`).
"""

import datetime as dt

from django.contrib.auth.models import Group

from games import clock, engine
from games.deals import services
from games.deals.audit import Hand
from games.deals.models import Certificate, Deal
from games.players.models import User

LIVE = dt.datetime(2026, 3, 5, 12, tzinfo=dt.UTC)
AHEAD = dt.datetime(2099, 3, 5, 12, tzinfo=dt.UTC)
CLARA = Hand(1, "clara", "192.0.2.7")


def certified(
    deal: Deal, *, grade: str = "fair", verdict: str = "won", line: str = "", par: str = "perfect"
) -> Certificate:
    """Give a certificate, not saved, without solving anything."""
    rates = {"rate": 0.5, "rate_low": 0.4, "rate_high": 0.6}
    work = {"engine_version": engine.VERSION, "nodes": 1, "seconds": 0.0, "made_at": clock.now()}
    return Certificate(deal=deal, verdict=verdict, line=line, par=par, grade=grade, **rates, **work)


def certify(deal: Deal, **words: str) -> Deal:
    """Give a deal such a certificate."""
    certified(deal, **words).save()
    return deal


def drawn(variant: str = "standard") -> Deal:
    """Give a deal that waits for its certificate."""
    deal = services.draw_deal(variant=variant)
    deal.save()
    return deal


def candidate(variant: str = "standard", **words: str) -> Deal:
    """Give a candidate; it may be scheduled, unless its certificate says otherwise."""
    return certify(drawn(variant), **words)


def days_from_now(days: int) -> dt.date:
    return clock.today() + dt.timedelta(days=days)


def published(days: int, variant: str = "standard") -> Deal:
    """Give a certified deal that stands so many days from now."""
    return services.publish_deal(deal=candidate(variant), date=days_from_now(days))


def staff(name: str, *groups: str) -> User:
    """Give an account that may enter the admin, in some groups."""
    user = User.objects.create_user(name, password="a long password", is_staff=True)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user
