"""The desk: what curators may do to days to come, and what it leaves behind."""

import datetime as dt

import pytest

from games import clock
from games.deals import calendar, clerk, desk, selectors, services
from games.deals.desk import Refused
from games.deals.models import AuditEntry, Deal
from tests.deals.ground import CLARA, candidate, days_from_now, drawn, published

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("far_ahead")]


def refusal(**wish: object) -> str:
    """Give the code with which scheduling is refused."""
    with pytest.raises(Refused) as refused:
        desk.schedule_deals(by=CLARA, **wish)
    assert str(refused.value.words)
    return refused.value.code


# --- scheduling ---------------------------------------------------------------------------------


def test_a_certified_candidate_is_scheduled_for_a_date_to_come() -> None:
    deal = candidate()
    desk.schedule_deals(places=[(deal, days_from_now(3))], by=CLARA)
    deal.refresh_from_db()
    assert deal.date == days_from_now(3)
    assert deal.slug == "2099-03-08-standard"
    assert deal.published_at is not None


@pytest.mark.parametrize("days", [0, -1, -400])
def test_nothing_is_scheduled_for_today_or_the_past(days: int) -> None:
    assert refusal(places=[(candidate(), days_from_now(days))]) == "past"


def test_nothing_is_scheduled_before_the_first_day(settings: object) -> None:
    settings.FIRST_DAY = days_from_now(10)
    assert refusal(places=[(candidate(), days_from_now(5))]) == "past"


def test_a_deal_that_is_not_certified_as_winnable_is_not_scheduled() -> None:
    for deal in (drawn(), candidate(verdict="unwinnable"), candidate(verdict="unknown")):
        assert refusal(places=[(deal, days_from_now(1))]) == "uncertified"


def test_a_deal_of_the_practice_pool_is_not_scheduled_even_if_it_went_there_a_moment_ago() -> None:
    stale = candidate()
    Deal.objects.filter(pk=stale.pk).update(in_pool=True)
    assert refusal(places=[(Deal.objects.get(pk=stale.pk), days_from_now(1))]) == "taken"
    with pytest.raises(services.NotACandidate):
        services.publish_deal(deal=stale, date=days_from_now(1))


def test_a_date_that_has_a_deal_takes_no_second_one_of_the_same_rules() -> None:
    published(2)
    assert refusal(places=[(candidate(), days_from_now(2))]) == "taken"
    desk.schedule_deals(places=[(candidate("cadogan"), days_from_now(2))], by=CLARA)


def test_a_deal_that_has_a_date_gets_no_second_one() -> None:
    assert refusal(places=[(published(2), days_from_now(3))]) == "taken"


def test_many_are_scheduled_all_or_none() -> None:
    published(2)
    pairs = [(candidate(), days_from_now(days)) for days in (1, 2, 3)]
    assert refusal(places=pairs) == "taken"
    assert Deal.objects.filter(date__isnull=False).count() == 1
    fresh = [(Deal.objects.get(pk=deal.pk), date) for deal, date in pairs]
    desk.schedule_deals(places=[fresh[0], fresh[2]], by=CLARA)
    assert Deal.objects.filter(date__isnull=False).count() == 3


def test_a_typed_in_seed_never_becomes_a_candidate() -> None:
    """Practice by a typed seed leaves no row of deals, and nothing at the desk makes one from a text."""
    from tests.guests import Guest

    before = Deal.objects.count()
    Guest().practise(seed="my-own-seed")
    assert Deal.objects.count() == before


# --- swapping and withdrawing -------------------------------------------------------------------


def test_a_withdrawn_deal_leaves_the_date_open_and_its_promise_in_the_list() -> None:
    deal = published(2)
    desk.withdraw_deal(deal=deal, by=CLARA)
    assert not Deal.objects.filter(date=days_from_now(2), withdrawn_at=None).exists()
    assert deal.commitment in {promised.commitment for promised in selectors.commitments(clock.now())}


def test_a_withdrawn_deal_is_found_by_nobody_and_never_scheduled_again() -> None:
    deal = published(2)
    desk.withdraw_deal(deal=deal, by=CLARA)
    assert selectors.find_deal(deal.slug or "", clock.now() + dt.timedelta(days=9)) is None
    assert refusal(places=[(deal, days_from_now(5))]) == "taken"
    with pytest.raises(Refused):
        desk.withdraw_deal(deal=deal, by=CLARA)


def test_the_clerk_fills_what_was_withdrawn_with_another_seed() -> None:
    deal = published(1)
    desk.withdraw_deal(deal=deal, by=CLARA)
    other = candidate(grade=calendar.wanted_grade(days_from_now(1)))
    published(0)
    published(0, "cadogan")
    assert clerk.fill_calendar()
    other.refresh_from_db()
    assert other.date == days_from_now(1)


def test_a_swap_leaves_both_promises_and_hands_the_slug_on() -> None:
    deal, other = published(4), candidate()
    desk.swap_deal(deal=deal, candidate=other, by=CLARA)
    other.refresh_from_db()
    assert (other.date, other.slug) == (deal.date, "2099-03-09-standard")
    promises = [d.commitment for d in selectors.commitments(clock.now())]
    assert promises == [deal.commitment, other.commitment]


def test_a_swap_that_fails_withdraws_nothing() -> None:
    deal = published(4)
    for wrong in (candidate("cadogan"), published(6)):
        with pytest.raises(Refused):
            desk.swap_deal(deal=deal, candidate=wrong, by=CLARA)
    deal.refresh_from_db()
    assert deal.withdrawn_at is None


def test_what_was_swapped_can_be_swapped_again() -> None:
    deal = published(4)
    for _n in range(3):
        other = candidate()
        desk.swap_deal(deal=deal, candidate=other, by=CLARA)
        deal = Deal.objects.get(pk=other.pk)
    assert Deal.objects.filter(slug="2099-03-09-standard").count() == 4
    assert Deal.objects.filter(slug="2099-03-09-standard", withdrawn_at=None).get() == deal


# --- words --------------------------------------------------------------------------------------


def test_title_and_note_are_free_until_the_date_begins() -> None:
    deal = published(1)
    desk.describe_deal(deal=deal, title=" The first ", note="Be brave.", by=CLARA)
    desk.describe_deal(deal=deal, title="The second", note="", by=CLARA)
    deal.refresh_from_db()
    assert (deal.title, deal.note) == ("The second", "")


def test_drawing_makes_candidates_of_the_servers_own_seeds_and_no_more_than_twenty() -> None:
    drawn = desk.draw_candidates(variant="cadogan", count=500, by=CLARA)
    assert len(drawn) == desk.MAX_DRAWN == len({deal.seed for deal in drawn})
    assert all(len(deal.seed) == 40 and deal.variant == "cadogan" and deal.date is None for deal in drawn)


# --- the log ------------------------------------------------------------------------------------


def test_every_deed_of_the_desk_is_in_the_log_with_who_what_before_after_and_from_where_but_no_seed() -> None:
    deal, other = candidate(), candidate()
    desk.schedule_deals(places=[(deal, days_from_now(3))], by=CLARA)
    deal.refresh_from_db()
    desk.describe_deal(deal=deal, title="A title", note="", by=CLARA)
    desk.swap_deal(deal=deal, candidate=other, by=CLARA)
    entries = list(AuditEntry.objects.order_by("pk"))
    assert [entry.action for entry in entries] == ["published", "described", "withdrew", "published"]
    assert {(entry.user_id, entry.who, entry.address) for entry in entries} == {(1, "clara", "192.0.2.7")}
    described = entries[1]
    assert "title" not in described.before
    assert described.after["title"] == "A title"
    assert described.subject == "2099-03-08-standard"
    assert "withdrawn" in entries[2].after
    texts = " ".join(f"{entry.subject} {entry.before} {entry.after}" for entry in entries)
    assert not {seed for seed in (deal.seed, other.seed) if seed in texts}


def test_a_refused_deed_leaves_no_entry() -> None:
    published(2)
    before = AuditEntry.objects.count()
    refusal(places=[(candidate(), days_from_now(1)), (candidate(), days_from_now(2))])
    assert AuditEntry.objects.count() == before
