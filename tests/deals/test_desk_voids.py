"""Void and replace while people play: games go on as practice, the replacement opens the same day."""

import datetime as dt
from typing import Any

import pytest
import time_machine

from games import clock
from games.deals import desk
from games.deals.models import Deal
from games.play import hall, selectors
from games.play.models import Attempt
from leaderboard.counts import counts_of
from tests.deals.ground import CLARA, candidate
from tests.guests import Guest, end_attempt, in_db, line_of, store_moves

pytestmark = pytest.mark.django_db(transaction=True)
REASON = "The card 7S lay in the pack three times. <b>Sorry!</b>"


async def void(deal: Deal, *, replace: bool = False) -> Deal | None:
    """Void a deal as the desk does, and let the web process take notice as it does every second."""
    new = await in_db(desk.void_deal)(deal=deal, reason=REASON, by=CLARA, replace=replace)
    await hall.current().hear_of_voids(await in_db(selectors.newly_void)(clock.now()))
    return new


async def test_a_running_game_goes_on_as_practice_after_a_fresh_position(
    standard_day: Deal, guest: Guest
) -> None:
    attempt = await in_db(guest.start)(standard_day.slug)
    line = line_of("standard", standard_day.seed, 12)
    async with guest.sit(attempt) as seat:
        await seat.play(line[:8])
        await void(standard_day)
        position = await seat.hear("position")
        assert position["ranked"] is False
        assert position["rev"] == 8
        assert position["moves"] == line[:8]
        assert position["undo"] is True
        assert (await seat.move(9, line[8]))["type"] == "moved"
        for rev in range(10, 19):  # unlimited undo, back over what showed the stock
            await seat.send(type="undo", rev=rev)
            assert (await seat.hear("undone", "rejected"))["type"] == "undone"
        await seat.send(type="hint")
        assert (await seat.hear("hint"))["type"] == "hint"


async def test_a_game_under_way_is_told_once_does_not_expire_and_ends_without_a_place(
    standard_day: Deal, guest: Guest, noon: time_machine.Traveller
) -> None:
    attempt = await in_db(guest.start)(standard_day.slug)
    async with guest.sit(attempt) as seat:
        await void(standard_day)
        await seat.hear("position")
        await hall.current().hear_of_voids({standard_day.pk})
        assert await seat.hear_until_pong() == []
        noon.shift(dt.timedelta(days=2))
        await hall.current().expire_overdue()
        answer = await seat.move(1, line_of("standard", standard_day.seed, 1)[0])
        assert answer["type"] == "moved"
        ended = await seat.concede(2)
    assert (ended["place"], ended["would_be"]) == (None, None)


async def test_a_table_that_is_opened_after_the_void_is_practice_at_once(
    standard_day: Deal, guest: Guest
) -> None:
    attempt = await in_db(guest.start)(standard_day.slug)
    await void(standard_day)
    async with guest.sit(attempt, synced=False) as seat:
        assert (await seat.sync())["ranked"] is False


def void_now(deal: Deal, *, replace: bool = False) -> Deal | None:
    return desk.void_deal(deal=deal, reason=REASON, by=CLARA, replace=replace)


def test_a_game_that_ended_before_the_void_can_still_be_looked_at(standard_day: Deal, guest: Guest) -> None:
    """What was lost as a ranked game would not be over by the rules of practice."""
    attempt = Attempt.objects.get(pk=guest.start(standard_day.slug))
    game = selectors.game_of(attempt)
    end_attempt(attempt.pk, "lost", ended_at=attempt.started_at + dt.timedelta(seconds=3), seconds=3)
    void_now(standard_day)
    attempt = Attempt.objects.select_related("deal").get(pk=attempt.pk)
    assert game.status == "playing"
    assert selectors.game_of(attempt).status == "lost"
    assert guest.client.get(f"/games/{attempt.pk}/").status_code == 200
    assert guest.get(f"attempts/{attempt.pk}/replay").status_code == 200


def test_a_void_deal_has_no_standings(standard_day: Deal, guest: Guest, stranger: Guest) -> None:
    for player in (guest, stranger):
        store_moves(player.start(standard_day.slug), line_of("standard", standard_day.seed, 5))
    assert counts_of(standard_day.pk).players == 2
    void_now(standard_day)
    assert counts_of(standard_day.pk).players == 0


def test_starting_on_a_void_deal_is_gone_with_the_reason(standard_day: Deal, guest: Guest) -> None:
    guest.start(standard_day.slug)
    void_now(standard_day)
    for body in ({}, {"practice": True}):
        answer = guest.post(f"deals/{standard_day.slug}/attempts", body)
        assert answer.status_code == 410
        assert answer.json()["code"] == "void"
        assert REASON in answer.json()["detail"]


def test_the_reason_stands_on_landing_board_table_and_result_and_is_only_text(
    standard_day: Deal, guest: Guest
) -> None:
    attempt = guest.start(standard_day.slug)
    void_now(standard_day)
    for path in (
        "/",
        f"/boards/{standard_day.slug}/",
        f"/games/{attempt}/",
        f"/play/{attempt}/",
        "/commitments/",
    ):
        page = guest.client.get(path).content.decode()
        assert "lay in the pack three times" in page, path
        assert "<b>Sorry!</b>" not in page, path


def states(guest: Guest) -> dict[str, str]:
    return {deal["slug"]: deal["state"] for deal in guest.get("deals/today").json()}


def test_a_replacement_opens_the_same_day_beside_the_void_deal(
    standard_day: Deal, guest: Guest, stranger: Guest
) -> None:
    first = guest.start(standard_day.slug)
    candidate()
    new = void_now(standard_day, replace=True)
    assert new is not None
    assert new.slug == f"{standard_day.slug}-2"
    today = states(guest)
    assert today[standard_day.slug or ""] == "void"
    assert today[new.slug] == "open"
    again = guest.start(new.slug)
    assert again != first
    assert Attempt.objects.get(pk=again).counts
    assert not Attempt.objects.get(pk=first).counts
    page = stranger.client.get("/").content.decode()
    assert f'data-start="{new.slug}"' in page


def test_without_a_candidate_a_replacement_is_drawn_and_can_itself_be_voided(standard_day: Deal) -> None:
    second = void_now(standard_day, replace=True)
    assert second is not None
    third = void_now(second, replace=True)
    assert third is not None
    assert (third.slug or "").endswith("-3")


def test_a_replacement_opens_once_and_only_today(
    standard_day: Deal, cadogan_day: Deal, noon: time_machine.Traveller
) -> None:
    void_now(standard_day, replace=True)
    void_now(cadogan_day)
    with pytest.raises(desk.Refused):
        desk.replace_deal(deal=standard_day, by=CLARA)
    noon.shift(dt.timedelta(days=1))
    with pytest.raises(desk.Refused):
        desk.replace_deal(deal=cadogan_day, by=CLARA)


def test_nobody_makes_another_deal_for_a_day_whose_deal_is_void(standard_day: Deal, guest: Guest) -> None:
    void_now(standard_day)
    assert states(guest)[standard_day.slug or ""] == "void"
    assert Deal.objects.filter(date=standard_day.date, variant="standard").count() == 1


def test_the_seed_of_a_void_deal_opens_with_the_others(
    standard_day: Deal, guest: Guest, noon: time_machine.Traveller
) -> None:
    void_now(standard_day)

    def seed() -> Any:
        return guest.get(f"deals/{standard_day.slug}").json()["seed"]

    assert seed() is None
    noon.shift(dt.timedelta(hours=14, seconds=1))
    assert seed() == standard_day.seed
