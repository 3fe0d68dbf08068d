"""Events sent ahead of their answers: tried in order, dropped behind a refusal."""

from tests.guests import Seat


def said_shortly(messages: list[dict[str, object]]) -> list[tuple[object, object]]:
    return [(message["type"], message["rev"]) for message in messages]


async def test_eight_legal_events_sent_ahead_are_all_taken_in_order(seat: Seat) -> None:
    for rev in range(1, 9):
        await seat.send(type="move", rev=rev, move="s")
    assert said_shortly(await seat.hear_until_pong()) == [("moved", rev) for rev in range(1, 9)]


async def test_behind_an_illegal_event_the_others_are_dropped_and_exactly_one_position_follows(
    seat: Seat,
) -> None:
    for rev in range(1, 9):
        await seat.send(type="move", rev=rev, move="a1a2" if rev == 4 else "s")
    assert said_shortly(await seat.hear_until_pong()) == [
        ("moved", 1), ("moved", 2), ("moved", 3), ("rejected", 4), ("position", 3),
    ]  # fmt: skip
    assert (await seat.move(4, "s"))["rev"] == 4
    assert (await seat.move(5, "s"))["rev"] == 5


async def test_the_others_hear_of_no_refusal(one: Seat, two: Seat) -> None:
    for rev in range(1, 5):
        await one.send(type="move", rev=rev, move="a1a2" if rev == 3 else "s")
    await one.hear_until_pong()
    assert said_shortly(await two.hear_until_pong()) == [("moved", 1), ("moved", 2)]


async def test_a_refusal_with_nothing_behind_it_is_followed_by_no_position(seat: Seat) -> None:
    await seat.send(type="move", rev=1, move="a1a2")
    assert said_shortly(await seat.hear_until_pong()) == [("rejected", 1)]
    assert (await seat.move(1, "s"))["type"] == "moved"


async def test_two_refusals_one_after_the_other_are_each_answered(seat: Seat) -> None:
    for move in ("a1a2", "b1b2", "s"):
        await seat.send(type="move", rev=1, move=move)
    assert said_shortly(await seat.hear_until_pong()) == [("rejected", 1), ("rejected", 1), ("moved", 1)]


async def test_behind_a_stale_event_the_others_are_dropped_and_one_position_was_given(
    one: Seat, two: Seat
) -> None:
    await two.move(1, "s")
    await one.hear("moved")
    await one.send(type="undo", rev=1)
    for rev in range(3, 6):
        await one.send(type="move", rev=rev, move="s")
    assert said_shortly(await one.hear_until_pong()) == [("rejected", 1), ("position", 1)]


async def test_an_undo_among_events_sent_ahead_is_one_of_them(seat: Seat) -> None:
    await seat.send(type="move", rev=1, move="s")
    await seat.send(type="undo", rev=2)
    await seat.send(type="move", rev=3, move="s")
    assert said_shortly(await seat.hear_until_pong()) == [("moved", 1), ("undone", 2), ("moved", 3)]


async def test_events_dropped_in_one_tab_do_not_touch_those_of_the_other(one: Seat, two: Seat) -> None:
    await one.send(type="move", rev=1, move="a1a2")
    await one.send(type="move", rev=2, move="s")
    await one.hear_until_pong()
    assert (await two.move(1, "s"))["type"] == "moved"


async def test_after_a_refusal_a_sync_clears_the_table(one: Seat, two: Seat) -> None:
    await one.send(type="move", rev=1, move="a1a2")
    await one.hear("rejected")
    await two.move(1, "s")
    await one.hear("moved")
    await one.sync()
    assert (await one.move(2, "s"))["type"] == "moved"
