"""`serve --processes 2`: one port, two processes, a parent that replaces them."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.driver import Browser, Table
from tests.servers import ROOT, Site, free_port, wait_until

pytestmark = [pytest.mark.redis, pytest.mark.server]


@pytest.fixture
def pair(redis_url: str, begun: Path, tmp_path: Path) -> Iterator[Site]:
    """Two processes on one SQLite file."""
    shutil.copytree(begun, tmp_path / "data")
    env = {"REDIS_URL": redis_url, "METRICS_PORT": str(free_port())}
    site = Site(tmp_path, env, command=("serve", "--processes", "2")).start()
    wait_for_log(site, "process_started", 2)
    yield site
    if site.process and site.process.poll() is None:
        site.stop()


def children(site: Site) -> set[int]:
    assert site.process is not None
    pid = site.process.pid
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def wait_for_log(site: Site, event: str, times: int) -> None:
    wait_until(lambda: site.log.read_text().count(event) >= times, site.log.read_text)


async def come_back(browser: Browser, attempt: str) -> Table:
    """Connect as a page does that was sent away: again until it is let in."""
    while True:
        with suppress(OSError, ConnectionClosed, TimeoutError):
            return await browser.sit(attempt)
        await asyncio.sleep(0.1)


async def sit_everywhere(site: Site) -> tuple[Browser, str, dict[int, Table]]:
    """Sit at one attempt in both processes; gives the tables by process, told apart by who holds them."""
    browser = Browser(site.base)
    attempt = browser.practise("processes")
    tables: dict[int, Table] = {}
    while len(tables) < 2:
        table = await come_back(browser, attempt)
        port = table.socket.transport.get_extra_info("sockname")[1]
        holder = next(pid for pid in children(site) if has_peer(pid, site.port, port))
        if holder in tables:
            await table.close()
        else:
            tables[holder] = table
    return browser, attempt, tables


def has_peer(pid: int, port: int, peer: int) -> bool:
    """Tell whether a process holds the server's end of a connection."""
    inodes = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[1].endswith(f":{port:04X}") and fields[2].endswith(f":{peer:04X}"):
            inodes.add(f"socket:[{fields[9]}]")
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            if str(file.readlink()) in inodes:
                return True
    return False


async def test_a_killed_process_is_replaced_while_the_other_serves(pair: Site) -> None:
    browser, attempt, tables = await sit_everywhere(pair)
    victim, survivor = tables
    await tables[victim].play(["s"] * 3, 0)
    while (await tables[survivor].hear("moved"))["rev"] < 3:
        pass
    os.kill(victim, signal.SIGKILL)
    assert (await tables[survivor].play(["s"], 3))["rev"] == 4
    table = await come_back(browser, attempt)
    assert (await table.play(["s"], 4))["rev"] == 5
    wait_for_log(pair, "process_started", 3)
    assert len(children(pair)) == 2
    assert survivor in children(pair)
    for open_table in (table, *tables.values()):
        await open_table.close()
    assert await asyncio.to_thread(pair.stop) == 0, pair.log.read_text()


async def test_a_reload_replaces_one_after_the_other_and_turns_nobody_away(pair: Site) -> None:
    browser, attempt, tables = await sit_everywhere(pair)
    assert pair.process is not None
    before = children(pair)
    pair.process.send_signal(signal.SIGHUP)
    told = []
    for table in tables.values():
        told.append((await table.hear("closing", timeout=20))["reason"])
        assert browser.get("/healthz")[0] == 200
    assert told == ["shutdown", "shutdown"]
    table = await come_back(browser, attempt)
    assert (await table.play(["s"], 0))["rev"] == 1
    for open_table in (table, *tables.values()):
        await open_table.close()
    replaced = partial(wait_until, lambda: len(children(pair) - before) == len(children(pair)) == 2)
    await asyncio.to_thread(replaced, pair.log.read_text)
    assert await asyncio.to_thread(pair.stop) == 0, pair.log.read_text()
    assert "Traceback" not in pair.log.read_text()


async def test_children_drain_when_their_parent_was_killed_and_metrics_are_one_port_each(pair: Site) -> None:
    _browser, _attempt, tables = await sit_everywhere(pair)
    first = int(pair.env["METRICS_PORT"])
    for port in (first, first + 1):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            assert re.search(r'^constitutional_sockets\{kind="table"\} [1-9]', answer.read().decode(), re.M)
    pair.kill()
    for table in tables.values():
        assert (await table.hear("closing"))["reason"] == "shutdown"
        with pytest.raises(ConnectionClosed):
            await table.hear()
        await table.close()


def test_without_redis_several_processes_are_refused_in_words(tmp_path: Path) -> None:
    done = Site(tmp_path).manage("serve", "--processes", "2")
    assert done.returncode == 1
    assert "set REDIS_URL" in done.stderr


def test_who_cannot_start_at_all_gives_up_and_says_so(tmp_path: Path) -> None:
    code = (
        "import django; django.setup()\n"
        "from constitution_site import supervisor\n"
        "from django.conf import settings\n"
        "from pathlib import Path\n"
        "supervisor.PAUSE, supervisor.TRIES, settings.BASE_DIR = 0.01, 2, Path('/nowhere')\n"
        "raise SystemExit(supervisor.Supervisor(host='127.0.0.1', port=0, processes=2).run())\n"
    )
    env = Site(tmp_path).environ() | {"DJANGO_SETTINGS_MODULE": "constitution_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 1
    assert '"gave_up"' in done.stderr
