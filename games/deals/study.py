"""Study: what somebody typed, read as a game and solved, in a process of its own.

The law: nothing typed in here ever becomes a row of deals. The web process has players to serve, so
it does not solve; the engine's own command line does, for a few seconds at most.
"""

import json
import subprocess
import sys
from typing import Any

from django.conf import settings

from games import engine
from games.engine import VARIANTS, Record

SECONDS = 4


def read(text: str, variant: str) -> Record:
    """Read a record, 80 cards or a seed. Raises BadText."""
    if text.startswith("["):
        record = engine.read_record(text)
        if record.slug is not None:
            raise engine.UnreadableRecord(1, "slug_only")
        return record
    words = text.split()
    if len(words) == 1:
        engine.check_seed(words[0])
        return Record(variant=VARIANTS[variant], seed=words[0])
    return engine.read_record(
        f'[Game "British Constitution"]\n[Variant "{variant}"]\n[Deal "{" ".join(words)}"]\n'
    )


def solve(text: str) -> dict[str, Any] | None:
    """Give the solver's verdict on a record's text, from where it ends; None when it gave none."""
    command = [sys.executable, *f"-m games.engine solve --seconds {SECONDS} --file /dev/stdin".split()]
    given: dict[str, Any] = {"input": text.encode(), "cwd": settings.BASE_DIR, "timeout": 5 * SECONDS}
    try:
        done = subprocess.run(command, capture_output=True, check=True, **given)  # noqa: S603
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    verdict: dict[str, Any] = json.loads(done.stdout)
    return verdict
