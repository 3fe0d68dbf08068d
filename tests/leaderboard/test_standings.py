"""The board of a deal over HTTP: its rows, its pages, its errors; today's deals; the commitments."""

import base64
import datetime as dt
import re

import msgspec
import pytest
import time_machine
from cryptography.fernet import Fernet
from django.core import signing
from django.test import Client

from games import clock
from games.deals.models import Deal
from games.play import signals
from games.play.models import Attempt
from games.players.models import Player, User
from games.players.names import skeleton_of
from tests.guests import Guest, end_attempt, put_on_calendar
from tests.leaderboard.ground import sit, visit

pytestmark = pytest.mark.django_db
ROW = set("place player guest status progress home moves seconds".split())


@pytest.fixture
def full_board(deal: Deal) -> Deal:
    sit(deal, "Ada", "won", home=80, seconds=700, moves=281, steps=272)
    sit(deal, "Bea", "won", home=80, seconds=900, moves=275, steps=272)
    sit(deal, "Cy", "won", home=80, seconds=900, moves=275, steps=272)
    sit(deal, "Dot", "lost", home=30, seconds=400, moves=150, steps=136)
    sit(deal, "Eli", "conceded", home=30, seconds=50, moves=90, steps=100)
    sit(deal, "Flo", account=False)
    return deal


def board(deal: Deal, query: str = "") -> dict[str, object]:
    answer = Client().get(f"/api/v1/deals/{deal.slug}/standings?{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def places(page: dict[str, object]) -> list[tuple[object, object]]:
    return [(row["place"], row["player"]) for row in page["rows"]]


def test_a_page_holds_exactly_the_fields_of_the_protocol(full_board: Deal) -> None:
    page = board(full_board)
    assert set(page) == set("slug by revision players playing finished rows me cursor".split())
    assert all(set(row) >= ROW for row in page["rows"])
    counts = {name: page[name] for name in ("slug", "by", "players", "playing", "finished", "me", "cursor")}
    assert counts == {
        "slug": full_board.slug, "by": "time", "players": 6, "playing": 1, "finished": 5, "me": None,
        "cursor": None,
    }  # fmt: skip


def test_the_board_by_time_and_the_board_by_moves(full_board: Deal) -> None:
    by_time = [row["player"] for row in board(full_board)["rows"]]
    by_moves = [row["player"] for row in board(full_board, "by=moves")["rows"]]
    assert by_time[0] == "Ada"
    assert set(by_time[1:3]) == set(by_moves[:2]) == {"Bea", "Cy"}
    assert by_moves[2] == "Ada"
    assert by_time[-1] == by_moves[-1] == "Flo"


def test_a_guest_takes_no_place_and_is_told_which_it_would_be(guest: Guest, deal: Deal) -> None:
    sit(deal, "Ada", "won", home=80, seconds=700, moves=281)
    attempt = guest.start(deal.slug)
    end_attempt(attempt, "won", home=80, seconds=600, moves=280)
    page = guest.get(f"deals/{deal.slug}/standings").json()
    assert [(row["place"], row["guest"]) for row in page["rows"]] == [(None, True), (1, False)]
    assert (page["me"]["place"], page["me"]["would_be"]) == (None, 1)
    assert (page["players"], page["finished"]) == (2, 2)
    answer = signals.announce_ended(deal_id=deal.pk, slug=deal.slug, attempt_id=attempt)
    assert answer == signals.EndedPlaces(None, 1)


def test_who_signs_up_while_the_boards_are_open_takes_the_place_and_whoever_does_later_does_not(
    guest: Guest, deal: Deal, noon: time_machine.Traveller
) -> None:
    attempt = guest.start(deal.slug)
    player = Attempt.objects.get(pk=attempt).player
    player.user = User.objects.create(username="Ada")
    noon.move_to(dt.datetime(2026, 11, 30, 2, tzinfo=dt.UTC))
    player.save()
    assert not Attempt.objects.get(pk=attempt).takes_place
    noon.move_to(dt.datetime(2026, 11, 30, 1, 59, tzinfo=dt.UTC))
    player.save()
    assert Attempt.objects.get(pk=attempt).takes_place


def test_a_deleted_account_takes_no_place_while_the_boards_are_open(full_board: Deal) -> None:
    User.objects.get(username="Ada").delete()
    assert places(board(full_board))[:2] == [(None, "Ada"), (1, "Bea")]


def test_a_private_member_keeps_the_place_without_the_name(guest: Guest, full_board: Deal) -> None:
    Player.objects.filter(name__in=["Ada", "Bea"]).update(is_private=True)
    rows = board(full_board)["rows"]
    assert [row["place"] for row in rows[:3]] == [1, 2, 2]
    names = [row["player"] for row in rows]
    assert len(set(names)) == 6
    assert not {"Ada", "Bea"} & set(names)
    page = guest.client.get(f"/boards/{full_board.slug}/").content.decode()
    assert page.count("a member") == 2
    assert not re.search(r"\bAda\b", page)
    assert places(board(full_board, "search=ada")) == []
    mine = visit("Ada").get(f"/boards/{full_board.slug}/").content.decode()
    assert mine.count("a member") == 1
    assert "Ada" in mine


def test_a_suspended_account_takes_no_place_until_it_is_let_in_again(full_board: Deal) -> None:
    ada = User.objects.get(username="Ada")
    for is_active, expected in ((False, [(None, "Ada"), (1, "Bea")]), (True, [(1, "Ada"), (2, "Bea")])):
        ada.is_active = is_active
        ada.save()
        assert [row for row in places(board(full_board)) if row[1] in ("Ada", "Bea")] == expected


def test_moves_of_games_not_won_are_nobodys_business(full_board: Deal) -> None:
    rows = {row["player"]: row for row in board(full_board)["rows"]}
    moves = [rows[name]["moves"] for name in ("Ada", "Bea", "Dot", "Eli", "Flo")]
    assert moves == [281, 275, None, None, None]
    assert rows["Dot"]["progress"] == 0.5


def test_the_seconds_of_a_running_attempt_go_on(deal: Deal, noon: time_machine.Traveller) -> None:
    sit(deal, "Ada")
    noon.shift(75)
    (row,) = board(deal)["rows"]
    assert row["seconds"] == pytest.approx(75, abs=3)


def test_pages_together_are_the_whole_board_and_nobody_is_there_twice(full_board: Deal) -> None:
    whole = places(board(full_board))
    for limit in (1, 2, 5):
        seen, cursor = [], ""
        while cursor is not None:
            page = board(full_board, f"limit={limit}&cursor={cursor}")
            seen += places(page)
            cursor = page["cursor"]
        assert seen == whole


def test_a_cursor_tells_nothing_and_only_ours_are_taken(full_board: Deal) -> None:
    cursor = str(board(full_board, "limit=1")["cursor"])
    first = Attempt.objects.get(player__name="Ada")
    opened = base64.urlsafe_b64decode(cursor + "==")
    assert not any(secret.encode() in opened for secret in (first.pk, first.player.name))
    assert board(full_board, "limit=1")["cursor"] != cursor  # nor are two readers told that it is one row
    key = Fernet(Fernet.generate_key())
    plain = msgspec.json.encode([first.time_score, None, first.pk])
    for forged in (
        key.encrypt(plain),
        base64.urlsafe_b64encode(plain),
        signing.dumps(plain.decode()).encode(),
    ):
        answer = Client().get(f"/api/v1/deals/{full_board.slug}/standings?cursor={forged.decode()}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_search_finds_part_of_a_name_in_any_case_and_keeps_the_place(full_board: Deal) -> None:
    assert [name for _place, name in places(board(full_board, "search=DO"))] == ["Dot"]
    assert places(board(full_board, "search=ada")) == [(1, "Ada")]
    assert places(board(full_board, "search=nobody")) == []
    assert len(places(board(full_board, "search=%00"))) == 0


def test_a_search_looks_for_part_of_a_name_near_the_top_and_for_a_whole_name_everywhere(
    full_board: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leaderboard.rows.SEARCHED", 3)
    Player.objects.filter(name="Dot").update(skeleton=skeleton_of("Dot"))
    assert places(board(full_board, "search=d")) == [(1, "Ada")]
    assert places(board(full_board, "search=do")) == []
    assert places(board(full_board, "search=d0t")) == [(4, "Dot")]
    assert places(board(full_board, "search=%25")) == places(board(full_board, "search=_")) == []
    page = Client().get(f"/boards/{full_board.slug}/?search=d").content.decode()
    assert "a whole name is found wherever it stands" in page


@pytest.mark.parametrize(
    "query",
    [
        "limit=0", "limit=101", "limit=-1", "limit=x", "limit=1.5", "limit=", "limit=%D9%A3",
        "limit=" + "9" * 5000,
        "by=place", "by=", "cursor=%FF", "cursor=%00", "cursor=nobody", "cursor=" + "A" * 999,
    ],
)  # fmt: skip
def test_a_page_that_cannot_be_is_refused(full_board: Deal, query: str) -> None:
    answer = Client().get(f"/api/v1/deals/{full_board.slug}/standings?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert Client().get(f"/boards/{full_board.slug}/?{query}").status_code in (400, 404)


def test_the_two_variants_never_share_a_board(full_board: Deal) -> None:
    cadogan = put_on_calendar("cadogan", "a-day-in-cadogan")
    sit(cadogan, "Gus")
    assert [name for _place, name in places(board(cadogan))] == ["Gus"]
    assert "Gus" not in [name for _place, name in places(board(full_board))]


def test_practice_is_on_no_board(guest: Guest, deal: Deal) -> None:
    guest.practise()
    assert board(deal)["players"] == 0


def test_a_large_board_is_counted_again_only_after_some_seconds(
    full_board: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leaderboard.counts._kept", {})
    monkeypatch.setattr("leaderboard.counts.LARGE", 6)
    for seconds, expected in ((60.0, [6, 6]), (0.0, [8, 9])):
        monkeypatch.setattr("leaderboard.counts.SECONDS", seconds)
        counted = []
        for _ in range(2):
            counted.append(board(full_board)["players"])
            sit(full_board, f"player {Player.objects.count()}")
        assert counted == expected


def test_the_page_costs_the_same_few_queries_whatever_the_number_of_players(
    full_board: Deal, django_assert_max_num_queries: object
) -> None:
    for number in range(30):
        sit(full_board, f"player-{number}")
    with django_assert_max_num_queries(8):
        board(full_board, "limit=100")


# --- today's deals ---------------------------------------------------------------------------------------


def test_a_days_deal_holds_at_least_the_fields_of_the_protocol(client: Client) -> None:
    fields = set("slug number date variant grade par commitment state players finished you".split())
    for deal in client.get("/api/v1/deals/today").json():
        assert set(deal) >= fields
        assert deal["you"] is None
        assert deal.get("seed") is None


def test_a_days_deal_counts_players_and_finished_and_knows_you(guest: Guest, full_board: Deal) -> None:
    attempt = guest.start(full_board.slug)
    deal = guest.get(f"deals/{full_board.slug}").json()
    assert (deal["players"], deal["finished"]) == (7, 5)
    assert (deal["you"]["attempt"], deal["you"]["status"], deal["you"]["place"]) == (attempt, "playing", None)


def test_commitments_are_listed_in_the_order_of_their_publication(
    client: Client, noon: time_machine.Traveller
) -> None:
    first = put_on_calendar("standard", "first")
    noon.shift(60)
    tomorrow = put_on_calendar("standard", "second", clock.today() + dt.timedelta(days=1))
    listed = client.get("/api/v1/commitments").json()
    assert [set(entry) for entry in listed] == [{"date", "variant", "commitment", "published_ms"}] * 2
    assert [entry["commitment"] for entry in listed] == [first.commitment, tomorrow.commitment]
    assert [entry["date"] for entry in listed] == ["2026-11-29", "2026-11-30"]
    assert "second" not in client.get("/api/v1/commitments").content.decode()


# --- the arrow that goes the other way ------------------------------------------------------------------


def test_what_play_says_has_exactly_one_receiver() -> None:
    assert len(signals.attempt_news.receivers) == 1


def test_the_receiver_answers_an_end_with_a_place(full_board: Deal) -> None:
    ada = Attempt.objects.get(player__name="Ada")
    answer = signals.announce_ended(deal_id=full_board.pk, slug=full_board.slug, attempt_id=ada.pk)
    assert answer.place == 1


def test_without_an_attempt_there_is_no_place(deal: Deal) -> None:
    answer = signals.announce_ended(deal_id=deal.pk, slug=deal.slug, attempt_id="nobody")
    assert answer == signals.NO_PLACES
