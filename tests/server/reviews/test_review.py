"""The review of a finished game: streamed, kept, without names, and never of a running game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from hornsup import i18n
from hornsup.core import record
from hornsup.play.live.ports import BotFailed
from hornsup.server.live import reviews as live_reviews
from hornsup.server.storage.schema import reviews
from tests.server.harness import FAST, Local, local_server, until
from tests.server.players import people_at_table, play_on, table_id
from tests.server.reviews.finished import fetch, finished_game, kinds, reading, review

ROUTES = (
    "review",
    "review?seen_by=table",
    "review?seen_by=0",
    "review?seen_by=99",
    "review.svg",
    "preview.png",
    "instead?move=1&other=end",
)


async def rows(server: Local) -> int:
    query = select(func.count()).select_from(reviews)
    return int((await server.services.store.database.read_one(query))[0])


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
async def test_the_graph_comes_first_and_the_review_is_kept(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_reviews, "SECONDS", 0.5)
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base, game) as lines:
        table = table_id(lines[0])
        parts = await review(server.base, table)
        assert kinds(parts)[:2] == ["graph", "ledger"]
        assert kinds(parts)[-1] == "review"
        pid = server.services.reviews.reviewer.pid
        again = await review(server.base, table)
        assert again == [part for part in parts if part["part"] != "decision"]
        assert server.services.reviews.reviewer.pid == pid
        assert await rows(server) == 1
        _check_sums(parts, await lines[0].guest.call("GET", f"/api/tables/{table}/record"))
        await server.services.store.tables.delete([table])
        assert await rows(server) == 0


def _check_sums(parts: list[dict[str, Any]], found: dict[str, Any]) -> None:
    graph, ledger, last = parts[0], parts[1], parts[-1]
    assert graph["players"] == found["players"]
    assert len(ledger["ledger"]) == found["players"]
    assert {each["move"] for each in graph["chances"]} <= set(range(len(found["moves"]) + 1))
    assert all(point["text"] for point in last["turning_points"])
    assert record.check_form(found)


async def test_sentences_have_the_names_and_the_language_of_the_moment(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        table = table_id(lines[0])
        live = server.services.registry.tables[table]
        await review(server.base, table)
        kept = await server.services.store.reviews.get(table, "open")
        assert not any(name in json.dumps(kept) for name in ("P0", "P1"))
        told = {}
        for language in i18n.LANGUAGES:
            last = (await review(server.base, table, f"language={language}"))[-1]
            told[language] = last["turning_points"][0]["text"]
        assert len(set(told.values())) == 3
        names = live.table.names()
        assert any(name in told["en"] for name in names)
        assert not any("\ue000" <= letter <= "\uf8ff" for text in told.values() for letter in text)


async def test_a_name_that_is_forgotten_is_in_no_review(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        table = table_id(lines[0])
        await review(server.base, table)
        live = server.services.registry.tables[table]
        await lines[0].guest.call("DELETE", "/api/me")
        await until(lambda: "P0" not in live.table.names())
        after = json.dumps(await review(server.base, table))
        assert "P0" not in after
        assert "P1" in after or "Bot" in after


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
async def test_case_49_a_running_game_has_no_review(tmp_path: Path, game: str) -> None:
    """Every route answers as the record's does, and nothing of it has begun."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, game, 3, keep_frames=True) as lines,
    ):
        await play_on(lines, 5)
        base = f"/api/tables/{table_id(lines[0])}"
        expected = await asyncio.to_thread(fetch, server.base, f"{base}/record")
        assert expected[0] == 409
        for route in ROUTES * 32:  # more than the limit lets through
            assert await asyncio.to_thread(fetch, server.base, f"{base}/{route}") == expected
        assert server.services.reviews.reviewer.pid is None
        assert await rows(server) == 0
        assert not any("review" in frame for line in lines for frame in line.frames)


OTHER_ROUTES = {"mine", "evening", "choices", "what-if", "practice"}
"""Of the player's own alone; `test_what_if.py` has their refusals."""


async def test_case_49_no_route_of_reviews_is_forgotten(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server:
        _, body = await asyncio.to_thread(fetch, server.base, "/api/openapi.json")
    found = {
        path.rpartition("/")[2]
        for path, methods in json.loads(body)["paths"].items()
        for method in methods.values()
        if "reviews" in method.get("tags", ())
    }
    assert found == {route.partition("?")[0] for route in ROUTES} | OTHER_ROUTES


async def test_case_49_a_running_game_has_no_review_for_its_players(tmp_path: Path) -> None:
    """Over the socket nothing asks for one, and the routes tell those who play nothing more."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "horns-up", 3, keep_frames=True) as lines,
    ):
        await play_on(lines, 5)
        base = f"/api/tables/{table_id(lines[0])}"
        bearer = {"authorization": f"Bearer {lines[0].guest.token}"}
        ask = partial(fetch, server.base, **bearer)
        assert await asyncio.to_thread(ask, path=f"{base}/evening") == (200, b"[]")
        for route in ROUTES:
            status, body = await asyncio.to_thread(ask, path=f"{base}/{route}")
            assert (status, json.loads(body)["code"]) == (409, "not-over")
        for kind in ("review", "what-if", "practice"):
            before = len(lines[0].frames or [])
            await lines[0].send_text(json.dumps({"type": kind, "id": "9", "move": 1, "seat": 0}))
            await until(lambda before=before: len(lines[0].frames or []) > before)
            (answer,) = (lines[0].frames or [])[before:]
            told = json.loads(answer)
            assert (told["type"], told["ok"], told["code"]) == ("answer", False, "bad-frame")
        assert server.services.reviews.reviewer.pid is None
        assert await rows(server) == 0


async def test_case_50_work_ends_when_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_reviews, "SECONDS", 60.0)
    async with (
        local_server(tmp_path, **FAST) as server,
        finished_game(server.base, "horns-up") as lines,
    ):
        found = server.services.reviews

        def read_a_line() -> bytes:
            path = f"/api/tables/{table_id(lines[0])}/review"
            with reading(server.base, path) as answer:
                return answer.readline()

        first = await asyncio.to_thread(read_a_line)
        assert json.loads(first)["part"] == "graph"
        await until(lambda: not found.waiting, "the review ends")
        await until(lambda: found.reviewer.pid is None, "its process ends")
        assert await rows(server) == 0


async def test_case_50_one_person_waits_for_one_review_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_reviews, "SECONDS", 60.0)
    async with (
        local_server(tmp_path, **FAST) as server,
        finished_game(server.base, "horns-up") as lines,
    ):
        table, token = table_id(lines[0]), lines[0].guest.token
        bearer = {"authorization": f"Bearer {token}"}
        first = asyncio.create_task(review(server.base, table, **bearer))
        await until(lambda: server.services.reviews.waiting == 1)
        monkeypatch.setattr(live_reviews, "SECONDS", 0.0)
        second = await review(server.base, table, "seen_by=table", **bearer)
        assert second[-1]["part"] == "review"
        told = (await first)[-1]
        assert (told["part"], told["code"]) == ("ended", "review-elsewhere")
        assert told["message"] == i18n.text("en", "table.refused.review-elsewhere")


async def test_case_50_the_queue_is_bounded_and_every_refusal_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_reviews, "MOST_WAITING", 0)
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        path = f"/api/tables/{table_id(lines[0])}/review"
        for language in i18n.LANGUAGES:
            ask = partial(fetch, server.base, path, **{"accept-language": language})
            status, body = await asyncio.to_thread(ask)
            assert status == 409
            expected = i18n.text(language, "table.refused.review-busy")
            assert json.loads(body) == {"code": "review-busy", "message": expected}


async def test_an_address_has_a_limit(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        path = f"/api/tables/{table_id(lines[0])}/review"
        answers = [await asyncio.to_thread(fetch, server.base, path) for _ in range(32)]
        assert {status for status, _ in answers} == {200, 429}
        assert json.loads(answers[-1][1])["code"] == "slow-down"


async def test_a_failure_is_told_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:

        async def fails(_data: bytes, _seconds: float) -> AsyncIterator[dict[str, Any]]:
            if _data:
                raise BotFailed("gone")
            yield {}

        monkeypatch.setattr(server.services.reviews.reviewer._child, "answers", fails)
        parts = await review(server.base, table_id(lines[0]))
        assert [part["code"] for part in parts] == ["review-failed"]
        assert await rows(server) == 0


async def test_an_unknown_table_or_seat_has_none(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        for path, status in (
            (f"/api/tables/{'0' * 32}/review", 404),
            (f"/api/tables/{table_id(lines[0])}/review?seen_by=7", 409),
            (f"/api/tables/{table_id(lines[0])}/review?seen_by=all", 400),
        ):
            assert (await asyncio.to_thread(fetch, server.base, path))[0] == status
