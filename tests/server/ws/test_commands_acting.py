"""Nobody acts for another seat, and nobody sees more by taking back or coming back."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from hornsup.client import RequestRefused, TableClient, request
from hornsup.play import wire
from hornsup.play.settings import Settings
from tests.games.horns_up.harness import eager
from tests.server.harness import FAST, local_server
from tests.server.players import people_at_table, play_on, table_id
from tests.server.worlds import World, begin

GAMES = ("horns-up", "raise-your-horns")


# --- 25: acting for others ------------------------------------------------------------------------

ACTIONS: dict[str, dict[str, Any]] = {
    "move": {"move": "FIRST"},
    "undo": {},
    "stand": {"seat": 0},
    "rename": {"seat": 0, "name": "Mallory"},
    "add-bot": {},
    "kick": {"seat": 0},
    "pass-on": {"seat": 1},
    "change": {"settings": {"game": "horns-up", "players": 5}},
    "start": {},
    "take-over": {"seat": 0},
    "give-back": {"seat": 0},
    "confirm": {"seat": 1},
    "close": {},
    "mute": {"seat": 1},
    "chat": {"text": "hello"},
    "react": {"reaction": "horns"},
    "rematch": {},
    "sit": {"contribution": "", "seat": 0},
    "hand-over": {"seat": 0, "to": "0" * 16},
    "take-back": {"seat": 0},
    "show-out": {"who": "0" * 16},
}
PHASES = ("lobby", "playing", "over")
TALK = {"chat", "react"}
HOSTS = {"stand", "rename", "mute", "pass-on", "confirm", *TALK}
ALLOWED: dict[str, dict[str, set[str]]] = {
    "p0": {
        "lobby": {*HOSTS, "kick", "change", "start", "close"},
        "playing": {*HOSTS, "move", "take-over"},
        "over": {*HOSTS - {"stand"}, "rematch"},
    },
    "p1": {"lobby": TALK, "playing": TALK, "over": {*TALK, "rematch"}},
}
"""What the host (p0, to move) and another player (p1) may do of the above; nobody else may."""


async def _at_phase(game: str, phase: str) -> World:
    world = begin(Settings(game, players=3), start=phase != "lobby")
    rng = Random(f"25/{game}")
    while phase == "playing" and world.state.to_move != 0:
        await _step(world, rng)
    while phase == "over" and not world.state.over:
        await _step(world, rng)
    return world


async def _step(world: World, rng: Random) -> None:
    """One move of whoever must decide; games of dice are stopped once they can be."""
    state = world.state
    legal = [str(move) for move in state.legal_moves()]
    if world.table.settings.game == "horns-up":
        move = str(eager(state, rng))
    else:
        move = "stop" if "stop" in legal and state.turns > 3 else rng.choice(legal)
    ear = await world.listen(state.to_move)
    version = world.table.version
    await world.send(ear, {"type": "move", "id": f"s{version}", "version": version, "move": move})
    assert world.table.version == version + 1, ear.take()
    world.live.viewers.leave(ear)


def _forged(world: World, action: str) -> dict[str, Any]:
    fields = dict(ACTIONS[action])
    if action == "move" and world.state is not None and not world.state.over:
        fields["move"] = str(world.state.legal_moves()[0])
    return {"type": action, "id": "forged", "version": world.table.version, **fields}


def test_case_25_the_matrix_has_every_command() -> None:
    assert {kind.__struct_config__.tag for kind in get_args(wire.Logged)} == set(ACTIONS)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("phase", PHASES)
async def test_case_25_nobody_acts_for_another_seat(game: str, phase: str) -> None:
    """Seat by phase by action: all that is not one's own to do is refused, and changes nothing."""
    base = await _at_phase(game, phase)
    for who in ("p0", "p1", "stranger", None):
        for role in ("player", "spectator", "screen"):
            for action in sorted(ACTIONS):
                allowed = ALLOWED.get(who or "", {}).get(phase, set())
                if role == "screen" or action not in allowed:
                    await _assert_refused(base, who, role, action)


async def _assert_refused(world: World, who: str | None, role: str, action: str) -> None:
    ear = await world.listen(who, role=role)
    ear.take()
    version, views = world.table.version, _views(world)
    await world.send(ear, _forged(world, action))
    answers = [found for found in map(json.loads, ear.take()) if found["type"] == "answer"]
    code = answers[0]["code"]
    assert [each["ok"] for each in answers] == [False], (who, role, action, answers)
    assert code not in ("bad-frame", "stale", "storage", "busy"), (who, role, action, code)
    if who is None:
        assert code == "no-session"
    elif role == "screen":
        assert code == "screen"
    assert (world.table.version, _views(world)) == (version, views), (who, role, action)
    world.live.viewers.leave(ear)


def _views(world: World) -> list[Any]:
    return [] if world.state is None else [world.state.view(n) for n in range(3)]


async def test_case_25_a_frame_cannot_say_who_sends_it(tmp_path: Path) -> None:
    """Over real sockets: who one is comes from the session; claims in the payload are no frames."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "raise-your-horns", 3) as lines,
    ):
        mover = next(line for line in lines if line.legal)
        other = next(line for line in lines if not line.legal)
        move = {"type": "move", "id": "x1", "version": other.version, "move": mover.legal[0]}
        for claim in ({"seat": mover.to_move}, {"player": "p0"}, {"token": mover.guest.token}):
            await other.send_text(json.dumps({**move, **claim}))
        hello = {"type": "hello", "wire": 1, "seat": mover.to_move}
        await other.send_text(json.dumps(hello))
        answer = await other.move(mover.legal[0])
        assert (answer.ok, answer.code) == (False, "not-your-turn")
        passer = await TableClient.open(server.base, table_id(mover), None)
        assert (await passer.move(mover.legal[0])).code == "no-session"
        assert passer.you is not None
        assert passer.you.seats == []
        assert passer.legal is None
        await passer.close()
        assert mover.version == other.version == move["version"], "nothing has happened"
        seat, path = {"contribution": "", "seat": 0}, f"/api/tables/{table_id(mover)}/seats"
        with pytest.raises(RequestRefused, match="choose a name"):
            await asyncio.to_thread(request, server.base, "POST", path, seat)


# --- 28: taking back and coming back to peek ------------------------------------------------------

CHANCE = {"drew", "dealt", "reshuffled", "stage-changed", "stage-reshuffled", "hands-passed"}
CHANCE |= {"rolled", "start-rolled", "off-rolled", "forfeit-dealt"}


@pytest.mark.parametrize("game", GAMES)
async def test_case_28_taking_back_shows_nothing_new(game: str) -> None:
    """Take, take back, take again: the same both times; past anything seen it is refused."""
    seen: Counter[str] = Counter()
    for number in range(4):
        world = begin(Settings(game, players=3, undo=("free", "strict")[number % 2]))
        rng = Random(f"28/{number}")
        ears = [await world.listen(seat) for seat in range(3)]
        while not world.state.over and world.state.turns < 25:
            await _take_back(world, ears, rng, seen)
    assert seen["refused"] > 40, seen
    assert (seen["taken back"] > 40) == (game == "horns-up"), seen


async def _take_back(world: World, ears: list[Any], rng: Random, seen: Counter[str]) -> None:
    seat, before = world.state.to_move, _views(world)
    choose = eager if world.table.settings.game == "horns-up" else _any
    move = str(choose(world.state, rng))
    await _do(world, ears[seat], "move", move=move)
    events, first = {event.kind for event in world.happened}, _views(world)
    shown = bool(events & CHANCE) or world.state.to_move != seat
    answer = await _do(world, ears[seat], "undo")
    if not answer["ok"]:
        assert answer["code"].startswith("undo-") or world.state.over
        assert _views(world) == first
        seen["refused"] += 1
        return
    assert not shown, f"{move} showed {events}"
    assert _views(world) == before
    await _do(world, ears[seat], "move", move=move)
    assert _views(world) == first
    seen["taken back"] += 1


def _any(state: Any, rng: Random) -> Any:
    return rng.choice(state.legal_moves())


async def _do(world: World, ear: Any, kind: str, **fields: Any) -> dict[str, Any]:
    ear.take()
    version = world.table.version
    await world.send(ear, {"type": kind, "id": f"{kind}{version}", "version": version, **fields})
    heard = [json.loads(text) for text in ear.take()]
    (answer,) = [each for each in heard if each["type"] == "answer"]
    return dict(answer)


@pytest.mark.parametrize("game", GAMES)
async def test_case_28_coming_back_draws_nothing(tmp_path: Path, game: str) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, game, 3) as lines,
    ):
        await play_on(lines, 8)
        table = table_id(lines[0])
        log_size = len(await server.services.store.log.entries(table))
        for line in lines:
            for since in (None, 0, line.version - 1, line.version):
                hello: dict[str, Any] = {} if since is None else {"since": since}
                async with line.guest.table(table, **hello) as back:
                    assert (back.view, back.legal) == (line.view, line.legal)
                    assert (back.version, back.undo) == (line.version, line.undo)
        server.services.registry.tables.clear()  # as if another worker took over
        async with lines[1].guest.table(table) as back:
            assert (back.view, back.legal) == (lines[1].view, lines[1].legal)
        assert len(await server.services.store.log.entries(table)) == log_size
