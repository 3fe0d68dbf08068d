"""The roll of honour: what stands on it, when it is written, who is left out."""

import datetime as dt

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from games import clock
from games.deals.models import Deal
from games.play.models import Attempt
from games.play.services import disqualify_attempt
from games.players.models import Player, User
from leaderboard import group_boards, groups, honours
from leaderboard.models import Roll
from leaderboard.spread import read_counts
from tests.deals.ground import CLARA
from tests.guests import put_on_calendar
from tests.leaderboard.ground import member, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def week(noon: time_machine.Traveller) -> list[Deal]:
    """Three days in a row; Ada wins all, Bea wins the first and loses the second, Cy wins the third."""
    ada, bea, cy = (member(name) for name in ("Ada", "Bea", "Cy"))
    start = clock.now()
    days = []
    for number in range(3):
        noon.move_to(start + dt.timedelta(days=number))
        days.append(put_on_calendar("standard", f"day-{number}"))
        play(ada, days[-1], "won", seconds=500 + number, moves=272 + number, home=80)
        if number == 0:
            play(bea, days[-1], "won", seconds=400, moves=272, home=80)
        elif number == 1:
            play(bea, days[-1], "lost", seconds=99, moves=100, home=20)
        else:
            play(cy, days[-1], "won", seconds=300, moves=280, home=80)
    return days


def close(noon: time_machine.Traveller, deal: Deal) -> None:
    assert deal.date
    noon.move_to(dt.datetime.combine(deal.date, dt.time(2, 0, 1), dt.UTC) + dt.timedelta(days=1))


def lines(of: honours.Part) -> list[tuple[int, str, int]]:
    return [(line.place, line.player, line.value) for line in of.lines]


def roll() -> honours.ShownRoll:
    shown = honours.read_roll()
    assert shown
    return shown


def test_the_roll_holds_the_best_of_closed_boards(week: list[Deal], noon: time_machine.Traveller) -> None:
    close(noon, week[1])
    assert honours.write_roll()
    assert lines(roll().parts["standard"]) == [(1, "Bea", 400), (2, "Ada", 500), (3, "Ada", 501)]
    assert lines(roll().parts["perfect"]) == [(1, "Ada", 1), (1, "Bea", 1)]
    assert lines(roll().parts["wins"]) == [(1, "Ada", 2), (2, "Bea", 1)]
    assert lines(roll().parts["streaks"]) == [(1, "Ada", 2), (1, "Bea", 2)]
    assert "cadogan" not in roll().parts


def test_it_is_written_once_a_day_when_the_boards_have_closed(
    week: list[Deal], noon: time_machine.Traveller
) -> None:
    close(noon, week[1])
    assert (honours.write_roll(), honours.write_roll()) == (True, False)
    close(noon, week[2])
    assert (honours.write_roll(), honours.write_roll()) == (True, False)
    assert Roll.objects.get().closed == week[2].date
    assert lines(roll().parts["standard"])[0] == (1, "Cy", 300)
    assert lines(roll().parts["wins"])[0] == (1, "Ada", 3)


def test_private_and_suspended_members_leave_it_at_once(
    week: list[Deal], noon: time_machine.Traveller
) -> None:
    close(noon, week[2])
    honours.write_roll()
    Player.objects.filter(name="Cy").update(is_private=True)
    User.objects.filter(username="Bea").update(is_active=False)
    shown = roll()
    named = {line.player for part in shown.parts.values() for line in part.lines}
    assert named == {"Ada"}
    assert lines(shown.parts["standard"])[0] == (1, "Ada", 500)


def test_a_void_deal_leaves_it_at_once(week: list[Deal], noon: time_machine.Traveller) -> None:
    close(noon, week[2])
    honours.write_roll()
    Deal.objects.filter(pk=week[2].pk).update(voided_at=clock.now(), void_reason="a mistake")
    assert "Cy" not in [line.player for line in roll().parts["standard"].lines]


def test_a_game_brought_in_from_a_guest_after_the_boards_had_closed_is_on_no_roll_and_no_groups_board(
    week: list[Deal], noon: time_machine.Traveller
) -> None:
    close(noon, week[2])
    brought = Attempt.objects.get(player__name="Bea", deal=week[0])
    Attempt.objects.filter(pk=brought.pk).update(takes_place=False)
    honours.write_roll()
    assert (1, "Bea", 400) not in lines(roll().parts["standard"])
    assert "Bea" not in [
        line.player for line in (*roll().parts["perfect"].lines, *roll().parts["wins"].lines)
    ]
    club = groups.create_group(player=brought.player, name="Friday Club")
    assert {line.player: line.won for line in group_boards.tally(club, 7, now=clock.now())} == {"Bea": 0}


def test_a_disqualified_game_is_on_no_roll_no_histogram_and_no_groups_board(
    week: list[Deal], noon: time_machine.Traveller
) -> None:
    cache.clear()
    close(noon, week[2])
    honours.write_roll()
    bea = Attempt.objects.get(player__name="Bea", deal=week[0])
    disqualify_attempt(attempt_id=bea.pk, reason="a machine played", by=CLARA)
    assert "Bea" not in {
        line.player for line in (*roll().parts["standard"].lines, *roll().parts["perfect"].lines)
    }
    assert read_counts(week[0].pk, "time", is_closed=True) == {500: 1}
    club = groups.create_group(player=bea.player, name="Friday Club")
    groups.join_group(player=Player.objects.get(name="Ada"), token=club.token)
    tally = {line.player: line.won for line in group_boards.tally(club, 7, now=clock.now())}
    assert tally == {"Ada": 3, "Bea": 0}
    assert week[0].date
    (board,) = group_boards.boards_of(club, week[0].date, "time", now=clock.now())
    assert [row.player for _entry, row in board.rows] == ["Ada"]


def test_a_part_says_when_others_equal_its_last_line(
    week: list[Deal], noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    close(noon, week[1])
    honours.write_roll()
    assert not roll().parts["streaks"].is_cut
    monkeypatch.setattr(honours, "SHOWN", 1)
    assert (lines(roll().parts["streaks"]), roll().parts["streaks"].is_cut) == ([(1, "Ada", 2)], True)
    assert (lines(roll().parts["wins"]), roll().parts["wins"].is_cut) == ([(1, "Ada", 2)], False)


def test_only_the_longest_runs_are_kept_whatever_their_order() -> None:
    longest: list[tuple[int, int]] = []
    for player, days in enumerate([3, 9, 1, 9, *[5] * 60, 7, 0]):
        honours.keep(longest, days, player)
    assert len(longest) == honours.DEEP
    assert longest[-1:-4:-1] == [(9, -1), (9, -3), (7, -64)]


def test_the_page_links_each_line_to_its_game_and_needs_no_scan(
    week: list[Deal], noon: time_machine.Traveller, django_assert_max_num_queries: object
) -> None:
    page = Client().get("/honours/").content.decode()
    assert "Nobody stands on it yet" in page
    assert "<h2>" not in page.split("</main>")[0]
    close(noon, week[2])
    honours.write_roll()
    with django_assert_max_num_queries(5):
        page = Client().get("/honours/").content.decode()
    for line in (*roll().parts["standard"].lines, *roll().parts["perfect"].lines):
        assert f"/games/{line.game.pk}/" in page
    assert "05:00" in page
    assert "Fastest, Standard" in page
    assert "Fastest, Cadogan" not in page  # a part that nobody is in has no heading
