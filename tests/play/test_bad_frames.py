"""Frames that are no message of the protocol: refused clearly, believed in nothing, harmless to others."""

import pytest

from games.deals.models import Deal
from games.play.models import Event
from tests.guests import Closed, Guest, Seat, in_db, seat_at

MOVE = '{"type": "move", "rev": 1, "move": "s"}'
BAD = {
    "nothing": " ",
    "no JSON": "move s",
    "half of it": MOVE[:-1],
    "two at once": MOVE + MOVE,
    "a list": "[]",
    "null": "null",
    "a number": "1",
    "an empty object": "{}",
    "an unknown type": '{"type": "cheat", "rev": 1}',
    "a server's type": '{"type": "moved", "rev": 1, "move": "s"}',
    "a type that is a number": '{"type": 7, "rev": 1}',
    "no type": '{"rev": 1, "move": "s"}',
    "no rev": '{"type": "move", "move": "s"}',
    "no move": '{"type": "move", "rev": 1}',
    "an unknown field": '{"type": "ping", "x": 1}',
    "a forged time": '{"type": "move", "rev": 1, "move": "s", "elapsed_ms": 1}',
    "a forged state": '{"type": "move", "rev": 1, "move": "s", "status": "won"}',
    "a forged attempt": '{"type": "move", "rev": 1, "move": "s", "attempt": "another"}',
    "a forged player": '{"type": "concede", "rev": 1, "player": 2}',
    "a number as a string": '{"type": "move", "rev": "1", "move": "s"}',
    "a number with a fraction": '{"type": "move", "rev": 1.5, "move": "s"}',
    "a number below zero": '{"type": "move", "rev": -1, "move": "s"}',
    "a number beyond all": '{"type": "move", "rev": 2147483649, "move": "s"}',
    "a number of a hundred digits": '{"type": "move", "rev": ' + "9" * 100 + ', "move": "s"}',
    "infinity": '{"type": "move", "rev": 1e999, "move": "s"}',
    "NaN": '{"type": "move", "rev": NaN, "move": "s"}',
    "a truth for a number": '{"type": "move", "rev": true, "move": "s"}',
    "null for a number": '{"type": "move", "rev": null, "move": "s"}',
    "a number for a move": '{"type": "move", "rev": 1, "move": 5}',
    "a list for a move": '{"type": "move", "rev": 1, "move": ["s"]}',
    "a long move": '{"type": "move", "rev": 1, "move": "' + "a" * 9 + '"}',
    "half a surrogate pair": '{"type": "move", "rev": 1, "move": "\\ud800"}',
    "a huge frame": '{"type": "move", "rev": 1, "move": "' + "s" * 5000 + '"}',
    "deep JSON": '{"type": "sync", "rev": ' + "[" * 2000 + "]" * 2000 + "}",
    "a deep unknown field": '{"type": "ping", "x": ' + '{"x":' * 600 + "1" + "}" * 600 + "}",
    "a long build": '{"type": "sync", "rev": 0, "build": "' + "b" * 65 + '"}',
    "a byte order mark": "\ufeff" + MOVE,
    "a raw surrogate": '{"type": "move", "rev": 1, "move": "\ud800"}',
}  # fmt: skip


@in_db
def count_events() -> int:
    return Event.objects.count()


@pytest.mark.parametrize("frame", [pytest.param(text, id=name) for name, text in BAD.items()])
async def test_a_bad_frame_is_refused_changes_nothing_and_play_goes_on(frame: str, seat: Seat) -> None:
    await seat.write(frame)
    rejected = await seat.hear("rejected")
    assert (rejected["code"], rejected["rev"]) == ("bad_message", 0)
    assert rejected["detail"]
    assert await count_events() == 0
    assert (await seat.move(1, "s"))["type"] == "moved"


@pytest.mark.parametrize("data", [MOVE.encode(), b"\x00\xff", b""])
async def test_a_binary_frame_is_refused_whatever_is_in_it(data: bytes, seat: Seat) -> None:
    await seat.write_bytes(data)
    assert (await seat.hear("rejected"))["code"] == "bad_message"
    assert (await seat.move(1, "s"))["type"] == "moved"


async def test_the_fifth_bad_message_ends_the_socket_with_4400(seat: Seat) -> None:
    for _ in range(5):
        await seat.write("{}")
    for _ in range(5):
        assert (await seat.hear())["code"] == "bad_message"
    with pytest.raises(Closed) as closed:
        await seat.hear()
    assert closed.value.code == 4400


async def test_the_fifth_text_that_is_no_move_ends_the_socket_with_4400(seat: Seat) -> None:
    for _ in range(5):
        await seat.send(type="move", rev=1, move="xyz")
    assert await seat.hear_close() == (4400, None)


async def test_four_bad_messages_end_nothing(seat: Seat) -> None:
    for _ in range(4):
        await seat.write("{}")
    assert len(await seat.hear_until_pong()) == 4


async def test_illegal_moves_are_no_bad_messages(seat: Seat) -> None:
    for _ in range(6):
        assert (await seat.move(1, "a4f"))["code"] == "illegal_move"


async def test_bad_messages_of_one_socket_do_not_disturb_another(guest: Guest, attempt: str) -> None:
    async with guest.sit(attempt) as good, guest.sit(attempt) as bad:
        for _ in range(5):
            await bad.write("[]")
        await bad.hear_close()
        assert (await good.move(1, "s"))["type"] == "moved"
        assert await good.hear_until_pong() == []


async def test_a_watcher_is_ended_by_its_fifth_bad_message_too(standard_day: Deal) -> None:
    async with seat_at(f"/ws/deals/{standard_day.slug}/") as watcher:
        for _ in range(5):
            await watcher.write("{}")
        assert await watcher.hear_close() == (4400, None)
