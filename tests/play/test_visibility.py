"""Who sees whose cards and moves, and when (rules: Ranked play)."""

import datetime as dt

import pytest
import time_machine

from games import engine
from games.deals.models import Deal
from games.engine import VARIANTS
from games.play import selectors
from games.play.models import Attempt
from tests.guests import Guest, end_attempt, line_of, store_moves

AFTER_CLOSING = dt.timedelta(days=1)


@pytest.fixture
def ranked(guest: Guest, standard_day: Deal) -> str:
    attempt = guest.start(standard_day.slug)
    store_moves(attempt, line_of("standard", standard_day.seed, 3))
    return attempt


@pytest.fixture
def practice(guest: Guest) -> str:
    return guest.practise("standard", "my-seed")


def ask(visitor: Guest, attempt: str) -> set[tuple[int, str]]:
    """Ask for a game's record and for its replay; gives what both are answered with."""
    answers = [visitor.get(f"attempts/{attempt}/{way}") for way in ("record", "replay")]
    return {(a.status_code, "" if a.status_code == 200 else a.json()["code"]) for a in answers}


def test_your_own_game_is_yours_at_any_time(guest: Guest, ranked: str, practice: str) -> None:
    assert ask(guest, ranked) == ask(guest, practice) == {(200, "")}


def test_anothers_ranked_game_is_closed_while_the_boards_are_open_and_open_when_they_have_closed(
    stranger: Guest, ranked: str, noon: time_machine.Traveller
) -> None:
    noon.move_to(dt.datetime(2026, 11, 30, 1, 59, 59, tzinfo=dt.UTC), tick=False)
    assert ask(stranger, ranked) == ask(Guest(), ranked) == {(403, "boards_open")}
    noon.move_to(dt.datetime(2026, 11, 30, 2, tzinfo=dt.UTC), tick=False)
    assert ask(stranger, ranked) == {(200, "")}


def test_anothers_practice_does_not_exist_for_you(
    stranger: Guest, practice: str, noon: time_machine.Traveller
) -> None:
    for _ in range(2):
        assert ask(stranger, practice) == {(404, "not_found")}
        noon.shift(AFTER_CLOSING)


def test_an_attempt_that_is_none_does_not_exist(guest: Guest) -> None:
    for attempt in ("x" * 20, "%00", "a" * 500, "..", "é"):
        assert {status for status, _code in ask(guest, attempt)} == {404}, attempt


def test_the_record_names_the_slug_while_the_boards_are_open(
    guest: Guest, ranked: str, standard_day: Deal
) -> None:
    text = guest.get(f"attempts/{ranked}/record").content.decode()
    assert f'[Slug "{standard_day.slug}"]' in text
    assert standard_day.seed not in text
    assert engine.read_record(text).moves == tuple(line_of("standard", standard_day.seed, 3))


def test_the_record_names_the_seed_once_the_boards_have_closed(
    guest: Guest, ranked: str, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    noon.shift(AFTER_CLOSING)
    record = engine.read_record(guest.get(f"attempts/{ranked}/record").content.decode())
    assert (record.seed, record.slug) == (standard_day.seed, None)


def test_practice_of_an_open_deal_hides_its_seed_in_the_record_as_well(
    guest: Guest, ranked: str, standard_day: Deal
) -> None:
    end_attempt(ranked, "lost")
    answer = guest.post(f"deals/{standard_day.slug}/attempts", {"practice": True}).json()
    text = guest.get(f"attempts/{answer['attempt']}/record").content.decode()
    assert standard_day.seed not in text
    assert f'[Slug "{standard_day.slug}"]' in text


def test_the_record_of_practice_names_its_seed(guest: Guest, practice: str) -> None:
    text = guest.get(f"attempts/{practice}/record").content.decode()
    assert engine.read_record(text).seed == "my-seed"


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_replay_begins_with_the_deal_and_tells_every_move(guest: Guest, variant: str) -> None:
    attempt = guest.practise(variant, "seed-2")
    line = line_of(variant, "seed-2", 12)
    store_moves(attempt, line)
    replay = guest.get(f"attempts/{attempt}/replay").json()
    assert set(replay) == {"position", "moved"}
    assert (replay["position"]["rev"], replay["position"]["moves"]) == (0, [])
    assert [moved["move"] for moved in replay["moved"]] == line
    assert [moved["ply"] for moved in replay["moved"]] == list(range(1, 13))
    assert [moved["elapsed_ms"] for moved in replay["moved"]] == list(range(1, 13))


# --- pasted records -------------------------------------------------------------------------------------


def paste(guest: Guest, text: str | bytes) -> tuple[int, dict[str, object]]:
    answer = guest.client.post("/api/v1/replay", text, content_type="text/plain")
    return answer.status_code, answer.json()


RECORD = '[Variant "standard"]\n[Seed "seed-2"]\n\n{moves}\n'


def test_a_pasted_record_is_replayed(guest: Guest) -> None:
    line = line_of("standard", "seed-2", 5)
    status, replay = paste(guest, RECORD.format(moves=" ".join(line)))
    assert status == 200
    assert [moved["move"] for moved in replay["moved"]] == line


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Line 4: 'zz9' is no move: moves look like c2a1, a1f, wb4 or s."),
        ("es", "Línea 4: 'zz9' no es una jugada: las jugadas son como c2a1, a1f, wb4 o s."),
    ],
)
def test_a_record_that_cannot_be_read_names_its_line_in_the_visitors_language(
    guest: Guest, language: str, words: str
) -> None:
    guest.client.cookies["django_language"] = language
    status, problem = paste(guest, RECORD.format(moves="zz9"))
    assert (status, problem["code"], problem["detail"]) == (400, "unreadable_record", words)


def test_a_record_with_an_illegal_move_names_its_ply(guest: Guest) -> None:
    line = line_of("standard", "seed-2", 2)
    status, problem = paste(guest, RECORD.format(moves=" ".join([*line, "a1a2"])))
    assert (status, problem["code"]) == (400, "illegal_move")
    assert "ply 2" in str(problem["detail"])


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"[" * 5000, b"\x00", b'[Variant "standard"]'])
def test_what_is_no_record_is_refused(guest: Guest, text: bytes) -> None:
    assert paste(guest, text)[0] == 400


def test_a_record_of_a_day_is_replayed_from_text_once_the_boards_have_closed(
    guest: Guest, standard_day: Deal, noon: time_machine.Traveller
) -> None:
    line = line_of("standard", standard_day.seed, 5)
    text = f'[Variant "standard"]\n[Slug "{standard_day.slug}"]\n\n{" ".join(line)}\n'
    status, problem = paste(guest, text)
    assert (status, problem["code"]) == (400, "slug_only")
    noon.move_to(dt.datetime(2026, 11, 30, 2, tzinfo=dt.UTC), tick=False)
    status, replay = paste(guest, text)
    assert (status, [moved["move"] for moved in replay["moved"]]) == (200, line)
    assert paste(guest, text.replace('"standard"', '"cadogan"'))[0] == 400


CARDS = " ".join(engine.deal_cards("a-real-table"))


@pytest.mark.parametrize("header", ['[Seed "a-real-table"]', f'[Deal "{CARDS}"]'])
def test_a_pasted_record_is_played_on_as_practice(guest: Guest, header: str) -> None:
    line = line_of("standard", "a-real-table", 8)
    text = f'[Variant "standard"]\n{header}\n\n{" ".join(line)}\n'
    answer = guest.post("practice", {"variant": "standard", "record": text, "ply": 5})
    assert answer.status_code == 201
    attempt = answer.json()["attempt"]
    assert [m["move"] for m in guest.get(f"attempts/{attempt}/replay").json()["moved"]] == line[:5]
    assert guest.get("attempts").json()[0]["ranked"] is False


def test_playing_on_from_a_pasted_record_refuses_what_replaying_it_refuses(guest: Guest) -> None:
    good = '[Variant "standard"]\n[Seed "x"]\n\n'
    for text, ply, code in (
        ("nonsense", 0, "unreadable_record"),
        (good + "a1a2", 0, "illegal_move"),
        (good, 1, "no_such_ply"),
        (good, -1, "no_such_ply"),
    ):
        answer = guest.post("practice", {"variant": "standard", "record": text, "ply": ply})
        assert (answer.status_code, answer.json()["code"]) == (400, code), text


# --- result pages ---------------------------------------------------------------------------------------


def test_anothers_result_page_shows_no_count_of_moves_before_the_boards_close(
    guest: Guest, stranger: Guest, ranked: str
) -> None:
    end_attempt(ranked, "conceded", moves=1234)
    assert "1234" not in stranger.client.get(f"/games/{ranked}/").content.decode().replace(",", "")


def test_a_link_to_a_move_is_offered_where_others_may_follow_it(
    guest: Guest, ranked: str, practice: str
) -> None:
    for attempt in Attempt.objects.filter(pk__in=[ranked, practice]):
        first = selectors.game_of(attempt).legal[0]
        end_attempt(attempt.pk, "conceded", moves=1, history=f'[["move", "{first}", 1]]')
    for attempt, offered in ((ranked, 1), (practice, 0)):
        page = guest.client.get(f"/games/{attempt}/").content.decode()
        assert ("data-record" in page, page.count("data-link")) == (True, offered)
