"""A whole won game of each variant at the real server, by socket: a line of the solver on a practice seed."""

import asyncio

import pytest

from games import engine
from games.engine import VARIANTS
from games.engine.solver import solve
from tests.driver import Browser, Table
from tests.servers import Site

pytestmark = pytest.mark.server

SEED = "a-whole-game"
PACE = 1 / 18  # seconds a move; twenty a second are allowed


async def test_games_are_won_by_socket_their_records_can_be_replayed_and_a_finish_plays_the_rest(
    site: Site,
) -> None:
    """All at once, since the pace is the law's."""
    await asyncio.gather(win(site, "standard"), win(site, "cadogan"), finish(site))


async def sit(site: Site, variant: str) -> tuple[Browser, str, Table, list[str]]:
    """Sit down to a deal; gives a line that wins it, too."""
    line = solve(engine.Position.of_deal(VARIANTS[variant], engine.deal_cards(SEED)), nodes=200_000).moves
    assert line
    browser = Browser(site.base)
    attempt = browser.practise(SEED, variant)
    return browser, attempt, await browser.sit(attempt), list(line)


async def hear_moved(table: Table) -> int:
    message = await table.hear("moved", "rejected")
    assert message["type"] == "moved", message
    return int(message["rev"])


async def win(site: Site, variant: str) -> None:
    browser, attempt, table, line = await sit(site, variant)
    told = 0
    for rev, move in enumerate(line, 1):
        await table.send(type="move", rev=rev, move=move)
        await asyncio.sleep(PACE)
        while told < rev - 4:  # a few moves ahead of the answers, as a quick player is
            told = await hear_moved(table)
    while told < len(line):
        told = await hear_moved(table)
    ended = await table.hear("ended")
    assert (ended["status"], ended["home"], ended["moves"]) == ("won", 80, len(line))
    await table.close()
    record = engine.read_record(browser.get(f"/api/v1/attempts/{attempt}/record")[2].decode())
    assert (record.result, record.moves, record.seed) == ("won", tuple(line), SEED)
    position = engine.replay(record.variant, engine.deal_cards(SEED), record.moves)
    assert engine.status(position) == "won"


async def finish(site: Site) -> None:
    _browser, _attempt, table, line = await sit(site, "standard")
    along = engine.trace(VARIANTS["standard"], engine.deal_cards(SEED), line)
    ready = next(ply for ply, position in enumerate(along) if engine.plain_play(position))
    for rev, move in enumerate(line[:ready], 1):
        await table.send(type="move", rev=rev, move=move)
        await hear_moved(table)
        await asyncio.sleep(PACE)
    await table.send(type="finish", rev=ready + 1)
    played = await table.hear("played", "rejected")
    assert (played["type"], played["status"], played["home"]) == ("played", "won", 80)
    assert (await table.hear("ended"))["status"] == "won"
    await table.close()
