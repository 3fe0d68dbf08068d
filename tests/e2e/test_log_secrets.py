"""What is written to the log: ids to find things by, and nothing that opens anything."""

import json
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.driver import Browser
from tests.servers import Site

pytestmark = pytest.mark.server
PASSWORD = "correct horse battery staple"


async def test_at_the_loudest_the_log_has_ids_and_no_secret(tmp_path: Path) -> None:
    secret_key = "a-key-that-nobody-may-read-" + "0123456789" * 3
    site = Site(tmp_path, {"LOG_LEVEL": "debug", "SECRET_KEY": secret_key}).start()
    browser, stranger = Browser(site.base), Browser(site.base)
    slug = browser.json("/api/v1/deals/today")[0]["slug"]
    _status, started = browser.post(f"/api/v1/deals/{slug}/attempts")
    table = await browser.connect(started["socket"])
    await table.sync()
    await table.send(type="move", rev=1, move="s")
    await table.hear("moved", "rejected")
    for _ in range(5):
        await table.socket.send('{"type":"nonsense","password":"' + PASSWORD + '"}')
    with suppress(ConnectionClosed):
        while True:
            await table.hear()
    await table.close()
    with suppress(InvalidStatus, ConnectionClosed):
        lost = await stranger.connect(started["socket"])  # 4401
        await lost.hear()
    await lost.close()
    for path in ("/admin/login/", "/account/login/", "/api/v1/practice"):
        with suppress(json.JSONDecodeError):  # a page
            browser.post(path, raw=f"username=ada&login=ada&password={PASSWORD}".encode())
    browser.get(f"/nowhere/?password={PASSWORD.replace(' ', '%20')}")
    assert site.stop() == 0
    text = site.log.read_text()
    with sqlite3.connect(tmp_path / "data" / "constitution.sqlite3") as database:
        seeds = [seed for (seed,) in database.execute("SELECT seed FROM deals_deal WHERE seed <> ''")]
        sessions = [key for (key,) in database.execute("SELECT session_key FROM django_session")]
    database.close()
    assert seeds
    assert browser.cookie("sessionid") in sessions
    typed = (PASSWORD, PASSWORD.replace(" ", "%20"))
    for secret in (*typed, secret_key, browser.cookie("csrftoken"), *seeds, *sessions):
        assert secret not in text
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    opened = next(line for line in lines if line["event"] == "socket_opened")
    assert opened["attempt"] == started["attempt"]
    assert isinstance(opened["player"], int)
    closed = next(line for line in lines if line["event"] == "socket_closed")
    assert closed["connection"] == opened["connection"]
