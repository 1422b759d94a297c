"""The functions for tables: undo barriers, default moves, reasons and names."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from hornsup import i18n
from hornsup.core import undo
from hornsup.games.raise_your_horns import GAME
from hornsup.games.raise_your_horns.events import EVENTS, ForfeitDealt, Named, RoundLost
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from hornsup.games.raise_your_horns.undo import MEANINGS
from tests.games.raise_your_horns.harness import ODD_DICE, lay, legal, new

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"forfeits": "off", "fouls": True, "end_goal": "stop"},
    {"dice": ODD_DICE, "name_only_in_round": True, "end_goal": "rounds", "end_value": 9},
)


def tables(count: int) -> list[tuple[RaiseYourHorns, random.Random]]:
    return [
        (new(3 + seed % 7, seed, **TABLES[seed % 3]), random.Random(seed)) for seed in range(count)
    ]


# --- taking back ----------------------------------------------------------------------------


def test_every_kind_of_event_has_a_meaning() -> None:
    assert set(MEANINGS) == {event._field_defaults["kind"] for event in EVENTS}


def test_dice_that_fell_stay_and_the_reason_fits() -> None:
    seen: Counter[str] = Counter()
    for state, rng in tables(60):
        for _ in range(80):
            if state.over:
                break
            before, move = state.clone(), rng.choice(state.legal_moves())
            reason = GAME.barrier(before, state, state.apply(move))
            assert reason is not None, f"{move} could be taken back"
            seen[reason] += 1
            assert _fits(before, state, reason)
    assert set(seen) == {undo.OVER, undo.ROLLED, undo.DRAWN, undo.PASSED}


def _fits(before: RaiseYourHorns, after: RaiseYourHorns, reason: str) -> bool:
    if reason == undo.OVER:
        return after.over
    if reason == undo.ROLLED:
        return after.words_used != before.words_used
    if reason == undo.DRAWN:
        return len(after.pending_forfeits) > len(before.pending_forfeits)
    return after.to_move != before.to_move or after.turns != before.turns


# --- when time is up ------------------------------------------------------------------------


def test_repeated_the_default_hands_the_dice_on() -> None:
    tried = 0
    for state, rng in tables(60):
        for _ in range(60):
            if state.over:
                break
            _runs_out(state.clone())
            tried += 1
            state.apply(rng.choice([m for m in state.legal_moves() if str(m) != "stop"]))
    assert tried > 1500


def _runs_out(state: RaiseYourHorns) -> None:
    seat = state.to_move
    for _ in range(30):
        move = GAME.default_move(state)
        assert str(move) in legal(state)
        assert str(move) not in ("stop", "foul")
        state.apply(move)
        if state.to_move != seat:
            return
    raise AssertionError(f"30 moves and {seat} is still to move")


def test_the_default_keeps_the_best_die_and_names_the_next_player() -> None:
    state = lay("WH B4 B5 F3", turn="A")
    assert str(GAME.default_move(state)) == "roll"
    state.apply("roll")
    assert str(GAME.default_move(state)) == "keep WH"
    state = lay("W5 B4 B1 F3", turn="A")
    state.apply("roll")
    assert str(GAME.default_move(state)) == "keep B4"
    for direction, name in ((1, "name A"), (-1, "name C")):
        state = lay("WH B4 B5 F!", turn="D", direction=direction)
        state.apply("roll")
        assert str(GAME.default_move(state)) == name


# --- why not? -------------------------------------------------------------------------------


def ask(state: RaiseYourHorns, die: str | None = None, seat: int = 0) -> str:
    return " ".join(f"{one.code}/{one.rule}" for one in GAME.why_unusable(state, seat, die))


def test_why_follows_the_moment() -> None:
    state = lay("W5 B4 B1 F3", turn="A")
    assert ask(state, "B4") == ask(state, seat=1) == "roll-first/R3"
    state.apply("roll")
    assert ask(state) == ask(state, "B4") == ""
    assert ask(state, "W5") == "white-waits/R5"
    assert ask(state, "B2") == "not-in-roll/R3"
    assert ask(state, "@x.y") == "unreadable/R3"
    assert ask(state, "B4", seat=2) == "keep-first/R3"
    assert ask(new(3), seat=1) == "start-roll-first/R2"


def test_why_when_somebody_names_and_when_it_is_over() -> None:
    state = lay("WH B4 B1 F!", turn="A", options={"end_goal": "losses", "end_value": 1})
    state.apply("roll")
    assert ask(state, "B4") == ask(state, seat=1) == "name-first/R10"
    state.apply("name C")
    assert ask(state, "B4") == "game-over/R13"


# --- names ----------------------------------------------------------------------------------

HOSTILE = ["@words.north", "{seat}", "Zoë %s", "@../x.y"]


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_names_stand_in_sentences_as_they_are(language: str) -> None:
    narrate = GAME.narrate
    assert narrate is not None
    told = narrate(Named(1, 0), language, HOSTILE)
    assert "{seat}" in told
    assert "@words.north" in told
    both = narrate(RoundLost(2, (0, 3)), language, HOSTILE)
    assert f"@words.north {i18n.text(language, 'words.and')} @../x.y" in both
    assert narrate(ForfeitDealt(0, "own", "@forfeits.text"), language).endswith("@forfeits.text")


def test_a_refusal_calls_people_by_name() -> None:
    state = lay("W5 B4 B1 F3", turn="A")
    [refusal] = GAME.why_unusable(state, 1)
    assert "@words.north must roll" in refusal.text("en", HOSTILE)
    assert "A must roll" in refusal.text("en")
