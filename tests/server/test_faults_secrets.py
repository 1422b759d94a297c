"""Cases 29, 35 and 36: nobody predicts a deal, guesses a table, or hides behind odd characters.

Cases 26 and 27, what is sent to whom, stand in test_faults_interference.py.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import unicodedata
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from hornsup.client import Guest, TableClient
from hornsup.core import fairness, record
from hornsup.play import codes, words
from hornsup.play import entries as log
from hornsup.play.opening import Host
from hornsup.play.runtime import SystemRandomness
from hornsup.play.settings import Settings
from hornsup.play.table import Table, rebuild
from hornsup.server.auth import tokens
from tests.core.sealed import BLIND, WITH_A_NEW_DIGEST, resealed, tampered
from tests.core.test_fairness_tampering import believed
from tests.server.harness import (
    Local,
    Remote,
    all_at,
    local_server,
    people_at_table,
    play_on,
    remote_server,
    table_id,
)

FAST: dict[str, Any] = {"frame_rate": 1000, "frame_burst": 5000}
OPTIONS: dict[str, dict[str, Any]] = {
    "horns-up": {"must_act": True},
    "raise-your-horns": {"end_value": 2},
}
RANDOM = SystemRandomness()


def fetch(
    base: str, path: str, *, method: str = "GET", body: Any = None, **headers: str
) -> tuple[int, str]:
    """Status, and everything else that came back, head and body."""
    data = None if body is None else json.dumps(body).encode()
    sent = {"content-type": "application/json", **headers}
    try:
        with urlopen(Request(base + path, data, sent, method=method), timeout=15) as found:
            return found.status, f"{found.headers}\n{found.read().decode('utf-8', 'replace')}"
    except HTTPError as error:
        with error:
            return error.code, f"{error.headers}\n{error.read().decode('utf-8', 'replace')}"


# --- 29: predicting the deal ----------------------------------------------------------------------


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
            heard = _asked(server, table, guest, lines[0].table.code)
            assert lines[0].table.phase == "playing"
            await play_on(lines, 4000)
            assert lines[0].table.phase == "over"
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


def _asked(server: Remote, table: str, guest: Guest, code: str) -> list[str]:
    """All that can be asked for while a game is on."""
    bearer = {"authorization": f"Bearer {guest.token}"}
    paths = [f"/api/tables/{table}", f"/api/tables/{table}/record", f"/api/tables/{table}/replay"]
    paths += ["/api/me", "/api/me/tables", "/api/tables", f"/api/codes/{code}", "/metrics"]
    paths += ["/healthz", "/readyz", f"/t/{table}", "/api/openapi.json"]
    return [fetch(server.base, path, **bearer)[1] for path in paths]


def _check_promise(found: dict[str, Any], secret: bytes, commitment: str) -> None:
    assert len(secret) == fairness.SECRET_BYTES == 32
    assert found["deal"]["secret"] == "0x" + secret.hex()
    assert found["deal"]["commitment"] == commitment == fairness.commitment(secret)
    verdict = record.verify(found, commitment=commitment)
    assert verdict.honest, verdict.lines("en")


def _critical(freedom: int) -> float:
    """Chi-square that chance exceeds once in ten million runs (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 5.2 * part**0.5) ** 3


def _chi_square(found: Counter[Any], expected: dict[Any, float]) -> float:
    return sum((found[each] - much) ** 2 / much for each, much in expected.items())


async def test_case_29_deals_of_many_tables_are_even(tmp_path: Path) -> None:
    """Every table has a secret of its own, and what is dealt from them is spread as it should."""
    async with local_server(tmp_path) as server:
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
        throws.update(table.state.apply("roll")[0].die for _ in range(3))
    faces = {f"W{mark}": n for mark, n in Counter(table.state.rules.dice.marks("W")).items()}
    expected = {face: throws.total() * n / sum(faces.values()) for face, n in faces.items()}
    assert _chi_square(throws, expected) < _critical(len(expected) - 1)


async def _dealt(server: Local, game: str) -> Table:
    """A table of the real server, its game begun on a copy."""
    settings = Settings(game, players=3, options=OPTIONS[game])
    room = await server.services.registry.open(settings, Host(codes.new_id(RANDOM), "Host"))
    table = Table(room.table.id, room.table.code, room.table.secret)
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
        found += [await _finished(server, "raise-your-horns") for _ in range(4)]
    for each in found:
        verdict = record.verify(each)
        assert verdict.honest, verdict.lines("en")
        assert (verdict.finished, verdict.promise_kept, verdict.deal_kept) == (True, True, True)
    rng, ways = Random(29), [(change, False) for change in BLIND]
    ways += [(change, True) for change in WITH_A_NEW_DIGEST]
    for number in range(200):
        change, anew = ways[number % len(ways)]
        bad = tampered(found[number % len(found)], change, rng)
        assert not believed(resealed(bad) if anew else bad), change.__name__


async def _finished(server: Local, game: str) -> dict[str, Any]:
    """The record of a game of two people and two bots, fetched over HTTP."""
    host, guest = await server.guest("Ozzy"), await server.guest("Lita")
    settings = {"game": game, "players": 4, "pace": 0, "options": OPTIONS[game]}
    opened = await host.open_table(settings, seats=["me", "easy", "open", "easy"])
    await guest.sit(opened["id"], 2)
    async with host.table(opened["id"]) as one, guest.table(opened["id"]) as two:
        answer = await one.command("start")
        await all_at([one, two], answer.version)
        await play_on([one, two], 4000, choose=_onward)
    found: dict[str, Any] = await host.call("GET", f"/api/tables/{opened['id']}/record")
    return found


def _onward(line: TableClient) -> str:
    """A move that tends towards the Stage, so that games end soon."""
    steps = [move for move in line.legal if move.split()[0] in ("path", "walk")]
    best = min(steps, key=lambda move: int(move.split(",")[-1]), default=None)
    return best if best and Random().random() < 0.7 else Random().choice(line.legal)


# --- 35: guessing ---------------------------------------------------------------------------------


async def test_case_35_guessing_finds_nothing_and_nothing_leaks_a_token(tmp_path: Path) -> None:
    with remote_server(tmp_path, **FAST, log_level="debug") as server:
        async with people_at_table(server.base, "raise-your-horns", 3, keep_frames=True) as lines:
            guest = lines[0].guest
            await play_on(lines, 3)
            _guess_ids(server, guest)
            _guess_tokens(server)
            await _guess_sockets(server, guest)
            frames = [text for line in lines for text in line.frames]
            told = _asked(server, table_id(lines[0]), guest, lines[0].table.code)
            tokens_of = [line.guest.token for line in lines]
        server.stop()
        heard = [*frames, *told, server.log.read_text()]
        for token in tokens_of:
            assert not any(token in text for text in heard)
            assert not any(tokens.hashed(token) in text for text in heard)
        _check_stored(tmp_path, tokens_of)


def _guess_ids(server: Remote, guest: Guest) -> None:
    """A table that does not exist and one that is not for us look the same: not there."""
    bearer = {"authorization": f"Bearer {guest.token}"}
    body = {"contribution": "x"}
    for _ in range(20):
        table = codes.new_id(RANDOM)
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/record"):
            assert fetch(server.base, path)[0] == fetch(server.base, path, **bearer)[0] == 404
        assert fetch(server.base, f"/api/tables/{table}/replay")[0] == 404
        path = f"/api/tables/{table}/seats"
        assert fetch(server.base, path, method="POST", body=body, **bearer)[0] == 404
    for odd in ("x", "..", "%00", "0" * 31, "0" * 33, "Ä" * 8, "' OR 1=1 --"):
        status, _ = fetch(server.base, f"/api/tables/{quote(odd, safe='')}")
        assert status in (400, 404), odd


def _guess_tokens(server: Remote) -> None:
    """An unknown token is as good as none, and a malformed one no different."""
    told = set()
    for token in (tokens.new_token(RANDOM), tokens.new_token(RANDOM), "", "x", "é", "A" * 4000):
        headers = {"authorization": f"Bearer {token}".encode().decode("latin-1")}
        for path in ("/api/me", "/api/me/tables"):
            status, text = fetch(server.base, path, **headers)
            assert status == 401
            told.add(text.rpartition("\n")[2])
    assert len(told) == 1


async def _guess_sockets(server: Remote, guest: Guest) -> None:
    address = server.base.replace("http", "ws")
    headers = {"authorization": f"Bearer {guest.token}"}
    for table in (codes.new_id(RANDOM), "x", "0" * 33):
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"{address}/ws/{table}", additional_headers=headers)
        assert refused.value.response.status_code == 404


def _check_stored(folder: Path, tokens_of: list[str]) -> None:
    """The database knows hashes of full-entropy tokens, and the files no token."""
    with sqlite3.connect(folder / "hornsup.db") as database:
        rows = database.execute("SELECT token_hash, id FROM players").fetchall()
    database.close()
    assert {row[0] for row in rows} >= {tokens.hashed(token) for token in tokens_of}
    assert all(len(row[1]) * 4 == 128 for row in rows)
    everything = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert not any(token.encode() in everything for token in tokens_of)


async def test_case_35_a_token_is_shown_on_request_alone(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ask = asyncio.to_thread
        name = {"name": "Ann"}
        _, told = await ask(fetch, server.base, "/api/session", method="POST", body=name)
        head, _, body = told.rpartition("\n")
        assert json.loads(body) == {"name": "Ann", "language": "en"}
        (cookie,) = [line for line in head.splitlines() if line.lower().startswith("set-cookie")]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        token = cookie.split("hornsup=")[1].split(";")[0]
        assert tokens.TOKEN.fullmatch(token)
        headers = {"cookie": f"hornsup={token}"}
        body = {**name, "token": True}
        _, told = await ask(fetch, server.base, "/api/session", method="POST", body=body, **headers)
        assert json.loads(told.rpartition("\n")[2])["token"] == token


async def test_case_35_short_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    """Thirty bits are soon guessed by somebody who may ask for ever."""
    async with local_server(tmp_path) as server:
        opened = await (await server.guest()).open_table({"game": "horns-up", "players": 3})
        status, _ = await asyncio.to_thread(fetch, server.base, f"/api/codes/{opened['code']}")
        assert status == 200
        guesses = [f"/api/codes/{codes.new_code(RANDOM)}" for _ in range(100)]
        found = [await asyncio.to_thread(fetch, server.base, path) for path in guesses]
        seen = Counter(status for status, _ in found)
        assert set(seen) == {404, 429}
        assert seen[429] > 20
        status, _ = await asyncio.to_thread(fetch, server.base, f"/api/tables/{opened['id']}")
        assert status == 200, "who has the link is not held up"


# --- 36: odd names and odd talk -------------------------------------------------------------------

HOSTILE = {
    "control": "An\x00n\x07\x1b[31m",
    "line breaks": "Ann\r\nSet-Cookie: x\u2028y\u2029z",
    "bidi": "Ann\u202egnissecca\u202c",
    "isolates": "\u2066Ann\u2069\u200e\u200f\u061c",
    "invisible": "A\u200bn\u2060n\ufeff\u00ad",
    "zalgo": "A" + "\u0335\u0321\u0489\u0315" * 20 + "nn",
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=a()>",
    "entity": "&lt;b&gt;&#x41;&amp;",
    "quotes": "\"'`\\\\ ${a}",
    "key": "@words.north",
    "no key": "@no.such.key",
    "braces": "{seat} {0} {n!r}",
    "half braces": "{{} {x",
    "percent": "%s %(a)s %n",
    "sql": "'; DROP TABLE log; --",
    "surrogate": "Ann\ud800",
    "private": "A\ue000\U000f0000nn",
    "emoji": "🤘🏿👩\u200d🎤",
    "tags": "A\U000e0041\U000e007fnn",
}


def _safe(text: str) -> bool:
    """One line, nothing hidden, no pile of marks, and what JSON can carry."""
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > 2 or (kind in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and char != "\u200d"):
            return False
    return bool(text.encode())


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_case_36_odd_text_is_made_safe_and_stays_so(text: str) -> None:
    for cleaned in (words.chat_line(text), words.name(text[:20])):
        assert _safe(cleaned)
        assert words.clean(cleaned) == cleaned


async def test_case_36_odd_names_and_talk_reach_others_as_they_are(tmp_path: Path) -> None:
    """Whatever somebody is called, sentences show it letter by letter, in every language."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "raise-your-horns", 3, keep_frames=True) as lines,
    ):
        server.services.sockets.may_talk = lambda _guest: True
        for kind, text in HOSTILE.items():
            if kind == "surrogate":  # no JSON text has half of a character
                continue
            name = words.name(text[:20])
            for seat, line in enumerate(lines):
                answer = await line.command("rename", name=f"{text[:20]}", seat=seat)
                assert answer.ok, (kind, answer)
            answer = await lines[0].command("chat", text=text)
            assert answer.ok, (kind, answer)
            await all_at(lines, answer.version)
            assert lines[1].chat[-1].text == words.chat_line(text)
            assert {seat.name for seat in lines[1].table.seats} == {name}
            await _say_names(lines, name)
        for frame in (text for line in lines for text in line.frames):
            assert _safe(frame), frame
            json.loads(frame)


async def _say_names(lines: list[TableClient], name: str) -> None:
    """A move and a refusal, whose sentences have the name in them."""
    bystander = next(line for line in lines if not line.legal)
    for language in ("en", "it", "fr"):
        await bystander.send_text(json.dumps({"type": "speak", "language": language}))
        answer = await bystander.move("roll")
        assert (answer.code, name in answer.message) == ("not-your-turn", True)
    told = len(bystander.sentences)
    await play_on(lines, 1)
    assert any(name in sentence for sentence in bystander.sentences[told:])
