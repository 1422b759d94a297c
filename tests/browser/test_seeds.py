"""A seed repeats a game: the server's draws, the bots' moves and what a page puts into the deal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.browser.players import player
from tests.browser.remote import SeededRemote
from tests.browser.seeded_server import SeededRandomness
from tests.browser.visitor import Visitor

GAME = "raise-your-horns"


def test_a_seed_begins_every_stream_anew(tmp_path: Path) -> None:
    file = tmp_path / "seed"
    source = SeededRandomness(file)

    def draws(seed: int) -> list[object]:
        file.write_text(str(seed))
        return [
            source.token_bytes(32, "secret"),
            source.token_bytes(8, "bot"),
            source.token_bytes(16, "table"),
        ]

    first, other = draws(1), draws(2)
    assert draws(1) == first
    assert not set(first) & set(other)


def test_the_streams_do_not_disturb_each_other(tmp_path: Path) -> None:
    file = tmp_path / "seed"
    file.write_text("1")
    one, two = SeededRandomness(file), SeededRandomness(file)
    for _ in range(3):
        two.token_bytes(8, "bot")
        two.token_bytes(16, "player")
    assert one.token_bytes(32, "secret") == two.token_bytes(32, "secret")
    fresh = SeededRandomness(file)
    assert one.token_bytes(32, "secret") != fresh.token_bytes(32, "secret"), "a stream goes on"


def test_the_same_seed_plays_the_same_game_on_another_server(
    browser: Browser, server: SeededRemote, seed: int, tmp_path: Path
) -> None:
    other = SeededRemote(tmp_path)
    other.start()
    try:
        assert whole_game(browser, server, seed) == whole_game(browser, other, seed)
    finally:
        other.stop()


def whole_game(browser: Browser, server: SeededRemote, seed: int) -> tuple[Any, ...]:
    """One person against two bots: what the page puts into a deal, the deal and the moves."""
    server.set_seed(seed)
    visitor = Visitor.come(browser, server.base, seed=seed)
    table = visitor.open_table(GAME, ["me", "easy", "easy"], options={"end_value": 2})
    visitor.go(f"/t/{table}", ".tbl")
    player(GAME, visitor).play()
    drawn = visitor.page.evaluate("import('/web/js/net.js').then((net) => net.contribution())")
    record = visitor.call("GET", f"/api/tables/{table}/record")
    visitor.leave()
    return drawn, record["deal"], record["moves"]
