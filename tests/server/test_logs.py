"""Logs hold no secrets."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import msgspec
import pytest

from hornsup import client
from hornsup.client import TableClient
from hornsup.play import wire
from hornsup.play.runtime import SteadyClock
from hornsup.server.storage.store import Store
from tests.server.harness import FAST, Remote, remote_server
from tests.server.players import people_at_table, play_on, table_id


@pytest.mark.parametrize("log_json", [True, False])
async def test_case_29_35_logs_hold_no_token_hand_seed_or_contribution(
    tmp_path: Path, log_json: bool
) -> None:
    """At the most talkative level, over a game with a refusal, a flood and bad frames in it."""
    with remote_server(tmp_path, log_level="debug", log_json=log_json, **FAST) as server:
        async with people_at_table(server.base, "horns-up", keep_frames=True) as lines:
            await play_on(lines, 30)
            await lines[0].command("move", move="no such move")
            await lines[0].send_text("nonsense")
            await asyncio.to_thread(answered_badly, server.base, lines[0].guest.token)
            hands = {text for line in lines for text in hands_of(line)}
            tokens = {line.guest.token for line in lines}
            table = table_id(lines[0])
    said = server.log.read_text()
    assert "accepted" in said or "ready" in said, "there is a log at all"
    assert len(hands) > 3
    secret = await secret_of(server, table)
    for hidden in [*tokens, secret, *hands]:
        assert hidden not in said
    for word in ("authorization", "Bearer", "cookie", "contribution", '"hand"', '"seed"'):
        assert not re.search(re.escape(word), said, re.IGNORECASE), word
    if log_json:
        ours = [line for line in said.splitlines() if line.startswith("{")]
        assert ours
        assert all(
            {"event", "level", "timestamp"} <= msgspec.json.decode(line).keys() for line in ours
        )


def answered_badly(base: str, token: str) -> None:
    """Requests that fail, with a secret in every place where one can be."""
    for path in (f"/api/tables/{'0' * 32}", "/api/tables/nonsense", "/nowhere"):
        with pytest.raises(client.RequestRefused):
            client.request(base, "GET", path, token=token)


def hands_of(line: TableClient) -> list[str]:
    """Every hand that this line was ever shown, as it would be written in a log."""
    assert line.frames is not None
    found = []
    for text in line.frames:
        message = wire.read_message(text)
        view = getattr(message, "view", None) or getattr(message, "patch", None) or {}
        if view.get("hand"):
            found.append(json.dumps(view["hand"]))
            found.append(str(view["hand"]))
    return found


async def secret_of(server: Remote, table: str) -> str:
    store = Store(server.config.database, SteadyClock())
    try:
        row = await store.tables.get(table)
    finally:
        await store.database.engine.dispose()
    assert row is not None
    return str(row.secret)
