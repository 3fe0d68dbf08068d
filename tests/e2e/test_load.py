"""The load driver's scenarios, small: what was acked stands, and everybody sees the same board."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.bench import bench_load, crowds
from tests.bench.behind_nginx import behind_nginx
from tests.bench.house import House, Nginx, house, served
from tests.servers import POSTGRESQL, REDIS, skip_or_fail

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.server]


@pytest.fixture(scope="module")
def found() -> Iterator[House]:
    """One house for all scenarios."""
    if not (POSTGRESQL and REDIS):
        skip_or_fail("PostgreSQL's or Redis's server is not installed")
    with house() as found:
        yield found


def test_faults_under_load_lose_double_and_twist_nothing_and_a_frozen_redis_is_not_noticed(
    found: House,
) -> None:
    rows = asyncio.run(bench_load.faults(found, many=12, calm=0.7, frozen=1.5, pause=0.15))
    assert {row["what"]: row["figure"] for row in rows if row["target"] == 0} == {
        "faults under load: acked events lost": 0,
        "faults under load: events doubled": 0,
        "faults under load: wrong positions": 0,
    }, rows
    frozen = next(row for row in rows if "frozen" in str(row["what"]))
    assert float(str(frozen["figure"])) < 1, frozen


def test_pages_at_two_processes_agree_while_many_finish_and_see_a_finish_elsewhere_within_two_seconds(
    found: House,
) -> None:
    async def look() -> tuple[crowds.Agreement, list[float]]:
        ground = found.ground(42, "cadogan")
        async with served(ground, 1, 1) as sites:
            here, there = (site.port for site in sites)
            waits = await crowds.seen_elsewhere(ground.seats[:2], here, there, 0)
            return await crowds.all_finish(ground.seats[2:], [here, there], 10, 42), waits

    end, waits = asyncio.run(look())
    assert end.disagreements == []
    assert max(waits) < 2


def test_behind_nginx_doors_and_addresses_are_right_and_no_move_is_lost_while_processes_are_replaced(
    found: House,
) -> None:
    if not Nginx.binary():
        skip_or_fail("nginx is not installed (Debian: apt-get install nginx-light)")
    rows = asyncio.run(behind_nginx(found, many=8, calm=0.7, pause=0.1))
    assert [row for row in rows if row["verdict"] != "ok"] == []
