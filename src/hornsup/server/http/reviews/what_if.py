"""Another move than the one that was played, and playing on from a finished game."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response import Stream
from msgspec import Meta, Struct

from hornsup.core.contract import GameState
from hornsup.errors import IllegalMove
from hornsup.play import opening, replaying, wire
from hornsup.play.entries import Practice
from hornsup.play.live.bot_runner import new_seed
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host
from hornsup.play.refused import Refused, refused_by_rules
from hornsup.server.auth.sessions import Guest
from hornsup.server.bot_pool.review_child import ReviewRequest
from hornsup.server.http.access import address_of
from hornsup.server.http.errors import AnyRequest
from hornsup.server.http.reviews.review import check_over, person, streamed
from hornsup.server.http.tables import Opened
from hornsup.server.live.reviews import record_of
from hornsup.server.services import Services

MoveNumber = Annotated[int, QueryParameter(ge=1, le=100_000, description="of a move, from 1")]
MoveText = Annotated[str, QueryParameter(max_length=200)]
SeatNumber = Annotated[int | None, QueryParameter(ge=0, le=99)]


class Choices(Struct, frozen=True):
    """A decision as its seat saw it."""

    seat: int
    legal: list[str]
    view: dict[str, Any]


class OwnSeats(Struct, frozen=True):
    seats: list[int]


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from the position before move number `move`."""

    move: Annotated[int, Meta(ge=1, le=100_000)]
    contribution: wire.Contribution = ""


class TableWhatIf(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("reviews",)

    @get("/instead", summary="What another move would have led to")
    async def instead(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
        move: MoveNumber,
        other: MoveText,
        seat: SeatNumber = None,
        open_hands: FromQuery[bool] = False,
        language: FromQuery[wire.Language] = "en",
    ) -> dict[str, Any]:
        check_over(live, seat)
        services.limits.take("replays", address_of(request))
        names = live.table.names()
        record = await asyncio.to_thread(live.table.record)
        asked = (record, move, other, seat, open_hands, language, names)
        try:
            return await asyncio.to_thread(replaying.instead, *asked)
        except IllegalMove as error:
            raise refused_by_rules(error, names) from error

    @get("/mine", summary="Your seats at this table; none for a visitor")
    async def mine(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
    ) -> OwnSeats:
        return OwnSeats(live.table.seats_of(await person(request, services)))

    @get("/choices", summary="A decision of one's own: all legal moves")
    async def choices(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
        guest: NamedDependency[Guest],
        move: MoveNumber,
    ) -> Choices:
        check_over(live)
        services.limits.take("replays", address_of(request))
        state, seat = await _own_decision(live, guest, move)
        return Choices(seat, [str(each) for each in state.legal_moves()], state.view(seat))

    @get("/what-if", summary="Another move at a decision of one's own, with its interval")
    async def what_if(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
        guest: NamedDependency[Guest],
        move: MoveNumber,
        other: MoveText,
        language: FromQuery[wire.Language] = "en",
    ) -> Stream:
        state, _ = await _own_decision(live, guest, move)
        refusal = state.why_not(other)
        if refusal is not None:
            raise refused_by_rules(refusal.error(), live.table.names())
        if len(state.legal_moves()) < 2:
            raise Refused("no-what-if")
        services.limits.take("reviews", address_of(request))
        record = await asyncio.to_thread(record_of, live.table)
        wanted = ReviewRequest("what-if", record, move=move, other=other)
        return streamed(services.reviews.what_if(live.table, wanted, guest.id), live, language)

    @post("/practice", summary="Play on from a decision of one's own, against bots")
    async def practice(
        self,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
        guest: NamedDependency[Guest],
        data: JSONBody[PlayOn],
    ) -> Opened:
        """The cards that the seat could not see are drawn again from what it knew."""
        table = live.table
        _, seat = await _own_decision(live, guest, data.move)
        services.limits.take("tables", guest.id)
        seed = str(new_seed(services.runtime.random))
        record = await asyncio.to_thread(record_of, table)
        wanted = ReviewRequest("practice", record, move=data.move, seed=seed)
        set_up = Practice(table.id, data.move, await services.reviews.position(wanted))
        host = Host(guest.id, guest.name, data.contribution)
        settings, plan = opening.practice_settings(table), opening.practice_plan(table, seat)
        new = (await services.registry.open(settings, host, plan, True, set_up)).table
        return Opened(new.id, new.code, f"/t/{new.id}", new.commitment)


async def _own_decision(live: LiveTable, guest: Guest, move: int) -> tuple[GameState, int]:
    """The state before a move of a finished game, and the seat of the guest's that decided."""
    check_over(live)
    own = live.table.own_seats(guest.id)
    record = await asyncio.to_thread(live.table.record)
    state = await asyncio.to_thread(replaying.before_move, record, move)
    if state.to_move is None or state.to_move not in own:
        raise Refused("not-your-seat")
    return state, state.to_move
