"""A whole ranked game, and no frame, page, header or answer that gives away what is secret."""

import datetime as dt
import json

import pytest

from games import clock, engine
from games.deals.models import Deal
from games.engine import VARIANTS
from games.engine.solver import solve
from games.engine.words import REFUSALS
from games.players.models import Player, User
from tests.guests import Guest, Seat, cards_hidden, in_db, line_of, put_on_calendar, seat_at, store_moves
from tests.searchlight import Secrets, paths, search

RIVAL = "Rival"
OTHER = {"standard": "cadogan", "cadogan": "standard"}


def test_the_searchlight_finds_what_it_is_meant_to_find() -> None:
    secrets = Secrets({"a-seed"}, [["5C", "TD", "9H", "2S", "JD"]], [["a1f", "b2a1", "c3b2", "d4c3"]])
    assert secrets.found_in("... a-seed ...") == ["a-seed"]
    assert secrets.found_in('{"cards": ["TD", "9H", "2S", "JD"]}') == ["stock: TD 9H 2S JD"]
    assert secrets.found_in("JD 2S 9H TD") == ["stock: JD 2S 9H TD"]
    assert secrets.found_in('["a1f","b2a1","c3b2","d4c3"]') == ["line: a1f b2a1 c3b2 d4c3"]


def test_the_searchlight_passes_over_what_may_be_shown() -> None:
    secrets = Secrets({"a-seed"}, [["5C", "TD", "9H", "2S", "JD"]], [["a1f", "b2a1", "c3b2", "d4c3"]])
    assert secrets.found_in("another 5C TD 9H JD 2S; a1f b2a1 c3b2 x d4b3") == []


def test_the_searchlight_reaches_every_page() -> None:
    found = set(paths({"slug": ["2026-11-29-standard"], "attempt_id": ["x"], "name": ["ada"]}))
    assert {"/", "/play/x/", "/boards/2026-11-29-standard/", "/api/v1/attempts/x/replay", "/healthz"} <= found
    assert not any("<" in path for path in found)


@pytest.fixture
def week() -> dict[str, Deal]:
    """Today's deals and tomorrow's, of known seeds, so that the run is the same every time."""
    tomorrow = clock.today() + dt.timedelta(days=1)
    return {
        "standard": put_on_calendar("standard", "today-in-standard"),
        "cadogan": put_on_calendar("cadogan", "today-in-cadogan"),
        "standard tomorrow": put_on_calendar("standard", "tomorrow-in-standard", tomorrow),
        "cadogan tomorrow": put_on_calendar("cadogan", "tomorrow-in-cadogan", tomorrow),
    }


@pytest.fixture
def rival(stranger: Guest, week: dict[str, Deal]) -> dict[str, str]:
    """Another player's running attempts, with moves of their own."""
    attempts = {}
    for variant in VARIANTS:
        attempts[variant] = stranger.start(week[variant].slug)
        store_moves(attempts[variant], rivals_line(variant, week[variant].seed))
    # A member, so that there is a public profile to search.
    Player.objects.filter(pk=stranger.player.pk).update(name=RIVAL, user=User.objects.create_user(RIVAL))
    return attempts


def rivals_line(variant: str, seed: str) -> list[str]:
    return line_of(variant, seed, 30)


def winning_line(variant: str, seed: str) -> list[str]:
    moves = solve(engine.Position.of_deal(VARIANTS[variant], engine.deal_cards(seed)), nodes=200_000).moves
    assert moves
    return list(moves)


def secrets_of(week: dict[str, Deal], stocks: dict[str, int], own: list[str]) -> Secrets:
    """Give what nobody may see: with so many cards left in each stock, and moves that are not one's own."""
    words = {deal.seed for deal in week.values()}
    words |= {str(deal.slug) for name, deal in week.items() if "tomorrow" in name}
    hidden = [cards_hidden(week[variant].seed)[48 - left :] for variant, left in stocks.items()]
    hidden += [cards_hidden(deal.seed) for name, deal in week.items() if "tomorrow" in name]
    own_windows = set(zip(own, own[1:], own[2:], own[3:], strict=False))
    lines = []
    for variant in VARIANTS:
        line = [move for move in rivals_line(variant, week[variant].seed) if move != "s"]
        lines += [w for w in zip(line, line[1:], line[2:], line[3:], strict=False) if w not in own_windows]
    return Secrets(words, hidden, lines)


@pytest.mark.parametrize("variant", list(VARIANTS))
async def test_a_whole_ranked_game_gives_nothing_away(
    guest: Guest,
    week: dict[str, Deal],
    rival: dict[str, str],
    own: dict[str, str],
    no_rate_limit: None,
    variant: str,
) -> None:
    seed, slug = week[variant].seed, week[variant].slug
    line = winning_line(variant, seed)
    stocks = dict.fromkeys(VARIANTS, 48)
    pages = {
        "slug": [str(deal.slug) for name, deal in week.items()],
        "attempt_id": [own[variant], *rival.values()],
        "name": [RIVAL],
    }
    known = set(secrets_of(week, stocks, line).words)
    assert week["standard"].seed in known

    @in_db
    def look_everywhere(left: int) -> None:
        secrets = secrets_of(week, stocks | {variant: left}, line)
        shown = {
            name: [value for value in values if "2026-11-30" not in value] for name, values in pages.items()
        }
        for who, visitor in {"the player": guest, "a new visitor": Guest()}.items():
            assert search(visitor.client, secrets, shown, who=who) > 20
        # What is asked for by name comes back in the address of the error; nothing else of it may.
        hidden = Secrets(secrets.words - {str(d.slug) for d in week.values()}, secrets.stocks, secrets.lines)
        search(
            Guest().client, hidden, {"slug": pages["slug"][2:], "attempt_id": [], "name": []}, who="tomorrow"
        )

    def look(seat: Seat, left: int, heard: int) -> int:
        secrets = secrets_of(week, stocks | {variant: left}, line)
        for text in seat.heard[heard:]:
            assert not secrets.found_in(text), (text, secrets.found_in(text))
        return len(seat.heard)

    async with (
        guest.sit(own[variant]) as seat,
        seat_at(f"/ws/deals/{slug}/") as watcher,
        seat_at(f"/ws/deals/{week[OTHER[variant]].slug}/?by=moves") as other,
    ):
        left, heard = 48, 0
        for ply, move in enumerate(line, 1):
            answer = await seat.move(ply, move)
            assert answer["type"] == "moved"
            left = answer["stock"]
            if ply % 25 == 0 and left:
                await seat.send(type="hint")
                assert (await seat.hear())["code"] == "practice_only"
                for wish in ({"type": "move", "move": "a4f"}, {"type": "finish"}, {"type": "undo"}):
                    if wish["type"] != "undo" or not answer["undo"]:
                        await seat.send(rev=ply + 1, **wish)
                        await seat.hear("rejected")
                await seat.sync()
            heard = look(seat, left, heard)
            if ply == 60:
                await look_everywhere(left)
        ended = await seat.hear("ended")
        assert ended["status"] == "won"
        look(seat, left, heard)
        await look_everywhere(left)
        for one in (watcher, other):
            await one.send(type="ping")
            await one.hear("pong")
            look(one, left, 0)


@pytest.fixture
def own(guest: Guest, week: dict[str, Deal]) -> dict[str, str]:
    return {variant: guest.start(week[variant].slug) for variant in VARIANTS}


def test_no_page_holds_a_card_of_a_ranked_attempt_that_has_not_begun(
    guest: Guest, week: dict[str, Deal]
) -> None:
    secrets = Secrets(
        {deal.seed for deal in week.values()}, [engine.deal_cards(deal.seed) for deal in week.values()]
    )
    slugs = [str(week[variant].slug) for variant in VARIANTS]
    for path in paths({"slug": slugs, "attempt_id": [], "name": []}):
        text = guest.client.get(path).content.decode(errors="replace")
        assert not secrets.found_in(text), path


def test_tomorrows_commitment_is_on_the_lists_of_commitments_and_nowhere_else(
    guest: Guest, week: dict[str, Deal], own: dict[str, str]
) -> None:
    commitments = {deal.commitment for name, deal in week.items() if "tomorrow" in name}
    slugs = [str(week[variant].slug) for variant in VARIANTS]
    holding = [
        path
        for path in paths({"slug": slugs, "attempt_id": list(own.values()), "name": []})
        if any(word in guest.client.get(path).content.decode(errors="replace") for word in commitments)
    ]
    assert holding == ["/commitments/", "/api/v1/commitments"]


def test_a_refusal_of_a_move_says_nothing_about_hidden_cards(week: dict[str, Deal]) -> None:
    words = json.dumps(list(REFUSALS.values()))
    assert not Secrets(stocks=[engine.PACK]).found_in(words)
