"""The live table: one attempt in this process, with the sockets that sit at it.

The law: a table never tells what is not committed, and never answers out of memory without
having made sure that it is not behind the database, unless the answer is the result of a
commit. After any trouble it forgets what it holds and reads it again. At most one event of
an attempt is under way (the lock); the others wait their turn in their sockets.
"""

import asyncio

from channels.db import database_sync_to_async
from django.utils.translation import gettext_lazy as _

from games import clock
from games.deals import calendar
from games.play import selectors, signals
from games.play.game import Game, GameEvent, Kind, Refused, fold
from games.play.journal import Entry, Journal
from games.play.models import Attempt
from games.play.protocol import Concede, Ended, EventMessage, Finish, FromServer, Move, Undo, encode
from games.play.reader import read
from games.play.relay import Relay
from games.play.sockets import Socket

KINDS: dict[type, Kind] = {Move: "move", Undo: "undo", Concede: "concede", Finish: "finish"}


class LiveTable:
    """One attempt as this process holds it."""

    __slots__ = (
        "_journal", "_relay", "attempt_id", "closes_ms", "deal_id", "ended_told", "game", "lock", "player_id",
        "rev", "sitters", "slug", "stale", "started_ms",
    )  # fmt: skip

    def __init__(self, attempt: Attempt, game: Game, journal: Journal, relay: Relay | None = None) -> None:
        self.attempt_id: str = attempt.pk
        self.player_id: int = attempt.player_id
        self.deal_id = attempt.deal_id
        self.slug = attempt.deal.slug if attempt.deal else None
        self.started_ms = clock.to_ms(attempt.started_at)
        self.closes_ms = (
            clock.to_ms(calendar.closes_at(attempt.deal.date))
            if attempt.ranked and attempt.deal and attempt.deal.date
            else None
        )
        self.game = game
        self.rev = game.rev  # committed; the game may be one ahead while a commit is under way
        self.stale = False  # what is held may be behind the database: read before use
        self.ended_told = game.status != "playing"
        self.sitters: list[Socket] = []
        self.lock = asyncio.Lock()
        self._journal = journal
        self._relay = relay

    # --- what sockets ask ------------------------------------------------------------------

    async def sync(self, sitter: Socket) -> None:
        """Answer with the whole truth."""
        async with self.lock:
            await self._catch_up()
            await self._expire_if_over()
            sitter.dropping, sitter.is_synced = None, True
            await sitter.send(self._position_text())
            if self.game.status != "playing":
                await sitter.send(await self._ended_text())

    async def submit(self, sitter: Socket, message: EventMessage, read_ms: int) -> None:
        """Try an event that a socket wishes; `read_ms` is when its frame was read.

        Raises JournalFailed when the database failed: nothing was told, the socket should go.
        """
        async with self.lock:
            while not await self._try(sitter, message, read_ms):
                pass

    async def refuse(self, sitter: Socket, rev: int, refusal: Refused) -> None:
        """Refuse an event without trying it."""
        async with self.lock:
            await self._reject(sitter, rev, refusal)

    async def latest_rev(self) -> int:
        """Give the number of the last event, having made sure of it: a pong shows gaps."""
        async with self.lock:
            await self._catch_up()
            return self.rev

    async def expire(self) -> None:
        """End the attempt if its boards have closed, and send everybody home."""
        async with self.lock:
            await self._catch_up()
            await self._expire_if_over()
        if self.game.status == "expired":
            for sitter in list(self.sitters):
                await sitter.close(1000, "deal_closed")

    async def go_on_as_practice(self) -> None:
        """Read the attempt anew, since it counts no more, and tell everybody how it stands now."""
        async with self.lock:
            if self.game.ranked:
                await self._reload()

    async def hear(self, rev: int, text: str, *, is_end: bool) -> None:
        """Pass on what another process has committed for this attempt."""
        if rev > self.rev:
            self.stale = True
        self.ended_told = self.ended_told or is_end
        await self._send_to_sitters(text)

    # --- one event -------------------------------------------------------------------------

    async def _try(self, sitter: Socket, message: EventMessage, read_ms: int) -> bool:
        """Try an event once; False when the table was behind and it must be tried again."""
        if self.stale:
            await self._reload()
        await self._expire_if_over()
        if (
            sitter.dropping is not None
            and message.rev > self.rev
            and not await self._is_fresh(sitter, message)
        ):
            return True
        kind = KINDS[type(message)]
        move = message.move if isinstance(message, Move) else ""
        if message.rev != self.rev + 1:
            if await self._catch_up():
                return False
            await self._answer_out_of_turn(sitter, message.rev, kind, move)
            return True
        try:
            told = self.game.take_and_tell(GameEvent(kind, move, self._elapsed(read_ms)))
        except Refused as refusal:
            if await self._catch_up():
                return False
            await self._reject(sitter, message.rev, refusal)
            return True
        if not await self._store():
            return False
        sitter.dropping = None
        await self._tell(told)
        return True

    async def _is_fresh(self, sitter: Socket, message: EventMessage) -> bool:
        """Tell an event made after the page read its refusal from one that was sent ahead of it."""
        if sitter.dropping != self.rev + 1:
            # Another page has moved meanwhile, so the numbers no longer tell: ask the page to look.
            await self._reject_stale(sitter, message.rev)
            return False
        if message.rev == sitter.dropping:
            return True
        if sitter.position_due:
            await self._catch_up()
            sitter.dropping, sitter.position_due = self.rev + 1, False
            await sitter.send(self._position_text())
        return False

    async def _answer_out_of_turn(self, sitter: Socket, rev: int, kind: Kind, move: str) -> None:
        stands = self.game.events[rev - 1] if 1 <= rev <= self.rev else None
        if stands is not None and stands.kind == kind and (kind != "move" or stands.move == move):
            await sitter.send(await self._text_of(rev))  # its answer was lost
        elif self.game.status != "playing":
            await self._reject(sitter, rev, Refused("attempt_over", _("This game is over.")))
        else:
            await self._reject_stale(sitter, rev)

    async def _reject(self, sitter: Socket, rev: int, refusal: Refused) -> None:
        sitter.dropping, sitter.position_due = self.rev + 1, True
        await sitter.reject(rev, refusal)

    async def _reject_stale(self, sitter: Socket, rev: int) -> None:
        await self._reject(
            sitter, rev, Refused("stale", _("The table has changed meanwhile; this is how it stands."))
        )
        sitter.position_due = False
        await sitter.send(self._position_text())

    async def _store(self) -> bool:
        """Commit the event that the game has just taken; on False or an error the memory is void."""
        game = self.game
        self.stale = True
        if not await self._journal.store(Entry.of(self.attempt_id, game, self.started_ms, self.deal_id)):
            return False
        self.rev, self.stale = game.rev, False
        return True

    async def _tell(self, told: FromServer | None) -> None:
        """Tell everybody what was just committed."""
        if told is not None:
            await self._send_to_all(encode(told))
        if self.game.status != "playing":
            self.ended_told = True
            await self._send_to_all(await self._ended_text(), is_end=True)
        elif self.game.ranked:
            signals.attempt_news.send(sender=None, kind="progressed", deal_id=self.deal_id, slug=self.slug)

    def is_overdue(self, now_ms: int) -> bool:
        """Say whether the game goes on though its boards have closed, or may do so for all that is known."""
        # One whose deal was voided meanwhile is practice, and no hour ends it.
        goes_on = self.game.ranked and self.game.status == "playing"
        return bool(self.closes_ms and now_ms >= self.closes_ms and (goes_on or self.stale))

    async def _expire_if_over(self) -> None:
        while self.closes_ms and self.is_overdue(clock.now_ms()):
            if self.stale:
                await self._reload()
                continue
            self.game.take(GameEvent("expire", "", self.closes_ms - self.started_ms))
            if await self._store():
                await self._tell(None)
            else:
                await self._reload()

    # --- texts -----------------------------------------------------------------------------

    def _elapsed(self, now_ms: int) -> int:
        last = self.game.events[-1].elapsed_ms if self.game.events else 0
        if self.game.status != "playing":
            return last
        return max(now_ms - self.started_ms, last)  # the clock never runs backwards

    def _position_text(self) -> str:
        now_ms = clock.now_ms()
        elapsed_ms = self._elapsed(now_ms)
        return encode(
            self.game.tell_all(
                attempt=self.attempt_id, slug=self.slug, elapsed_ms=elapsed_ms, server_ms=now_ms
            )
        )

    async def _text_of(self, rev: int) -> str:
        """Give the message that told of an event, as it was."""
        game = self.game
        past = fold(game.position.variant, game.cards, game.events[: rev - 1], ranked=game.ranked)
        told = past.take_and_tell(game.events[rev - 1])
        return encode(told) if told is not None else await self._ended_text()

    async def _ended_text(self) -> str:
        game = self.game
        places = signals.NO_PLACES
        if game.ranked:
            places = await _announce_ended(deal_id=self.deal_id, slug=self.slug, attempt_id=self.attempt_id)
        return encode(
            Ended(
                rev=game.rev,
                status=game.status,
                home=game.position.home,
                seconds=game.events[-1].elapsed_ms // 1000,
                moves=len(game.line),
                place=places.place,
                would_be=places.would_be,
            )
        )

    async def _send_to_all(self, text: str, *, is_end: bool = False) -> None:
        await self._send_to_sitters(text)
        if self._relay is not None:
            self._relay.tell((self.attempt_id, self.rev, text, is_end))

    async def _send_to_sitters(self, text: str) -> None:
        for sitter in list(self.sitters):
            if sitter.is_synced:
                await sitter.send(text)

    # --- the database ----------------------------------------------------------------------

    async def _catch_up(self) -> bool:
        """Make sure that the memory is not behind the database; True when it was."""
        if not self.stale:
            if self.game.status != "playing":
                return False
            if await read(selectors.latest, self.attempt_id) == ("playing", self.rev):
                return False
        await self._reload()
        return True

    async def _reload(self) -> None:
        was_ranked = self.game.ranked
        self.game = await read(selectors.read_game, self.attempt_id)
        self.rev, self.stale = self.game.rev, False
        if self.game.status == "playing":
            if was_ranked and not self.game.ranked:  # a void, or a login that brought it to an account
                await self._send_to_sitters(self._position_text())
        elif not self.ended_told:  # it ended elsewhere, and nobody told
            self.ended_told = True
            await self._send_to_sitters(await self._ended_text())


_announce_ended = database_sync_to_async(signals.announce_ended, thread_sensitive=False)
