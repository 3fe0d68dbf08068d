"""A whole won game of each variant at the real server, by socket: a line of the solver on a practice seed."""

import asyncio

import pytest

from games import engine
from games.engine import VARIANTS
from games.engine.solver import solve
from tests.driver import Browser
from tests.servers import Site

pytestmark = pytest.mark.server

PACE = 1 / 18  # seconds a move; twenty a second are allowed


@pytest.mark.parametrize("variant", list(VARIANTS))
async def test_a_game_is_won_by_socket_and_its_record_can_be_replayed(site: Site, variant: str) -> None:
    seed = "a-whole-game"
    line = solve(engine.Position.of_deal(VARIANTS[variant], engine.deal_cards(seed)), nodes=200_000).moves
    assert line
    browser = Browser(site.base)
    _status, started = browser.post("/api/v1/practice", {"variant": variant, "seed": seed})
    table = await browser.connect(started["socket"])
    await table.sync()
    told = 0
    for rev, move in enumerate(line, 1):
        await table.send(type="move", rev=rev, move=move)
        await asyncio.sleep(PACE)
        while told < rev - 4:  # a few moves ahead of the answers, as a quick player is
            message = await table.hear("moved", "rejected")
            assert message["type"] == "moved", message
            told = message["rev"]
    while told < len(line):
        message = await table.hear("moved", "rejected")
        assert message["type"] == "moved", message
        told = message["rev"]
    ended = await table.hear("ended")
    assert (ended["status"], ended["home"], ended["moves"]) == ("won", 80, len(line))
    await table.close()
    record = engine.read_record(browser.get(f"/api/v1/attempts/{started['attempt']}/record")[2].decode())
    assert (record.result, record.moves, record.seed) == ("won", tuple(line), seed)
    position = engine.replay(record.variant, engine.deal_cards(seed), record.moves)
    assert engine.status(position) == "won"


async def test_a_finish_at_the_real_server_plays_the_rest(site: Site) -> None:
    seed = "a-whole-game"
    variant = VARIANTS["standard"]
    cards = engine.deal_cards(seed)
    line = solve(engine.Position.of_deal(variant, cards), nodes=200_000).moves
    assert line
    ready = next(ply for ply, p in enumerate(engine.trace(variant, cards, line)) if engine.plain_play(p))
    browser = Browser(site.base)
    _status, started = browser.post("/api/v1/practice", {"variant": "standard", "seed": seed})
    table = await browser.connect(started["socket"])
    await table.sync()
    for rev, move in enumerate(line[:ready], 1):
        await table.send(type="move", rev=rev, move=move)
        assert (await table.hear("moved", "rejected"))["type"] == "moved"
        await asyncio.sleep(PACE)
    await table.send(type="finish", rev=ready + 1)
    played = await table.hear("played", "rejected")
    assert (played["type"], played["status"], played["home"]) == ("played", "won", 80)
    assert (await table.hear("ended"))["status"] == "won"
    await table.close()
