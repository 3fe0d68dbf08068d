"""A player's page: what is counted, and who sees it when."""

import datetime as dt
import re
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.deals.audit import Hand, write_entry
from games.deals.models import Deal
from games.play.models import Attempt
from games.players.models import Player, User
from games.players.services import ensure_member
from leaderboard.profile import Bar
from tests.guests import NOON, Guest, put_on_calendar

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)
TODAY = NOON.date()


@pytest.fixture(autouse=True)
def _three_days_old(settings: Any) -> None:
    settings.FIRST_DAY = TODAY - 3 * DAY


@pytest.fixture
def ada() -> Guest:
    user = User.objects.create_user("Ada")
    ensure_member(user=user)
    client = Client()
    client.force_login(user)
    return Guest(client)


def member(name: str = "Ada") -> Player:
    return Player.objects.get(user__username=name)


def play(
    player: Player,
    days_ago: int,
    status: str = "won",
    *,
    moves: int = 272,
    seconds: int = 600,
    variant: str = "standard",
) -> Attempt:
    """Put an ended ranked game into the rows, with the day's deal when it is missing."""
    date = TODAY - days_ago * DAY
    with time_machine.travel(NOON - 4 * DAY, tick=False):
        deal = Deal.objects.filter(date=date, variant=variant, voided_at=None).first() or put_on_calendar(
            variant, f"{date}-{variant}-x{Deal.objects.count()}", date
        )
    at = NOON - days_ago * DAY
    return Attempt.objects.create(
        player=player, deal=deal, variant=variant, ranked=True, status=status, started_at=at, ended_at=at,
        home=80 if status == "won" else 40, moves=moves, seconds=seconds,
    )  # fmt: skip


def profile(guest: Guest, name: str = "Ada") -> dict[str, Any]:
    answer = guest.get(f"players/{name}")
    assert answer.status_code == 200
    return dict(answer.json())


def test_streak_and_winning_run_are_counted_from_the_rows(ada: Guest) -> None:
    play(member(), 3)
    play(member(), 2, "lost")
    play(member(), 1, variant="cadogan")
    shown = profile(ada)
    assert (shown["streak"], shown["longest_streak"]) == (3, 3)
    assert (shown["winning_run"], shown["longest_winning_run"]) == (1, 1)


def test_a_game_conceded_or_expired_fills_its_day_but_is_not_played_to_its_end(ada: Guest) -> None:
    play(member(), 3)
    play(member(), 2, "conceded")
    play(member(), 1, "expired")
    shown = profile(ada)
    assert (shown["streak"], shown["longest_streak"], shown["days_played"]) == (0, 1, 3)


def test_a_date_without_a_deal_that_stands_breaks_no_streak(ada: Guest) -> None:
    play(member(), 3)
    play(member(), 1)
    assert profile(ada)["streak"] == 2, "two days ago there was no deal"


def test_a_date_on_which_others_could_play_breaks_a_streak(ada: Guest, stranger: Guest) -> None:
    play(member(), 3)
    play(member(), 1)
    stranger.practise()
    play(stranger.player, 2)
    assert profile(ada)["streak"] == 1


def test_figures_count_the_won_games_of_a_variant(ada: Guest) -> None:
    for days_ago, moves, seconds in ((3, 272, 900), (2, 276, 500), (1, 300, 700)):
        play(member(), days_ago, moves=moves, seconds=seconds)
    play(member(), 1, "lost", moves=100, seconds=50, variant="cadogan")
    standard, cadogan = profile(ada)["figures"]
    assert (standard["best_seconds"], standard["median_seconds"]) == (500, 700)
    assert (standard["best_over"], standard["median_over"], standard["perfect"]) == (0, 4, 1)
    assert [bar["games"] for bar in standard["distribution"]] == [1, 0, 1, 0, 0, 1]
    assert (cadogan["played"], cadogan["won"], cadogan["best_seconds"]) == (1, 0, None)


def test_others_see_a_game_once_its_boards_have_closed(
    ada: Guest, stranger: Guest, noon: time_machine.Traveller
) -> None:
    play(member(), 0)
    own, others = profile(ada), profile(stranger)
    assert (own["figures"][0]["won"], own["streak"]) == (1, 1)
    assert (others["figures"][0]["won"], others["streak"]) == (0, 0)
    assert "10:00" not in stranger.client.get("/players/Ada/").content.decode()
    noon.move_to(dt.datetime(2026, 11, 30, 2, tzinfo=dt.UTC), tick=False)
    assert profile(stranger)["figures"][0]["won"] == 1


def test_a_void_game_counts_for_nothing_and_breaks_nothing(ada: Guest) -> None:
    play(member(), 3)
    voided = play(member(), 2)
    play(member(), 2, "expired", variant="cadogan")
    play(member(), 1)
    Deal.objects.filter(attempts=voided).update(voided_at=timezone.now(), void_reason="x")
    shown = profile(ada)
    assert shown["figures"][0]["played"] == 2
    assert shown["streak"] == 1, "the other game of that date counted, and was not played to its end"
    Attempt.objects.filter(variant="cadogan").delete()
    assert profile(ada)["streak"] == 2


def test_a_disqualified_game_counts_for_nothing(ada: Guest) -> None:
    play(member(), 2)
    attempt = play(member(), 1)
    Attempt.objects.filter(pk=attempt.pk).update(disqualified_at=timezone.now(), disqualified_reason="x")
    shown = profile(ada)
    assert (shown["streak"], shown["longest_streak"], shown["figures"][0]["played"]) == (0, 1, 1)


def test_a_curators_game_on_a_deal_already_seen_counts_for_nothing(ada: Guest) -> None:
    attempt = play(member(), 1)
    write_entry(by=Hand(member().user_id, "Ada"), action="looked", deal=attempt.deal)
    assert profile(ada)["figures"][0]["played"] == 0


def test_a_name_is_found_in_any_case_and_a_stranger_is_not(ada: Guest, stranger: Guest) -> None:
    assert profile(stranger, "aDA")["player"] == "Ada"
    for name in ("nobody", "%00", "x" * 300):
        assert stranger.get(f"players/{name}").status_code == 404
        assert stranger.client.get(f"/players/{name}/").status_code == 404


def test_a_name_is_found_by_one_that_looks_the_same(ada: Guest, stranger: Guest) -> None:
    assert profile(stranger, "\u0410da")["player"] == "Ada", "its first letter is Cyrillic"


def hide(ada: Guest, wish: str = "yes") -> None:
    assert ada.client.post("/you/privacy/", {"private": wish}).status_code == 302


def test_a_private_members_page_is_there_for_its_member_alone(ada: Guest, stranger: Guest) -> None:
    hide(ada)
    assert stranger.get("players/Ada").status_code == 404
    assert stranger.client.get("/players/Ada/").status_code == 404
    assert profile(ada)["player"] == "Ada"
    hide(ada, "no")
    assert profile(stranger)["player"] == "Ada"


def test_nothing_public_names_a_private_member(
    ada: Guest, stranger: Guest, noon: time_machine.Traveller
) -> None:
    own = play(member(), 0, seconds=77)
    assert own.deal
    Attempt.objects.filter(pk=own.pk).update(history="[]")
    hide(ada)
    slug = own.deal.slug
    pages = ("/", f"/boards/{slug}/", f"/api/v1/deals/{slug}/standings", f"/games/{own.pk}/")
    for now in (NOON, NOON + DAY):
        noon.move_to(now)
        for path in pages:
            assert not re.search(r"\bAda\b", stranger.client.get(path).content.decode()), path
    assert "Ada" not in stranger.get(f"attempts/{own.pk}/record").content.decode()
    assert "Ada" in ada.get(f"attempts/{own.pk}/record").content.decode()
    assert stranger.get(f"deals/{slug}/standings?search=ad").json()["rows"] == []


def test_a_private_member_has_one_code_on_all_that_shows_a_board_and_another_on_each_other_board(
    ada: Guest, stranger: Guest
) -> None:
    hide(ada)
    yesterday = play(member(), 1).deal
    today = [put_on_calendar(variant, f"a-day-in-{variant}") for variant in ("standard", "cadogan")]
    tables = {deal.slug: ada.start(str(deal.slug)) for deal in today}
    seen = set()
    for deal in (yesterday, *today):
        assert deal
        pages = [f"/boards/{deal.slug}/", f"/api/v1/deals/{deal.slug}/standings"]
        if table := tables.get(deal.slug):
            pages += [f"/games/{table}/", f"/play/{table}/"]
        own = [set(re.findall(r"~\w{8}", ada.client.get(path).content.decode())) for path in pages]
        others = [
            set(re.findall(r"~\w{8}", stranger.client.get(path).content.decode())) for path in pages[:2]
        ]
        (code,) = set().union(*own, *others)
        assert all(codes == {code} for codes in own[:2] + others)
        seen.add(code)
    assert len(seen) == 3
    for reader in (ada, stranger):
        page = reader.client.get("/").content.decode()
        assert page.count("a member") == (0 if reader is ada else 2)
        assert set(re.findall(r"~\w{8}", page)) <= seen


def test_a_guest_cannot_be_private(guest: Guest) -> None:
    assert guest.client.post("/you/privacy/", {"private": "yes"}).status_code == 403


def test_a_guest_has_a_page_of_its_own_and_no_public_one(guest: Guest, stranger: Guest) -> None:
    assert "opens this page" in guest.client.get("/you/").content.decode()
    guest.practise()
    play(guest.player, 1)
    assert guest.client.get("/you/").context["profile"]["streak"] == 1
    assert stranger.client.get(f"/players/{guest.player.name}/").status_code == 404


def test_the_landing_tells_the_streak_and_the_figures(guest: Guest, standard_day: Deal) -> None:
    guest.practise()
    play(guest.player, 1, seconds=754)
    page = guest.client.get("/")
    assert page.context["own"].streak == 1
    assert "12:34" in page.content.decode()


def test_the_year_has_a_square_for_each_date_that_has_begun(guest: Guest) -> None:
    guest.practise()
    play(guest.player, 1, moves=280)
    play(guest.player, 2, "lost")
    squares = guest.client.get("/you/").context["squares"]
    assert len(squares) == 365
    assert [square.kind for square in squares if square.kind != "off"] == ["void", "played", "won", "none"]
    assert guest.client.get("/you/?year=1").context["year"] == 2026


def test_the_archive_shows_a_month_with_your_results_by_one_query(
    guest: Guest, django_assert_num_queries: Any
) -> None:
    from leaderboard.year import month_of

    guest.practise()
    own = play(guest.player, 1, seconds=61)
    play(guest.player, 2, "lost", variant="cadogan")
    player = guest.player
    with django_assert_num_queries(1):
        weeks = month_of(player, TODAY.replace(day=1), TODAY)
    shown = {box.date: box for week in weeks for box in week if box.deals}
    sheet = shown[TODAY - DAY].deals[0]
    assert (sheet["attempt"], sheet["status"], sheet["seconds"]) == (own.pk, "won", 61)
    assert shown[TODAY - DAY].number == 3
    page = guest.client.get("/archive/?month=2026-11").content.decode()
    assert f"/games/{own.pk}/" in page


def test_the_archive_of_another_player_or_a_visitor_has_no_result(guest: Guest, stranger: Guest) -> None:
    guest.practise()
    own = play(guest.player, 1)
    for visitor in (stranger, Guest()):
        page = visitor.client.get("/archive/?month=2026-11").content.decode()
        assert own.pk not in page
        assert "/boards/2026-11-28-standard/" in page


@pytest.mark.parametrize("month", ["", "2026-13", "1", "2020-01", "2999-01", "x", "2026-11-11"])
def test_the_archive_of_a_month_that_is_none_is_the_nearest_one(guest: Guest, month: str) -> None:
    assert guest.client.get(f"/archive/?month={month}").context["month"] == TODAY.replace(day=1)


def test_the_distribution_has_a_bar_for_every_number_of_moves() -> None:
    from leaderboard.profile import STEPS

    bars = [Bar(first, last, 0) for first, last in STEPS]
    assert bars[0].first == 0 and bars[-1].last is None
    assert all(a.last is not None and a.last + 1 == b.first for a, b in pairwise(bars))
