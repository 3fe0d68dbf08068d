"""Closing a day without any web process: the clerk alone, killed anywhere, run again."""

import datetime as dt
from unittest import mock

import pytest
import time_machine
from django.test import Client

from games.deals.audit import CLERK
from games.deals.models import AuditEntry, Deal
from games.play import closing, services
from games.play.models import Attempt, Closing, Event
from games.play.selectors import events_of
from tests.deals.ground import staff
from tests.guests import Guest, end_attempt
from tests.leaderboard.ground import sit

pytestmark = pytest.mark.django_db(transaction=True)
CLOSED = dt.datetime(2026, 11, 30, 2, tzinfo=dt.UTC)


def work() -> None:
    while any(step() for step in closing.STEPS):
        pass


def test_the_clerk_ends_what_runs_and_writes_the_counts_once(
    guest: Guest, cadogan_day: Deal, noon: time_machine.Traveller
) -> None:
    attempt = guest.start(cadogan_day.slug)
    Event.objects.create(attempt_id=attempt, rev=1, kind="move", move="s", elapsed_ms=5, home=0, steps=0)
    noon.move_to(CLOSED + dt.timedelta(seconds=20))
    work()
    assert not Closing.objects.filter(deal=cadogan_day).exists()  # the web processes' turn
    noon.move_to(CLOSED + dt.timedelta(seconds=40))
    work()
    work()
    ended = Attempt.objects.get(pk=attempt)
    assert (ended.status, ended.ended_at) == ("expired", CLOSED)
    assert ended.seconds in (14 * 3600 - 1, 14 * 3600)
    assert [event.kind for event in events_of(ended)] == ["move", "expire"]
    written = Closing.objects.get(deal=cadogan_day)
    assert (written.players, written.won) == (1, 0)
    assert guest.get(f"deals/{cadogan_day.slug}").json()["finished"] == 1


def test_a_game_that_ends_while_the_clerk_reads_it_is_left_alone(
    guest: Guest, cadogan_day: Deal, noon: time_machine.Traveller
) -> None:
    attempt = guest.start(cadogan_day.slug)
    noon.move_to(CLOSED + dt.timedelta(seconds=40))
    # As the clerk sees it who has read the row before, and the events after the commit.
    Event.objects.create(attempt_id=attempt, rev=1, kind="concede", move="", elapsed_ms=5, home=0, steps=0)
    assert not closing.expire_some()


def test_a_clerk_that_is_killed_between_two_games_goes_on_where_it_was(
    cadogan_day: Deal, noon: time_machine.Traveller
) -> None:
    attempts = [Guest().start(cadogan_day.slug) for _ in range(3)]
    noon.move_to(CLOSED + dt.timedelta(hours=5))
    real = closing.journal.commit
    with (
        mock.patch.object(closing.journal, "commit", side_effect=[real, KeyboardInterrupt]) as commit,
        pytest.raises(KeyboardInterrupt),
    ):
        commit.side_effect = lambda entries: real(entries) if commit.call_count < 2 else _killed()
        work()
    assert Attempt.objects.filter(status="expired").count() == 1
    work()
    ended = Attempt.objects.filter(pk__in=attempts).values_list("status", "ended_at")
    assert set(ended) == {("expired", CLOSED)}
    assert Closing.objects.get(deal=cadogan_day).players == 3


def _killed() -> None:
    raise KeyboardInterrupt


def test_a_disqualified_game_leaves_its_board_without_a_hole_and_says_why(cadogan_day: Deal) -> None:
    won = {"home": 80, "steps": 272, "moves": 280}
    games = [sit(cadogan_day, f"member {n}", "won", seconds=600 + n, **won).pk for n in range(3)]

    def places() -> list[int]:
        rows = Client().get(f"/api/v1/deals/{cadogan_day.slug}/standings").json()["rows"]
        return [row["place"] for row in rows]

    assert places() == [1, 2, 3]
    with pytest.raises(ValueError, match="reason"):
        services.disqualify_attempt(attempt_id=games[0], reason="  ", by=CLERK)
    for _twice in range(2):
        services.disqualify_attempt(attempt_id=games[0], reason="Two accounts", by=CLERK)
    assert places() == [1, 2]
    assert not Attempt.objects.get(pk=games[0]).counts
    entry = AuditEntry.objects.get(action="struck")
    assert (entry.deal_id, entry.after) == (cadogan_day.pk, {"reason": "Two accounts"})


def test_its_player_reads_why_a_game_was_disqualified_and_nobody_else_does(
    guest: Guest, cadogan_day: Deal
) -> None:
    attempt = guest.start(cadogan_day.slug)
    with pytest.raises(services.NotYet):
        services.disqualify_attempt(attempt_id=attempt, reason="Too early", by=CLERK)
    end_attempt(attempt, "conceded", history='[["concede","",1000]]')
    services.disqualify_attempt(attempt_id=attempt, reason="Played by <b>a machine</b>", by=CLERK)
    page = guest.client.get(f"/games/{attempt}/").content.decode()
    assert "Played by &lt;b&gt;a machine" in page
    assert Client().get(f"/games/{attempt}/").status_code == 404


def test_a_moderator_disqualifies_in_the_admin_and_a_curator_cannot(guest: Guest, cadogan_day: Deal) -> None:
    attempt = guest.start(cadogan_day.slug)
    end_attempt(attempt, "conceded")
    wish = {"action": "disqualify", "_selected_action": [attempt], "reason": "Two accounts"}
    for group, expected in (("curator", ""), ("moderator", "Two accounts")):
        client = Client()
        client.force_login(staff(f"a {group}", group))
        client.post("/admin/play/attempt/", wish)
        assert Attempt.objects.get(pk=attempt).disqualified_reason == expected
