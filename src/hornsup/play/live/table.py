"""A table at work: one queue of jobs in front of its log.

Everything that changes a table runs in its queue, one job after the other, so nothing needs a lock.
A command is decided on the copy in memory and its entry handed to the storage. When the storage has
committed it, the entry is folded, the viewers are told and the sender is answered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, NamedTuple, TypeVar

import structlog

from hornsup.play import decide, opening, timing, wire
from hornsup.play import entries as log
from hornsup.play.live import questions, upkeep
from hornsup.play.live.bots import TableBots
from hornsup.play.live.ports import (
    BotRunner,
    Outcome,
    StorageError,
    TableStorage,
    Then,
)
from hornsup.play.live.presence import Presence
from hornsup.play.live.viewers import Viewers
from hornsup.play.opening import Opening
from hornsup.play.present import NOT_KNOWN
from hornsup.play.refused import Refused
from hornsup.play.runtime import Clock, Randomness
from hornsup.play.table import Step, Table

RETRIES: Final = 8
"""How often a command is tried again after others wrote first."""
PEOPLE: Final = 0
"""In place of a version, told to other workers: not the log has changed but who is connected."""
logger = structlog.get_logger("table")

T = TypeVar("T")
Job = Callable[[], Awaitable[None]]
Reply = Callable[[wire.Answer], None]
Notify = Callable[[str, int], None] | None
"""Tells other workers; None where there are none."""


class Request(NamedTuple):
    """A command, from whom, where its answer goes, and how often the log was read for it."""

    command: wire.Command
    player: str
    language: str
    reply: Reply
    reads: int = 0


class LiveTable:
    """One table with its queue, its viewers and its bots."""

    def __init__(
        self,
        table: Table,
        *,
        storage: TableStorage,
        clock: Clock,
        random: Randomness,
        bots: BotRunner,
        presence: Presence,
        notify: Notify,
    ) -> None:
        self.table = table
        self.storage = storage
        self.clock = clock
        self.presence = presence
        self.runner = bots
        self.viewers = Viewers(self)
        self.bots = TableBots(self, bots)
        self.may_be_behind = False  # an append failed: the log may hold more than we have folded
        self.used_at = clock.now()
        self.touched: set[str] = set()  # gets our id when seats or position change; may be shared
        self.running_out: set[str] = set()  # gets our id when a reminder is due; may be shared
        self._random = random
        self._notify = notify
        self._jobs: deque[Callable[[], None]] = deque()
        self._busy = False  # a job is under way
        self._starting = False
        self._tasks: set[asyncio.Task[None]] = set()

    # --- the queue ----------------------------------------------------------------------------

    def enqueue(self, job: Job) -> None:
        """Run a job that waits for something, when those before it are done."""
        self._jobs.append(partial(self._run_in_task, job))
        self._start_next()

    def _start_next(self) -> None:
        if self._starting:  # called by a job that ended at once; the loop below goes on
            return
        self._starting = True
        try:
            while self._jobs and not self._busy:
                self._busy = True
                self._jobs.popleft()()
        finally:
            self._starting = False

    def _job_done(self) -> None:
        self._busy = False
        self._start_next()

    def _run_in_task(self, job: Job) -> None:
        self._keep(asyncio.create_task(self._run(job)))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, job: Job) -> None:
        try:
            await job()
        except StorageError as error:
            logger.warning("storage", table=self.table.id[:8], error=str(error))
        except Exception:
            self.may_be_behind = True
            logger.exception("job failed", table=self.table.id[:8])
        finally:
            self._job_done()

    @property
    def busy(self) -> bool:
        return self._busy or self.bots.task is not None

    async def settle(self) -> None:
        """Wait until the queue is empty."""
        while self._busy:
            passed = asyncio.Event()
            self.enqueue(partial(_set, passed))
            await passed.wait()

    # --- commands -----------------------------------------------------------------------------

    def submit(self, command: wire.Command, player: str, language: str, reply: Reply) -> None:
        """Carry out a command when those before it are done; `reply` gets its answer."""
        self._jobs.append(partial(self._command, Request(command, player, language, reply)))
        self._start_next()

    async def ask(self, command: wire.Command, player: str, language: str) -> wire.Answer:
        """Carry out a command and wait for its answer."""
        done: asyncio.Future[wire.Answer] = asyncio.get_running_loop().create_future()
        self.submit(command, player, language, lambda answer: _resolve(done, answer))
        return await done

    def _command(self, request: Request) -> None:
        """Decide a command. One that needs the log first reads it and is put back in front."""
        try:
            self._decide(request)
        except Refused as refused:
            if self.storage.shared and not request.reads:  # a refusal must rest on the whole log
                self._run_in_task(partial(self._read_first, request))
            else:
                self._refuse(request, refused)
                self._job_done()
        except Exception:
            self._fail(request)
            self._job_done()

    def _decide(self, request: Request) -> None:
        table, command = self.table, request.command
        version = table.answers.get((request.player, command.id))
        if version is not None:  # sent a second time
            self._accept(request, version)
            self._job_done()
        elif self.may_be_behind or (not request.reads and command.version < table.floor):
            self._run_in_task(partial(self._read_first, request))
        else:
            entry, opened = self._entry(command, request.player)
            then = partial(self._committed, request)
            self._append(entry, request.player, command.id, then, opened)

    def _entry(self, command: wire.Command, player: str) -> tuple[log.AnyEntry, Opening | None]:
        """The entry that answers a command; a rematch also opens a table."""
        if isinstance(command, wire.TakeOver):
            decide.need_away(self.table, command, player, self.viewers.live.online)
        present = self.viewers.people.now() if type(command) in decide.BY_PRESENCE else NOT_KNOWN
        entry = decide.decide(self.table, command, player, present)
        if not isinstance(entry, log.Rematched):
            return entry, None
        host = opening.rematch_host(self.table, player, self.viewers.live.online)
        opened = opening.open_rematch(self.table, host, now=self.clock.now(), random=self._random)
        return log.Rematched(opened.table.id), opened

    async def _read_first(self, request: Request) -> None:
        """Fold what others have written, look whether the command is among it, and try again."""
        try:
            await self.catch_up()
            version = await self.storage.answered(request.player, request.command.id)
        except StorageError:
            self.may_be_behind = True
            self._refuse(request, Refused("storage"))
        except Exception:
            self._fail(request)
        else:
            if version is not None:
                self._accept(request, version)
            else:
                again = request._replace(reads=request.reads + 1)
                self._jobs.appendleft(partial(self._command, again))

    def _committed(self, request: Request, outcome: Outcome) -> None:
        """The storage has done what it could with a command's entry."""
        try:
            if isinstance(outcome, StorageError):
                self._refuse(request, Refused("storage"))
            elif outcome:
                self._accept(request, self.table.version)
            elif request.reads >= RETRIES:
                self._refuse(request, Refused("busy"))
            else:
                self._jobs.appendleft(partial(self._command, request))
        finally:
            self._job_done()

    def _accept(self, request: Request, version: int) -> None:
        self._reply(request, wire.Answer(request.command.id, True, version))

    def _refuse(self, request: Request, refused: Refused) -> None:
        version, text = self.table.version, refused.text(request.language)
        answer = wire.Answer(request.command.id, False, version, refused.code, refused.rule, text)
        self._reply(request, answer)

    def _fail(self, request: Request) -> None:
        """An exception that nobody foresaw: the sender is answered all the same."""
        self.may_be_behind = True
        logger.exception("command failed", table=self.table.id[:8])
        self._refuse(request, Refused("storage"))

    def _reply(self, request: Request, answer: wire.Answer) -> None:
        try:
            request.reply(answer)
        except Exception:
            logger.exception("reply failed", table=self.table.id[:8])

    # --- the log ------------------------------------------------------------------------------

    def _append(
        self,
        entry: log.AnyEntry,
        player: str | None,
        command: str | None,
        then: Then,
        opened: Opening | None = None,
    ) -> None:
        now = max(self.clock.now(), self.table.at)
        logged = log.Logged(self.table.version + 1, now, entry, player, command)
        self.storage.append(self.table, logged, partial(self._appended, logged, then), opened)

    def _appended(self, logged: log.Logged, then: Then, outcome: Outcome) -> None:
        if outcome is True:
            try:
                self._apply_committed(logged)
            except Exception:
                logger.exception("fold failed", table=self.table.id[:8])
                outcome = StorageError("the entry is committed but could not be folded")
        if outcome is not True:
            self.may_be_behind = True
            self.table.tentative = None
        then(outcome)

    def _apply_committed(self, logged: log.Logged) -> None:
        """Fold an entry that is in the log and tell everybody."""
        self._broadcast(self.table.fold(logged), logged.at)
        self._tell_others(self.table.version)
        if self.table.bot_must_act():
            self.bots.consider()
        if self.table.by_time and timing.time_is_up(self.table, logged.at) is not None:
            self.look_after()  # between two rounds is the moment, and a later look may miss it

    async def log(self, entry: log.AnyEntry) -> bool:
        """Commit an entry of the table's own, inside a job; False when somebody else was first."""
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._append(entry, None, None, partial(_resolve, done))
        outcome = await done
        if isinstance(outcome, StorageError):
            raise Refused("storage") from outcome
        if not outcome:
            try:
                await self.catch_up()
            except StorageError as error:
                raise Refused("storage") from error
        return outcome

    def _broadcast(self, step: Step, now: int) -> None:
        if step.table:
            self.viewers.before(step)
        if step.game or step.table:
            self.touched.add(self.table.id)
        self.viewers.live.tell(step, now)
        if step.sat is not None:
            self.viewers.sat_down(step.sat)

    async def catch_up(self) -> None:
        """Fold what others have added to the log."""
        for logged in await self.storage.entries(self.table.version):
            if logged.version == self.table.version + 1:
                self._broadcast(self.table.fold(logged), self.clock.now())
        self.may_be_behind = False

    async def refresh(self) -> None:
        """Fold what others have written, when the jobs before are done, and wait for it."""
        done = asyncio.Event()

        async def job() -> None:
            try:
                await self.catch_up()
            finally:
                done.set()

        self.enqueue(job)
        await done.wait()

    def people_changed(self) -> None:
        """Tell other workers that somebody came or left."""
        self._tell_others(PEOPLE)

    def _tell_others(self, version: int) -> None:
        if self._notify is not None:
            self._notify(self.table.id, version)

    # --- what other workers and the maintenance say -------------------------------------------

    def hint(self, version: int) -> None:
        """Another worker says that the table is at this version, or that people came or left."""
        if version == PEOPLE:
            self.enqueue(self.viewers.refresh)
        elif version > self.table.version:
            self.enqueue(self.catch_up)

    def polled(self, version: int, elsewhere: frozenset[str]) -> None:
        """What the database says of the table; hints may have been lost."""
        if version > self.table.version:
            self.enqueue(self.catch_up)
        if self.viewers.here() | elsewhere != self.viewers.people.present:
            self.enqueue(self.viewers.refresh)

    def look_after(self) -> None:
        """See to clocks that ran out, players who left and bots that never answered."""
        self.enqueue(partial(upkeep.look_after, self))

    def extend(self, milliseconds: int) -> None:
        """Give back the time that the server took from the running clock."""
        self.enqueue(partial(upkeep.extend, self, milliseconds))

    def close_idle(self) -> None:
        """Close a table that has not started and that nobody has used for long."""
        self.enqueue(partial(upkeep.close_idle, self))

    def forget(self, player: str) -> None:
        """Remove somebody's name who wants to be forgotten."""
        self.enqueue(partial(upkeep.forget, self, player))

    # --- questions ----------------------------------------------------------------------------

    def odds(self, question: wire.Odds, language: str, reply: Reply) -> None:
        """Odds take long and change nothing, so they do not hold up the queue."""
        self._keep(asyncio.create_task(self._odds(question, language, reply)))

    async def _odds(self, question: wire.Odds, language: str, reply: Reply) -> None:
        reply(await questions.odds(self.table, question, language, self.runner))


async def _set(event: asyncio.Event) -> None:
    event.set()


def _resolve(done: asyncio.Future[T], value: T) -> None:
    """Set a future's result unless whoever waited has given up."""
    if not done.done():
        done.set_result(value)
