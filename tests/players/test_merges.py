"""Logging in brings what a guest has played to the account, by the merge table row by row."""

import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from unittest import mock

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction
from django.test import Client

from games import clock
from games.deals import audit
from games.deals.audit import Hand
from games.deals.models import Deal
from games.play import database_thread, hall, selectors
from games.play.doorkeeper import Doorkeeper
from games.play.journal import Ending, Entry, commit
from games.play.models import Attempt
from games.play.seats import read_seat
from games.play.services import CannotStart, bring_attempts, start_on_deal, start_practice
from games.players.models import Player, User
from games.players.services import claim_guest, ensure_member
from tests.guests import NOON, Guest, at_once, end_attempt, in_db, seat_at
from tests.players.ground import PASSWORD, log_in

pytestmark = pytest.mark.django_db(transaction=True)


def came_as(attempt: str, member: Player) -> bool:
    """Say whether an attempt, which must have come to the account, came as a ranked one."""
    found = Attempt.objects.get(pk=attempt)
    assert found.player == member
    return found.ranked


def test_practice_moves_to_the_account_and_the_guest_goes(guest: Guest, member: Player) -> None:
    attempt = guest.practise()
    log_in(guest.client)
    assert not came_as(attempt, member)
    assert list(Player.objects.all()) == [member]


def test_a_ranked_game_whose_boards_are_closed_moves_as_ranked(
    guest: Guest, member: Player, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    attempt = guest.start(standard_day.slug)
    noon.move_to(NOON + dt.timedelta(hours=14, seconds=1))
    log_in(guest.client)
    assert came_as(attempt, member)


@pytest.mark.parametrize("hours", [0, 13])
def test_a_ranked_game_whose_boards_are_open_becomes_practice(
    guest: Guest, member: Player, standard_day: Deal, noon: time_machine.Traveller, hours: int
) -> None:
    attempt = guest.start(standard_day.slug)
    noon.shift(dt.timedelta(hours=hours))
    log_in(guest.client)
    assert not came_as(attempt, member)


def test_where_the_account_has_a_ranked_game_of_its_own_the_guests_becomes_practice(
    guest: Guest, member: Player, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    own = Attempt.objects.create(
        player=member, deal=standard_day, variant="standard", ranked=True, started_at=clock.now()
    )
    attempt = guest.start(standard_day.slug)
    noon.shift(dt.timedelta(days=2))
    log_in(guest.client)
    assert not came_as(attempt, member)
    assert came_as(own.pk, member)


def test_on_a_deal_that_the_account_has_seen_at_the_desk_it_becomes_practice(
    guest: Guest, member: Player, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    attempt = guest.start(standard_day.slug)
    audit.write_entry(by=Hand(member.user_id, "ada", ""), action="looked", deal=standard_day)
    noon.shift(dt.timedelta(days=2))
    log_in(guest.client)
    assert not came_as(attempt, member)


def test_an_account_that_never_played_takes_the_guest_over_as_a_new_one_does(
    guest: Guest, user: User, standard_day: Deal
) -> None:
    attempt = guest.start(standard_day.slug)
    player = guest.player
    log_in(guest.client)
    assert came_as(attempt, player)
    assert user.player == player


def test_a_deal_that_was_played_as_a_guest_can_only_be_practised_by_the_account(
    guest: Guest, member: Player, standard_day: Deal, cadogan_day: Deal
) -> None:
    guest.start(standard_day.slug)
    log_in(guest.client)
    seen = {deal["slug"]: deal["seen"] for deal in guest.get("deals/today").json()}
    assert seen == {standard_day.slug: "guest", cadogan_day.slug: None}
    page = guest.client.get("/").content.decode()
    assert "You have played this deal as a guest" in page
    assert f'data-start="{standard_day.slug}" data-practice' in page
    assert f'data-start="{cadogan_day.slug}">Take your seat' in page
    answer = guest.post(f"deals/{standard_day.slug}/attempts")
    assert (answer.status_code, answer.json()["code"]) == (409, "seen")
    assert "as a guest" in answer.json()["detail"]
    assert guest.post(f"deals/{cadogan_day.slug}/attempts").json()["ranked"]


def test_practice_that_came_from_a_guest_waits_for_the_accounts_own_ranked_game(
    guest: Guest, stranger: Guest, member: Player, standard_day: Deal
) -> None:
    log_in(stranger.client)
    own = stranger.start(standard_day.slug)
    brought = guest.start(standard_day.slug)
    log_in(guest.client)
    answer = guest.post(f"attempts/{brought}/practice", {"ply": 0})
    assert (answer.status_code, answer.json()["code"]) == (409, "unfinished")
    key = guest.client.session.session_key
    assert read_seat(key, brought)[1] is None
    assert read_seat(key, own)[1] is not None


def test_a_game_begun_while_its_guest_signs_up_takes_a_place_as_the_others_do(
    guest: Guest, user: User, standard_day: Deal
) -> None:
    guest.practise()
    before = guest.player
    log_in(guest.client)
    attempt, _is_new = start_on_deal(player=before, deal=standard_day, practice=False, now=clock.now())
    assert attempt.takes_place


@pytest.mark.parametrize("practice", [False, True])
def test_a_guest_that_has_just_gone_to_an_account_begins_nothing_and_is_told_why(
    guest: Guest, member: Player, standard_day: Deal, practice: bool
) -> None:
    guest.practise()
    before = guest.player
    log_in(guest.client)
    with pytest.raises(CannotStart, match="signed_in"):
        if practice:
            start_practice(player=before, variant="cadogan")
        else:
            start_on_deal(player=before, deal=standard_day, practice=False, now=clock.now())


@pytest.mark.parametrize("has_played", [False, True])
def test_a_login_that_comes_twice_at_once_brings_the_guest_once_and_fails_neither_time(
    guest: Guest, user: User, standard_day: Deal, has_played: bool
) -> None:
    if has_played:
        ensure_member(user=user)
    attempt = guest.start(standard_day.slug)
    before = guest.player
    log_in(guest.client)
    second = Client()
    with mock.patch("constitution_site.accounts.player_of_session", return_value=before):  # read before that
        log_in(second)
    assert "_auth_user_id" in second.session
    assert came_as(attempt, user.player) is not has_played
    assert not claim_guest(guest=before, user=user)


def test_a_new_account_waits_for_nobody_who_has_a_days_deal_in_hand(
    guest: Guest, user: User, standard_day: Deal
) -> None:
    guest.start(standard_day.slug)
    # SQLite has one writer at a time, whatever it writes.
    hand = transaction.atomic if connection.features.has_select_for_update else nullcontext
    with ThreadPoolExecutor(1) as pool, hand():
        Deal.objects.select_for_update().get(pk=standard_day.pk)  # as whoever voids it, or another login
        pool.submit(at_once, 1, lambda _: claim_guest(guest=guest.player, user=user)).result(timeout=10)
    assert guest.player.user == user


@pytest.mark.parametrize("is_new", [False, True], ids=["a login", "a new account"])
def test_accounts_that_take_guests_over_and_ends_of_games_never_wait_for_each_other_for_good(
    standard_day: Deal, cadogan_day: Deal, is_new: bool
) -> None:
    count = 24

    def players(kind: str) -> list[Player]:
        names = [f"{kind} {number}" for number in range(count)]
        return [Player.objects.create(name=name, skeleton=name, created_at=clock.now()) for name in names]

    def begun(player: Player, deal: Deal) -> Attempt:
        return start_on_deal(player=player, deal=deal, practice=False, now=clock.now())[0]

    guests, members, others = players("guest"), players("member"), players("other")
    users = [User.objects.create(username=f"user-{number}") for number in range(count)]
    for guest in guests:
        end_attempt(begun(guest, standard_day).pk, "conceded")
    running = [begun(guest, cadogan_day) for guest in guests]
    ending = [begun(other, standard_day) for other in others]

    def play(attempt: Attempt, rev: int, *, ends: bool = False) -> Entry:
        end = Ending("conceded", clock.now_ms(), 0, 1, "[]", attempt.deal_id) if ends else None
        return Entry(attempt.pk, rev, "move", "s", 5, rev, 0, end)  # a card goes home

    def go(who: int) -> None:
        for number, guest in enumerate(guests):
            gate.wait(10)
            if who == 0:
                games = [play(game, number + 1) for game in running[number + 1 :]]
                games += [play(ending[number], 1, ends=True)]
                games += [play(running[number], number + 1, ends=bool(number % 2))]
                assert len(commit(games)) == len(games)
            elif is_new:
                with transaction.atomic():
                    claim_guest(guest=guest, user=users[number])
            else:
                bring_attempts(guest=guest, member=members[number], now=clock.now())

    gate = threading.Barrier(2)
    with mock.patch.object(database_thread.log, "warning") as retried:
        at_once(2, go)
    assert not retried.called


def test_the_login_page_says_before_how_many_games_become_practice(
    guest: Guest, standard_day: Deal, cadogan_day: Deal
) -> None:
    guest.practise()
    assert "become" not in guest.client.get("/account/login/").content.decode()
    guest.start(standard_day.slug)
    assert "1 ranked game on a board" in guest.client.get("/account/login/").content.decode()
    guest.start(cadogan_day.slug)
    assert "2 ranked games on boards" in guest.client.get("/account/login/").content.decode()


async def test_the_table_of_a_game_that_became_practice_says_so(
    guest: Guest, member: Player, standard_day: Deal
) -> None:
    attempt = await in_db(guest.start)(standard_day.slug)
    async with guest.sit(attempt) as before:
        await in_db(log_in)(guest.client)
        async with guest.sit(attempt, synced=False) as after:
            assert (await after.sync())["ranked"] is False
            assert (await before.hear("position"))["ranked"] is False
            await Doorkeeper().look()
            assert await before.hear_close() == (4401, "signed_out")
            assert (await after.hear_until_pong()) == []


async def test_who_comes_to_such_a_table_while_the_database_fails_leaves_no_seat_taken(
    guest: Guest, member: Player, standard_day: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_attempt: str) -> None:
        raise DatabaseError("gone")

    attempt = await in_db(guest.start)(standard_day.slug)
    async with guest.sit(attempt):
        await in_db(log_in)(guest.client)
        with monkeypatch.context() as patch:
            patch.setattr(selectors, "read_game", fail)
            async with seat_at(f"/ws/attempts/{attempt}/", cookies=guest.cookies) as seat:
                await seat.send(type="sync", rev=0)
                assert await seat.hear_close() == (4012, "shutdown")
        assert len(hall.current().tables[attempt].sitters) == 1
    assert not hall.current().tables


def test_one_browser_two_people_nothing_mixes_and_no_key_of_a_session_stays(guest: Guest, user: User) -> None:
    guest.practise()
    keys = {guest.client.session.session_key}
    log_in(guest.client)
    keys.add(guest.client.session.session_key)
    hers = guest.practise()
    guest.client.post("/account/logout/")
    assert guest.get("attempts").json() == []
    his = guest.practise()
    keys.add(guest.client.session.session_key)
    assert guest.player.is_guest
    other = User.objects.create_user("bob", "bob@example.org", PASSWORD)
    guest.client.post("/account/login/", {"login": "bob", "password": PASSWORD})
    keys.add(guest.client.session.session_key)
    assert [row["attempt"] for row in guest.get("attempts").json()] == [his]
    assert Attempt.objects.get(pk=hers).player.user == user
    assert Attempt.objects.get(pk=his).player.user == other
    assert len(keys) == 4
