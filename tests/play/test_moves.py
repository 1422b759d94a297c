"""Moves with a version, and taking them back up to the information barrier."""

from __future__ import annotations

from typing import Any

import pytest

from hornsup import i18n
from hornsup.core import record
from hornsup.play import viewing
from hornsup.play.table import REMEMBERED
from tests.play.desk import BEA, CAT, HOST, Desk, snapshot


def others(desk: Desk) -> list[str]:
    return [player for player in (HOST, BEA, CAT) if player != desk.mover]


def test_a_move_is_refused_to_others_spectators_and_when_stale() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    assert desk.refused(others(desk)[0], "move", move="roll") == "not-your-turn"
    assert desk.refused("stranger", "move", move="roll") == "not-seated"
    old = desk.table.version
    desk.play("roll")
    assert desk.refused(desk.mover, "move", version=old, move="roll") == "stale"
    ahead = desk.table.version + 1
    assert desk.refused(desk.mover, "move", version=ahead, move="roll") == "stale"


def test_an_illegal_move_is_refused_with_its_rule() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    assert desk.refused(desk.mover, "move", move="keep 6") != "stale"
    assert desk.refused(desk.mover, "move", move="nonsense")


@pytest.mark.parametrize("kind", ["chat", "react", "rename", "mute", "stand", "executor"])
def test_what_others_do_around_the_game_makes_no_move_stale(kind: str) -> None:
    """Else one could keep the others from moving."""
    desk = Desk().start(HOST, BEA, CAT)
    mover, version = desk.mover, desk.table.version
    other = others(desk)[0]
    seat = next(n for n in range(3) if desk.table.seats[n].player not in (other, None))
    if kind == "executor":
        desk.do("p-dan", "sit", seat=-1, name="Dan")
        desk.do("p-dan", "stand")
    else:
        fields: dict[str, dict[str, Any]] = {
            "chat": {"text": "hurry up"},
            "react": {"reaction": "hurry"},
            "rename": {"name": "Other"},
            "mute": {"seat": seat},
            "stand": {},
        }
        desk.do(other, kind, **fields[kind])
    rolled = desk.do(mover, "move", version=version, move="roll").logged
    assert rolled.version > version + 1, "something came between"
    assert rolled.player == mover


def test_a_command_id_is_remembered_with_its_version() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    mover = desk.mover
    step = desk.do(mover, "move", id="the-roll", move="roll")
    assert desk.table.answers[mover, "the-roll"] == step.logged.version
    for number in range(REMEMBERED + 5):
        desk.do(HOST, "chat", id=f"chat-{number}", text="…")
    assert len(desk.table.answers) == REMEMBERED
    assert desk.again().answers == desk.table.answers


def test_a_finished_game_gives_an_honest_record() -> None:
    desk = Desk(options={"end_value": 1}).start(HOST, BEA)
    desk.play_on(lambda: desk.table.phase == "over")
    found = desk.table.record()
    assert record.verify(found).honest
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Bea", ""]
    assert desk.refused(HOST, "move", move="roll") == "not-playing"
    assert desk.refused(HOST, "undo") == "not-playing"


# --- undo -----------------------------------------------------------------------------------------


def at_play(undo: str = "free") -> Desk:
    """Horns Up, everyone has entered: the mover's first own decision."""
    desk = Desk("horns-up", 3, undo=undo).start(HOST, BEA, CAT)
    desk.play_on(lambda: desk.legal()[0].split()[0] != "enter")
    return desk


def test_free_a_card_laid_is_taken_back_until_the_turn_passes() -> None:
    desk = at_play()
    mover, before = desk.mover, desk.table.state
    assert before is not None
    desk.play(next(move for move in desk.legal() if move.startswith("path")))
    assert viewing.may_undo(desk.table, desk.table.undo_seat)
    assert desk.refused(others(desk)[0], "undo") == "undo-passed"
    desk.do(mover, "undo")
    assert desk.table.state is not None
    assert desk.table.state.view(None) == before.view(None)
    assert not viewing.may_undo(desk.table, desk.table.to_move)
    assert desk.refused(mover, "undo").startswith("undo-")


def test_free_several_moves_are_taken_back_one_by_one() -> None:
    desk = at_play()
    mover, first = desk.mover, snapshot(desk.table)
    played = 0
    while played < 3:
        version = desk.table.version
        desk.play(next(move for move in desk.legal() if move.startswith(("path", "walk"))))
        played += 1
        if not desk.table.undo:
            pytest.fail(f"not to be taken back after version {version}")
    for _ in range(played):
        desk.do(mover, "undo")
    assert desk.table.undo == []
    assert viewing.view(desk.table, desk.table.to_move) == viewing.view(
        desk.again(), desk.table.to_move
    )
    assert first != snapshot(desk.table)  # the log knows that something was taken back


def test_strict_a_card_laid_was_seen() -> None:
    desk = at_play("strict")
    desk.play(next(move for move in desk.legal() if move.startswith("path")))
    assert desk.refused(desk.mover, "undo") == "undo-shown"


def test_off_nothing_is_taken_back() -> None:
    desk = at_play("off")
    seat = desk.table.to_move
    desk.play(next(move for move in desk.legal() if move.startswith("path")))
    assert not viewing.may_undo(desk.table, seat)
    assert desk.refused(desk.mover, "undo") == "undo-off"


def test_a_drawn_card_and_a_passed_turn_are_barriers() -> None:
    desk = at_play()
    found = set()
    for _ in range(200):
        mover = desk.mover
        desk.play()
        if not desk.table.undo and desk.table.phase == "playing":
            found.add(desk.refused(mover, "undo"))
    assert "undo-drawn" in found


def test_a_rolled_die_is_a_barrier() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    assert desk.refused(HOST, "undo") == "undo-nothing"
    mover = desk.mover
    desk.play("roll")
    assert desk.refused(mover, "undo") == "undo-rolled"


def test_what_a_bot_or_the_clock_played_stands() -> None:
    desk = Desk(players=3).start(HOST)
    desk.play_on(lambda: desk.table.barrier == "bot")
    assert desk.refused(HOST, "undo") == "undo-bot"
    timed = Desk("horns-up", 3, clock={"kind": "turn", "seconds": 30}).start(HOST, BEA, CAT)
    timed.wait(31).visit()
    assert timed.refused(HOST, "undo") == "undo-clock"


def test_a_bot_that_takes_over_closes_the_way_back() -> None:
    desk = at_play()
    mover = desk.mover
    desk.play(next(move for move in desk.legal() if move.startswith("path")))
    desk.do(mover, "stand")
    assert desk.refused(mover, "undo") == "undo-bot"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_barrier_is_explained(language: str) -> None:
    reasons = ["nothing", "rolled", "drawn", "revealed", "shown", "passed", "over", "bot", "clock"]
    said = {i18n.text(language, f"table.refused.undo-{reason}") for reason in reasons}
    assert len(said) == len(reasons)
