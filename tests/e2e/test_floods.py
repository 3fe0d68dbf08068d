"""Floods, huge frames, broken handshakes at the real server: a clear end for one, nothing for the others."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from twisted.internet import tcp
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from constitution_site.prompt import MOST_UNREAD, PromptSocket, PromptTransport, frame_of
from tests.driver import SUBPROTOCOL, Browser
from tests.servers import Site

pytestmark = pytest.mark.server


def practise(site: Site, seed: str = "flood") -> tuple[Browser, str]:
    browser = Browser(site.base)
    return browser, browser.practise(seed)


async def end_of(table: Any) -> int:
    """Listen until a socket ends; gives the code."""
    try:
        while True:
            await table.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PromptTransport, socket.socket]]:
    """Give a connection of ours without a server, and its other end."""
    ours, theirs = socket.socketpair()
    told = PromptTransport.__new__(PromptTransport)
    tcp.Connection.__init__(told, ours, None, object())
    told.connected = True
    monkeypatch.setattr(told, "startWriting", lambda: None)
    ours.setblocking(False)
    theirs.setblocking(False)
    yield told, theirs
    theirs.close()
    ours.close()


def test_a_reader_who_keeps_silent_is_sent_away_before_memory_fills(
    told: tuple[PromptTransport, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _there = told
    away: list[bool] = []
    monkeypatch.setattr(here, "abortConnection", lambda: away.append(True))
    frames = 0
    while not away and frames < 10_000:
        here.tell("x" * 1400)
        frames += 1
    assert away
    assert len(here.dataBuffer) + here._tempDataLen < MOST_UNREAD + 2 * 1400


def test_nothing_is_told_after_a_goodbye(told: tuple[PromptTransport, socket.socket]) -> None:
    here, there = told
    here.tell("before")
    page = PromptSocket.__new__(PromptSocket)
    page.transport, page.state = here, PromptSocket.STATE_CLOSED  # so that Autobahn itself does nothing
    page.sendCloseFrame()
    here.tell("after")
    assert there.recv(100) == frame_of("before")
    with pytest.raises(BlockingIOError):
        there.recv(100)


async def test_a_thousand_frames_a_second_end_their_socket_and_disturb_nobody(site: Site) -> None:
    browser, attempt = practise(site)
    neighbour, elsewhere = practise(site, "neighbour")
    good = await neighbour.sit(elsewhere)
    bad = await browser.sit(attempt)

    async def flood() -> None:
        with suppress(ConnectionClosed):
            for _ in range(1000):
                await bad.send(type="ping")

    flooding = asyncio.gather(flood(), end_of(bad))
    slowest = 0.0
    for rev in range(1, 21):
        began = time.monotonic()
        await good.send(type="move", rev=rev, move="s")
        assert (await good.hear("moved"))["rev"] == rev
        slowest = max(slowest, time.monotonic() - began)
    _nothing, code = await flooding
    assert code == 4408
    assert slowest < 2
    await good.close()
    again = await browser.connect(f"/ws/attempts/{attempt}/")
    assert (await again.sync())["rev"] == 0
    await again.close()


@pytest.mark.parametrize(
    "frame", ["x" * 10_000_000, b"\x00" * 10_000_000, "x" * 5000], ids=["text", "bytes", "5 kB"]
)
async def test_a_huge_frame_ends_its_socket_and_disturbs_nobody(site: Site, frame: str | bytes) -> None:
    browser, attempt = practise(site)
    good = await browser.sit(attempt)
    bad = await browser.connect(f"/ws/attempts/{attempt}/")
    with suppress(ConnectionClosed):
        await bad.socket.send(frame)
    assert await end_of(bad) in (1002, 1006, 1009)
    assert (await good.play(["s"], 0))["rev"] == 1
    await good.close()


@pytest.mark.parametrize(("origin", "subprotocols"), [("https://evil.example", [SUBPROTOCOL]), ("own", None)])
async def test_a_wrong_handshake_is_a_403(
    site: Site, origin: str | None, subprotocols: list[str] | None
) -> None:
    browser, attempt = practise(site)
    address = site.base.replace("http", "ws", 1) + f"/ws/attempts/{attempt}/"
    wanted: Any = site.base if origin == "own" else origin
    with pytest.raises(InvalidStatus) as refused:
        async with connect(
            address,
            origin=wanted,
            subprotocols=subprotocols,
            additional_headers={"Cookie": browser.cookie_header()},
        ):
            pass
    assert refused.value.response.status_code == 403


async def test_fragments_that_never_end_are_ended(site: Site) -> None:
    browser, attempt = practise(site)
    table = await browser.connect(f"/ws/attempts/{attempt}/")

    async def pieces() -> Any:
        for _ in range(20):
            yield "x" * 1000

    with suppress(ConnectionClosed):
        await table.socket.send(pieces())
    assert await end_of(table) in (1002, 1006, 1009)


async def test_after_all_that_the_server_is_well(site: Site) -> None:
    browser = Browser(site.base)
    assert browser.get("/readyz")[0] == 200
    assert "Traceback" not in site.log.read_text()
