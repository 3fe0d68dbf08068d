"""Two servers on one PostgreSQL and one Redis: sockets of an attempt are equal, wherever they are."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.driver import Browser, Table
from tests.servers import Site

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.server]


@pytest.fixture(scope="module")
def two_sites(
    postgresql_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Site, Site]]:
    """Two processes of one site."""
    env = {"DATABASE_URL": postgresql_url, "REDIS_URL": redis_url, "SECRET_KEY": os.urandom(40).hex()}
    # The first one brings the database up to date, as an operator does before starting the others.
    first = Site(tmp_path_factory.mktemp("first"), env).start()
    try:
        second = Site(tmp_path_factory.mktemp("second"), env).start()
    except BaseException:
        first.stop()
        raise
    yield first, second
    codes = [site.stop() for site in (first, second)]
    assert codes == [0, 0], first.log.read_text() + second.log.read_text()
    assert "Traceback" not in first.log.read_text() + second.log.read_text()


def at(site: Site, browser: Browser) -> Browser:
    """Give the same visitor at another process: cookies know no ports."""
    return Browser(site.base, browser.jar)


@pytest.fixture
async def both(two_sites: tuple[Site, Site]) -> AsyncIterator[list[Table]]:
    """One attempt's table at each process."""
    browser = Browser(two_sites[0].base)
    attempt = browser.practise("two-processes")
    tables = [await at(site, browser).sit(attempt) for site in two_sites]
    yield tables
    for table in tables:
        await table.close()


async def test_each_hears_what_the_other_moves(both: list[Table]) -> None:
    one, two = both
    for rev in range(1, 31):
        mover, other = (one, two) if rev % 2 else (two, one)
        await mover.send(type="move", rev=rev, move="s")
        told = await mover.hear("moved", "rejected")
        assert (told["type"], told["rev"]) == ("moved", rev)
        assert await other.hear("moved") == told
        await asyncio.sleep(0.03)
    assert (await one.sync())["moves"] == (await two.sync())["moves"] == ["s"] * 30


async def test_of_two_events_under_one_number_one_stands_everywhere(both: list[Table]) -> None:
    one, two = both
    rev = 0
    for _ in range(8):
        rev += 1
        await one.send(type="move", rev=rev, move="s")
        await asyncio.gather(one.hear("moved"), two.hear("moved"))
        rev += 1
        await asyncio.gather(one.send(type="move", rev=rev, move="s"), two.send(type="undo", rev=rev))
        for table in (one, two):  # whoever was too late hears so first
            await table.send(type="ping")
            await table.hear("pong")
        first, second = await one.sync(), await two.sync()
        assert (first["rev"], first["moves"]) == (second["rev"], second["moves"])
        assert first["rev"] == rev
        await asyncio.sleep(0.2)


async def hear_of(table: Table, rev: int) -> dict[str, Any]:
    """Give the news of an event; of an earlier one the other process may still tell late."""
    while (told := await table.hear("moved"))["rev"] < rev:
        pass
    return told


async def test_the_same_event_sent_to_both_is_done_once(both: list[Table]) -> None:
    one, two = both
    for rev in range(1, 9):
        await asyncio.gather(*(table.send(type="move", rev=rev, move="s") for table in (one, two)))
        told = await asyncio.gather(hear_of(one, rev), hear_of(two, rev))
        assert told[0]["rev"] == told[1]["rev"] == rev
        assert (await one.sync())["rev"] == (await two.sync())["rev"] == rev


async def test_an_end_is_heard_at_the_other_process(both: list[Table]) -> None:
    one, two = both
    await one.send(type="concede", rev=1)
    assert await one.hear("ended") == await two.hear("ended")
    await two.send(type="move", rev=2, move="s")
    assert (await two.hear("rejected"))["code"] == "attempt_over"


async def test_a_watcher_at_one_process_sees_what_is_played_at_the_other(
    two_sites: tuple[Site, Site],
) -> None:
    browser = Browser(two_sites[0].base)
    slug = browser.json("/api/v1/deals/today")[1]["slug"]
    _status, started = browser.post(f"/api/v1/deals/{slug}/attempts")
    watcher = await Browser(two_sites[1].base).connect(f"/ws/deals/{slug}/")
    await watcher.hear("standings")
    table = await browser.connect(started["socket"])
    await table.sync()
    await table.send(type="concede", rev=1)
    await table.hear("ended")
    while (await watcher.hear("standings"))["finished"] == 0:
        pass
    await table.close()
    await watcher.close()


async def test_when_a_process_dies_its_pages_go_on_at_the_other(
    two_sites: tuple[Site, Site], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    third = Site(tmp_path, two_sites[0].env).start()
    request.addfinalizer(third.stop)
    browser = Browser(third.base)
    attempt = browser.practise("a-death")
    table = await browser.sit(attempt)
    await table.play(["s"] * 10, 0)
    third.kill()
    table = await at(two_sites[0], browser).connect(f"/ws/attempts/{attempt}/")
    assert (await table.sync())["rev"] == 10
    assert (await table.play(["s"], 10))["rev"] == 11
    await table.close()
