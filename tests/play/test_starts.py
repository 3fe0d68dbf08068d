"""Starting: one ranked attempt a player and deal, in its hours; practice beside it."""

import datetime as dt
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.db import IntegrityError

from games import clock, engine
from games.deals.models import Certificate, Deal
from games.engine.solver import solve
from games.play.models import Attempt
from tests.deals.ground import certify
from tests.guests import Guest, at_once, end_attempt, store_moves

MIDNIGHT = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)


def test_a_visitor_becomes_a_guest_on_the_first_post_and_stays_the_same(
    guest: Guest, standard_day: Deal
) -> None:
    first = guest.post(f"deals/{standard_day.slug}/attempts")
    again = guest.post(f"deals/{standard_day.slug}/attempts")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    attempt = first.json()["attempt"]
    assert first.json() == {"attempt": attempt, "socket": f"/ws/attempts/{attempt}/", "ranked": True}
    assert len(attempt) >= 16  # 96 bits and more


def test_looking_makes_nobody_a_guest(guest: Guest, standard_day: Deal) -> None:
    for path in ("/", "/boards/", "/rules/", "/practice/", "/api/v1/deals/today", "/api/v1/attempts"):
        assert guest.client.get(path).status_code == 200
    assert "sessionid" not in guest.client.cookies


def test_twenty_parallel_starts_give_one_ranked_attempt(guest: Guest, standard_day: Deal) -> None:
    guest.practise()  # there is a player now, as for everybody who comes back

    def start(_turn: int) -> tuple[int, str]:
        twin = Guest()
        twin.client.cookies.load({"sessionid": guest.client.cookies["sessionid"].value})
        answer = twin.post(f"deals/{standard_day.slug}/attempts")
        return answer.status_code, answer.json()["attempt"]

    answers = at_once(20, start)
    assert sorted(status for status, _attempt in answers) == [200] * 19 + [201]
    assert len({attempt for _status, attempt in answers}) == 1
    assert Attempt.objects.filter(ranked=True).count() == 1


def test_the_database_itself_refuses_a_second_ranked_attempt(guest: Guest, standard_day: Deal) -> None:
    guest.start(standard_day.slug)
    with pytest.raises(IntegrityError):
        Attempt.objects.create(
            player=guest.player, deal=standard_day, variant="standard", ranked=True, started_at=clock.now()
        )


def refused(guest: Guest, deal: Deal, practice: bool = False) -> tuple[int, str]:
    answer = guest.post(f"deals/{deal.slug}/attempts", {"practice": practice})
    assert set(answer.json()) == {"code", "detail"}
    return answer.status_code, answer.json()["code"]


def test_a_deal_is_started_up_to_the_last_second_of_its_date(
    guest: Guest, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    noon.move_to(MIDNIGHT - dt.timedelta(seconds=1), tick=False)
    assert guest.start(standard_day.slug)


@pytest.mark.parametrize("after", [dt.timedelta(), dt.timedelta(hours=2) - dt.timedelta(milliseconds=1)])
def test_from_midnight_until_the_boards_close_the_date_is_over(
    guest: Guest, standard_day: Deal, noon: time_machine.Traveller, after: dt.timedelta
) -> None:
    noon.move_to(MIDNIGHT + after, tick=False)
    assert refused(guest, standard_day) == (409, "date_over")


def test_who_has_started_comes_back_after_midnight_until_the_boards_close(
    guest: Guest, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    attempt = guest.start(standard_day.slug)
    noon.move_to(MIDNIGHT + dt.timedelta(hours=1), tick=False)
    assert guest.start(standard_day.slug) == attempt


def test_once_the_boards_have_closed_a_start_is_practice(
    guest: Guest, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    noon.move_to(MIDNIGHT + dt.timedelta(hours=2), tick=False)
    answer = guest.post(f"deals/{standard_day.slug}/attempts")
    assert (answer.status_code, answer.json()["ranked"]) == (201, False)


def test_an_open_deal_cannot_be_practised_before_it_was_played_to_its_end(
    guest: Guest, standard_day: Deal
) -> None:
    assert refused(guest, standard_day, practice=True) == (409, "unfinished")
    guest.start(standard_day.slug)
    assert refused(guest, standard_day, practice=True) == (409, "unfinished")


def test_an_open_deal_can_be_practised_once_it_was_played(guest: Guest, standard_day: Deal) -> None:
    attempt = guest.start(standard_day.slug)
    end_attempt(attempt, "lost")
    answer = guest.post(f"deals/{standard_day.slug}/attempts", {"practice": True})
    assert (answer.status_code, answer.json()["ranked"]) == (201, False)
    assert guest.start(standard_day.slug) == attempt


def test_a_future_deal_does_not_exist(guest: Guest, standard_day: Deal, noon: time_machine.Traveller) -> None:
    noon.move_to(MIDNIGHT - dt.timedelta(days=1, seconds=1), tick=False)
    assert refused(guest, standard_day) == (404, "not_found")


@pytest.mark.parametrize(
    "body", [[], {"practice": "yes"}, {"practice": 1}, {"x": 1}, {"started_at": 0}, {"seed": "s"}]
)
def test_a_body_that_is_not_what_the_call_takes_is_refused(
    guest: Guest, standard_day: Deal, body: object
) -> None:
    answer = guest.client.post(
        f"/api/v1/deals/{standard_day.slug}/attempts", body, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


# --- practice -----------------------------------------------------------------------------------------


def test_practice_by_seed_serves_that_seed(guest: Guest) -> None:
    assert Attempt.objects.get(pk=guest.practise("standard", "my-seed")).seed == "my-seed"


def test_practice_without_a_seed_has_a_legal_first_move(guest: Guest) -> None:
    answer = guest.post("practice", {"variant": "standard"})
    assert (answer.status_code, answer.json()["ranked"]) == (201, False)
    assert Attempt.objects.get(pk=answer.json()["attempt"]).seed


@pytest.mark.parametrize("seed", ["with space", "é", "x" * 65, "a_b", "\u0000", "seed\n"])
def test_a_seed_that_is_none_is_refused(guest: Guest, seed: str) -> None:
    answer = guest.post("practice", {"variant": "standard", "seed": seed})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_seed")


@pytest.mark.parametrize(
    "body", [{}, {"variant": "klondike"}, {"variant": 1}, {"variant": "standard", "cards": ""}]
)
def test_practice_of_an_unknown_kind_is_refused(guest: Guest, body: dict[str, object]) -> None:
    assert guest.post("practice", body).status_code == 400


def test_attempts_are_listed_newest_first_and_by_status(guest: Guest, noon: time_machine.Traveller) -> None:
    first = guest.practise("standard", "one")
    noon.shift(1)
    second = guest.practise("cadogan", "two")
    assert [summary["attempt"] for summary in guest.get("attempts?status=playing").json()] == [second, first]
    assert guest.get("attempts?status=won").json() == []


@pytest.mark.parametrize("status", ["cheated", "%00", "", "playing%00"])
def test_an_unknown_status_lists_nothing_or_is_refused_but_never_fails(guest: Guest, status: str) -> None:
    guest.practise()
    answer = guest.get(f"attempts?status={status}")
    assert answer.status_code in (200, 400)


def test_nobodys_attempts_are_an_empty_list(guest: Guest) -> None:
    assert guest.get("attempts").json() == []


def test_other_methods_are_refused(guest: Guest, standard_day: Deal) -> None:
    assert guest.get("practice").status_code == 405
    assert guest.post("attempts").status_code == 405
    assert guest.get(f"deals/{standard_day.slug}/attempts").status_code == 405


def test_a_post_without_a_token_from_our_pages_is_refused(standard_day: Deal) -> None:
    from django.test import Client

    answer = Client(enforce_csrf_checks=True).post(
        f"/api/v1/deals/{standard_day.slug}/attempts", {}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert not Attempt.objects.exists()


# --- begin again, play on -----------------------------------------------------------------------------


def test_ones_own_practice_is_begun_again_while_it_still_runs(guest: Guest) -> None:
    source = guest.practise("standard", "again")
    answer = guest.post(f"attempts/{source}/practice", {"ply": 0})
    assert (answer.status_code, answer.json()["ranked"]) == (201, False)
    again = Attempt.objects.get(pk=answer.json()["attempt"])
    assert (again.seed, again.variant, again.events.count()) == ("again", "standard", 0)
    assert Attempt.objects.get(pk=source).status == "playing"


def test_a_running_ranked_game_is_neither_begun_again_nor_played_on(guest: Guest, standard_day: Deal) -> None:
    answer = guest.post(f"attempts/{guest.start(standard_day.slug)}/practice", {"ply": 0})
    assert (answer.status_code, answer.json()["code"]) == (409, "unfinished")


@pytest.mark.parametrize("ply", [-1, 1, 2000])
def test_practice_is_not_played_on_from_a_ply_that_it_has_not(guest: Guest, ply: int) -> None:
    answer = guest.post(f"attempts/{guest.practise()}/practice", {"ply": ply})
    assert (answer.status_code, answer.json()["code"]) == (400, "no_such_ply")


def test_no_practice_begins_won_and_one_that_did_is_gone(guest: Guest) -> None:
    line = solve(engine.Position.of_deal(engine.STANDARD, engine.deal_cards("house-40"))).moves or ()
    begun_won = guest.practise("standard", "house-40")
    store_moves(begun_won, line)
    record = f'[Variant "standard"]\n[Seed "house-40"]\n\n{" ".join(line)}\n'
    pasted = {"variant": "standard", "record": record}
    for path, body in ((f"attempts/{begun_won}/practice", {}), ("practice", pasted)):
        answer = guest.post(path, body | {"ply": len(line)})
        assert (answer.status_code, answer.json()["code"]) == (409, "attempt_over"), path
        assert guest.post(path, body | {"ply": len(line) - 1}).status_code == 201, path
    import_module("games.play.migrations.0005_practice_begun_won").delete_begun_won(apps, None)
    assert [attempt.events.count() for attempt in Attempt.objects.all()] == [len(line) - 1] * 2


def test_nobody_elses_practice_is_begun_again(guest: Guest, stranger: Guest) -> None:
    assert stranger.post(f"attempts/{guest.practise()}/practice", {"ply": 0}).status_code == 404


def test_the_practice_page_takes_variant_seed_and_grade_from_its_address(guest: Guest) -> None:
    page = guest.client.get("/practice/?variant=cadogan&seed=abc&grade=hard")
    assert [page.context[name] for name in ("variant", "seed", "grade")] == ["cadogan", "abc", "hard"]


def test_the_practice_page_lists_practice_that_runs_or_is_over_newest_first_and_nothing_ranked(
    guest: Guest, stranger: Guest, standard_day: Deal
) -> None:
    older, newer = guest.practise(), guest.practise()
    ranked = guest.start(standard_day.slug)
    ended = guest.practise()
    end_attempt(ended, "conceded")
    page = guest.client.get("/practice/").content.decode()
    links = [page.index(link) for link in (f"/games/{ended}/", f"/play/{newer}/", f"/play/{older}/")]
    assert links == sorted(links)
    assert ranked not in page
    assert "/play/" not in stranger.client.get("/practice/").content.decode()


def test_practice_on_a_days_deal_keeps_its_seed_until_the_boards_have_closed(
    guest: Guest, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    ranked = guest.start(standard_day.slug)
    end_attempt(ranked, "lost")
    practice = guest.post(f"deals/{standard_day.slug}/attempts", {"practice": True}).json()["attempt"]
    assert guest.client.get(f"/play/{practice}/").context["page"]["seed"] is None
    noon.move_to(MIDNIGHT + dt.timedelta(hours=2), tick=False)
    assert guest.client.get(f"/play/{practice}/").context["page"]["seed"] == standard_day.seed


def test_the_table_of_a_ranked_game_brings_the_house_players_and_practice_brings_none(
    guest: Guest, standard_day: Deal
) -> None:
    facts = {"status": "lost", "home": 3, "moves": 9, "seconds": 20, "period": 15, "curve": [0, 4]}
    games = [{"key": "teller", "name": "The Teller", **facts}]
    certify(standard_day)
    Certificate.objects.update(house=games)
    table = f"/play/{guest.start(standard_day.slug)}/"
    for language, name in (("en", "The Teller"), ("es", "El escrutador")):
        page = guest.client.get(table, headers={"accept-language": language}).context["page"]
        assert page["house"] == [games[0] | {"name": name}]
    assert guest.client.get(f"/play/{guest.practise()}/").context["page"]["house"] == []
