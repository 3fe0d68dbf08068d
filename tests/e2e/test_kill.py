"""What was acked is there after the process was killed in the middle of it, once."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.driver import Browser, Table
from tests.servers import Site

pytestmark = pytest.mark.server

SOCKETS = 4
MOVES = 100
AHEAD = 8


@dataclass
class Run:
    """One attempt played at full speed, several events ahead, until the server is gone."""

    browser: Browser
    attempt: str
    acked: dict[int, str] = field(default_factory=dict)
    sent: int = 0

    async def play(self, told: asyncio.Queue[int]) -> None:
        table = await self.browser.connect(f"/ws/attempts/{self.attempt}/")
        position = await table.sync()
        self.sent = position["rev"]
        with suppress(ConnectionClosed, ConnectionError):
            while max(self.acked, default=0) < MOVES:
                while self.sent < min(MOVES, max(self.acked, default=position["rev"]) + AHEAD):
                    self.sent += 1
                    await table.send(type="move" if self.wish(self.sent) == "s" else "undo", rev=self.sent,
                                     **({"move": "s"} if self.wish(self.sent) == "s" else {}))  # fmt: skip
                await self._hear(table, told)

    async def _hear(self, table: Table, told: asyncio.Queue[int]) -> None:
        message = await table.hear("moved", "undone", "rejected")
        if message["type"] == "rejected":
            # Full speed is above twenty a second: wait out the brake, and go on from what stands.
            assert message["code"] == "too_fast", message
            await asyncio.sleep(0.3)
            self.sent = max(self.acked, default=0)
            return
        self.acked[message["rev"]] = message["type"]
        told.put_nowait(message["rev"])

    @staticmethod
    def wish(rev: int) -> str:
        """Every third event takes a card back, so that the stock lasts."""
        return "undo" if rev % 3 == 0 else "s"


def start_runs(site: Site) -> list[Run]:
    runs = []
    for number in range(SOCKETS):
        browser = Browser(site.base)
        runs.append(Run(browser, browser.practise(f"kill-{number}")))
    return runs


async def play_until_killed(site: Site, runs: list[Run], after: int) -> None:
    told: asyncio.Queue[int] = asyncio.Queue()
    tasks = [asyncio.create_task(run.play(told)) for run in runs]
    for _ in range(after):
        await asyncio.wait_for(told.get(), 30)
    site.kill()
    await asyncio.wait_for(asyncio.gather(*tasks), 30)


async def look_again(run: Run) -> dict[str, Any]:
    table = await run.browser.connect(f"/ws/attempts/{run.attempt}/")
    position = await table.sync()
    await table.close()
    return position


@pytest.mark.parametrize("after", [30, 140])
async def test_every_acked_event_survives_a_kill_in_the_middle_and_none_is_doubled(
    own_site: Site, after: int
) -> None:
    runs = start_runs(own_site)
    await play_until_killed(own_site, runs, after)
    assert sum(len(run.acked) for run in runs) >= after
    assert any(max(run.acked, default=0) < MOVES for run in runs), "the kill came too late"
    own_site.start()
    for run in runs:
        position = await look_again(run)
        last = max(run.acked, default=0)
        # What was on its way may have been stored; what was acked must have been, under its own number.
        assert last <= position["rev"] <= last + AHEAD
        assert sorted(run.acked) == list(range(1, last + 1))
        line: list[str] = []
        for rev in range(1, position["rev"] + 1):
            if run.wish(rev) == "s":
                line.append("s")
            else:
                line.pop()
            assert run.acked.get(rev, "moved") in (
                ("moved",) if run.wish(rev) == "s" else ("undone", "moved")
            )
        assert position["moves"] == line
        assert (len(position["waste"]), position["stock"]) == (len(line), 48 - len(line))


async def test_after_a_kill_play_goes_on_where_it_stood_and_a_start_has_survived(own_site: Site) -> None:
    (run, *_others) = start_runs(own_site)
    slug = run.browser.json("/api/v1/deals/today")[0]["slug"]
    status, started = run.browser.post(f"/api/v1/deals/{slug}/attempts")
    assert status == 201
    table = await run.browser.sit(run.attempt)
    await table.play(["s"] * 5, 0)
    own_site.kill()
    own_site.start()
    assert run.browser.post(f"/api/v1/deals/{slug}/attempts") == (200, started)
    table = await run.browser.connect(f"/ws/attempts/{run.attempt}/")
    # The same event again, as a page does that had no answer: it is answered, not doubled.
    await table.sync(rev=4)
    await table.send(type="move", rev=5, move="s")
    assert (await table.hear("moved"))["rev"] == 5
    assert (await table.play(["s"], 5))["ply"] == 6
    await table.close()
