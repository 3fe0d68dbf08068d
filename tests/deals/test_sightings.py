"""Who saw what: no secret of an unopened deal leaves without a line in the log; a seen deal is practice."""

import datetime as dt

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.deals import clerk, desk, sightings
from games.deals.models import AuditEntry, Certificate, Deal
from games.deals.sightings import Sealed
from games.play.models import Attempt
from tests.deals.ground import AHEAD, CLARA, candidate, published, staff
from tests.guests import Guest, in_db

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("far_ahead")]


def looks() -> int:
    return AuditEntry.objects.filter(action="looked").count()


def start(client: Client, deal: Deal, **body: bool) -> tuple[int, dict[str, object]]:
    answer = client.post(f"/api/v1/deals/{deal.slug}/attempts", body, content_type="application/json")
    return answer.status_code, answer.json()


def test_a_look_gives_seed_cards_and_line_and_is_written_down_once() -> None:
    deal = candidate()
    for _n in range(3):
        look = sightings.look_at(deal=deal, by=CLARA)
        assert look.seed == deal.seed
        assert len(look.cards) == 80
    assert looks() == 1
    assert sightings.has_seen(CLARA.user_id, deal)
    assert not sightings.has_seen(2, deal)
    assert not sightings.has_seen(None, deal)


def test_a_live_deal_is_shown_to_nobody_until_its_boards_have_closed(noon: time_machine.Traveller) -> None:
    deal = published(0)
    for hours in (0, 11, 13):  # noon, 23:00, 01:00: open, open, closing
        noon.move_to(AHEAD + dt.timedelta(hours=hours))
        with pytest.raises(Sealed):
            sightings.look_at(deal=deal, by=CLARA)
    noon.move_to(AHEAD + dt.timedelta(hours=14, seconds=1))
    assert sightings.look_at(deal=deal, by=CLARA).seed == deal.seed
    assert looks() == 0, "what is open to all is no secret"


def test_a_look_that_midnight_overtakes_is_refused(
    noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = published(1)
    write = sightings.audit.write_entry

    def slowly(**wish: object) -> None:
        write(**wish)
        noon.move_to(AHEAD + dt.timedelta(hours=12, seconds=1))

    monkeypatch.setattr(sightings.audit, "write_entry", slowly)
    with pytest.raises(Sealed):
        sightings.look_at(deal=deal, by=CLARA)
    assert sightings.has_seen(CLARA.user_id, deal)


@pytest.mark.parametrize("name", ["look", "practise"])
def test_who_has_looked_or_played_is_told_before_the_day_and_plays_practice_alone(
    curator: Client, noon: time_machine.Traveller, name: str
) -> None:
    deal = published(1)
    page = reverse("admin:play_practise" if name == "practise" else "admin:deals_look", args=[deal.pk])
    assert curator.post(page).status_code == 302
    noon.shift(dt.timedelta(days=1))
    today = {card["slug"]: card for card in curator.get("/api/v1/deals/today").json()}
    assert today[deal.slug]["seen"] == "desk"
    assert "Practice only." in curator.get("/").content.decode()
    status, problem = start(curator, deal)
    assert (status, problem["code"]) == (409, "seen")
    assert not Attempt.objects.filter(deal=deal, ranked=True).exists()
    status, started = start(curator, deal, practice=True)
    assert (status, started["ranked"]) == (201, False)


def test_who_has_not_looked_plays_ranked(curator: Client, noon: time_machine.Traveller) -> None:
    deal = published(1)
    assert curator.get(reverse("admin:deals_desk", args=[deal.pk])).status_code == 200
    noon.shift(dt.timedelta(days=1))
    status, started = start(curator, deal)
    assert (status, started["ranked"]) == (201, True)
    assert start(curator, deal, practice=True)[0] == 409


def test_a_curators_attempt_on_an_unopened_deal_is_404_to_others(curator: Client) -> None:
    deal = published(1)
    answer = curator.post(reverse("admin:play_practise", args=[deal.pk]))
    attempt = Attempt.objects.get(deal=deal)
    assert answer.headers["Location"] == f"/play/{attempt.pk}/"
    other = Client()
    other.force_login(staff("moll", "curator", "moderator"))
    for stranger in (Client(), other):
        for path in (
            f"/play/{attempt.pk}/",
            f"/games/{attempt.pk}/",
            f"/api/v1/attempts/{attempt.pk}/record",
            f"/api/v1/attempts/{attempt.pk}/replay",
        ):
            assert stranger.get(path).status_code == 404, path
        practice = stranger.post(
            f"/api/v1/attempts/{attempt.pk}/practice", {"ply": 0}, content_type="application/json"
        )
        assert practice.status_code == 404
    assert curator.get(f"/play/{attempt.pk}/").status_code == 200


def test_studying_the_seed_of_an_unopened_deal_is_a_look_too(
    curator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.deals.study.solve", lambda _text: None)
    deal = candidate()
    answer = curator.post(reverse("admin:deals_study"), {"variant": "standard", "text": deal.seed})
    assert answer.status_code == 200
    assert looks() == 1


def test_studying_the_seed_of_a_live_deal_is_refused(curator: Client) -> None:
    deal = published(0)
    answer = curator.post(reverse("admin:deals_study"), {"variant": "standard", "text": deal.seed})
    assert "This deal is live" in answer.content.decode()
    assert "picture" not in answer.context


def test_the_deals_page_shows_cards_only_to_whoever_has_looked(curator: Client) -> None:
    deal = candidate()
    page = reverse("admin:deals_desk", args=[deal.pk])
    assert deal.seed not in curator.get(page).content.decode()
    assert looks() == 0
    curator.post(reverse("admin:deals_look", args=[deal.pk]))
    assert deal.seed in curator.get(page).content.decode()
    other = Client()
    other.force_login(staff("moll", "curator"))
    assert deal.seed not in other.get(page).content.decode()


def test_a_replacement_is_a_deal_that_no_curator_has_seen() -> None:
    live, seen = published(0), candidate()
    sightings.look_at(deal=seen, by=CLARA)
    unseen = candidate()
    replacement = desk.void_deal(deal=live, reason="A torn card.", by=CLARA, replace=True)
    assert replacement == unseen


@pytest.mark.django_db(transaction=True)
async def test_the_socket_of_a_curators_attempt_does_not_exist_for_others(client: Client) -> None:
    def practise() -> str:
        client.force_login(staff("clara", "curator"))
        client.post(reverse("admin:play_practise", args=[candidate().pk]))
        return str(Attempt.objects.get().pk)

    attempt = await in_db(practise)()
    for guest in (Guest(), Guest()):
        async with guest.sit(attempt, synced=False) as seat:
            assert await seat.hear_close() == (4404, None)


def test_the_house_players_play_a_candidate_once_a_curator_has_looked_at_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [{"key": "teller", "name": "The Teller", "status": "won", "home": 80, "moves": 281}]
    monkeypatch.setattr(clerk, "house_games", lambda *_a, **_k: games)
    seen, unseen = candidate(), candidate()
    assert not clerk.add_house_looked()
    sightings.look_at(deal=seen, by=CLARA)
    assert clerk.add_house_looked()
    assert not clerk.add_house_looked()
    houses = dict(Certificate.objects.values_list("deal_id", "house"))
    assert houses == {seen.pk: games, unseen.pk: None}
