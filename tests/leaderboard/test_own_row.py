"""One's own row on a board: the way to it, and how many of those who played stand below it."""

import datetime as dt
import re

import pytest
import time_machine
from django.test import Client

from games.deals.models import Deal
from games.play import closing
from leaderboard import groups
from tests.leaderboard.ground import member, play, sit, visit

pytestmark = pytest.mark.django_db
CLOSED = dt.datetime(2026, 11, 30, 3, tzinfo=dt.UTC)


@pytest.fixture
def ada(deal: Deal) -> Client:
    """Ada is 61st of 70 by time and 70th by moves, everybody else being equal in moves."""
    for number in range(69):
        seconds = 300 + number if number < 60 else 900
        sit(deal, f"player {number}", "won", home=80, seconds=seconds, moves=280)
    sit(deal, "Ada", "won", home=80, seconds=800, moves=290)
    return visit("Ada")


def test_a_link_leads_to_the_page_around_ones_own_row_in_either_order(deal: Deal, ada: Client) -> None:
    for by, above, below in (("time", 10, 9), ("moves", 10, 0)):
        first = ada.get(f"/boards/{deal.slug}/?by={by}").content.decode()
        assert 'id="me"' not in first
        assert f'href="?by={by}&amp;at=me"' in first
        answer = ada.get(f"/boards/{deal.slug}/?by={by}&at=me")
        assert answer.status_code == 302
        address, _mark, row = answer.headers["Location"].partition("#")
        assert row == "me"
        page = ada.get(address).content.decode()
        before, _own, after = page.partition('<tr data-player="Ada" class="me" id="me"')
        assert (before.count("<tr data-player"), after.count("<tr data-player")) == (above, below)
        assert 'href="#me"' in page


def test_whoever_stands_near_the_top_is_led_to_the_first_page(deal: Deal) -> None:
    sit(deal, "Bea", "won", home=80, seconds=300, moves=280)
    answer = visit("Bea").get(f"/boards/{deal.slug}/?at=me")
    assert answer.headers["Location"] == f"/boards/{deal.slug}/?by=time#me"


def test_a_stranger_has_no_row_to_go_to(deal: Deal, ada: Client) -> None:
    answer = Client().get(f"/boards/{deal.slug}/?at=me")
    assert answer.status_code == 200
    assert "Go to your row" not in answer.content.decode()


def test_once_the_boards_have_closed_one_reads_how_many_did_worse_and_it_stands(
    deal: Deal, ada: Client, noon: time_machine.Traveller
) -> None:
    pages = [f"/boards/{deal.slug}/?at=me", f"/games/{deal.attempts.get(player__name='Ada').pk}/"]
    words = [re.search(r"Better than \d+ of every 100", _read(ada, page)) for page in pages]
    assert words == [None, None]
    noon.move_to(CLOSED)
    ada = visit("Ada")
    assert closing.close_one()
    for page in pages:  # 9 of 70
        assert "Better than 12 of every 100 who played." in _read(ada, page)
    worst = deal.attempts.order_by("-time_score")[0]
    deal.attempts.filter(pk=worst.pk).update(takes_place=False, disqualified_at=CLOSED)
    assert "Better than 12 of every 100 who played." in _read(ada, pages[0])
    assert "Better than" not in _read(ada, f"/boards/{deal.slug}/?by=moves")  # than nobody


def _read(client: Client, page: str) -> str:
    return client.get(page, follow=True).content.decode()


def test_all_pages_show_the_same_places_and_none_of_who_ended_unwon_before_the_boards_close(
    deal: Deal, noon: time_machine.Traveller
) -> None:
    ada, bea, cy = member("Ada"), member("Bea"), member("Cy")
    club = groups.create_group(player=ada, name="Club")
    for friend in (bea, cy):
        groups.join_group(player=friend, token=club.token)
    lost = play(ada, deal, "conceded", home=30)
    play(bea, deal, home=10)
    lists = ["/", f"/boards/{deal.slug}/", f"/games/{lost.pk}/", f"/groups/{club.pk}/"]
    for page in lists:
        assert _places(page) == {"Ada": "–", "Bea": "–"}, page
    play(cy, deal, "won", home=80, seconds=300, moves=280)
    for page in lists:
        assert _places(page) == {"Cy": "1", "Ada": "–", "Bea": "3"}, page
    noon.move_to(CLOSED)
    for page in lists[1:]:
        assert _places(page)["Ada"] == "2", page


def _places(page: str) -> dict[str, str]:
    """Give what stands as place beside every name of a deal's board, wherever Ada reads it."""
    boards = _read(visit("Ada"), page).partition('id="tally"')[0]  # a group's count of firsts is none
    told = re.findall(r'rank">([^<]*)<.*?>(You|Ada|Bea|Cy)<', boards, re.DOTALL)
    return {name.replace("You", "Ada"): place for place, name in told}
