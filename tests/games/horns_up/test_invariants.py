"""Invariants over random games with 3 to 9 players, every preset and random switches."""

from __future__ import annotations

import random

import pytest

import hornsup
from hornsup.core import record
from hornsup.core.moves import Move
from hornsup.games.horns_up.board import CARD, CELLS, UP
from hornsup.games.horns_up.state import HornsUp
from tests.games.horns_up.harness import (
    audience_cards,
    eager,
    fingerprint,
    full_set,
    games,
    stage_cards,
)

TURNS = 60


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))]
)
def test_h2_every_card_is_always_in_exactly_one_place(seed: int) -> None:
    for state, rng in games(seed, 40):
        audience, stage = full_set(state.rules.counts), full_set(state.rules.stage_counts)
        assert audience.total() == 137
        assert stage.total() == 12
        while not state.over and state.turns <= TURNS:
            state.apply(eager(state, rng))
            assert audience_cards(state) == +audience
            assert stage_cards(state) == +stage
            assert 0 <= min(state.tokens) <= max(state.tokens) <= 3
            assert sum(state.tokens) <= state.rules.token_supply
            _check_table(state)


def _check_table(state: HornsUp) -> None:
    """The lists beside the board say what the board says, and pawns stand on cards."""
    board = state.board
    assert state.table == [cell for cell in range(CELLS) if board[cell] & CARD]
    assert sorted(state.face_up) == [cell for cell in state.table if board[cell] & UP]
    if not state.agenda and not state.over and state.turn_number:
        for pawn in state.pawns:
            assert board[pawn] & 15, "a pawn stands on a face-up Path or an Entrance"


@pytest.mark.parametrize("seed", range(4))
def test_legal_moves_are_accepted_unique_and_stable(seed: int) -> None:
    for state, rng in games(100 + seed, 12):
        while not state.over and state.turns <= 25:
            moves = state.legal_moves()
            assert moves == state.clone().legal_moves()
            assert len(set(moves)) == len(moves)
            for move in rng.sample(moves, min(4, len(moves))):
                assert state.why_not(move) is None
                assert state.parse(str(move)) == move
                state.clone().apply(str(move))
            state.apply(rng.choice(moves) if rng.random() < 0.5 else eager(state, rng))


def _stranger(state: HornsUp, rng: random.Random) -> str:
    """A well-formed move that may or may not be legal now."""
    slugs = state.rules.slugs
    cell = f"{rng.randrange(-6, 7)},{rng.randrange(-1, 12)}"
    sides = rng.choice(["NS", "EW", "NE", "SW", "NW", "ES", "NES", "NSW", "NEW", "ESW", "NESW"])
    return rng.choice(
        [
            f"enter {cell}",
            f"walk {cell}",
            f"path {sides} {cell}",
            f"wall {rng.choice(slugs[7:10])} {cell}",
            f"clear {cell} {rng.choice(slugs)}",
            "token",
            "end",
            f"discard {rng.choice(slugs)}",
            f"part {cell} {rng.choice(['left', 'right'])}",
            f"keep {cell} {rng.choice(['left', 'right', 'centre'])}",
            _strange_ticket(rng, slugs, cell, sides),
        ]
    )


def _strange_ticket(rng: random.Random, slugs: tuple[str, ...], cell: str, sides: str) -> str:
    parts = (
        rng.choice(["left", "right"]),
        rng.choice("ABCDE"),
        rng.choice("NESW"),
        cell,
        f"path {sides}",
    )
    named = [part for part in parts if rng.random() < 0.4]
    return " ".join(["play", rng.choice(slugs), *named])


@pytest.mark.parametrize("seed", range(6))
def test_moves_off_the_list_are_refused_with_a_rule_and_change_nothing(seed: int) -> None:
    refused = 0
    for state, rng in games(200 + seed, 20):
        while not state.over and state.turns <= 40:
            text = _stranger(state, rng)
            before = fingerprint(state)
            try:
                move = state.parse(text)
            except hornsup.IllegalMove as error:
                assert error.code.startswith("unreadable")
                continue
            legal = move in state.legal_moves()
            why = state.why_not(move)
            assert (why is None) == legal, text
            if why is not None:
                refused += 1
                with pytest.raises(hornsup.IllegalMove) as caught:
                    state.apply(text)
                assert (caught.value.code, caught.value.rule) == (why.code, why.rule)
                assert why.rule[0] == "H"
                for language in ("en", "it", "fr"):
                    assert why.text(language).endswith(why.rule)
            assert fingerprint(state) == before
            state.apply(eager(state, rng))
    assert refused > 500


@pytest.mark.parametrize("seed", range(3))
def test_records_replay_event_for_event(seed: int) -> None:
    for state, rng in games(300 + seed, 6):
        told = [state.opening]
        while not state.over and state.turns <= 30:
            told.append(state.apply(eager(state, rng)))
        data = state.record()
        again = [happened for _, happened in record.steps(data)]
        assert again == told
        replayed = record.replay(data)
        assert isinstance(replayed, HornsUp)
        assert fingerprint(replayed) == fingerprint(state)
        assert record.verify(data).honest


def test_a_clone_is_independent_and_advance_equals_apply() -> None:
    for state, rng in games(400, 25):
        while not state.over and state.turns <= 30:
            move = eager(state, rng)
            before = fingerprint(state)
            copy = state.clone()
            copy.advance(move)
            assert fingerprint(state) == before
            state.apply(move)
            assert fingerprint(copy) == fingerprint(state)


def test_a_move_object_of_another_deck_is_read_by_its_text() -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    stranger = Move("enter 0,8", 12345)
    state.apply(stranger)
    assert state.view(None)["rockers"][state.view(None)["first"]]["pawn"] == "0,8"


def test_the_same_arguments_give_the_same_deal_on_every_machine_and_python_version() -> None:
    state = hornsup.new("horns-up", players=4, seed=7)
    assert state.view(None)["first"] == state.opening[0].seat == 0
    assert [state.view(seat)["hand"] for seat in range(4)] == [
        ["path-nw", "path-nes", "headbangers", "cold-beer"],
        ["path-ew", "path-ne", "path-nes", "pushed-away"],
        ["path-ns", "path-ne", "mosh-pit", "ticket-check"],
        ["path-ne", "path-ne", "path-nesw", "headbangers"],
    ]
    assert hornsup.new("horns-up", players=4, seed=8).view(0) != state.view(0)
