"""Reviews that are being worked out, and who waits for them.

A review is worked out once for all who ask, one after the other in one process, and kept. When
nobody waits any more, the work is ended. Reviews exist for finished games alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, Final

import structlog

from hornsup.errors import BadInput
from hornsup.play.live.ports import BotFailed, StorageError
from hornsup.play.refused import Refused
from hornsup.play.table import OVER, Table
from hornsup.server import metrics
from hornsup.server.bot_pool.review_child import ReviewRequest
from hornsup.server.bot_pool.reviewer import Reviewer
from hornsup.server.storage.reviews.store import ReviewStore

SECONDS: Final = 20.0
"""The budget of one review in processor time; decisions that cost least are left out when it is
over."""
MOST_WAITING: Final = 8
"""Reviews under way and waiting; whoever asks for another one is refused."""
KEPT: Final = ("graph", "ledger", "review")
OPEN: Final = "open"
Part = dict[str, Any]
Key = tuple[str, str]
logger = structlog.get_logger("reviews")


def record_of(table: Table) -> dict[str, Any]:
    """The record of a finished game without its names; raises Refused for any other table."""
    if table.phase != OVER:
        raise Refused("not-over")
    record = table.record()
    return {key: record[key] for key in record if key not in ("deal", "seats", "digest")}


class _Job:
    """A review under way: the parts so far, and how many wait for more."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.over = False
        self.followers = 0
        self.task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def changed(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self) -> None:
        await self._changed.wait()


class _Follower:
    """Somebody who waits for a job; `replaced` by a later request of the same person."""

    def __init__(self, job: _Job) -> None:
        self.job = job
        self.replaced = False

    async def parts(self) -> AsyncIterator[Part]:
        """The parts of the job from its first one on."""
        job, at = self.job, 0
        job.followers += 1
        try:
            while not self.replaced:
                while at < len(job.parts):
                    yield job.parts[at]
                    at += 1
                if job.over:
                    return
                await job.wait()
            yield _ended(Refused("review-elsewhere"))
        finally:
            job.followers -= 1
            if not job.followers and not job.over and job.task is not None:
                job.task.cancel()


class Reviews:
    """Every review of this worker that somebody waits for."""

    def __init__(self, reviewer: Reviewer, store: ReviewStore) -> None:
        self.reviewer = reviewer
        self._store = store
        self._jobs: dict[Key, _Job] = {}
        self._followers: dict[str, _Follower] = {}

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    async def kept(self, table: Table, seen_by: str = OPEN) -> list[Part] | None:
        """The parts of a review that was worked out before."""
        return None if table.phase != OVER else await self._store.get(table.id, seen_by)

    async def follow(self, table: Table, seen_by: str, who: str) -> AsyncIterator[Part]:
        """The parts of a review as they come; raises Refused before the first one.

        One person waits for one review at a time: a later request ends the one before.
        """
        record = await asyncio.to_thread(record_of, table)
        kept = await self.kept(table, seen_by)
        if kept is not None:
            return _all_of(kept)
        seen = int(seen_by) if seen_by.isdigit() else None if seen_by == OPEN else "table"
        request = ReviewRequest("review", record, seen, SECONDS)  # type: ignore[arg-type] # "table"
        return self._counted(_Follower(self._job((table.id, seen_by), request)), who)

    def what_if(self, table: Table, request: ReviewRequest, who: str) -> AsyncIterator[Part]:
        """Two moves of a decision compared: one part, when it is there."""
        key = (table.id, f"what-if {request.move} {request.other}")
        return self._counted(_Follower(self._job(key, request)), who)

    async def position(self, request: ReviewRequest) -> Part:
        """A position to play on from; raises Refused."""
        self.check_room()
        try:
            async with aclosing(self.reviewer.parts(request)) as parts:
                (found,) = [part async for part in parts]
                return found
        except BadInput as error:
            raise Refused("no-practice") from error
        except BotFailed as error:
            raise Refused("review-failed") from error

    def _job(self, key: Key, request: ReviewRequest) -> _Job:
        job = self._jobs.get(key)
        if job is None:
            self.check_room()
            job = self._jobs[key] = _Job()
            job.task = asyncio.create_task(self._work(key, job, request))
        return job

    def check_room(self) -> None:
        if len(self._jobs) >= MOST_WAITING:
            raise Refused("review-busy")

    async def _counted(self, follower: _Follower, who: str) -> AsyncGenerator[Part, None]:
        earlier = self._followers.get(who)
        if earlier is not None and earlier.job is not follower.job:
            earlier.replaced = True
            earlier.job.changed()
        self._followers[who] = follower
        try:
            async for part in follower.parts():
                yield part
        finally:
            if self._followers.get(who) is follower:
                del self._followers[who]

    async def _work(self, key: Key, job: _Job, request: ReviewRequest) -> None:
        try:
            with metrics.review_seconds.time():
                async with aclosing(self.reviewer.parts(request)) as parts:
                    async for part in parts:
                        if part["part"] == "review":
                            await self._keep(key, [*job.parts, part])
                        job.parts.append(part)
                        job.changed()
        except (BotFailed, BadInput):
            job.parts.append(_ended(Refused("review-failed")))
        finally:
            job.over = True
            self._jobs.pop(key, None)
            job.changed()

    async def _keep(self, key: Key, parts: list[Part]) -> None:
        """Keep a review before its last part is told, so that whoever has it finds its picture."""
        try:
            await self._store.put(*key, [part for part in parts if part["part"] in KEPT])
        except StorageError as error:  # it is worked out again when somebody asks
            logger.warning("storage", error=str(error))

    async def stop(self) -> None:
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.reviewer.stop()


def _ended(refused: Refused) -> Part:
    """The last part of an answer that does not come to its end."""
    return {"part": "ended", "code": refused.code}


async def _all_of(parts: list[Part]) -> AsyncIterator[Part]:
    for part in parts:
        yield part
