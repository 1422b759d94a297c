"""Why not? is answered with nothing where a move is legal, and else with refusals that fit."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hornsup import i18n
from hornsup.core.refusal import Refusal
from hornsup.games.horns_up import GAME
from hornsup.games.horns_up.state import HornsUp
from tests.games.horns_up.harness import eager, games

PAWNS = {"A": "0,6", "B": "1,7", "C": "-1,7"}


def lay(**position: object) -> HornsUp:
    """A's turn with two actions, on a Path that lies open N and S."""
    options = GAME.read_options(position.pop("options", None))
    data = {"turn": "A", "actions": 2, "pawns": PAWNS, "paths": ["NS 0,6"], **position}
    state = GAME.position(3, options, data)
    assert isinstance(state, HornsUp)
    return state


def ask(state: HornsUp, card: str | None = None, cell: str | None = None, seat: int = 0) -> str:
    """The codes of the answer with the rules they cite, best first."""
    return " ".join(f"{one.code}/{one.rule}" for one in GAME.why_unusable(state, seat, card, cell))


@pytest.mark.parametrize("seed", range(2))
def test_legal_moves_need_no_reason_and_answers_hold_in_every_world(seed: int) -> None:
    codes: Counter[str] = Counter()
    for state, rng in games(800 + seed, 25):
        while not state.over and state.turns <= 30:
            if rng.random() < 0.15:
                _check(state, rng, codes)
            state.apply(eager(state, rng))
    assert len(codes) > 30, sorted(codes)


def _check(state: HornsUp, rng: random.Random, codes: Counter[str]) -> None:
    seat = rng.choice([state.to_move, rng.randrange(state.players)])
    assert seat is not None
    world = state.determinize(seat, random.Random(rng.random()))
    legal = [str(move) for move in state.legal_moves()] if seat == state.to_move else []
    cells = [*(card["cell"] for card in state.view(None)["table"]), "0,7", "0,0", "99,99"]
    hand = state.view(seat)["hand"]
    for card in (None, *dict.fromkeys(rng.sample(hand, min(4, len(hand))))):
        for cell in (None, *rng.sample(cells, min(4, len(cells)))):
            answer = GAME.why_unusable(state, seat, card, cell)
            assert answer == GAME.why_unusable(world, seat, card, cell), (
                "a hidden card shows through"
            )
            codes.update(one.code for one in answer)
            _complete(state, seat, answer)
            _agrees(legal, answer, card, cell)


def _complete(state: HornsUp, seat: int, answer: list[Refusal]) -> None:
    """Off turn there is always a reason; each is said once and in every language."""
    assert answer or seat == state.to_move
    for one in answer:
        assert answer.count(one) == 1
        for language in i18n.LANGUAGES:
            assert one.text(language).endswith(f" {one.rule}")


def _agrees(legal: list[str], answer: list[Refusal], card: str | None, cell: str | None) -> None:
    """A move that names the card and the cell needs no reason; a card without a move has one."""
    words = [set(_words(move)) for move in legal]
    wanted = {word for word in (card, cell) if word is not None}
    if any(wanted <= named for named in words):
        assert answer == []
    elif cell is None and card is not None and legal:
        assert answer, f"{card} cannot be used"


def _words(move: str) -> list[str]:
    """The words of a move, and for a Path that it lays also the card."""
    words = move.split()
    if "path" in words:
        sides = words[words.index("path") + 1]
        turned = "".join("NESW"["SWNE".index(side)] for side in "NESW" if side in sides)
        turned = "".join(side for side in "NESW" if side in turned)
        words += [f"path-{sides.lower()}", f"path-{turned.lower()}"]
    return words


def test_h15_it_is_not_your_turn() -> None:
    state = lay(hands={"B": ["path-ns"]})
    assert ask(state, seat=1) == ask(state, "path-ns", "0,5", seat=1) == "not-your-turn/H15"
    [refusal] = GAME.why_unusable(state, 1)
    assert refusal.text("en", ["Ann", "Bo", "Cy"]).startswith("It is Ann’s turn.")


def test_h60_a_path_on_a_closed_side() -> None:
    state = lay(hands={"A": ["path-ew", "path-ns"]})
    assert ask(state, "path-ew", "0,5") == "path-new-side-closed/H60"
    assert ask(state, "path-ns", "1,6") == "path-own-side-closed/H60"
    assert ask(state, "path-ns", "0,5") == ""
    assert ask(state, "path-ns") == ""


def test_h60_a_path_that_fits_nowhere() -> None:
    walls = ["mosh-pit 0,7", "mosh-pit 0,9"]
    pawns = {**PAWNS, "A": "0,8"}
    state = lay(pawns=pawns, paths=[], walls=walls, hands={"A": ["path-ns"]})
    first, *details = ask(state, "path-ns").split()
    assert first == "no-place-for-path/H60"
    assert {"on-a-wall/H44", "path-new-side-closed/H60"} == set(details)
    assert ask(lay(hands={"A": ["path-ew"]}), "path-ew") == "", "it may lie on the own card"


def test_h12_no_action_left() -> None:
    state = lay(actions=0, hands={"A": ["path-ns", "mosh-pit", "horns-up"]})
    for card in ("path-ns", "mosh-pit", "horns-up"):
        assert ask(state, card) == ask(state, card, "0,5") == "no-action-left/H12"


def test_h18_tokens_first() -> None:
    state = lay(tokens={"A": 2}, hands={"A": ["path-ns"]})
    assert ask(state, "path-ns") == ask(state, "path-ns", "0,5") == "tokens-first/H18"


def test_h51_a_cell_alone_is_about_walking() -> None:
    state = lay(paths=["NS 0,6", "EW 1,6"])
    assert ask(state, cell="1,6") == "walk-own-side-closed/H51"
    assert ask(state, cell="3,3") == "walk-to-empty/H51"
    assert ask(state, cell="0,6") == "walk-here-already/H14"
    assert ask(state, cell="0,0") == "walk-to-stage/H23"
    assert ask(state, cell="nowhere") == "unreadable-cell/H13"


def test_h47_a_wall_says_what_clears_it() -> None:
    state = lay(walls=["mosh-pit 0,5"], hands={"A": ["path-ns"]})
    first, second = ask(state, cell="0,5").split()
    assert first == "walk-into-wall/H42"
    assert second.startswith("wall-needs-")
    assert ask(state, "path-ns", "0,5").split() == [second, "on-a-wall/H44"]


def test_h43_a_wall_next_to_nothing() -> None:
    state = lay(hands={"A": ["mosh-pit"]})
    assert ask(state, "mosh-pit", "4,2") == "wall-next-to-nothing/H43"
    assert ask(state, "mosh-pit", "0,6") == "wall-on-pawn/H43"
    bare = lay(pawns={**PAWNS, "A": "0,8"}, paths=[], hands={"A": ["mosh-pit"]})
    assert ask(bare, "mosh-pit").startswith("no-place-for-wall/H43 wall-next-to-nothing/H43")


def test_h29_nobody_to_push() -> None:
    state = lay(hands={"A": ["pushed-away"]})
    assert ask(state, "pushed-away", "1,7") == "target-on-entrance/H29"
    assert ask(state, "pushed-away", "0,6") == "target-another/H28"
    assert ask(state, "pushed-away", "4,2") == "choose-a-target/H28"
    assert ask(state, "pushed-away").split() == [
        "no-aim-for-ticket/H28",
        *["target-on-entrance/H29"] * 2,
    ]


def test_h35_a_surf_that_came_close_is_told_first() -> None:
    state = lay(hands={"A": ["crowd-surfing"]}, walls=["mosh-pit 1,6"])
    assert ask(state, "crowd-surfing", "1,6") == "surf-closed/H36 wall-needs-encore/H49"
    assert ask(state, "crowd-surfing", "0,3") == "surf-no-wall/H35"
    assert ask(state, "crowd-surfing", "3,3") == "surf-not-in-line/H35", "a tap names a cell"
    codes = ask(state, "crowd-surfing").split()
    assert codes[:2] == ["surf-closed/H36", "no-aim-for-ticket/H28"]


def test_h38_a_path_may_be_meant_for_landing() -> None:
    state = lay(hands={"A": ["crowd-surfing", "path-ns"]}, walls=["mosh-pit 0,5"])
    assert ask(state, "path-ns", "0,4") == ""
    assert ask(state, "path-ns", "0,3") == "path-not-joined/H60"
    assert ask(state, "crowd-surfing", "0,5") == ""


def test_h10_first_everyone_enters() -> None:
    state = next(games(1, 1))[0]
    seat = state.to_move
    assert seat is not None
    card = state.view(seat)["hand"][0]
    assert ask(state, cell="0,8", seat=seat) == ""
    assert ask(state, cell="0,3", seat=seat) == "no-entrance/H10"
    assert ask(state, card, seat=seat) == ask(state, card, "0,7", seat=seat) == "enter-first/H10"
    assert ask(state, seat=(seat + 1) % state.players) == "enter-first/H10"


def test_h13_a_card_one_does_not_hold() -> None:
    state = lay(hands={"A": ["path-ns"], "B": ["path-ew"]})
    assert ask(state, "path-ew", "0,5") == "not-in-hand/H13"
    assert ask(lay(actions=0, hands={"B": ["path-ew"]}), "path-ew") == "not-in-hand/H13"
    assert ask(state, "@words.north") == "unreadable-card/H13"
    [refusal] = GAME.why_unusable(state, 0, "@words.north")
    assert "«@words.north»" in refusal.text("it")
