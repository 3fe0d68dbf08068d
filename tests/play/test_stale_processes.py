"""Several processes on one attempt, each with a memory that may be behind: nothing doubled, nothing lost."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import clock
from games.play import selectors
from games.play.game import Game
from games.play.journal import Journal
from games.play.models import Attempt, Event
from games.play.protocol import Move, Undo
from games.play.sockets import Socket
from games.play.table import LiveTable
from games.players.models import Player
from tests.guests import in_db

PROCESSES = 3
# (which process, what it wishes, how far its number is off, whether the relay tells it of others first)
wishes = st.tuples(
    st.integers(0, PROCESSES - 1),
    st.sampled_from(["s", "s", "s", "undo", "a1a2"]),
    st.sampled_from([0, 0, 0, -1, 1]),
)


class Process:
    """A live table as one process holds it, and a page that counts what it was told."""

    def __init__(self, attempt: Attempt, game: Game) -> None:
        self.table = LiveTable(attempt, game, Journal())
        self.told: dict[int, dict[str, Any]] = {}
        self.known = 0
        self.page = Socket(self._hear, player_id=0, language="en", by="time", now_ms=clock.now_ms())
        self.page.is_synced = True
        self.table.sitters.append(self.page)

    async def _hear(self, output: dict[str, Any]) -> None:
        message = json.loads(output["text"])
        if message["type"] in ("moved", "undone"):
            before = self.told.setdefault(message["rev"], message)
            assert before == message, "an event was told in two ways"
        if message["type"] in ("moved", "undone", "position"):
            self.known = max(self.known, message["rev"])

    async def wish(self, what: str, off: int) -> None:
        rev = max(1, self.known + 1 + off)
        message = Undo(rev=rev) if what == "undo" else Move(rev=rev, move=what)
        await self.table.submit(self.page, message, clock.now_ms())


@pytest.mark.parametrize("together", [False, True], ids=["one after the other", "at once"])
@given(script=st.lists(wishes, min_size=1, max_size=25))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stale_processes_wish_every_acked_event_stands_once_in_the_database(
    together: bool, script: list[tuple[int, str, int]]
) -> None:
    player = Player.objects.create(name="Ada", created_at=clock.now())
    attempt = Attempt.objects.create(player=player, variant="cadogan", seed="seed-0", started_at=clock.now())

    async def run() -> list[Process]:
        processes = [Process(attempt, await in_db(selectors.game_of)(attempt)) for _ in range(PROCESSES)]
        if together:
            queues = [[wish for wish in script if wish[0] == number] for number in range(PROCESSES)]

            async def go(process: Process, queue: list[tuple[int, str, int]]) -> None:
                for _number, what, off in queue:
                    await process.wish(what, off)

            await asyncio.gather(*(map(go, processes, queues)))
        else:
            for number, what, off in script:
                await processes[number].wish(what, off)
        for process in processes:
            await process.table.sync(process.page)
        return processes

    processes = asyncio.run(run())
    stored = list(Event.objects.filter(attempt=attempt).order_by("rev").values_list("rev", "kind", "move"))
    assert [rev for rev, _kind, _move in stored] == list(range(1, len(stored) + 1))
    for process in processes:
        for rev, message in process.told.items():
            kind = "undo" if message["type"] == "undone" else "move"
            assert stored[rev - 1] == (rev, kind, message.get("move", ""))
    truth = selectors.read_game(attempt.pk)
    for process in processes:
        game = process.table.game
        assert (game.events, game.line, game.position) == (truth.events, truth.line, truth.position)
        assert process.table.rev == truth.rev == process.known
