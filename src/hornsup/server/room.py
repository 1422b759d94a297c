"""A table at work: one queue of jobs, the log behind it, the audience before it.

Everything that changes a table runs in its queue, one job after the other, so nothing needs a
lock. A job decides on the copy in memory, waits for the commit, and only then folds the entry,
answers and tells the audience.

Nearly all that ever comes is a legal move that finds the queue empty. It does the same without a
task to wait in: what it needs next is left with the writer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog

from hornsup.play import decide, timing, wire
from hornsup.play import entries as log
from hornsup.play.refused import Refused
from hornsup.play.table import LOBBY, PLAYING, Step, Table
from hornsup.server import metrics, questions
from hornsup.server.audience import Audience
from hornsup.server.hall import Hall
from hornsup.server.hub import PEOPLE
from hornsup.server.indexing import appended
from hornsup.server.thinking import Thinking
from hornsup.server.writer import Append, Outcome, StorageError

if TYPE_CHECKING:
    from hornsup.server.house import House

RETRIES: Final = 8
logger = structlog.get_logger("room")

Job = Callable[[], Awaitable[None]]
Reply = Callable[[wire.Answer], None]


class Asked(NamedTuple):
    """A command, from whom, and where its answer goes."""

    command: wire.Command
    player: str
    language: str
    reply: Reply


class Room:
    """One table, its queue and its audience, on this worker."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.hall = Hall(self)
        self.bots = Thinking(self)
        self.due_at: int | None = None  # what the index says; never later than the truth
        self.doubt = False  # an append failed: the log may know more than we do
        self.used_at = house.now()
        self._jobs: deque[Job] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._moving = False  # a move is with the writer, and the queue waits for it
        self.asides: set[asyncio.Task[None]] = set()

    @property
    def live(self) -> Audience:
        return self.hall.live

    # --- the queue ----------------------------------------------------------------------------

    def enqueue(self, job: Job) -> None:
        self._jobs.append(job)
        if not self._at_work:
            self._set_to_work()

    def _set_to_work(self) -> None:
        self._worker = asyncio.create_task(self._work(), name="room")

    async def _work(self) -> None:
        try:
            while self._jobs:
                job = self._jobs.popleft()
                try:
                    await job()
                except StorageError as error:
                    logger.warning("storage", table=self.table.id[:8], error=str(error))
                except Exception:
                    self.doubt = True
                    logger.exception("job failed", table=self.table.id[:8])
        finally:
            self._worker = None

    @property
    def _at_work(self) -> bool:
        return self._moving or self._worker is not None

    @property
    def busy(self) -> bool:
        return self._at_work or self.bots.task is not None

    async def settle(self) -> None:
        """Wait until the queue is empty."""
        while self._at_work:
            passed = asyncio.Event()
            self.enqueue(partial(_pass, passed))
            await passed.wait()

    # --- commands -----------------------------------------------------------------------------

    def submit(self, command: wire.Command, player: str, language: str, reply: Reply) -> None:
        """Carry out a command, or queue it; `reply` gets its answer."""
        asked = Asked(command, player, language, reply)
        if self._at_work or not self._move(asked):
            self.enqueue(partial(self._command, asked))

    async def ask(self, command: wire.Command, player: str, language: str) -> wire.Answer:
        """The same for those who can wait."""
        done: asyncio.Future[wire.Answer] = asyncio.get_running_loop().create_future()
        self.submit(command, player, language, lambda answer: _settle(done, answer))
        return await done

    def _move(self, asked: Asked) -> bool:
        """The short way of a plain move; False when there is anything special about it."""
        table, command = self.table, asked.command
        if self.doubt or not isinstance(command, wire.Move) or command.version < table.floor:
            return False
        if (asked.player, command.id) in table.answers:
            return False
        try:
            entry = decide.decide(table, command, asked.player)
            item, logged = self._prepared(entry, asked.player, command.id)
        except Exception:  # whatever it was, it comes again on the long way, which can answer
            return False
        self.house.store.put(item, partial(self._moved, asked, item, logged))
        self._moving = True
        return True

    def _moved(self, asked: Asked, item: Append, logged: log.Logged, outcome: Outcome) -> None:
        """The writer has done what it could with a move; the queue goes on whatever that was."""
        try:
            self._answer_move(asked, item, logged, outcome)
        finally:
            self._moving = False
            if self._jobs:
                self._set_to_work()

    def _answer_move(
        self, asked: Asked, item: Append, logged: log.Logged, outcome: Outcome
    ) -> None:
        if outcome is False:  # another worker was first: see what it wrote, and try again
            self._not_logged(outcome)
            self._jobs.appendleft(partial(self._command, asked))
            return
        try:
            if isinstance(outcome, StorageError):
                self._not_logged(outcome)
                answer = self._refusal(asked, Refused("storage"))
            else:
                self._take_in(item, logged)
                answer = wire.Answer(asked.command.id, True, self.table.version)
        except Exception:
            self._failed(asked)
            return
        asked.reply(answer)

    async def _command(self, asked: Asked) -> None:
        try:
            version = await self._carry_out(asked.command, asked.player)
            answer = wire.Answer(asked.command.id, True, version)
        except Refused as refused:
            answer = self._refusal(asked, refused)
        except StorageError:
            self.doubt = True
            answer = self._refusal(asked, Refused("storage"))
        except Exception:
            self._failed(asked)
            return
        asked.reply(answer)

    def _failed(self, asked: Asked) -> None:
        """Whatever it was, whoever asked must be told."""
        self.doubt = True
        logger.exception("command failed", table=self.table.id[:8])
        asked.reply(self._refusal(asked, Refused("storage")))

    def _refusal(self, asked: Asked, refused: Refused) -> wire.Answer:
        metrics.refusals.labels(refused.code).inc()
        version, text = self.table.version, refused.text(asked.language)
        return wire.Answer(asked.command.id, False, version, refused.code, refused.rule, text)

    async def _carry_out(self, command: wire.Command, player: str) -> int:
        """The version that the command made, now or when it was sent the first time."""
        await self._clear_doubt()
        for _ in range(RETRIES):
            known = await self._known(command, player)
            if known is not None:
                return known
            try:
                entry = await self._entry(command, player)
            except Refused:
                if await self._is_behind():
                    continue
                raise
            if await self.log(entry, player, command.id):
                return self.table.version
            known = await self._known(command, player, sure=True)
            if known is not None:
                return known
        raise Refused("busy")

    async def _is_behind(self) -> bool:
        """Whether other workers wrote what we had not heard of; a refusal must rest on it all."""
        if self.house.config.alone:
            return False
        version = self.table.version
        await self._lost_place()
        return self.table.version > version

    async def _known(self, command: wire.Command, player: str, sure: bool = False) -> int | None:
        """What a repeated command made; the log is asked where it may be an old one, or `sure`."""
        known = self.table.answers.get((player, command.id))
        if known is None and (sure or command.version < self.table.floor):
            try:
                known = await self.house.store.answered(self.table.id, player, command.id)
            except StorageError as error:
                raise Refused("storage") from error
        return known

    async def _entry(self, command: wire.Command, player: str) -> log.AnyEntry:
        if isinstance(command, wire.TakeOver):
            decide.need_away(self.table, command, player, self.live.online)
        entry = decide.decide(self.table, command, player)
        if isinstance(entry, log.Rematched):
            return log.Rematched(await self.house.open_rematch(self.table, player))
        return entry

    # --- the log ------------------------------------------------------------------------------

    def _prepared(
        self, entry: log.AnyEntry, player: str | None, command: str | None
    ) -> tuple[Append, log.Logged]:
        """What the writer needs of an entry, and what the table will fold."""
        now = max(self.house.now(), self.table.at)
        logged = log.Logged(self.table.version + 1, now, entry, player, command)
        return appended(self, logged), logged

    def _not_logged(self, outcome: Outcome) -> None:
        """The log may now know more than we do: another worker's entry, or even ours."""
        self.doubt = True
        self.table.tentative = None
        (metrics.conflicts if outcome is False else metrics.storage_errors).inc()

    def _take_in(self, item: Append, logged: log.Logged) -> None:
        """An entry is in the log: fold it and tell everybody."""
        now = logged.at
        if item.index is not None and "due_at" in item.index:
            self.due_at = item.index["due_at"]
        self._took_place(self.table.fold(logged), now)
        self.house.hub.publish(self.table.id, self.table.version)
        self.bots.consider()
        if timing.time_is_up(self.table, now) is not None:
            self.look_after()  # between two rounds is the moment, and a visit may miss it

    async def log(self, entry: log.AnyEntry, player: str | None, command: str | None) -> bool:
        """Commit an entry and fold it; False when another worker was first."""
        item, logged = self._prepared(entry, player, command)
        try:
            taken = await self.house.store.append(item)
        except StorageError as error:
            self._not_logged(error)
            raise Refused("storage") from error
        if not taken:
            self._not_logged(False)
            await self._clear_doubt()
            return False
        self._take_in(item, logged)
        return True

    def _took_place(self, step: Step, now: int) -> None:
        if isinstance(step.logged.entry, log.Moved):
            metrics.moves_by[step.logged.entry.by].inc()
        if isinstance(step.logged.entry, log.Started):
            self.hall.clear()
        self.live.tell(step, now)
        if isinstance(step.logged.entry, log.Sat):
            self.hall.sat_down(step.logged.entry.player)

    async def catch_up(self) -> None:
        """Fold what other workers have added to the log."""
        for logged in await self.house.store.entries(self.table.id, self.table.version):
            if logged.version == self.table.version + 1:
                self._took_place(self.table.fold(logged), self.house.now())

    async def _lost_place(self) -> None:
        """Another worker was first: see what it wrote, now or before the next command."""
        self.doubt = True
        await self._clear_doubt()

    async def _clear_doubt(self) -> None:
        if not self.doubt:
            return
        try:
            await self.catch_up()
        except StorageError as error:
            raise Refused("storage") from error
        self.doubt = False

    def hint(self, version: int) -> None:
        """Somebody says that the table is at this version, or that its people have changed."""
        if version == PEOPLE:
            self.enqueue(self.hall.refresh)
        elif version > self.table.version:
            self.enqueue(self.catch_up)

    def polled(self, version: int, elsewhere: frozenset[str]) -> None:
        """What the database says of the table; hints may have failed to."""
        if version > self.table.version:
            self.enqueue(self.catch_up)
        if self.hall.here() | elsewhere != self.live.online:
            self.enqueue(self.hall.refresh)

    # --- time ---------------------------------------------------------------------------------

    def look_after(self) -> None:
        """The sweeper's visit: see to clocks, leavers and bots that never answered."""
        self.enqueue(self._look_after)

    async def _look_after(self) -> None:
        await self.catch_up()
        table, now = self.table, self.house.now()
        entry: log.AnyEntry | None = timing.ran_out(table, now) or timing.time_is_up(table, now)
        if entry is None:
            entry = timing.left_alone(table, now, await self._away_since())
        try:
            if entry is not None:
                await self.log(entry, None, None)
            elif self.bots.is_late(now):
                self.bots.again()
            await self._reindex(now)
        except Refused:
            return  # the storage is away; the next visit tries again

    async def _away_since(self) -> int | None:
        """Since when the player that all wait for has no socket anywhere."""
        seat = self.table.to_move
        player = None if seat is None else self.table.seats[seat].player
        if player is None or player in self.hall.counts:
            return None
        if player in await self.house.present(self.table.id):
            return None
        left = await self.house.attendance.left_at(self.table.id, player)
        return left if left is not None else self.table.started_at

    async def _reindex(self, now: int) -> None:
        due = timing.due(self.table)
        if due is not None:
            due = max(due, now + 1000)
        if due == self.due_at:
            return
        if await self.house.store.set_due(self.table.id, self.due_at, due):
            self.due_at = due
        else:  # another worker has written it since; the next visit goes by that
            row = await self.house.store.table(self.table.id)
            self.due_at = None if row is None else row.due_at

    async def extend(self, milliseconds: int) -> None:
        """Give time back that the server took."""
        seat = self.table.clocks.running if self.table.phase == PLAYING else None
        if seat is not None:
            with suppress(Refused):
                await self.log(log.Extended(seat, milliseconds), None, None)

    def close_idle(self) -> None:
        """Nobody has come for a long time."""
        self.enqueue(self._close_idle)

    async def _close_idle(self) -> None:
        if self.table.phase == LOBBY:
            with suppress(Refused):
                await self.log(log.Closed("idle"), None, None)

    def forget(self, player: str) -> None:
        """Somebody wants to be forgotten: their name goes from this table at once."""
        self.enqueue(lambda: self._forget(player))

    async def _forget(self, player: str) -> None:
        with suppress(Refused):
            await self.log(log.Forgotten(player), None, None)

    # --- questions ----------------------------------------------------------------------------

    def odds(self, question: wire.Odds, language: str, reply: Reply) -> None:
        """Odds take their time, so they are no job of the queue's."""
        task = asyncio.create_task(self._odds(question, language, reply), name="odds")
        self.asides.add(task)
        task.add_done_callback(self.asides.discard)

    async def _odds(self, question: wire.Odds, language: str, reply: Reply) -> None:
        reply(await questions.odds(self.table, question, language, self.house.thinkers))


async def _pass(passed: asyncio.Event) -> None:
    passed.set()


def _settle(done: asyncio.Future[wire.Answer], answer: wire.Answer) -> None:
    """Whoever asked may have given up waiting."""
    if not done.done():
        done.set_result(answer)
