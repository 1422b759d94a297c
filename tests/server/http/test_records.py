"""The secret of a deal: hidden until the end, then in the record, which verifies."""

from __future__ import annotations

import sqlite3
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hornsup.client import TableClient
from hornsup.core import fairness, record
from hornsup.play import codes
from hornsup.play import entries as log
from hornsup.play.opening import Host
from hornsup.play.runtime import SystemRandomness
from hornsup.play.settings import Settings
from hornsup.play.table import Table, rebuild
from hornsup.server.runtime import Runtime
from tests.core.sealed import BLIND, WITH_A_NEW_DIGEST, resealed, tampered
from tests.core.test_fairness_tampering import believed
from tests.seeds import new_random
from tests.server.faults import fetch_everything
from tests.server.harness import FAST, Local, local_server, remote_server
from tests.server.players import all_at, people_at_table, play_on, sit, table_id

OPTIONS: dict[str, dict[str, Any]] = {
    "horns-up": {"must_act": True},
    "raise-your-horns": {"end_value": 2},
}


RANDOM = SystemRandomness()


def _spellings(secret: bytes) -> list[str]:
    """How a secret might slip out."""
    number = int.from_bytes(secret, "big")
    plain = (secret.hex(), str(number), b64encode(secret).decode(), repr(secret))
    return [*plain, urlsafe_b64encode(secret).decode().rstrip("="), str(list(secret))[1:-1]]


def _kept_secret(folder: Path, table: str) -> bytes:
    with sqlite3.connect(folder / "hornsup.db") as database:
        (found,) = database.execute("SELECT secret FROM tables WHERE id = ?", [table]).fetchone()
    database.close()
    return bytes.fromhex(found)


@pytest.mark.parametrize("game", OPTIONS)
async def test_case_29_the_secret_is_nowhere_before_the_end(tmp_path: Path, game: str) -> None:
    """In no frame, page, figure or log of a real server, in any spelling; after the end it is in
    the record, which then verifies."""
    with remote_server(tmp_path, **FAST, log_level="debug") as server:
        options = {"end_value": 8} if game == "raise-your-horns" else {}
        async with people_at_table(
            server.base, game, 2, 1, options=options, keep_frames=True
        ) as lines:
            table, guest = table_id(lines[0]), lines[0].guest
            await play_on(lines, 4)
            secret = _kept_secret(tmp_path, table)
            heard = fetch_everything(server.base, lines[0].table, guest)
            assert lines[0].phase == "playing"
            await play_on(lines, 4000)
            assert lines[0].phase == "over"
            found = await guest.call("GET", f"/api/tables/{table}/record")
            frames = [line.frames for line in lines]
        server.stop()
        heard += ["\n".join(texts) for texts in frames] + [server.log.read_text()]
        _check_promise(found, secret, lines[0].table.commitment)
        given = [(each["seat"], each["text"]) for each in found["deal"]["contributions"]]
        seed = fairness.seed(secret, table, given)
        for text in heard:
            assert text
            for spelling in (*_spellings(secret), *_spellings(seed)):
                assert spelling not in text, f"the secret is in {text[:300]}"


def _check_promise(found: dict[str, Any], secret: bytes, commitment: str) -> None:
    assert len(secret) == fairness.SECRET_BYTES == 32
    assert found["deal"]["secret"] == "0x" + secret.hex()
    assert found["deal"]["commitment"] == commitment == fairness.commitment(secret)
    verdict = record.verify(found, commitment=commitment)
    assert verdict.honest, verdict.lines("en")


def _critical(freedom: int) -> float:
    """Chi-square that chance exceeds once in ten million runs (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 5.2 * part**0.5) ** 3)


def _chi_square(found: Counter[Any], expected: dict[Any, float]) -> float:
    return sum((found[each] - much) ** 2 / much for each, much in expected.items())


async def test_case_29_deals_of_many_tables_are_even(tmp_path: Path) -> None:
    """Every table has a secret of its own, and what is dealt from them is spread as it should."""
    async with local_server(tmp_path, runtime=Runtime()) as server:  # with the system's randomness
        cards = [await _dealt(server, "horns-up") for _ in range(120)]
        dice = [await _dealt(server, "raise-your-horns") for _ in range(120)]
    assert len({table.secret for table in (*cards, *dice)}) == 240
    hands: Counter[int] = Counter()
    for table in cards:
        state: Any = table.state
        hands.update(card for hand in state.hands for card in hand)
    counts = state.rules.counts
    expected = {kind: hands.total() * n / sum(counts) for kind, n in enumerate(counts) if n}
    assert _chi_square(hands, expected) < _critical(len(expected) - 1)
    throws: Counter[str] = Counter()
    for table in dice:
        state = table.state
        throws.update(state.apply("roll")[0].die for _ in range(3))
    faces = {f"W{mark}": n for mark, n in Counter[str](state.rules.dice.marks("W")).items()}
    even = {face: throws.total() * n / sum(faces.values()) for face, n in faces.items()}
    assert _chi_square(throws, even) < _critical(len(even) - 1)


async def _dealt(server: Local, game: str) -> Table:
    """A table of the real server, its game begun on a copy."""
    settings = Settings(game, players=3, options=OPTIONS[game])
    live = await server.services.registry.open(settings, Host(codes.new_id(RANDOM), "Host"))
    table = Table(live.table.id, live.table.code, live.table.secret)
    rebuild(table, await server.services.store.log.entries(table.id))
    assert table.commitment == fairness.commitment(table.secret)
    for seat in range(3):
        sat = log.Sat(seat, f"p{seat}", "x", "the same contribution")
        table.fold(log.Logged(table.version + 1, 0, sat))
    table.fold(log.Logged(table.version + 1, 0, log.Started(table.game.engine)))
    return table


async def test_case_29_every_game_of_a_run_verifies_and_no_forgery_does(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server:
        found = [await _finished(server, "horns-up")]
        found += [await _finished(server, "raise-your-horns") for _ in range(2)]
    for each in found:
        verdict = record.verify(each)
        assert verdict.honest, verdict.lines("en")
        assert (verdict.finished, verdict.promise_kept, verdict.deal_kept) == (True, True, True)
    rng, ways = Random(29), [(change, False) for change in BLIND]
    ways += [(change, True) for change in WITH_A_NEW_DIGEST]
    for number in range(3 * len(ways)):
        change, anew = ways[number % len(ways)]
        bad = tampered(found[number % len(found)], change, rng)
        assert not believed(resealed(bad) if anew else bad), change.__name__


async def _finished(server: Local, game: str) -> dict[str, Any]:
    """The record of a game of two people and two bots, fetched over HTTP."""
    host, guest = await server.guest("Ozzy"), await server.guest("Lita")
    settings = {"game": game, "players": 4, "pace": 0, "options": OPTIONS[game]}
    opened = await host.open_table(settings, seats=["me", "easy", "open", "easy"], contribution="c")
    await sit(guest, opened["id"], 2)
    async with host.table(opened["id"]) as one, guest.table(opened["id"]) as two:
        answer = await one.command("start")
        await all_at([one, two], answer.version)
        await play_on([one, two], 4000, choose=_onward(new_random()))
    found: dict[str, Any] = await host.call("GET", f"/api/tables/{opened['id']}/record")
    return found


def _onward(rng: Random) -> Callable[[TableClient], str]:
    """Moves that tend towards the Stage, so that games end soon."""

    def choose(line: TableClient) -> str:
        legal = line.legal or []
        steps = [move for move in legal if move.split()[0] in ("path", "walk")]
        best = min(steps, key=lambda move: int(move.split(",")[-1]), default=None)
        return best if best and rng.random() < 0.7 else rng.choice(legal)

    return choose
