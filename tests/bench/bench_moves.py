"""P1-P3: what a durable move costs and how long its ack takes, beside echoes at the same time.

P2's target is held against bare `sync_to_async`; `database_sync_to_async`, which Channels documents for the
ORM and which also looks after old connections, is told beside it.

Everything runs interleaved, round by round, servers on one core and this client on the other: a bare
Channels echo, one ORM update a move on each database, and the product on each database.
"""

import asyncio
import gc
from statistics import median

from tests.bench.loads import Stage, Window, echoers, players
from tests.bench.report import Row, row
from tests.bench.servers import Baselines, Ground, grounds
from tests.servers import Site

SOCKETS = 700  # at 20 messages a second each, 14,000 a second may come: more than a core can store
PLAYERS = 500  # P3
RATE = 5000  # P3: durable moves a second
SECONDS = 2.5  # a window of saturation
PACED_SECONDS, PACED_WINDOWS = 2.0, 4  # a window at a given rate; so many a round
NAMES = {"sqlite": "SQLite FULL", "postgresql": "PostgreSQL"}


def measure(*, rounds: int, databases: set[str]) -> list[Row]:
    """Return the rows of P1, P2 and P3."""
    with grounds(SOCKETS) as found:
        wanted = {name: ground for name, ground in found.items() if name in databases}
        gc.freeze()
        gc.disable()  # a pause of the client is no wait of the server
        try:
            windows = asyncio.run(_saturate(wanted, rounds))
            half = median(window.per_second for window in windows["channels"]) / 2
            paced = asyncio.run(_pace(wanted, rounds, half))
            return _costs(wanted, windows) + _waits(wanted, paced, half)
        finally:
            gc.enable()


async def _saturate(found: dict[str, Ground], rounds: int) -> dict[str, list[Window]]:
    stages: dict[str, Stage] = {}
    for name, ground in found.items():
        site, baselines = ground.serve(Site), ground.serve(Baselines)
        if not stages:
            stages["bare"] = await echoers(baselines, "/bare", ground, range(SOCKETS))
            stages["channels"] = await echoers(baselines, "/channels", ground, range(SOCKETS))
        stages[f"orm {name}"] = await echoers(baselines, "/orm/{}", ground, range(SOCKETS))
        stages[f"documented {name}"] = await echoers(baselines, "/orm-documented/{}", ground, range(SOCKETS))
        stages[f"move {name}"] = await players(site, ground, range(SOCKETS), extra_pid=ground.server_pid)
    windows: dict[str, list[Window]] = {name: [] for name in stages}
    for _ in range(rounds):
        for name, stage in stages.items():
            windows[name].append(await stage.saturate(SECONDS))
    await _leave(found, stages)
    return windows


async def _pace(found: dict[str, Ground], rounds: int, half: float) -> dict[str, list[Window]]:
    """Take turns at given rates, each stage alone on a fresh server.

    Beside two thousand other sockets, or what is left of them, the echo's process now and then stops for a
    collection of 150 ms, and a window's percentile is then that of the pause. Windows are short and many, so
    that whatever else stops the machine meets one of them, not the median.
    """
    stages: dict[str, Stage] = {}
    for name, ground in found.items():
        if not stages:
            stages["echo"] = await echoers(ground.serve(Baselines), "/channels", ground, range(PLAYERS))
        stages[name] = await players(ground.serve(Site), ground, range(PLAYERS))
    windows: dict[str, list[Window]] = {name: [] for name in stages}
    for _ in range(rounds * PACED_WINDOWS):
        for name, stage in stages.items():
            windows[name].append(await stage.pace(half if name == "echo" else RATE, PACED_SECONDS))
    await _leave(found, stages)
    return windows


async def _leave(found: dict[str, Ground], stages: dict[str, Stage]) -> None:
    for stage in stages.values():
        for client in stage.clients:
            client.hang_up()
    for ground in found.values():
        await asyncio.to_thread(ground.stop)


def _costs(found: dict[str, Ground], windows: dict[str, list[Window]]) -> list[Row]:
    cost = {name: [window.microseconds for window in taken] for name, taken in windows.items()}
    rows = []
    for name in found:
        move, taken = cost[f"move {name}"], windows[f"move {name}"]
        what = f"durable move, {NAMES[name]} / bare Channels echo"
        note = f"{_mid(taken, 'per_second'):.0f} moves/s, client busy {_mid(taken, 'client_busy'):.0%}"
        if name == "postgresql":
            note += f", database server {_mid(taken, 'extra_microseconds'):.0f} us a move"
        rows.append(row("P1", what, move, cost["channels"], target=0.70, unit="us", note=note))
    for name in found:
        for kind, how, target in (
            ("orm", "one ORM update, sync_to_async", 0.10),
            ("documented", "the same, database_sync_to_async", None),
        ):
            note = f"{_mid(windows[f'{kind} {name}'], 'per_second'):.0f} updates/s"
            what = f"durable move, {NAMES[name]} / {how}"
            move, update = cost[f"move {name}"], cost[f"{kind} {name}"]
            rows.append(row("P2", what, move, update, target=target, unit="us", note=note))
    note = f"Channels {_mid(windows['channels'], 'per_second'):.0f}/s"
    what = "bare Channels echo / bare ASGI echo"
    rows.append(row("-", what, cost["channels"], cost["bare"], target=None, unit="us", note=note))
    return rows


def _waits(found: dict[str, Ground], paced: dict[str, list[Window]], half: float) -> list[Row]:
    rows = []
    echo = paced["echo"]
    for name in found:
        taken = paced[name]
        note = (
            f"reached {_mid(taken, 'per_second'):.0f} moves/s at {_mid(taken, 'microseconds'):.0f} us,"
            f" p50 {_mid(taken, 'p50') * 1000:.1f} ms;"
            f" echo at {half:.0f}/s, p50 {_mid(echo, 'p50') * 1000:.1f} ms"
        )
        what = f"p99 ack at {RATE} moves/s, {NAMES[name]} / p99 of a Channels echo at half"
        waits, echoes = ([window.p99 * 1000 for window in windows] for windows in (taken, echo))
        rows.append(row("P3", what, waits, echoes, target=2.5, unit="ms", note=note))
    return rows


def _mid(windows: list[Window], field: str) -> float:
    return median(getattr(window, field) for window in windows)
