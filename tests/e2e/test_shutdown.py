"""SIGTERM: everybody is asked to come back, nothing is lost, and the process ends with 0."""

import asyncio
import signal
import time

import pytest
from websockets.exceptions import ConnectionClosed

from tests.driver import Browser, Table
from tests.servers import Site

pytestmark = pytest.mark.server


def practise(site: Site) -> tuple[Browser, str]:
    browser = Browser(site.base)
    return browser, browser.practise("shutdown")


async def farewell(table: Table) -> tuple[str, int]:
    """Give the reason and the code with which a socket ends."""
    reason = (await table.hear("closing"))["reason"]
    with pytest.raises(ConnectionClosed) as closed:
        await table.hear()
    assert closed.value.rcvd is not None
    return reason, closed.value.rcvd.code


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_on_a_signal_every_socket_is_asked_to_come_back_and_the_process_ends_with_0(
    own_site: Site, number: signal.Signals
) -> None:
    browser, attempt = practise(own_site)
    tables = [await browser.sit(attempt) for _ in range(3)]
    slug = browser.json("/api/v1/deals/today")[0]["slug"]
    watcher = await browser.connect(f"/ws/deals/{slug}/")
    assert own_site.process is not None
    own_site.process.send_signal(number)
    for table in (*tables, watcher):
        assert await farewell(table) == ("shutdown", 4012)
    assert await asyncio.to_thread(own_site.stop) == 0, own_site.log.read_text()
    with pytest.raises(OSError):
        browser.get("/healthz")
    assert "Traceback" not in own_site.log.read_text()


async def test_a_page_that_does_not_hang_up_holds_the_shutdown_up_for_seconds_only(own_site: Site) -> None:
    browser, attempt = practise(own_site)
    reader, writer = await asyncio.open_connection("127.0.0.1", own_site.port)
    handshake = (
        f"GET /ws/attempts/{attempt}/ HTTP/1.1\r\nHost: localhost:{own_site.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: {own_site.base}\r\nSec-WebSocket-Protocol: constitution.v1\r\n"
        f"Cookie: {browser.cookie_header()}\r\n\r\n"
    )
    writer.write(handshake.encode())
    assert b"101" in await reader.readline()
    began = time.monotonic()
    assert await asyncio.to_thread(own_site.stop) == 0
    assert time.monotonic() - began < 12
    writer.close()


async def test_events_sent_right_before_the_signal_are_acked_or_not_there(own_site: Site) -> None:
    browser, attempt = practise(own_site)
    table = await browser.sit(attempt)
    for rev in range(1, 9):
        await table.send(type="move", rev=rev, move="s")
    assert own_site.process is not None
    own_site.process.send_signal(signal.SIGTERM)
    acked = 0
    while (message := await table.hear("moved", "closing"))["type"] == "moved":
        acked = message["rev"]
    assert await asyncio.to_thread(own_site.stop) == 0
    own_site.start()
    table = await browser.connect(f"/ws/attempts/{attempt}/")
    assert acked <= (await table.sync())["rev"] <= 8
    await table.close()
