"""The load driver's faults, small: what was acked stands, whatever breaks meanwhile."""

import asyncio
import shutil

import pytest

from tests.bench import bench_load
from tests.bench.servers import POSTGRESQL
from tests.servers import skip_or_fail

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.server]


def test_faults_under_load_lose_double_and_twist_nothing_and_a_frozen_redis_is_not_noticed() -> None:
    if not (POSTGRESQL and (shutil.which("redis-server") or shutil.which("valkey-server"))):
        skip_or_fail("PostgreSQL's or Redis's server is not installed")
    with bench_load.house() as found:
        rows = asyncio.run(bench_load.faults(found, many=12, calm=0.7, frozen=1.5, pause=0.15))
    assert {row["what"]: row["figure"] for row in rows if row["target"] == 0} == {
        "faults under load: acked events lost": 0,
        "faults under load: events doubled": 0,
        "faults under load: wrong positions": 0,
    }, rows
    frozen = next(row for row in rows if "frozen" in str(row["what"]))
    assert float(str(frozen["figure"])) < 1, frozen
