"""The load driver's scenarios, small: they hold with a handful of players, too."""

import asyncio
import shutil

import pytest

from tests.bench import bench_load, crowds
from tests.bench.servers import POSTGRESQL
from tests.servers import skip_or_fail

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.server]


async def test_pages_agree_after_a_crowd_finished_and_faults_lose_double_and_twist_nothing() -> None:
    if not (POSTGRESQL and (shutil.which("redis-server") or shutil.which("valkey-server"))):
        skip_or_fail("PostgreSQL's or Redis's server is not installed")
    with bench_load.house() as found:
        ground = await asyncio.to_thread(found.ground, 24, "ranked")
        async with bench_load.served(ground, 1, 1) as sites:
            ports = [site.port for site in sites]
            *others, last = ground.seats
            await asyncio.gather(*(crowds.finish(seat, ports[0], n % 9) for n, seat in enumerate(others)))
            (wait,) = await crowds.seen_elsewhere([last], ports[0], ports[1], len(others))
            assert wait < 2
            boards = [await asyncio.to_thread(crowds.read_board, port, last["slug"]) for port in ports]
        assert crowds.check_places(boards[0], 24) == []
        assert [crowds.public(row) for row in boards[0]] == [crowds.public(row) for row in boards[1]]
        rows = await bench_load.faults(found, many=12, calm=0.7, frozen=1.5, pause=0.15)
    assert {row["what"]: row["figure"] for row in rows if row["target"] == 0} == {
        "faults under load: acked events lost": 0,
        "faults under load: events doubled": 0,
        "faults under load: wrong positions": 0,
    }, rows
    # A frozen Redis is nothing a player notices.
    frozen = next(row for row in rows if "frozen" in str(row["what"]))
    assert float(str(frozen["figure"])) < 1, frozen
