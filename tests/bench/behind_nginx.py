"""nginx, two web processes, the clerk, PostgreSQL and Redis, as deploy/ would have them on one machine.

The law: everything goes through nginx by TLS, and what the site took for a visitor's address is read
where it counts, in Redis.
"""

import asyncio
import hashlib
import http.client
import signal
import socket
import subprocess
import sys
import time
from statistics import median

import redis

from tests.bench.house import NAME, House, Nginx, served
from tests.bench.ledger import Keeper, audit, hang_up, open_line
from tests.bench.report import Row, fact
from tests.bench.servers import tree
from tests.bench.wire import Door
from tests.servers import ROOT, Site

VISITOR, CLAIMED = "127.0.0.5", "203.0.113.9"
ENV = {"HTTPS": "1", "PROXIES": "1", "ALLOWED_HOSTS": f"{NAME},localhost", "LIMITS": "1"}


async def behind_nginx(found: House, many: int = 40, calm: float = 4.0, pause: float = 0.3) -> list[Row]:
    """Look at the doors, then replace both processes one after the other while people play."""
    ground = found.ground(many, "practice", **ENV)
    async with served(ground, 2) as (site,):
        with (ground.folder / "clerk.log").open("wb") as log:
            clerk = subprocess.Popen(
                [sys.executable, "manage.py", "clerk"],
                cwd=ROOT,
                env=site.environ(),
                stdout=log,
                stderr=log,
            )
            collect = [sys.executable, "manage.py", "collectstatic", "--noinput"]
            subprocess.run(collect, cwd=ROOT, env=site.environ(), stdout=log, stderr=log, check=True)
        nginx = Nginx(ground.folder / "nginx", site.port).start()
        try:
            looks = await asyncio.to_thread(look_at_doors, nginx)
            rows = [fact("N1", what, int(not is_well), 0, "", said) for what, is_well, said in looks]
            rows.append(await look_at_addresses(found, nginx, ground.seats[0]))
            rows += await replace_processes(found, site, nginx, ground.seats, calm, pause)
        finally:
            nginx.stop()
            code = clerk.poll()
            clerk.terminate()
            clerk.wait(timeout=120)  # it ends what it is at
        said = (ground.folder / "clerk.log").read_text()
        is_well = code is None and "Traceback" not in said
        rows.append(fact("N1", "the clerk works beside them", int(not is_well), 0, "", said[-100:].strip()))
    return rows


def look_at_doors(nginx: Nginx) -> list[tuple[str, bool, str]]:
    """Ask as visitors and the operator do; gives what was asked, whether it is well, what was said."""
    door = nginx.door
    plain = ask("GET", "/", Door(nginx.http, NAME))
    health, ready = ask("GET", "/healthz", door), ask("GET", "/readyz", door)
    outside = ask("GET", "/readyz", Door(door.port, NAME, door.trust, VISITOR))
    page = ask("GET", "/", door)
    large = ask("POST", "/api/v1/practice", door, b"x" * 300_000)
    to = plain[1].get("location", "")
    secure = page[1].get("strict-transport-security", "")
    return [
        ("plain HTTP leads to HTTPS", plain[0] == 301 and to == f"https://{NAME}/", f"{plain[0]} {to}"),
        ("/healthz says that it is alive", health[0] == 200, f"{health[0]} {health[2]}"),
        ("/readyz is ready for the operator", ready[0] == 200, f"{ready[0]} {ready[2]}"),
        ("/readyz is nothing for the world", outside[0] == 403, f"{outside[0]} to {VISITOR}"),
        (
            "the landing page comes by HTTPS for good",
            page[0] == 200 and "max-age" in secure,
            f"{page[0]} {secure}",
        ),
        ("a body over nginx's limit is refused", large[0] == 413, f"{large[0]} at 300,000 bytes"),
    ]


def ask(method: str, path: str, door: Door, body: bytes | None = None) -> tuple[int, dict[str, str], str]:
    """Give status, headers and the begin of an answer."""
    wire = socket.create_connection(("127.0.0.1", door.port), timeout=10, source_address=(door.address, 0))
    connection = http.client.HTTPConnection(door.host, door.port)
    connection.sock = door.trust.wrap_socket(wire, server_hostname=door.name) if door.trust else wire
    headers = {"Host": door.host, "Origin": f"https://{door.host}", "Content-Type": "application/json"}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read(80).decode(errors="replace")
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text


async def look_at_addresses(found: House, nginx: Nginx, seat: dict[str, str]) -> Row:
    """Come from an address, claim another, and see which was counted."""
    door = nginx.door
    line = await open_line(
        seat, Door(door.port, NAME, door.trust, VISITOR), {"X-Forwarded-For": CLAIMED, "X-Real-IP": CLAIMED}
    )
    line.send(b'{"type":"sync","rev":0}')
    await line.hear("position")
    hang_up(line)
    names = {who: hashlib.blake2s(who.encode(), digest_size=12).hexdigest() for who in (VISITOR, CLAIMED)}
    with redis.Redis.from_url(found.redis.url) as client:
        counted = {who: bool(client.keys(f"*limit:socket:{name}*")) for who, name in names.items()}
    good = counted == {VISITOR: True, CLAIMED: False}
    return fact("N1", "a visitor's address is the true one", int(not good), 0, "", f"counted: {counted}")


async def replace_processes(
    found: House, site: Site, nginx: Nginx, seats: list[dict[str, str]], calm: float, pause: float
) -> list[Row]:
    """Let people play, tell the parent to replace its children one by one, and audit what was acked."""
    assert site.process is not None
    before = set(tree(site.process.pid)[1:])
    keepers = [Keeper(seat, nginx.door, pause) for seat in seats]
    deadline = time.monotonic() + 60
    playing = asyncio.gather(*(keeper.play(deadline) for keeper in keepers))
    await asyncio.sleep(calm)
    site.process.send_signal(signal.SIGHUP)
    while (stayed := before & set(tree(site.process.pid))) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    await asyncio.sleep(calm)
    for keeper in keepers:
        keeper.until = 0.0
    await playing
    result = await audit(keepers, found.postgres.url, nginx.door)
    waits = sorted(wait for keeper in keepers for _at, wait in keeper.waits)
    losses = [why for keeper in keepers for _at, why in keeper.losses]
    note = f"{result.acked} acked, median {median(waits) * 1000:.0f} ms, longest {waits[-1]:.2f} s"
    why = max(losses, key=losses.count) if losses else ""
    return [
        fact("N2", "processes drained one by one: lost, doubled, wrong",
             result.lost + result.doubled + len(result.wrong), 0, "", "; ".join([note, *result.wrong[:3]])),
        fact("N2", "processes not replaced", len(stayed), 0, "", f"{len(losses)} sockets sent away: {why}"),
    ]  # fmt: skip
