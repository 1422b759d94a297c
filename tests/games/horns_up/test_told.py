"""Nobody is moved without being told, and no event names a cell outside the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hornsup import i18n
from hornsup.core.notation import parse_cell
from hornsup.games.horns_up import GAME, events
from hornsup.games.horns_up.board import CELL_TEXT, MAX_X, ROWS, cell_of_text
from hornsup.games.horns_up.narration import narrate
from hornsup.games.horns_up.state import HornsUp
from tests.games.horns_up.harness import eager, games

MOVED = ("entered", "walked", "surfed", "carried", "sent-to-entrance")
TAKEN = ("entrance-took", "off-edge")
WITH_ONE_CELL = ("cell", "start")
WITH_CELLS = ("cells", "walk", "swept")
WAYS = ("N", "E", "S", "W")


def follow(pawns: list[int], happened: list[Any]) -> list[int]:
    """Where the pawns are after events, by what the events say."""
    told = list(pawns)
    for event in happened:
        if event.kind in MOVED:
            if "start" in event._fields:
                assert CELL_TEXT[told[event.seat]] == event.start, event
            told[event.seat] = cell_of_text(event.cell)
    return told


def cells_named(event: Any) -> list[str]:
    data = event._asdict()
    named = [data[name] for name in WITH_ONE_CELL if name in data]
    return named + [cell for name in WITH_CELLS for cell in data.get(name, ())]


def is_on_table(cell: str, state: HornsUp) -> bool:
    x, y = parse_cell(cell)
    if y == 0:
        return cell_of_text(cell) in state.rules.stage_cells
    return abs(x) <= MAX_X and 1 <= y <= ROWS


def check_order(happened: list[Any]) -> None:
    """What takes a card is told before those who stood on it, and a push before what it moves."""
    for place, event in enumerate(happened):
        before = [each.kind for each in happened[:place]]
        if event.kind == "sent-to-entrance":
            causes = [each for each in happened[:place] if each.kind in TAKEN]
            cause = causes[-1]
            assert (cause.start if cause.kind == "entrance-took" else cause.cell) == event.start
            assert event.why == ("edge" if cause.kind == "off-edge" else "entrance")
        if event.kind in ("carried", *TAKEN):
            assert {"pushed", "divided", "closed"} & set(before), event
        if event.kind == "covered":
            assert "pushed" in before
        if event.kind == "overlap-lost":
            assert {"closed", "kept"} & set(before), event


def play_and_check(state: HornsUp, move: Any) -> Counter[str]:
    pawns = state.pawns.copy()
    happened = state.apply(move)
    assert follow(pawns, happened) == state.pawns, (str(move), happened)
    for event in happened:
        assert all(is_on_table(cell, state) for cell in cells_named(event)), event
    check_order(happened)
    return Counter(event.kind for event in happened)


@pytest.mark.parametrize("seed", range(3))
def test_in_random_games_everyone_who_moves_is_told_where(seed: int) -> None:
    kinds: Counter[str] = Counter()
    for state, rng in games(700 + seed, 20):
        while not state.over and state.turns <= 60:
            kinds += play_and_check(state, pushy(state, rng))
    assert min(kinds[kind] for kind in ("carried", "sent-to-entrance", "entrance-took")) > 10
    assert min(kinds[kind] for kind in ("covered", "overlap-lost", "walked")) > 0, kinds


def pushy(state: HornsUp, rng: Random) -> Any:
    """Moves that get somewhere, and as many pushes and Stage cards as there are."""
    moves = [move for move in state.legal_moves() if str(move).startswith(TICKETS)]
    return rng.choice(moves) if moves and rng.random() < 0.7 else eager(state, rng)


TICKETS = ("play pushed-away", "play horns-up")


# --- tables with cards at their edges, which random games do not reach ----------------------------


def crowded(rng: Random) -> HornsUp:
    """Cards and pawns at the edges, the Entrances and the centre; everything that moves at hand."""
    cells = [
        (x, y)
        for x in (-15, -14, -5, -4, -3, -1, 0, 1, 3, 4, 5, 14, 15)
        for y in (1, 2, 3, 4, 5, 19, 20)
        if abs(x) + y != 8
    ]
    chosen = rng.sample(cells, 24)
    sides = ["NS", "EW", "NE", "NW", "NES", "NEW", "NESW"]
    paths = [f"{sides[at % 7]} {x},{y}" for at, (x, y) in enumerate(chosen[:14])]
    down = [f"down {sides[at % 7]} {x},{y}" for at, (x, y) in enumerate(chosen[14:18])]
    walls = ["troublemakers", "headbangers", "mosh-pit"] * 2
    state = GAME.position(
        5,
        GAME.read_options({"skips_stack": rng.random() < 0.5}),
        {
            "pawns": {
                letter: f"{x},{y}" for letter, (x, y) in zip("ABCDE", chosen[:5], strict=True)
            },
            "paths": paths + down,
            "walls": [f"{wall} {x},{y}" for wall, (x, y) in zip(walls, chosen[18:], strict=True)],
            "hands": {letter: ["pushed-away", "horns-up"] for letter in "ABCDE"},
            "stage_draw": ["wall-of-death", rng.choice(["encore", "guest-star"])],
            **({"stage": "wall-of-death"} if rng.random() < 0.5 else {}),  # closes at once
        },
    )
    assert isinstance(state, HornsUp)
    return state


def moves_of(state: HornsUp, rng: Random) -> Iterator[Any]:
    """The Tickets that move cards, and the answers that they ask for."""
    while not state.over:
        wanted = [
            move
            for move in state.legal_moves()
            if str(move).startswith((*TICKETS, "part", "keep", "discard"))
        ]
        if not wanted and state.turns > 12:
            return
        yield rng.choice(wanted) if wanted else "end"


@pytest.mark.parametrize("seed", range(4))
def test_at_the_edges_everyone_who_moves_is_told_where(seed: int) -> None:
    kinds: Counter[str] = Counter()
    for number in range(40):
        rng = Random(f"edge/{seed}/{number}")
        state = crowded(rng)
        for move in moves_of(state, rng):
            kinds += play_and_check(state, move)
    wanted = ("off-edge", "sent-to-entrance", "carried", "covered", "overlap-lost", "kept")
    assert min(kinds[kind] for kind in wanted) > 3, kinds


def test_an_untold_move_and_a_cell_outside_are_found() -> None:
    """The checks above can fail."""
    state = crowded(Random(1))
    carried = events.Carried(0, CELL_TEXT[state.pawns[0]], "2,2")
    assert follow(state.pawns, []) == state.pawns
    assert follow(state.pawns, [carried]) != state.pawns
    with pytest.raises(AssertionError):
        follow(state.pawns, [carried._replace(start="9,9")])
    outside = ("16,4", "-16,4", "0,21", "1,0", "-3,0")
    assert not any(is_on_table(cell, state) for cell in outside)
    assert all(is_on_table(cell, state) for cell in ("15,1", "-15,20", "0,0"))
    with pytest.raises(IndexError):
        check_order([events.SentToEntrance(0, "3,4", "4,4", "entrance")])


# --- the sentences --------------------------------------------------------------------------------

LOST: tuple[Any, ...] = (
    events.EntranceTook("mosh-pit", "3,4", "4,4"),
    events.OffEdge("mosh-pit", "15,4", "E"),
    events.Covered("mosh-pit", "2,2"),
    events.OverlapLost("mosh-pit", "1,4", "0,4"),
)
PAWNS: tuple[Any, ...] = (
    events.Carried(1, "1,4", "2,4"),
    events.SentToEntrance(1, "3,4", "4,4", "entrance"),
    events.SentToEntrance(1, "15,3", "4,4", "edge"),
)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_case_has_a_sentence_of_its_own(language: str) -> None:
    said = [narrate(event, language, ["Ann", "Bea"]) for event in (*LOST, *PAWNS)]
    assert len(set(said)) == len(said)
    for event, sentence in zip(LOST, said, strict=False):
        assert i18n.text(language, "cards.names.mosh-pit") in sentence
        assert event.cell in sentence
    for event, sentence in zip(PAWNS, said[len(LOST) :], strict=True):
        assert "Bea" in sentence
        assert event.cell in sentence
    assert i18n.text(language, "words.east") in said[1]
