"""Groups: who may do what with a private board, and what it shows."""

import datetime as dt
import re

import pytest
import time_machine
from django.test import Client

from games import clock
from games.deals.models import AuditEntry
from games.http import ApiError
from games.play.models import Event
from games.players.models import Player, User
from leaderboard import group_boards, groups
from leaderboard.models import Group, Membership
from tests.deals.ground import staff
from tests.guests import at_once, put_on_calendar
from tests.leaderboard.ground import member, play, visit
from tests.players.ground import confirm

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return member("Ada")


@pytest.fixture
def bea() -> Player:
    return member("Bea")


@pytest.fixture
def club(ada: Player, bea: Player) -> Group:
    """Ada's group, which Bea has joined."""
    club = groups.create_group(player=ada, name="  Friday   Club ")
    return groups.join_group(player=bea, token=club.token)


def names(group: Group) -> list[str]:
    return [membership.player.name for membership in group_boards.members_of(group)]


def refusal(**wish: object) -> str:
    """Give the code by which `act` is refused."""
    act = wish.pop("act")
    with pytest.raises(ApiError) as caught:
        act(**wish)
    return caught.value.code


def test_who_makes_a_group_owns_it_and_its_name_is_cleaned(ada: Player, club: Group) -> None:
    assert (club.name, groups.owner_id(club)) == ("Friday Club", ada.pk)
    assert names(club) == ["Ada", "Bea"]


def test_an_invitation_holds_at_least_96_random_bits(ada: Player) -> None:
    tokens = {groups.create_group(player=ada, name=f"Club {number}").token for number in range(5)}
    assert len(tokens) == 5
    assert all(len(token) * 6 >= 96 for token in tokens)


@pytest.mark.parametrize("name", ["", "x", "a" * 25, "\x00club", "admin"])
def test_a_name_that_no_player_could_have_is_no_groups(ada: Player, club: Group, name: str) -> None:
    assert refusal(act=groups.create_group, player=ada, name=name)
    assert refusal(act=groups.rename_group, player=ada, group_id=club.pk, name=name)


def test_joining_twice_is_joining_once(bea: Player, club: Group) -> None:
    groups.join_group(player=bea, token=club.token)
    assert names(club) == ["Ada", "Bea"]


def test_only_the_owner_renames_renews_and_removes(ada: Player, bea: Player, club: Group) -> None:
    for act, more in (
        (groups.rename_group, {"name": "Mine now"}),
        (groups.renew_link, {}),
        (groups.remove_member, {"member_id": ada.pk}),
    ):
        assert refusal(act=act, player=bea, group_id=club.pk, **more) == "not_owner"
    groups.rename_group(player=ada, group_id=club.pk, name="Sunday Club")
    club.refresh_from_db()
    assert club.name == "Sunday Club"


def test_a_renewed_link_is_another_and_the_old_one_is_dead(ada: Player, club: Group) -> None:
    groups.renew_link(player=ada, group_id=club.pk)
    assert refusal(act=groups.join_group, player=member("Cy"), token=club.token) == "not_found"
    club.refresh_from_db()
    groups.join_group(player=member("Dot"), token=club.token)


def test_who_was_removed_cannot_come_back_by_the_same_link(ada: Player, bea: Player, club: Group) -> None:
    groups.remove_member(player=ada, group_id=club.pk, member_id=bea.pk)
    assert names(club) == ["Ada"]
    assert refusal(act=groups.join_group, player=bea, token=club.token) == "not_found"
    assert refusal(act=groups.remove_member, player=ada, group_id=club.pk, member_id=ada.pk) == "not_yourself"


def test_the_owners_leaving_hands_the_group_to_the_oldest_member(
    ada: Player, bea: Player, club: Group
) -> None:
    groups.join_group(player=member("Cy"), token=club.token)
    groups.leave_group(player=ada, group_id=club.pk)
    assert groups.owner_id(club) == bea.pk
    groups.join_group(player=ada, token=club.token)
    assert names(club) == ["Bea", "Cy", "Ada"]


def test_a_group_of_one_begins_with_its_link_and_shows_no_table_of_who_is_ahead(ada: Player) -> None:
    alone = groups.create_group(player=ada, name="Alone")
    page = visit("Ada").get(f"/groups/{alone.pk}/").content.decode()
    assert page.index(alone.token) < page.index("Today</h2>")
    assert "Who is ahead" not in page


def test_the_last_one_who_leaves_takes_the_group_along(ada: Player, bea: Player, club: Group) -> None:
    groups.leave_group(player=ada, group_id=club.pk)
    assert Group.objects.exists()
    groups.leave_group(player=bea, group_id=club.pk)
    assert not Group.objects.exists()
    groups.leave_group(player=bea, group_id=club.pk)  # gone already: nothing to do


def test_a_group_and_a_player_have_limits(ada: Player, club: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "MAX_MEMBERS", 2)
    assert refusal(act=groups.join_group, player=member("Cy"), token=club.token) == "group_full"
    monkeypatch.setattr(groups, "MAX_GROUPS", 1)
    assert refusal(act=groups.create_group, player=ada, name="Another") == "too_many_groups"


@pytest.mark.django_db(transaction=True)
def test_many_who_join_at_once_are_no_more_than_the_limit(
    club: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "MAX_MEMBERS", 4)

    players = [member(f"Player {number}") for number in range(6)]

    def join(number: int) -> str:
        try:
            groups.join_group(player=players[number], token=club.token)
        except ApiError as error:
            return error.code
        return "joined"

    said = at_once(6, join)
    assert sorted(said) == ["group_full"] * 4 + ["joined"] * 2
    assert len(names(club)) == 4


def test_guests_are_asked_to_open_an_account_and_come_back(club: Group) -> None:
    guest = Player.objects.create(name="Guest", created_at=clock.now())
    assert refusal(act=groups.join_group, player=guest, token=club.token) == "account_needed"
    for path in ("/groups/", f"/groups/join/{club.token}/"):
        page = Client().get(path)
        assert f"?next={path}" in page.content.decode()
    assert Client().post(f"/groups/join/{club.token}/").status_code == 200
    assert names(club) == ["Ada", "Bea"]


@pytest.mark.django_db(transaction=True)
def test_the_account_that_is_opened_from_an_invitation_comes_back_to_it_and_joins(club: Group) -> None:
    client, path = Client(), f"/groups/join/{club.token}/"
    form = {"email": "dot@example.org", "password1": "a-long-password", "name": "Dot", "next": path}
    client.post(f"/account/signup/?next={path}", form)
    assert confirm(client).headers["Location"] == path
    client.post(path)
    assert names(club) == ["Ada", "Bea", "Dot"]


# --- pages ---------------------------------------------------------------------------------------------


def test_to_others_a_group_does_not_exist(club: Group) -> None:
    for client in (Client(), visit(member("Cy").name)):
        for path in (f"/groups/{club.pk}/", f"/groups/{club.pk + 1}/", f"/groups/{2**70}/"):
            assert client.get(path).status_code == client.get(f"{path}?boards").status_code == 404
            assert client.post(path, {"act": "leave"}).status_code == 404
        assert client.get("/groups/join/not-a-link/").status_code == 404
        assert club.name not in client.get("/groups/").content.decode()


def test_an_invitation_says_what_joining_shows_and_only_a_post_joins(club: Group) -> None:
    member("Cy")
    client, path = visit("Cy"), f"/groups/join/{club.token}/"
    page = client.get(path).content.decode()
    assert "sees your name" in page
    assert not re.search(r"\bBea\b", page)
    assert names(club) == ["Ada", "Bea"]
    assert client.post(path).headers["Location"] == f"/groups/{club.pk}/"
    assert names(club) == ["Ada", "Bea", "Cy"]
    assert client.get(path).status_code == 302


def test_the_groups_page_does_what_its_forms_say(ada: Player, bea: Player, club: Group) -> None:
    client, path = visit("Ada"), f"/groups/{club.pk}/"
    for form in ({"act": "rename", "name": "Sunday Club"}, {"act": "renew"}):
        assert client.post(path, form).headers["Location"] == path
    fresh = Group.objects.get()
    assert fresh.name == "Sunday Club"
    assert fresh.token != club.token
    assert client.post(path, {"act": "rename", "name": "x"}).status_code == 400
    assert visit("Bea").post(path, {"act": "renew"}).status_code == 403
    assert client.post(path, {"act": "remove", "member": str(bea.pk)}).status_code == 302
    for odd in ({"act": "remove", "member": "x"}, {"act": "dance"}, {}):
        assert client.post(path, odd).status_code == 404
    answer = client.post(path, {"act": "leave"}, follow=True)
    assert answer.redirect_chain[0][0] == "/groups/"
    assert "You have left" in answer.content.decode()
    assert not Group.objects.exists()


def test_a_group_is_made_on_the_page(ada: Player) -> None:
    client = visit("Ada")
    assert client.post("/groups/", {"name": "x"}).status_code == 400
    made = client.post("/groups/", {"name": "Friday Club"})
    assert made.headers["Location"] == f"/groups/{Group.objects.get().pk}/"
    assert "no-cache" in client.get("/groups/").headers["Cache-Control"]


# --- boards --------------------------------------------------------------------------------------------


def test_the_board_holds_the_members_alone_with_places_among_them(
    ada: Player, bea: Player, club: Group
) -> None:
    deal = put_on_calendar("standard", "a-day")
    for cy in (member("Cy"), member("Dot")):
        groups.join_group(player=cy, token=club.token)
        play(cy, deal, "won", seconds=500, moves=280, home=80, steps=272)
    play(member("Stranger"), deal, "won", seconds=100, moves=272, home=80, steps=272)
    play(ada, deal, "won", seconds=700, moves=273, home=80, steps=272)
    (board,) = group_boards.boards_of(club, deal.date, "time", now=clock.now())
    assert [(row.place, row.player) for _entry, row in board.rows] == [(1, "Cy"), (1, "Dot"), (3, "Ada")]
    assert board.waiting == ["Bea"]
    (by_moves,) = group_boards.boards_of(club, deal.date, "moves", now=clock.now())
    assert by_moves.rows[0][1].player == "Ada"


def test_a_private_member_is_shown_by_name_inside_the_group(ada: Player, bea: Player, club: Group) -> None:
    play(bea, put_on_calendar("standard", "a-day"), "won", seconds=500, moves=280, home=80)
    Player.objects.filter(pk=bea.pk).update(is_private=True)
    text = visit("Ada").get(f"/groups/{club.pk}/").content.decode()
    assert text.count("Bea") >= 3


def test_before_the_boards_close_it_shows_progress_home_and_time_alone(bea: Player, club: Group) -> None:
    deal = put_on_calendar("standard", "a-secret-seed")
    attempt = play(bea, deal, "playing", home=7)
    Event.objects.create(attempt=attempt, rev=1, kind="move", move="a1f", elapsed_ms=1, home=7, steps=136)
    lost = play(member("Cy"), deal, "lost", moves=99, home=3, steps=68)
    groups.join_group(player=lost.player, token=club.token)
    page = visit("Bea").get(f"/groups/{club.pk}/")
    rows = page.context["days_of_boards"][0][2][0].rows
    assert [(row.player, row.home, row.progress, row.moves) for _entry, row in rows] == [
        ("Bea", 7, 0.5, None), ("Cy", 3, 0.25, None),
    ]  # fmt: skip
    text = page.content.decode()
    # Whole words: ids and tokens are random letters.
    assert not re.search(r"\ba1f\b", text)
    assert "a-secret-seed" not in text
    assert not re.search(r"\b99\b", text.partition("Who is ahead")[0].partition("<main")[2])


def test_the_table_counts_firsts_and_wins_on_closed_boards(
    ada: Player, bea: Player, club: Group, noon: time_machine.Traveller
) -> None:
    start = clock.now()
    shared = put_on_calendar("standard", "both-equal")
    alone = put_on_calendar("cadogan", "ada-alone")
    for player in (ada, bea):
        play(player, shared, "won", seconds=500, moves=280, home=80)
    play(ada, alone, "won", seconds=300, moves=280, home=80)
    noon.move_to(start + dt.timedelta(days=1))
    beas = put_on_calendar("standard", "bea-wins")
    play(ada, beas, "lost", home=20)
    play(bea, beas, "won", seconds=900, moves=300, home=80)
    before = [(t.player, t.firsts, t.won, t.sat) for t in group_boards.tally(club, 7, now=clock.now())]
    assert before == [("Ada", 1, 2, 2), ("Bea", 1, 1, 1)]
    noon.move_to(start + dt.timedelta(days=2))
    after = [
        (t.place, t.player, t.firsts, t.won, t.sat) for t in group_boards.tally(club, 7, now=clock.now())
    ]
    assert after == [(1, "Bea", 2, 2, 2), (2, "Ada", 1, 2, 3)]
    noon.move_to(start + dt.timedelta(days=9))
    assert [t.sat for t in group_boards.tally(club, 7, now=clock.now())] == [0, 0]
    assert {t.place for t in group_boards.tally(club, 7, now=clock.now())} == {1}
    assert [t.sat for t in group_boards.tally(club, 30, now=clock.now())] == [2, 3]


def test_a_suspended_member_is_on_no_board_of_the_group(ada: Player, bea: Player, club: Group) -> None:
    deal = put_on_calendar("standard", "a-day")
    play(bea, deal, "won", seconds=500, moves=280, home=80)
    User.objects.filter(pk=bea.user_id).update(is_active=False)
    (board,) = group_boards.boards_of(club, deal.date, "time", now=clock.now())
    assert (board.rows, board.waiting) == ([], ["Ada"])
    assert [t.player for t in group_boards.tally(club, 7, now=clock.now())] == ["Ada"]


def test_the_page_costs_the_same_few_queries_whatever_the_number_of_members(
    ada: Player, club: Group, django_assert_max_num_queries: object
) -> None:
    deals = [put_on_calendar("standard", "a-day"), put_on_calendar("cadogan", "another")]
    for number in range(20):
        player = member(f"Player {number}")
        Membership.objects.create(group=club, player=player, joined_at=clock.now())
        for deal in deals:
            play(player, deal, "won", seconds=500 + number, moves=280, home=80)
    client = visit("Ada")
    with django_assert_max_num_queries(16):
        assert client.get(f"/groups/{club.pk}/").status_code == 200


# --- moderators ------------------------------------------------------------------------------------------


def test_a_moderator_dissolves_a_group_for_a_reason_that_is_kept(club: Group) -> None:
    client = Client()
    client.force_login(staff("Molly", "moderator"))
    wish = {"action": "dissolve", "_selected_action": [str(club.pk)], "reason": " "}
    client.post("/admin/leaderboard/group/", wish)
    assert Group.objects.exists()
    page = client.get(f"/admin/leaderboard/group/{club.pk}/change/").content.decode()
    assert "Ada" in page
    assert club.token not in page
    client.post("/admin/leaderboard/group/", wish | {"reason": "an unfriendly name"})
    assert not Group.objects.exists()
    entry = AuditEntry.objects.get(action="dissolved")
    assert (entry.who, entry.after) == ("Molly", {"reason": "an unfriendly name"})
    assert entry.before == {"name": "Friday Club", "members": 2}
