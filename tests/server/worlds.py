"""Two worlds that one viewer cannot tell apart, each a whole table with its queue and its sockets.

A world is a real `LiveTable` with real `FrameHandler`s over a log in memory; its sockets keep the
bytes. A fork of it lives on with what the viewer cannot see dealt again.
"""

from __future__ import annotations

import asyncio
import copy
import json
from collections import deque
from random import Random
from types import SimpleNamespace
from typing import Any

from hornsup.core import fairness, registry
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live.local import MemoryStorage
from hornsup.play.live.presence import LocalPresence
from hornsup.play.live.table import LiveTable
from hornsup.play.runtime import SystemRandomness
from hornsup.play.settings import Settings, check
from hornsup.play.table import Step, Table
from hornsup.server.auth.sessions import Guest
from hornsup.server.config import Config
from hornsup.server.ws.commands import FrameHandler
from hornsup.server.ws.connection import Connection, WriteBatch
from hornsup.server.ws.endpoint import Endpoint

TABLE_ID = "0123456789abcdef" * 2
SECRET = b"\x07" * 32
GARBLED = ("{", '{"type":"move"}', '{"type":"peek","id":"x","version":1}', "[]", '"é"')


class Ear(Connection):
    """A socket that keeps what it is sent."""

    def __init__(self, player: str | None) -> None:
        super().__init__(
            NoSocket(), _nowhere, player, limit=1 << 30, batch=WriteBatch(), clock=StandingClock()
        )
        self.heard: list[str] = []

    def push(self, message: bytes) -> None:
        if self.closing is None:
            self.heard.append(message.decode())

    def take(self) -> list[str]:
        """What has come since the last time."""
        heard, self.heard = self.heard, []
        return heard


async def _nowhere(message: dict[str, Any]) -> None:
    assert message["type"] == "websocket.close", "an ear has no wire behind it"


class Memory(MemoryStorage):
    """A log in memory that tests may look into, and add to as another worker would."""

    def __init__(self, logged: list[log.Logged]) -> None:
        super().__init__(logged)
        self.logged = self._entries


HELD: list[SilentBots] = []
"""So that bots still asked when their world is forgotten are ended with the loop, not before."""


class SilentBots:
    """Bots that never answer; odds that show what they were worked out from."""

    def __init__(self) -> None:
        self.never = asyncio.Event()

    async def choose(self, *_asked: Any) -> str:
        HELD.append(self)
        await self.never.wait()
        return ""

    async def odds(self, _game: str, view: dict[str, Any]) -> Any:
        return {"asked": view}


class StandingClock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.time = 1_000_000

    def now(self) -> int:
        return self.time

    def monotonic(self) -> float:
        return self.time / 1000

    def set(self, now: int) -> None:
        self.time = now


class NoSocket:
    """A socket without a wire behind it."""

    writable = asyncio.Event()

    def read_with(self, take: Any) -> None:
        del take

    def write_with(self, on_writable: Any) -> None:
        del on_writable

    def write(self, messages: Any) -> bool:
        del messages
        return True

    def abort(self) -> None:
        return


class World:
    """One table of people (`p0`, `p1`, …), with a socket for whom it asks."""

    def __init__(self, table: Table, logged: list[log.Logged]) -> None:
        self.clock = StandingClock()
        self.storage = Memory(logged)
        self.live = LiveTable(
            table,
            storage=self.storage,
            clock=self.clock,
            random=SystemRandomness(),
            bots=SilentBots(),
            presence=LocalPresence(self.clock),
            notify=None,
        )
        config = Config(frame_rate=1e6, frame_burst=1 << 30)
        registry: Any = SimpleNamespace(clock=self.clock)
        self.sockets: Any = Endpoint(registry, None, config)  # type: ignore[arg-type] # no sessions are asked here
        self.happened: list[Any] = []
        tell = self.live.viewers.live.tell

        def overhear(step: Step, now: int) -> None:
            self.happened = list(step.events)
            tell(step, now)

        self.live.viewers.live.tell = overhear  # type: ignore[method-assign] # to overhear
        self.live.viewers.live.online = frozenset(table.people())
        self.live.viewers.refresh = self._all_stay  # type: ignore[method-assign] # to overhear

    async def _all_stay(self) -> None:
        """Who is connected is no secret, and not what these worlds are about."""

    @property
    def table(self) -> Table:
        return self.live.table

    @property
    def state(self) -> Any:
        return self.table.state

    async def listen(
        self, who: int | str | None, since: int | None = None, role: Any = "player"
    ) -> Ear:
        """A socket for a seat, somebody else, or a passer-by."""
        ear = Ear(f"p{who}" if isinstance(who, int) else who)
        self.live.viewers.join(ear, wire.Hello(wire.WIRE, since=since, role=role))
        await self.live.settle()
        return ear

    def reader(self, ear: Connection) -> FrameHandler:
        guest = Guest(ear.player, f"Name of {ear.player}", "en") if ear.player else None
        handler = FrameHandler(self.sockets, ear, guest, self.live)
        handler._joined = True  # by `listen`
        return handler

    async def send(self, ear: Connection, frame: dict[str, Any] | str) -> None:
        """A frame as it would come in, and what it leads to."""
        text = frame if isinstance(frame, str) else json.dumps(frame)
        self.happened = []
        self.reader(ear).take(text.encode("utf-8", "surrogatepass"))
        while self.live._tasks:
            await asyncio.gather(*self.live._tasks)
        await self.live.settle()

    def fork(self, seat: int | None, rng: Random) -> World:
        """The same table as `seat` knows it, with everything else dealt again."""
        table = copy.copy(self.table)
        table.state = _other(self.state, seat, rng)
        table.undo = [_other(before, seat, rng) for before in self.table.undo]
        table.seats = [copy.copy(each) for each in self.table.seats]
        table.clocks = copy.copy(self.table.clocks)
        table.clocks.left = list(self.table.clocks.left)
        table.chat, table.answers = copy.copy(self.table.chat), dict(self.table.answers)
        table.mutes = {who: set(whom) for who, whom in self.table.mutes.items()}
        table.muted = set(self.table.muted)
        table.move_versions = copy.copy(self.table.move_versions)
        table.confirmed = list(self.table.confirmed)
        table.recent = deque(
            (_retold(step, seat, table.state, rng) for step in self.table.recent),
            maxlen=self.table.recent.maxlen,
        )
        world = World(table, list(self.storage.logged))
        world.clock.time = self.clock.time
        return world


def _other(state: Any, seat: int | None, rng: Random) -> Any:
    """A position that `seat` cannot tell from this one; often the decks agree for some cards, so
    that the worlds stay together for longer."""
    other = state.determinize(seat, Random(rng.random()))
    if hasattr(other, "deck") and rng.random() < 0.8:
        deck = list(other.deck)
        for place, card in enumerate(state.deck[state.drawn : state.drawn + 12]):
            if card in deck[place:]:
                found = deck.index(card, place)
                deck[place], deck[found] = deck[found], deck[place]
        other.deck = tuple(deck)
        other.stage_deck, other.stage_drawn = state.stage_deck, state.stage_drawn
        other.seed, other.words_used = state.seed, state.words_used
    return other


def _retold(step: Step, seat: int | None, state: Any, rng: Random) -> Step:
    """A step of the past with other cards where `seat` did not see them."""
    told = copy.copy(step)
    slugs = getattr(getattr(state, "rules", None), "slugs", [])
    told.events = [_other_event(event, seat, slugs, rng) for event in step.events]
    return told


def _other_event(event: Any, seat: int | None, slugs: Any, rng: Random) -> Any:
    if event.kind == "drew" and event.seat != seat:
        return event._replace(card=rng.choice(slugs))
    if event.kind == "dealt" and event.seat != seat:
        return event._replace(cards=tuple(rng.choice(slugs) for _ in event.cards))
    return event


def known(events: list[Any], seat: int | None) -> list[Any]:
    """What a seat learns from events, written down once more, apart from the game's own code:
    cards that somebody else is dealt or draws are that one's alone."""
    shown = []
    for event in events:
        hide = event.seat != seat if event.kind in ("dealt", "drew") else False
        field = "cards" if event.kind == "dealt" else "card"
        shown.append(event._replace(**{field: "hidden"}) if hide else event)
    return shown


def begin(settings: Settings, start: bool = True) -> World:
    """A table with a person on every seat, p0 the host."""
    settings = check(settings)
    table, logged = Table(TABLE_ID, "ABCDEF", SECRET), []
    made: list[Any] = [log.Created("p0", fairness.commitment(SECRET), settings)]
    made += [log.Sat(n, f"p{n}", f"Rocker {n}", f"c{n}") for n in range(settings.players)]
    if start:
        made.append(log.Started(registry.get(settings.game).engine))
    for version, entry in enumerate(made, 1):
        logged.append(log.Logged(version, 1_000_000, entry))
        table.fold(logged[-1])
    return World(table, logged)


def any_move(state: Any, rng: Random) -> Any:
    """Any legal move that does not stop a game of dice."""
    return rng.choice([move for move in state.legal_moves() if str(move) != "stop"])
