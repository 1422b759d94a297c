"""The HTTP interface: guests, tables, records. Play itself goes over the socket of a table."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from hornsup.core import record as records
from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.errors import BadInput
from hornsup.play import replaying, viewing, wire, words
from hornsup.play.refused import Refused
from hornsup.play.settings import Level, Settings
from hornsup.play.table import OVER
from hornsup.server import origins, tokens
from hornsup.server.problems import AnyRequest, language_of
from hornsup.server.room import Room
from hornsup.server.services import Services
from hornsup.server.sessions import COOKIE, Guest, token_of

YEAR = 365 * 86_400
LONGEST_FILM = 3000
TableId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{32}$", description="the table's id")]


# --- what goes over HTTP ----------------------------------------------------------------------


class NewSession(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name and language; `token` asks for the token in the answer, for programs."""

    name: Annotated[str, Meta(max_length=200)]
    language: wire.Language = "en"
    token: bool = False


class Session(Struct, frozen=True, omit_defaults=True):
    name: str
    language: str
    token: str | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: its settings, who sits where, and whether to start at once.

    `seats` lists for every seat a bot's level, "me" or "open"; without it the host sits first and
    the others are open.
    """

    settings: Settings
    contribution: wire.Contribution = ""
    seats: Annotated[list[Level | Literal["me", "open"]], Meta(max_length=12)] = []
    start: bool = False


class Opened(Struct, frozen=True):
    """Where the new table is: its id, the short code and the path of its page."""

    id: str
    code: str
    path: str
    commitment: str


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """`contribution` is random text of the player's own, mixed into the deal."""

    contribution: wire.Contribution
    seat: wire.SeatNumber | None = None
    name: wire.ShortText | None = None
    id: wire.CommandId | None = None


class Found(Struct, frozen=True):
    id: str
    path: str


class Summary(Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    table: wire.TableInfo
    seats: list[int]
    to_move: int | None = None


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of one's own to be shown: as a seat saw it, or with all hands open."""

    record: dict[str, Any]
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    open_hands: bool = False


class Verified(Struct, frozen=True):
    """Whether a record tells the truth, and how we know, in plain words."""

    honest: bool
    lines: list[str]
    verdict: dict[str, Any]


# --- helpers ----------------------------------------------------------------------------------


def _services(request: AnyRequest) -> Services:
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


def _token(request: AnyRequest) -> str | None:
    return token_of(request.scope["headers"])


async def _guest(request: AnyRequest) -> Guest:
    """The guest behind a request that may change something; pages of others may not."""
    services = _services(request)
    if not origins.allowed(request.scope["headers"], services.config):
        raise PermissionDeniedException("this page may not do that here")
    guest = await services.sessions.find(_token(request))
    if guest is None:
        raise NotAuthorizedException("choose a name first: POST /api/session")
    return guest


async def _room(request: AnyRequest, table_id: str) -> Room:
    room = await _services(request).house.room(table_id)
    if room is None:
        raise NotFoundException("there is no such table")
    return room


def _address(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


def _info(room: Room) -> wire.TableInfo:
    return viewing.table_info(room.table, room.live.online)


async def _command(room: Room, command: wire.Command, guest: Guest, language: str) -> wire.Answer:
    """Carry out a command for somebody without a socket; a refusal becomes the response's."""
    answer = await room.ask(command, guest.id, language)
    if not answer.ok:
        raise _Answered(answer)
    return answer


def _film_of(data: Shown, language: str) -> bytes:
    """The film of a record that somebody brought along, which may be anything."""
    record = records.check_form(data.record)
    registry.check_players(registry.get(record["game"]), record["players"])
    if len(record["moves"]) > LONGEST_FILM:
        raise BadInput(f"this record has more than {LONGEST_FILM} moves; nobody would watch it")
    if data.seat is not None and data.seat >= record["players"]:
        raise Refused("no-such-seat", seats=record["players"])
    named = {seat["seat"]: words.clean(seat["name"]) for seat in record.get("seats", [])}
    names = [named.get(seat) or seat_letter(seat) for seat in range(record["players"])]
    film = replaying.film(record, data.seat, data.open_hands, language, names)
    return msgspec.json.encode({**film, "names": names})


class _Answered(Refused):
    """A refusal that was put into words already."""

    def __init__(self, answer: wire.Answer) -> None:
        self._text = answer.message or ""
        super().__init__(answer.code or "refused")

    def text(self, language: str) -> str:
        del language
        return self._text


# --- guests -----------------------------------------------------------------------------------


class Guests(Controller):
    path = "/api"
    tags = ("guests",)

    @post("/session", status_code=200, summary="Come in: choose a name, or change it")
    async def come_in(self, request: AnyRequest, data: JSONBody[NewSession]) -> Response[Session]:
        services = _services(request)
        if not origins.allowed(request.scope["headers"], services.config):
            raise PermissionDeniedException("this page may not do that here")
        name, token = words.name(data.name), _token(request)
        guest = await services.sessions.find(token)
        if guest is not None and token is not None:
            await services.sessions.rename(token, guest, name, data.language)
        else:
            if not services.new_guests.take(_address(request)):
                raise TooManyRequestsException("too many new guests; try again in a minute")
            now = services.house.now()
            token, _ = await services.sessions.create(name, data.language, now)
        assert token is not None
        shown = token if data.token else None
        return Response(Session(name, data.language, shown), cookies=[self._cookie(request, token)])

    @staticmethod
    def _cookie(request: AnyRequest, token: str) -> Cookie:
        secure = _services(request).config.secure
        return Cookie(
            key=COOKIE,
            value=token,
            max_age=YEAR,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    @get("/me", summary="Who the server takes you for")
    async def me(self, request: AnyRequest) -> Session:
        guest = await _guest(request)
        return Session(guest.name, guest.language)

    @delete("/me", status_code=204, summary="Forget me: name, token and chat are deleted")
    async def forget_me(self, request: AnyRequest) -> Response[None]:
        services, guest, token = _services(request), await _guest(request), _token(request)
        assert token is not None
        for table_id in await services.sessions.forget(token, guest):
            room = await services.house.room(table_id)
            if room is not None:
                room.forget(guest.id)
        response: Response[None] = Response(None, status_code=204)
        response.delete_cookie(COOKIE, path="/")
        return response

    @get("/me/tables", summary="The tables where you sit or are the host, the newest first")
    async def my_tables(self, request: AnyRequest) -> list[Summary]:
        services, guest = _services(request), await _guest(request)
        found = []
        for table_id in await services.store.tables_of(guest.id, limit=20):
            room = await services.house.room(table_id)
            if room is not None:
                table = room.table
                found.append(Summary(_info(room), table.seats_of(guest.id), table.to_move))
        return found


# --- tables -----------------------------------------------------------------------------------


class Tables(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/", summary="Public tables that wait for players")
    async def open_tables(self, request: AnyRequest) -> list[Summary]:
        services = _services(request)
        found = []
        for table_id in await services.store.open_tables():
            room = await services.house.room(table_id)
            if room is not None:
                found.append(Summary(_info(room), []))
        return found

    @post("/", summary="Open a table; with `start` the game begins at once")
    async def open_table(self, request: AnyRequest, data: JSONBody[NewTable]) -> Opened:
        services, guest = _services(request), await _guest(request)
        if not services.new_tables.take(guest.id):
            raise TooManyRequestsException("you have opened many tables; try again later")
        plan = data.seats or ["me"]
        if len(plan) > data.settings.players:
            raise Refused("seats-in-use", players=data.settings.players)
        room = await services.house.open_table(data.settings, guest.id)
        await self._seat(room, guest, plan, data.contribution, language_of(request))
        if data.start:
            start = wire.Start(secrets.token_hex(8), room.table.version)
            await _command(room, start, guest, language_of(request))
        table = room.table
        return Opened(table.id, table.code, f"/t/{table.id}", table.commitment)

    @staticmethod
    async def _seat(room: Room, guest: Guest, plan: Any, contribution: str, language: str) -> None:
        for number, who in enumerate(plan):
            key, version = secrets.token_hex(8), room.table.version
            command: wire.Command
            if who == "open":
                continue
            if who == "me":
                command = wire.Sit(key, version, contribution, number, guest.name)
            else:
                command = wire.AddBot(key, version, who, number)
            await _command(room, command, guest, language)

    @get("/{table_id:str}", summary="A table: seats, settings, phase")
    async def table(self, request: AnyRequest, table_id: TableId) -> wire.TableInfo:
        return _info(await _room(request, table_id))

    @post("/{table_id:str}/seats", status_code=200, summary="Sit down")
    async def sit(
        self, request: AnyRequest, table_id: TableId, data: JSONBody[TakeSeat]
    ) -> wire.Answer:
        guest, room = await _guest(request), await _room(request, table_id)
        key = data.id or secrets.token_hex(8)
        name = data.name or guest.name
        command = wire.Sit(key, room.table.version, data.contribution, data.seat, name)
        return await _command(room, command, guest, language_of(request))

    @get("/{table_id:str}/record", summary="The sealed record of a finished game")
    async def record(self, request: AnyRequest, table_id: TableId) -> Response[bytes]:
        room = await _room(request, table_id)
        data = msgspec.json.encode(await self._record(room))
        name = f'attachment; filename="hornsup-{table_id[:8]}.json"'
        headers = {"content-disposition": name}
        return Response(data, media_type="application/json", headers=headers)

    @staticmethod
    async def _record(room: Room) -> dict[str, Any]:
        if room.table.phase != OVER:
            raise Refused("not-over")
        return await asyncio.to_thread(room.table.record)

    @get("/{table_id:str}/replay", summary="A finished game step by step, as one seat saw it")
    async def replay(
        self,
        request: AnyRequest,
        table_id: TableId,
        seat: Annotated[int | None, QueryParameter(ge=0, le=99)] = None,
        open_hands: FromQuery[bool] = False,
        language: FromQuery[wire.Language] = "en",
    ) -> Response[bytes]:
        room = await _room(request, table_id)
        if room.table.phase != OVER or room.table.state is None:
            raise Refused("not-over")
        if seat is not None and seat >= len(room.table.seats):
            raise Refused("no-such-seat", seats=len(room.table.seats))
        record, names = await self._record(room), room.table.names()
        film = await asyncio.to_thread(replaying.film, record, seat, open_hands, language, names)
        return Response(msgspec.json.encode(film), media_type="application/json")


class Elsewhere(Controller):
    path = "/api"
    tags = ("records",)

    @get("/codes/{code:str}", summary="The table behind a short code")
    async def by_code(self, request: AnyRequest, code: FromPath[str]) -> Found:
        services = _services(request)
        if not services.codes.take(_address(request)):
            raise TooManyRequestsException("too many codes tried; wait a minute")
        read = tokens.read_code(code)
        found = await services.store.table_by_code(read) if read else None
        if found is None:
            raise NotFoundException("there is no table with this code")
        return Found(found, f"/t/{found}")

    @post("/verify", status_code=200, summary="Is this record honest? Deals it again and says so")
    async def verify(
        self,
        request: AnyRequest,
        data: JSONBody[dict[str, Any]],
        language: FromQuery[wire.Language] = "en",
    ) -> Verified:
        services = _services(request)
        if not services.checks.take(_address(request)):
            raise TooManyRequestsException("too many records to check; wait a minute")
        verdict = await asyncio.to_thread(records.verify, data)
        lines = verdict.lines(language)
        return Verified(verdict.honest, lines, verdict.to_json(language))

    @post("/replay", status_code=200, summary="A record of one's own, step by step")
    async def show(
        self,
        request: AnyRequest,
        data: JSONBody[Shown],
        language: FromQuery[wire.Language] = "en",
    ) -> Response[bytes]:
        if not _services(request).checks.take(_address(request)):
            raise TooManyRequestsException("too many records to show; wait a minute")
        film = await asyncio.to_thread(_film_of, data, language)
        return Response(film, media_type="application/json")

    @get("/wire", summary="The JSON Schema of the frames on a table's socket")
    async def wire_schema(self) -> dict[str, Any]:
        return wire.schema()
