"""A table at work: one queue of jobs, the log behind it, the audience before it.

Everything that changes a table runs in its queue, one job after the other, so nothing needs a
lock. A job decides on the copy in memory, waits for the commit, and only then folds the entry,
answers and tells the audience.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import structlog

from hornsup import i18n
from hornsup.errors import IllegalMove
from hornsup.play import decide, timing, wire
from hornsup.play import entries as log
from hornsup.play.refused import Refused
from hornsup.play.table import LOBBY, PLAYING, Step, Table
from hornsup.server import metrics
from hornsup.server.audience import Audience
from hornsup.server.connection import Connection
from hornsup.server.hub import PEOPLE
from hornsup.server.indexing import appended
from hornsup.server.thinkers import Stuck
from hornsup.server.writer import StorageError

if TYPE_CHECKING:
    from hornsup.server.house import House

RETRIES: Final = 8
logger = structlog.get_logger("room")

Job = Callable[[], Awaitable[None]]
Reply = Callable[[wire.Answer], None]


class Room:
    """One table, its queue and its audience, on this worker."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.live = Audience(table)
        self.late: Audience | None = None  # spectators of a table with a delay
        self.due_at: int | None = None  # what the index says; never later than the truth
        self.doubt = False  # an append failed: the log may know more than we do
        self.used_at = house.now()
        self._jobs: deque[Job] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._thinking_of = -1
        self._here: dict[str, int] = {}
        self._asides: set[asyncio.Task[None]] = set()

    # --- the queue ----------------------------------------------------------------------------

    def enqueue(self, job: Job) -> None:
        self._jobs.append(job)
        if self._worker is None:
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
    def busy(self) -> bool:
        return self._worker is not None or self._thinking is not None

    async def settle(self) -> None:
        """Wait until the queue is empty."""
        while self._worker is not None:
            await asyncio.wait({self._worker})

    # --- commands -----------------------------------------------------------------------------

    def submit(self, command: wire.Command, player: str, language: str, reply: Reply) -> None:
        """Queue a command; `reply` gets its answer."""
        self.enqueue(lambda: self._command(command, player, language, reply))

    async def ask(self, command: wire.Command, player: str, language: str) -> wire.Answer:
        """The same for those who can wait."""
        done: asyncio.Future[wire.Answer] = asyncio.get_running_loop().create_future()
        self.submit(command, player, language, lambda answer: _settle(done, answer))
        return await done

    async def _command(
        self, command: wire.Command, player: str, language: str, reply: Reply
    ) -> None:
        try:
            version = await self._carry_out(command, player)
            answer = wire.Answer(command.id, True, version)
        except Refused as refused:
            answer = self._refusal(command, refused, language)
        except Exception as error:  # whatever it was, whoever asked must be told
            self.doubt = True
            if not isinstance(error, StorageError):
                logger.exception("command failed", table=self.table.id[:8])
            answer = self._refusal(command, Refused("storage"), language)
        reply(answer)

    def _refusal(self, command: wire.Command, refused: Refused, language: str) -> wire.Answer:
        metrics.refusals.labels(refused.code).inc()
        version, text = self.table.version, refused.text(language)
        return wire.Answer(command.id, False, version, refused.code, refused.rule, text)

    async def _carry_out(self, command: wire.Command, player: str) -> int:
        """The version that the command made, now or when it was sent the first time."""
        await self._clear_doubt()
        for _ in range(RETRIES):
            known = await self._known(command, player)
            if known is not None:
                return known
            entry = await self._entry(command, player)
            if await self._log(entry, player, command.id):
                return self.table.version
            known = await self._known(command, player, sure=True)
            if known is not None:
                return known
        raise Refused("busy")

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

    async def _log(self, entry: log.AnyEntry, player: str | None, command: str | None) -> bool:
        """Commit an entry and fold it; False when another worker was first."""
        now = max(self.house.now(), self.table.at)
        logged = log.Logged(self.table.version + 1, now, entry, player, command)
        item = appended(self, logged)
        try:
            with metrics.commits.time():
                taken = await self.house.store.append(item)
        except StorageError as error:
            self.doubt = True
            self.table.tentative = None
            metrics.storage_errors.inc()
            raise Refused("storage") from error
        if not taken:
            metrics.conflicts.inc()
            await self._lost_place()
            return False
        if item.index is not None and "due_at" in item.index:
            self.due_at = item.index["due_at"]
        self._took_place(self.table.fold(logged), now)
        self.house.hub.publish(self.table.id, self.table.version)
        self._consider_bot()
        if timing.time_is_up(self.table, now) is not None:
            self.look_after()  # between two rounds is the moment, and a visit may miss it
        return True

    def _took_place(self, step: Step, now: int) -> None:
        if isinstance(step.logged.entry, log.Moved):
            metrics.moves_by[step.logged.entry.by].inc()
        if isinstance(step.logged.entry, log.Started):
            self._clear_hall()
        self.live.tell(step, now)

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
            self.enqueue(self._refresh_presence)
        elif version > self.table.version:
            self.enqueue(self.catch_up)

    def polled(self, version: int, elsewhere: frozenset[str]) -> None:
        """What the database says of the table; hints may have failed to."""
        if version > self.table.version:
            self.enqueue(self.catch_up)
        if self.here() | elsewhere != self.live.online:
            self.enqueue(self._refresh_presence)

    # --- bots ---------------------------------------------------------------------------------

    def _consider_bot(self) -> None:
        """Let a bot think if it is a bot's decision and none is thinking about it yet."""
        floor = self.table.floor  # chat does not make a bot begin again
        if self.table.bot_to_move() is None or self._thinking_of == floor:
            return
        if self._thinking is not None:
            self._thinking.cancel()
        self._thinking_of = floor
        self._thinking = asyncio.create_task(self._think(floor), name="bot")
        self._thinking.add_done_callback(self._thought)

    def _think_again(self) -> None:
        self._thinking_of = -1
        self._consider_bot()

    def _thought(self, task: asyncio.Task[None]) -> None:
        if self._thinking is task:
            self._thinking = None
        if not task.cancelled() and task.exception() is not None:
            logger.error("bot task failed", error=repr(task.exception()))

    async def _think(self, version: int) -> None:
        table = self.table
        found = table.bot_to_move()
        if found is None:  # its player came back before we began
            return
        assert table.state is not None
        seat, level = found
        view = table.state.view(seat)
        legal = [str(move) for move in table.state.legal_moves()]
        pace = table.settings.pace if self.live.sockets else 0
        rest = asyncio.create_task(asyncio.sleep(pace / 1000))
        try:
            key = f"{table.id}/{seat}"
            move = await self.house.thinkers.choose(key, table.settings.game, level, view, legal)
        except Stuck as stuck:
            logger.warning("bot stuck", table=table.id[:8], why=str(stuck))
            move = ""
        await rest
        self.enqueue(lambda: self._play_for(seat, version, move, "bot"))

    async def _play_for(self, seat: int, version: int, move: str, by: str) -> None:
        """Log a bot's move if the table still stands as the bot saw it."""
        table = self.table
        if table.floor > version or table.to_move != seat or table.seats[seat].bot is None:
            self._think_again()
            return
        assert table.state is not None
        try:
            entry = decide.moved(table, seat, move, by)
        except (Refused, IllegalMove):
            entry = decide.moved(table, seat, str(table.game.default_move(table.state)), by)
        try:
            if not await self._log(entry, None, None):
                self._think_again()
        except Refused:
            self._thinking_of = -1  # the sweeper will ask again

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
                await self._log(entry, None, None)
            elif self._bot_is_late(now):
                self._think_again()
            await self._reindex(now)
        except Refused:
            return  # the storage is away; the next visit tries again

    def _bot_is_late(self, now: int) -> bool:
        waited = now - self.table.moved_at
        return self._thinking is None and waited > self.table.settings.pace + 1000

    async def _away_since(self) -> int | None:
        """Since when the player that all wait for has no socket anywhere."""
        seat = self.table.to_move
        player = None if seat is None else self.table.seats[seat].player
        if player is None or player in self._here:
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
                await self._log(log.Extended(seat, milliseconds), None, None)

    def close_idle(self) -> None:
        """Nobody has come for a long time."""
        self.enqueue(self._close_idle)

    async def _close_idle(self) -> None:
        if self.table.phase == LOBBY:
            with suppress(Refused):
                await self._log(log.Closed("idle"), None, None)

    def forget(self, player: str) -> None:
        """Somebody wants to be forgotten: their name goes from this table at once."""
        self.enqueue(lambda: self._forget(player))

    async def _forget(self, player: str) -> None:
        with suppress(Refused):
            await self._log(log.Forgotten(player), None, None)

    # --- people -------------------------------------------------------------------------------

    def join(self, connection: Connection, hello: wire.Hello) -> None:
        """Let a socket in; spectators of a table with a delay see it late."""
        connection.role, connection.language = hello.role, hello.language
        player = connection.player
        member = player is not None and self.table.is_member(player)
        if connection.role == "player" and not member:
            connection.role = "spectator"
        self.used_at = self.house.now()
        if self.table.settings.delay and not member and self.table.phase != LOBBY:
            self.enqueue(lambda: self._join_late(connection, hello.since))
            return
        self.live.join(connection, hello.since, self.house.now())
        if player is not None and connection.role == "player":
            self._here[player] = self._here.get(player, 0) + 1
            if self._here[player] == 1:
                self.enqueue(lambda: self._arrived(player))
        else:
            self.live.tell_presence()

    async def _join_late(self, connection: Connection, since: int | None) -> None:
        if self.late is None:
            table = Table(self.table.id, self.table.code, self.table.secret)
            self.late = Audience(table, self.table.settings.delay * 1000)
            await self.advance_late()
        self.late.join(connection, since, self.house.now())
        if connection.gone:  # while we read
            self._leave_late(connection)

    async def advance_late(self) -> None:
        """Fold for the late audience what has become old enough."""
        late = self.late
        if late is None:
            return
        now, table = self.house.now(), late.table
        before = now - self.table.settings.delay * 1000
        for logged in await self.house.store.entries(table.id, table.version):
            # A table is never shown without its first entry: before that there is nothing.
            if logged.at > before and table.version > 0:
                break
            late.tell(table.fold(logged), now)

    def leave(self, connection: Connection) -> None:
        self.used_at = self.house.now()
        connection.gone = True
        self._leave_late(connection)
        if connection in self.live.sockets:
            self._leave_live(connection)

    def _leave_live(self, connection: Connection) -> None:
        self.live.leave(connection)
        player = connection.player
        if player is None or connection.role != "player":
            self.live.tell_presence()
            return
        self._here[player] -= 1
        if not self._here[player]:
            del self._here[player]
            self.enqueue(lambda: self._left(player))

    async def _arrived(self, player: str) -> None:
        with suppress(StorageError):
            await self.house.arrive(self.table.id, player)
        await self._refresh_presence()
        self.house.hub.publish(self.table.id, PEOPLE)
        for seat in self.table.seats_of(player):
            with suppress(Refused):
                await self._give_back(seat)

    async def _give_back(self, seat: int) -> None:
        """The bot hands a seat over, although others may be writing at the same time."""
        for _ in range(RETRIES):
            if not self.table.seats[seat].away or self.table.phase != PLAYING:
                return
            if await self._log(log.GaveBack(seat), None, None):
                return

    async def _left(self, player: str) -> None:
        if player in self._here:
            return
        with suppress(StorageError):
            await self.house.leave(self.table.id, player)
        await self._refresh_presence()
        self.house.hub.publish(self.table.id, PEOPLE)

    def here(self) -> frozenset[str]:
        """The players with a socket on this worker."""
        return frozenset(self._here)

    async def _refresh_presence(self) -> None:
        """Bring `online` up to date, our own sockets first."""
        found = frozenset(self._here)
        with suppress(StorageError):
            found |= await self.house.present(self.table.id)
        self.live.online = found
        self.live.tell_presence()

    def change_role(self, connection: Connection, player: str) -> None:
        """A spectator who has sat down is present from now on."""
        if not self.table.is_member(player):
            return
        if connection.gone:  # before the answer came
            return
        connection.role = "player"
        self._here[player] = self._here.get(player, 0) + 1
        if connection in self.live.sockets:
            self.live.turn(connection, self.house.now())
        else:  # whoever plays sees the table as it is, whatever spectators see
            self._leave_late(connection)
            self.live.join(connection, None, self.house.now())
        self.enqueue(lambda: self._arrived(player))

    def _clear_hall(self) -> None:
        """The game begins: those who only watch go out, or watch late, where the table says so."""
        settings = self.table.settings
        if settings.spectators and not settings.delay:
            return
        for connection in list(self.live.sockets):
            player = connection.player
            if player is None or not self.table.is_member(player):
                self._send_out(connection)

    def _send_out(self, connection: Connection) -> None:
        self._leave_live(connection)
        if connection.role == "player":
            connection.role = "spectator"
        if self.table.settings.spectators:
            self.enqueue(lambda: self._join_late(connection, None))
        else:
            text = i18n.text(connection.language, "table.refused.no-spectators")
            connection.bye(1008, "no-spectators", text)

    def _leave_late(self, connection: Connection) -> None:
        if self.late is not None and connection in self.late.sockets:
            self.late.leave(connection)
            if not self.late.sockets:
                self.late = None

    # --- questions ----------------------------------------------------------------------------

    def why(self, question: wire.Why, player: str, language: str) -> wire.Answer:
        """Why something is not possible, for the seat of whoever asks; changes nothing."""
        refusals = self._why(question, player)
        names = self.table.names()
        data = [each.to_json(language, names) for each in refusals]
        if not refusals:
            return wire.Answer(question.id, True, self.table.version, data=[])
        first = refusals[0]
        text = first.text(language, names)
        version = self.table.version
        return wire.Answer(question.id, False, version, first.code, first.rule, text, data)

    def _why(self, question: wire.Why, player: str) -> list[Any]:
        table = self.table
        seats = table.seats_of(player)
        if table.state is None or not seats:
            return []
        if table.to_move not in seats:
            # What another seat could play tells of its hand: here it is only not one's turn.
            return table.game.why(table.state, seats[0], question.card, question.cell)
        if question.move is not None:
            found = table.state.why_not(question.move)
            return [found] if found else []
        assert table.to_move is not None
        return table.game.why(table.state, table.to_move, question.card, question.cell)

    def odds(self, question: wire.Odds, language: str, reply: Reply) -> None:
        """The exact odds of the dice that lie there, worked out where bots think."""
        task = asyncio.create_task(self._odds(question, language, reply), name="odds")
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    async def _odds(self, question: wire.Odds, language: str, reply: Reply) -> None:
        table = self.table
        version = table.version
        if table.state is None or table.settings.game != "raise-your-horns":
            text = i18n.text(language, "table.refused.no-odds")
            reply(wire.Answer(question.id, False, version, "no-odds", None, text))
            return
        try:
            data = await self.house.thinkers.odds(table.id, table.state.view(None))
        except Stuck:
            text = i18n.text(language, "table.refused.no-odds")
            reply(wire.Answer(question.id, False, version, "no-odds", None, text))
            return
        reply(wire.Answer(question.id, True, version, data=data))


def _settle(done: asyncio.Future[wire.Answer], answer: wire.Answer) -> None:
    """Whoever asked may have given up waiting."""
    if not done.done():
        done.set_result(answer)
