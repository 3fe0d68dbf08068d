"""Sockets of one attempt are equal and stay in step; nothing is done twice, nothing is lost."""

import asyncio

import pytest
from autobahn.exception import Disconnected

from games.play.game import GameEvent, write_history
from games.play.journal import Entry, commit
from games.play.models import Event
from games.play.selectors import read_game
from games.play.sockets import Socket
from tests.guests import Guest, Seat, in_db


@in_db
def stored(attempt: str) -> list[tuple[int, str, str]]:
    return list(Event.objects.filter(attempt_id=attempt).order_by("rev").values_list("rev", "kind", "move"))


@in_db
def commit_elsewhere(attempt: str, rev: int, kind: str = "move", move: str = "s") -> None:
    """Commit an event as another process would; this one hears nothing of it."""
    assert commit([Entry(attempt, rev, kind, move, 5, 0, 0)]) == {(attempt, rev)}


async def test_moves_from_both_stand_in_one_line_and_are_told_in_the_same_text(one: Seat, two: Seat) -> None:
    for rev in range(1, 21):
        mover, other = (one, two) if rev % 2 else (two, one)
        assert (await mover.move(rev, "s"))["rev"] == rev
        assert (await other.hear("moved"))["rev"] == rev
        assert one.heard[-1] == two.heard[-1]
    assert (await one.sync())["moves"] == (await two.sync())["moves"] == ["s"] * 20


async def test_of_two_different_events_at_once_one_stands_and_the_other_is_stale(
    attempt: str, one: Seat, two: Seat
) -> None:
    await one.move(1, "s")
    await two.hear("moved")
    await asyncio.gather(one.send(type="move", rev=2, move="s"), two.send(type="undo", rev=2))
    said = [await one.hear_until_pong(), await two.hear_until_pong()]
    types = sorted([message["type"] for message in part] for part in said)
    told = "moved" if types[0] == ["moved"] else "undone"
    assert types == [[told], [told, "rejected", "position"]]
    assert len(await stored(attempt)) == 2


async def test_an_undo_in_one_while_the_other_moves_leaves_both_with_the_same_table(
    one: Seat, two: Seat
) -> None:
    for rev in range(1, 16, 3):
        await one.send(type="move", rev=rev, move="s")
        await one.send(type="move", rev=rev + 1, move="s")
        await two.send(type="undo", rev=rev + 2)
        await one.hear_until_pong()
        await two.hear_until_pong()
    first, second = await one.sync(), await two.sync()
    assert (first["rev"], first["moves"], first["waste"]) == (second["rev"], second["moves"], second["waste"])


async def test_the_same_event_twice_is_done_once_and_answered_twice_alike(attempt: str, seat: Seat) -> None:
    await seat.move(1, "s")
    await seat.move(1, "s")
    assert seat.heard[-1] == seat.heard[-2]
    assert await stored(attempt) == [(1, "move", "s")]


async def test_the_same_event_over_two_sockets_is_done_once(attempt: str, one: Seat, two: Seat) -> None:
    await asyncio.gather(one.send(type="move", rev=1, move="s"), two.send(type="move", rev=1, move="s"))
    said = await one.hear_until_pong() + await two.hear_until_pong()
    # Who came second hears it twice: with everybody, and as the answer to its own wish.
    assert [(message["type"], message["rev"]) for message in said] == [("moved", 1)] * 3
    assert await stored(attempt) == [(1, "move", "s")]


async def test_a_lost_answer_is_given_again_as_it_was_on_the_next_socket(guest: Guest, attempt: str) -> None:
    async with guest.sit(attempt) as witness:
        async with guest.sit(attempt) as seat:
            await seat.send(type="move", rev=1, move="s")
        await witness.hear("moved")
        async with guest.sit(attempt) as again:
            await again.move(1, "s")
            assert again.heard[-1] == witness.heard[-1]
        assert await witness.hear_until_pong() == []
        assert await stored(attempt) == [(1, "move", "s")]


async def test_an_older_event_is_answered_again_as_it_was(seat: Seat) -> None:
    await seat.move(1, "s")
    told = seat.heard[-1]
    await seat.undo(2)
    undone = seat.heard[-1]
    await seat.move(3, "s")
    await seat.move(1, "s")
    assert seat.heard[-1] == told
    await seat.undo(2)
    assert seat.heard[-1] == undone


async def test_a_concession_sent_again_is_answered_with_ended_again(seat: Seat) -> None:
    for _ in range(2):
        assert (await seat.concede(1))["status"] == "conceded"
    assert seat.heard[-1] == seat.heard[-2]


async def test_a_process_that_restarts_answers_a_resent_event_as_it_was(guest: Guest, attempt: str) -> None:
    async with guest.sit(attempt) as seat:
        await seat.move(1, "s")
        told = seat.heard[-1]
    # The last socket has left, so the table is closed; the next one is read from the database.
    async with guest.sit(attempt) as seat:
        await seat.move(1, "s")
        assert seat.heard[-1] == told


async def test_another_event_under_a_number_that_is_taken_is_stale(seat: Seat) -> None:
    await seat.move(1, "s")
    await seat.send(type="undo", rev=1)
    assert (await seat.hear("rejected"))["code"] == "stale"
    assert (await seat.hear("position"))["rev"] == 1


@pytest.mark.parametrize("rev", [0, 2, 3, 2**31])
async def test_a_number_that_is_not_next_is_stale_and_one_position_follows(rev: int, seat: Seat) -> None:
    rejected = await seat.move(rev, "s")
    assert (rejected["code"], rejected["rev"]) == ("stale", rev)
    assert [message["type"] for message in await seat.hear_until_pong()] == ["position"]
    assert (await seat.move(1, "s"))["type"] == "moved"


async def test_a_socket_hears_nothing_before_its_sync(guest: Guest, attempt: str) -> None:
    async with guest.sit(attempt) as one, guest.sit(attempt, synced=False) as two:
        await one.move(1, "s")
        assert (await two.sync())["rev"] == 1
        assert len(two.heard) == 1


async def test_a_socket_may_say_nothing_before_its_sync(guest: Guest, attempt: str) -> None:
    async with guest.sit(attempt, synced=False) as seat:
        await seat.send(type="move", rev=1, move="s")
        assert (await seat.hear("rejected"))["code"] == "bad_message"
        assert (await seat.sync())["rev"] == 0


async def test_every_sync_is_answered_with_one_position_whatever_its_hint(seat: Seat) -> None:
    await seat.move(1, "s")
    for hint in (0, 1, 7, 2**31):
        await seat.send(type="sync", rev=hint, build="any")
        assert [(m["type"], m["rev"]) for m in await seat.hear_until_pong()] == [("position", 1)]


async def test_a_pong_shows_a_gap_that_no_message_told_of(attempt: str, seat: Seat) -> None:
    await commit_elsewhere(attempt, 1)
    await seat.send(type="ping")
    assert (await seat.hear("pong"))["rev"] == 1


async def test_a_sync_after_a_gap_gives_what_another_process_has_committed(attempt: str, seat: Seat) -> None:
    await commit_elsewhere(attempt, 1)
    assert (await seat.sync(rev=0))["moves"] == ["s"]


async def test_a_move_behind_a_gap_is_taken_when_it_is_the_next_one_in_truth(
    attempt: str, seat: Seat
) -> None:
    await commit_elsewhere(attempt, 1)
    assert (await seat.move(2, "s"))["rev"] == 2


async def test_a_move_that_another_process_made_already_is_answered_not_doubled(
    attempt: str, seat: Seat
) -> None:
    await commit_elsewhere(attempt, 1)
    moved = await seat.move(1, "s")
    assert (moved["rev"], moved["elapsed_ms"]) == (1, 5)
    assert len(await stored(attempt)) == 1


async def test_an_end_that_another_process_committed_is_found_by_the_next_event(
    guest: Guest, attempt: str
) -> None:
    @in_db
    def end_elsewhere() -> None:
        from games.play.journal import Ending

        history = write_history([GameEvent("concede", "", 7)])
        ending = Ending("conceded", 1_800_000_000_000, 0, 0, history)
        assert commit([Entry(attempt, 1, "concede", "", 7, 0, 0, ending)])

    async with guest.sit(attempt) as seat:
        await end_elsewhere()
        await seat.send(type="move", rev=1, move="s")
        assert (await seat.hear("ended"))["status"] == "conceded"
        assert (await seat.hear("rejected"))["code"] == "attempt_over"


async def test_what_sockets_were_told_is_the_fold_of_what_is_stored(guest: Guest, attempt: str) -> None:
    async with guest.sit(attempt) as one, guest.sit(attempt) as two:
        for rev in range(1, 11):
            await (one if rev % 3 else two).send(type="move", rev=rev, move="s")
        await one.hear_until_pong()
        await two.hear_until_pong()
        position = await one.sync()
    game = await in_db(read_game)(attempt)
    assert (position["rev"], position["moves"], position["waste"]) == (
        game.rev,
        game.line,
        game.position.waste,
    )


async def test_a_page_that_is_just_going_stops_nobody_who_is_told_the_same() -> None:
    async def send(_message: object) -> None:
        raise Disconnected("Attempt to send on a closed protocol")  # as daphne does between two goodbyes

    socket = Socket(send, player_id=1, language="en", by="time", now_ms=0)
    await socket.send("news")
    await socket.close(4012, "shutdown")
    assert socket.is_closed
