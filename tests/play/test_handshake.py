"""Who is let in: origin, subprotocol, session."""

import datetime as dt

import pytest
import structlog
import time_machine
from django.db import InterfaceError

from games.deals.models import Deal
from games.play import consumers
from tests.guests import Guest, Seat, Wire, handshake, put_on_calendar, seat_at


async def _is_refused(wire: Wire) -> bool:
    """Say whether a socket was turned away before acceptance, which daphne answers with 403."""
    is_accepted, _code = await wire.connect()
    await wire.disconnect()
    return not is_accepted


@pytest.fixture
def attempt(guest: Guest) -> str:
    return guest.practise()


async def test_a_page_of_our_own_is_let_in_and_hears_the_subprotocol(seat: Seat) -> None:
    assert seat.heard


NOT_OURS = (
    None, "null", "", "https://evil.example", "http://testserver.evil.example", "http://testserver:8001",
    "http://eviltestserver", "testserver", "file://testserver", "http://[", "http://testserver@evil.example",
)  # fmt: skip


@pytest.mark.parametrize("origin", NOT_OURS)
async def test_a_foreign_missing_or_null_origin_is_refused_before_acceptance(
    guest: Guest, attempt: str, origin: str | None
) -> None:
    assert await _is_refused(handshake(f"/ws/attempts/{attempt}/", cookies=guest.cookies, origin=origin))


async def test_an_address_of_too_many_fields_is_refused_as_django_refuses_it(standard_day: Deal) -> None:
    assert await _is_refused(handshake(f"/ws/deals/{standard_day.slug}/?{'a=1&' * 1001}"))


async def test_a_foreign_origin_does_not_even_watch_a_board(standard_day: Deal) -> None:
    assert await _is_refused(handshake(f"/ws/deals/{standard_day.slug}/", origin="https://evil.example"))


@pytest.mark.parametrize("host", ["evil.example", "", "testserver.evil.example", "[::1"])
async def test_a_host_that_is_not_ours_is_refused_even_when_the_origin_repeats_it(
    guest: Guest, attempt: str, host: str
) -> None:
    assert await _is_refused(
        handshake(f"/ws/attempts/{attempt}/", cookies=guest.cookies, host=host, origin=f"http://{host}")
    )


@pytest.mark.parametrize("subprotocols", [(), ("constitution.v2",), ("graphql-ws", "soap")])
async def test_a_wrong_or_missing_subprotocol_is_refused_before_acceptance(
    guest: Guest, attempt: str, subprotocols: tuple[str, ...]
) -> None:
    assert await _is_refused(
        handshake(f"/ws/attempts/{attempt}/", cookies=guest.cookies, subprotocols=subprotocols)
    )


async def test_our_subprotocol_is_found_among_others(guest: Guest, attempt: str) -> None:
    offered = ("constitution.v2", "constitution.v1")
    async with seat_at(f"/ws/attempts/{attempt}/", cookies=guest.cookies, subprotocols=offered) as seat:
        assert (await seat.sync())["attempt"] == attempt


@pytest.mark.parametrize(
    "path", ["/ws/", "/ws/attempts/", "/ws/elsewhere/", "/ws/attempts/a/b/", "/ws/attempts/\0/"]
)
async def test_an_address_without_a_socket_is_refused(path: str) -> None:
    assert await _is_refused(handshake(path))


async def test_a_forged_session_closes_with_4401(attempt: str) -> None:
    async with seat_at(f"/ws/attempts/{attempt}/", cookies="sessionid=" + "a" * 32) as forger:
        assert await forger.hear_close() == (4401, None)


async def test_an_unknown_attempt_closes_with_4404(guest: Guest, attempt: str) -> None:
    async with seat_at("/ws/attempts/" + "x" * 20 + "/", cookies=guest.cookies) as seat:
        assert await seat.hear_close() == (4404, None)


@pytest.mark.parametrize("slug", ["2026-11-30-standard", "1999-01-01-standard", "no-such-deal"])
async def test_a_deal_that_has_not_begun_closes_with_4404_like_one_that_never_existed(
    slug: str, tomorrow: Deal
) -> None:
    async with seat_at(f"/ws/deals/{slug}/") as seat:
        assert await seat.hear_close() == (4404, None)


@pytest.fixture
def tomorrow(standard_day: Deal) -> Deal:
    assert standard_day.date
    return put_on_calendar("standard", "tomorrow", standard_day.date + dt.timedelta(days=1))


@pytest.mark.parametrize("odd", ["a@b=1", 'prefs={"theme": "dark"}', "a,b=1", "=", ";;", "path=/", "x=\\"])
async def test_odd_cookies_of_other_pages_on_this_host_do_not_hide_the_session(
    guest: Guest, attempt: str, odd: str
) -> None:
    async with seat_at(f"/ws/attempts/{attempt}/", cookies=f"{odd}; {guest.cookies}") as seat:
        assert (await seat.sync())["attempt"] == attempt


async def test_anybody_may_watch_a_board_even_without_a_session(standard_day: Deal) -> None:
    async with seat_at(f"/ws/deals/{standard_day.slug}/") as watcher:
        assert (await watcher.hear("standings"))["slug"] == standard_day.slug


async def test_a_watcher_of_a_closed_deal_gets_the_places_and_is_sent_home(closed_day: Deal) -> None:
    async with seat_at(f"/ws/deals/{closed_day.slug}/") as watcher:
        code, _reason = await watcher.hear_close()
        assert code == 1000


@pytest.fixture
def closed_day(standard_day: Deal, noon: time_machine.Traveller) -> Deal:
    noon.shift(dt.timedelta(days=1))
    return standard_day


@pytest.mark.parametrize("path", ["/ws/attempts/{attempt}/", "/ws/deals/{slug}/"])
async def test_who_is_let_down_by_the_database_comes_back_and_any_fault_is_in_the_log_with_its_id(
    guest: Guest, attempt: str, cadogan_day: Deal, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = path.format(attempt=attempt, slug=cadogan_day.slug)
    closed = InterfaceError("the connection is closed")
    faults = [closed, closed, KeyError("a mistake")]

    def fail(*_args: object) -> None:
        raise faults.pop(0)

    monkeypatch.setattr(consumers, "_ask", fail)
    with structlog.testing.capture_logs() as said:
        async with seat_at(path, cookies=guest.cookies) as seat:
            assert await seat.hear_close() == (4012, "shutdown")
        with pytest.raises(KeyError):
            async with seat_at(path, cookies=guest.cookies) as seat:
                await seat.wire.wait()
    assert [line["event"] for line in said] == ["reader_retry", "database_failed", "socket_failed"]
    assert all(attempt in line.values() or cadogan_day.slug in line.values() for line in said[1:])
