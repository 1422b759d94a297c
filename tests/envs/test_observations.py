"""Observations and rows: what is in them, and that hidden cards are not."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import hornsup
from hornsup.core.notation import parse_cell
from hornsup.envs.encoder import Encoder, make_encoder
from hornsup.envs.horns_up.encoder import HornsUpEncoder
from hornsup.envs.horns_up.encoder import make as make_horns_up
from hornsup.envs.raise_your_horns.encoder import make as make_dice
from hornsup.errors import BadInput
from hornsup.games.horns_up.state import HornsUp
from tests.envs.harness import SIZES, dice_positions, horns_up_positions
from tests.seeds import new_random


def observed(encoder: Encoder, state: Any, seat: int) -> Any:
    out = np.full(encoder.size, 77, dtype=np.int16)
    encoder.observe(state, seat, out)
    return out


def everything(encoder: Encoder, state: Any, seat: int) -> tuple[bytes, list[int], bytes]:
    """All that a seat is given: the observation, and if it is to move numbers and rows."""
    mine = state.to_move == seat
    numbers = encoder.legal(state) if mine else []
    rows = encoder.rows(state).tobytes() if mine else b""
    return observed(encoder, state, seat).tobytes(), numbers, rows


@pytest.mark.parametrize("free_walks", ["one", "all"])
@pytest.mark.parametrize("players", SIZES)
def test_hidden_cards_of_horns_up_change_nothing(players: int, free_walks: str) -> None:
    """Permute what the seat cannot know: observation, numbers and rows stay the same bit by bit."""
    rng = new_random()
    changed = checked = 0
    for state in horns_up_positions(players, games=14, turns=30):
        if rng.random() < 0.6:
            continue
        encoder = make_horns_up(state.options, players, free_walks)
        for seat in {state.mover, rng.randrange(players)}:
            other = state.determinize(seat, Random(rng.random()))
            changed += other.hands != state.hands
            checked += 1
            assert everything(encoder, other, seat) == everything(encoder, state, seat)
    assert checked > 400
    assert changed > checked / 2, "the hidden hands were really dealt again"


@pytest.mark.parametrize("players", SIZES)
def test_dice_to_come_change_nothing(players: int) -> None:
    rng = new_random()
    for state in dice_positions(players, games=15):
        encoder = make_dice(state.options, players, "one")
        seat = rng.randrange(players)
        other = state.determinize(seat, Random(rng.random()))
        assert other.seed != state.seed
        assert everything(encoder, other, seat) == everything(encoder, state, seat)


@pytest.mark.parametrize("players", SIZES)
def test_an_observation_of_horns_up_says_what_the_view_says(players: int) -> None:
    rng = new_random()
    checked = 0
    for state in horns_up_positions(players, games=14, turns=25):
        if rng.random() < 0.8:
            continue
        encoder = make_horns_up(state.options, players, "one")
        seat = rng.randrange(players)
        _compare(encoder, state, seat)
        checked += 1
    assert checked > 100


def _compare(encoder: HornsUpEncoder, state: HornsUp, seat: int) -> None:
    view, found, spans = state.view(seat), observed(encoder, state, seat), encoder.layout.spans
    slugs = encoder.map.rules.slugs

    def part(name: str) -> Any:
        return found[spans[name].places].reshape(spans[name].shape)

    def named(name: str) -> dict[str, int]:
        return {slugs[kind]: int(n) for kind, n in enumerate(part(name)) if n}

    assert named("own_hand") == Counter(view["hand"])
    assert named("discard") == Counter(view["discard"])
    assert part("deck")[0] == view["deck_size"]
    hidden = view["deck_size"] + sum(
        rocker["hand_size"] - len(rocker["known"])
        for rocker in view["rockers"]
        if rocker["seat"] != seat
    )
    assert part("unseen").sum() == hidden
    assert part("unseen").min() >= 0
    assert part("seat").argmax() == seat
    if view["to_move"] is not None:
        assert (part("to_move").argmax() + seat) % encoder.players == view["to_move"]
    for card in view["table"]:
        x, y = parse_cell(card["cell"])
        if card["kind"] == "wall":
            kind = slugs.index(card["card"]) - encoder.map.rules.walls_from
            assert part("walls")[kind, y - 1, x + 15] == 1
        else:
            planes = part("open" if card["face"] == "up" else "face_down")[:, y - 1, x + 15]
            assert "".join(s for s, bit in zip("NESW", planes, strict=True) if bit) == card["sides"]
    assert part("walls").sum() == sum(card["kind"] == "wall" for card in view["table"])
    for place in range(encoder.players):
        rocker = view["rockers"][(seat + place) % encoder.players]
        figures = part("rockers")[place]
        assert figures[0] == rocker["hand_size"]
        assert figures[1] == rocker["tokens"]
        assert part("known")[place].sum() == len(rocker["known"])
        if rocker["pawn"]:
            x, y = parse_cell(rocker["pawn"])
            assert part("pawns")[place, y - 1, x + 15] == 1


@pytest.mark.parametrize("players", SIZES)
def test_an_observation_of_the_dice_says_what_the_view_says(players: int) -> None:
    rng = new_random()
    for state in dice_positions(players, games=10):
        encoder = make_dice(state.options, players, "one")
        seat = rng.randrange(players)
        view, found, spans = state.view(seat), observed(encoder, state, seat), encoder.layout.spans
        rockers = found[spans["rockers"].places].reshape(spans["rockers"].shape)
        assert [int(rockers[(s - seat) % players, 0]) for s in range(players)] == view["losses"]
        rolled = found[spans["rolled"].places]
        texts = [
            face.text for face, n in zip(encoder.map.faces, rolled, strict=True) for _ in [0] * n
        ]
        off = ["F!"] * int(found[spans["off"].places][0])
        assert sorted([*texts, *off]) == sorted(view["roll"] or [])
        for other, text in enumerate(view["kept"]):
            figures = rockers[(other - seat) % players]
            if text is not None:
                assert "WBF"[int(figures[4:7].argmax())] == text[0]
                assert str(int(figures[8])) == text[1:] or (figures[7] == 1 and text[1:] == "H")


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
@pytest.mark.parametrize("players", SIZES)
def test_each_legal_move_has_a_row_with_its_verb(game: str, players: int) -> None:
    encoder = make_encoder(game, players, free_walks="all")
    state: Any = hornsup.new(game, players=players, seed=5)
    rng = new_random()
    start = encoder.row_layout.spans["verb"].start
    for _ in range(300):
        if state.over:
            break
        moves = state.legal_moves()
        rows = encoder.rows(state)
        assert rows.shape == (len(moves), encoder.row_width)
        assert np.isfinite(rows).all()
        names = encoder.row_layout.spans["verb"].meaning.removeprefix("one of ").split(", ")
        verbs = rows[:, start : start + len(names)]
        assert [names[int(row.argmax())] for row in verbs] == [move.verb for move in moves]
        state.apply(rng.choice(moves))


def test_rows_tell_a_win_and_a_way_forward() -> None:
    """A Path that reaches the Stage needs no more Paths; one that turns away gains nothing."""
    from hornsup.core import registry

    game = registry.get("horns-up")
    position = {
        "turn": "A",
        "actions": 2,
        "pawns": {"A": "0,2", "B": "1,3", "C": "0,8"},
        "paths": ["NS 0,2", "EW 1,3"],
        "hands": {"A": ["path-ns", "path-ew", "pushed-away"]},
    }
    state = game.position(3, game.read_options(None), position)
    assert isinstance(state, HornsUp)
    encoder = make_horns_up(state.options, 3, "one")
    rows = encoder.rows(state)
    texts = [str(move) for move in state.legal_moves()]
    column = {name: span.start for name, span in encoder.row_layout.spans.items()}
    win = rows[texts.index("path NS 0,1")]
    assert win[column["needed"]] == 1
    assert win[column["needed_after"]] == 0
    assert win[column["planned"]] == 1
    turned = rows[texts.index("path EW 0,2")]
    assert turned[column["on_own"]] == 1
    assert turned[column["gain"]] < 0
    push = rows[texts.index("play pushed-away B S")]
    assert push[column["harm"]] == 1
    assert push[column["place"] + 1] == 1


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="free_walks is one or all"):
        make_encoder("horns-up", 4, free_walks="two")
    with pytest.raises(BadInput, match="3 to 9 players, not 2"):
        make_encoder("horns-up", 2)
    with pytest.raises(BadInput, match="unknown preset"):
        make_encoder("horns-up", 3, options="nonsense")
