"""The pace of bots: as long as what has just happened takes to be seen."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from hornsup.core.showing import LONGEST
from hornsup.play import entries as log
from hornsup.play import timing
from hornsup.play.live.bots import TableBots
from tests.play.desk import BEA, CAT, HOST, Desk


def pause_of(desk: Desk) -> float:
    return timing.bot_pause(desk.table)


def showing_of(desk: Desk, events: list[Any]) -> float:
    return desk.table.game.showing(events)


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_the_pause_is_that_of_the_last_move(game: str) -> None:
    desk = Desk(game, 3, pace=1000).start(HOST)
    pauses, rng = set(), Random(8)
    for _ in range(60):
        if desk.table.phase != "playing":
            break
        step = desk.play(rng.choice(desk.legal()))
        assert pause_of(desk) == pytest.approx(1000 * showing_of(desk, step.events), abs=1)
        pauses.add(pause_of(desk))
    assert len(pauses) > 2, "not all moves are the same"


def test_chat_in_between_shortens_nothing() -> None:
    desk = Desk(players=3, pace=1000).start(HOST)
    while not any(event.kind == "rolled" for event in desk.play().events):
        pass
    before = pause_of(desk)
    desk.do(HOST, "chat", text="look at that")
    assert pause_of(desk) == before == 2600


def test_before_the_first_move_it_is_the_deal_that_is_seen() -> None:
    desk = Desk("horns-up", 3, pace=1000)
    assert pause_of(desk) == 1000
    desk.start(HOST)
    assert pause_of(desk) == 1000


def test_without_a_pace_nothing_is_waited_for() -> None:
    desk = Desk("horns-up", 3, pace=0).start(HOST)
    for _ in range(30):
        desk.play()
        assert pause_of(desk) == 0


def test_a_bot_is_not_looked_for_before_its_longest_pause_is_over() -> None:
    """The index may ask for a look too early; then `bot_due` says that it is too early."""
    desk = Desk("horns-up", 3, pace=5000).start(HOST, BEA, CAT)
    for player in (HOST, BEA, CAT):
        desk.do(player, "stand")
    longest = 0.0
    for _ in range(80):
        step = desk.wait(1).play()
        pause = 5000 * showing_of(desk, step.events)
        longest = max(longest, pause)
        assert timing.due(desk.table) == timing.bot_due(desk.table)
        assert timing.bot_due(desk.table) == desk.now + int(pause) + timing.BOT_PATIENCE_MS
        wait = timing.shortest_wait(desk.table, desk.table.settings)
        assert wait is not None
        assert desk.now + wait <= timing.bot_due(desk.table)
    assert longest <= 5000 * LONGEST


def test_a_forfeit_that_a_bot_owes_is_looked_after_too() -> None:
    desk = Desk(players=3, pace=1000, leavers="wait").start(HOST)
    desk.play_on(lambda: desk.table.bot_forfeit() is not None and desk.table.to_move == 0)
    assert desk.table.bot_to_move() is None
    assert timing.due(desk.table) == timing.bot_due(desk.table)
    debtor = desk.table.bot_forfeit()
    assert debtor is not None
    desk.wait(20).add(log.Confirmed(debtor, "bot"))
    assert timing.bot_due(desk.table) == desk.now + 1200 + timing.BOT_PATIENCE_MS


def test_no_bot_counts_as_overdue_while_people_may_still_look() -> None:
    desk = Desk(players=3, pace=5000).start(HOST)
    while not any(event.kind == "rolled" for event in desk.play().events):
        pass
    live: Any = SimpleNamespace(table=desk.table)
    bots = TableBots(live, live)  # as on a worker that has asked no bot
    assert timing.bot_pause(desk.table) == 13_000
    assert not bots.is_overdue(desk.now + 13_000)
    assert bots.is_overdue(timing.bot_due(desk.table))
