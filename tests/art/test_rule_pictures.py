"""The pictures beside the rules show what the engine does, and say it in every language."""

from __future__ import annotations

import copy
from typing import Any
from xml.etree import ElementTree

import pytest

import hornsup
from hornsup import i18n
from hornsup.art.rule_boards import pair
from hornsup.art.rule_pictures import illustration, picture_files, picture_svg, pictures
from hornsup.core import scenario
from hornsup.games.raise_your_horns.dice import dice_by_name

SVG = "{http://www.w3.org/2000/svg}"
Panel = dict[str, Any]
HALF_TURN = str.maketrans("NESW", "SWNE")

# What is not drawn but needed to play a picture, and the moves from each panel to the next one.
HORNS_UP: Panel = {"turn": "C", "hands": {"C": ["horns-up"]}}
PLAYED: dict[str, tuple[Panel, list[list[str]]]] = {
    "crowd-closes": ({}, [["walk 0,4"], ["end"]]),
    "covering": ({"hands": {"A": ["path-ew"]}}, [["path EW 0,4"]]),
    "push-chain": ({"hands": {"A": ["pushed-away"]}}, [["play pushed-away B E"]]),
    "surfing": (
        {"hands": {"A": ["crowd-surfing", "path-ns"]}},
        [["play crowd-surfing E path NS"]],
    ),
    "division": (
        {**HORNS_UP, "stage_draw": ["wall-of-death"]},
        [["play horns-up", "part 0,3 left"]],
    ),
    "closing": (
        {**HORNS_UP, "stage": "wall-of-death", "stage_draw": ["encore"]},
        [["play horns-up"]],
    ),
}
LAID = [
    pytest.param(panel, id=f"{name}-{panel['say']}")
    for name, data in pictures().items()
    for panel in data.get("panel", ())
    if "new" in panel
]
EDGES = [
    pytest.param(panel, written, kind == "ways", id=f"{name}-{panel['say']}-{written}")
    for name, data in pictures().items()
    for panel in data.get("panel", ())
    for kind in ("ways", "blocked")
    for written in panel.get(kind, ())
]


def position(panel: Panel, **more: Any) -> Panel:
    """What a panel shows, as a scenario has it."""
    keys = ("pawns", "paths", "walls", "skips")
    shown: Panel = {key: panel[key] for key in keys if key in panel}
    return {"turn": "A", "actions": 2, **shown, **more}


def differences(start: Panel, *steps: Panel) -> tuple[str, ...]:
    data = {"game": "horns-up", "players": 4, "position": start, "step": list(steps)}
    return scenario.run(data).differences


def expected(panel: Panel) -> Panel:
    told = {key: panel.get(key, []) for key in ("paths", "walls", "skips")}
    return {"expect": {**told, "pawns": panel["pawns"]}}


def slug_of(sides: str) -> str:
    """The card that lies open to these sides, whichever way round it is."""
    turned = sides.translate(HALF_TURN)
    names = ("".join(side for side in "NESW" if side in each) for each in (sides, turned))
    slugs = i18n.catalogue("en", "cards")["names"]
    return next(slug for name in names if (slug := f"path-{name.lower()}") in slugs)


# --- the engine ------------------------------------------------------------------------------


def play(name: str, data: Panel) -> tuple[str, ...]:
    """Where the engine, beginning with the first panel, comes to something else than the next."""
    more, moves = PLAYED[name]
    first, *others = data["panel"]
    steps: list[Panel] = []
    for panel, made in zip(others, moves, strict=True):
        steps += [{"move": move} for move in made]
        steps.append(expected(panel))
    return differences(position(first, **more), *steps)


@pytest.mark.parametrize("name", PLAYED)
def test_the_engine_leads_from_each_panel_to_the_next(name: str) -> None:
    assert play(name, dict(pictures()[name])) == ()


@pytest.mark.parametrize("name", PLAYED)
def test_a_wrong_panel_is_noticed(name: str) -> None:
    wrong = copy.deepcopy(dict(pictures()[name]))
    *rest, (sides, _) = (text.rsplit(" ", 1) for text in wrong["panel"][-1]["paths"])
    wrong["panel"][-1]["paths"] = [" ".join(each) for each in rest] + [f"{sides} 5,5"]
    assert play(name, wrong)


@pytest.mark.parametrize("panel", LAID)
def test_a_path_is_laid_where_the_engine_allows_it(panel: Panel) -> None:
    sides, _ = panel["new"].split()
    before = [path for path in panel["paths"] if path != panel["new"]]
    start = position({**panel, "paths": before}, hands={"A": [slug_of(sides)]})
    if not panel.get("good", True):
        assert differences(start, {"refuse": f"path {panel['new']}", "rule": "H60"}) == ()
        return
    laid: Panel = {"move": f"path {panel['new']}", "expect": {"paths": panel["paths"]}}
    assert differences(start, laid) == ()


@pytest.mark.parametrize(("panel", "written", "is_open"), EDGES)
def test_an_edge_is_open_where_the_engine_says_so(
    panel: Panel, written: str, is_open: bool
) -> None:
    start, end = written.split()
    table = {**panel, "pawns": {"A": start}}
    if end.endswith(",0"):  # onto the Stage nobody walks: an open way wins as the turn begins
        won: Panel = {"move": "end", "expect": {"winner": "A" if is_open else ""}}
        assert differences(position(table, turn="D"), won) == ()
    else:
        way = {"legal": [f"walk {end}"]} if is_open else {"illegal": [f"walk {end}"]}
        assert differences(position(table), {"expect": way}) == ()


def cards(panel: Panel) -> dict[str, str]:
    """Cards by their cells."""
    texts = (*panel.get("paths", ()), *panel.get("walls", ()))
    return {text.rsplit(" ", 1)[1]: text.rsplit(" ", 1)[0] for text in texts}


@pytest.mark.parametrize("name", ["push-chain", "division", "closing"])
def test_an_arrow_leads_from_every_card_that_moves_to_where_it_goes(name: str) -> None:
    before, after = pictures()[name]["panel"]
    old, new = cards(before), cards(after)
    arrows = dict(text.split() for text in before["slides"])
    assert set(arrows) == {cell for cell, card in old.items() if new.get(cell) != card}
    walls = {text.split()[0] for text in before["walls"]}
    for start, end in arrows.items():
        beaten = old[start] in walls and new[end] not in walls  # H74
        assert new[end] == old[start] or beaten


def test_what_is_held_is_laid_and_who_flies_lands() -> None:
    for name, data in pictures().items():
        for number, panel in enumerate(data.get("panel", ())):
            if "held" in panel:
                held = panel["held"]
                assert f"{held['card']} {held['onto']}" in data["panel"][number + 1]["paths"], name
            if "flight" in panel:
                start, end = panel["flight"].split()
                assert panel["pawns"] == {"A": start}
                assert data["panel"][number + 1]["pawns"] == {"A": end}


def test_the_concert_is_the_table_of_a_new_game() -> None:
    panel = pictures()["concert"]["panel"][0]
    view = hornsup.new("horns-up", players=4, seed=1).view(None)
    assert sorted(panel["entrances"]) == sorted(view["entrances"])
    assert [panel["stage"]] == view["stage_cells"]
    (left, top), (right, bottom) = pair(" ".join(pictures()["concert"]["window"]))
    for cell in view["entrances"]:
        x, y = map(int, cell.split(","))
        assert left <= x <= right
        assert top <= y <= bottom


def test_the_dice_are_those_of_the_box_in_order_of_value() -> None:
    data, dice = pictures()["dice"], dice_by_name("standard")
    for row in data["dice"]:
        kind = row["faces"][0][0]
        assert sorted(row["faces"]) == sorted(f"{kind}{mark}" for mark in dice.marks(kind))
        places = [data["order"].index(face[1:]) for face in row["faces"]]
        assert places == sorted(places)
    best, *numbers, worst = data["order"]
    assert (best, worst) == ("H", "!")
    assert numbers == sorted(numbers, key=int, reverse=True)


def test_every_picture_of_a_table_is_checked_by_the_engine() -> None:
    shown = {
        name
        for name, data in pictures().items()
        if all({"new", "ways", "blocked"} & set(panel) for panel in data.get("panel", [{}]))
    }
    assert shown | set(PLAYED) | {"concert", "dice"} == set(pictures())


# --- words and drawings ----------------------------------------------------------------------


def test_every_picture_belongs_to_rules_that_there_are() -> None:
    rules = {
        **i18n.catalogue("en", "rules_horns_up"),
        **i18n.catalogue("en", "rules_raise_your_horns"),
    }
    first = [data["rules"][0] for data in pictures().values()]
    assert len(first) == len(set(first)), "one picture per rule"
    for data in pictures().values():
        assert set(data["rules"]) <= set(rules)


def test_every_word_of_the_catalogue_is_drawn() -> None:
    told = i18n.catalogue("en", "rule_pictures")
    assert list(told) == list(pictures())
    for name, data in pictures().items():
        used = {"alt"} | ({"high", "low"} if "dice" in data else set())
        for part in (*data.get("panel", ()), *data.get("dice", ())):
            used |= {part["say"]} if "say" in part else set()
            used |= set(part.get("labels", ()))
        assert used == set(told[name]), name


@pytest.mark.parametrize("file", picture_files())
def test_a_picture_stands_by_itself_and_is_described(file: str) -> None:
    name, language = picture_files()[file]
    root = ElementTree.fromstring(picture_svg(name, language))
    alt = i18n.text(language, f"rule_pictures.{name}.alt")
    assert root.find(f"{SVG}title") is not None
    assert root.findtext(f"{SVG}title") == root.attrib["aria-label"] == alt
    for node in root.iter():
        assert node.tag not in (f"{SVG}script", f"{SVG}image", f"{SVG}style", f"{SVG}use")
        assert not any("href" in each or each.startswith("on") for each in node.attrib)
    shown = illustration(pictures()[name]["rules"][0], language)
    assert shown is not None
    assert (shown.file, shown.alt) == (file, alt)
    assert root.attrib["viewBox"] == f"0 0 {shown.width} {shown.height}"


@pytest.mark.parametrize("name", [name for name, data in pictures().items() if "panel" in data])
def test_every_card_and_pawn_of_a_panel_is_drawn(name: str) -> None:
    root = ElementTree.fromstring(picture_svg(name, "en"))
    panels = pictures()[name]["panel"]
    cells = [node.attrib["data-cell"] for node in root.iter() if "data-cell" in node.attrib]
    wanted = [cell for each in panels for cell in (*each.get("entrances", ()), *cards(each))]
    assert sorted(cells) == sorted(wanted)
    pawns = [node.attrib["data-pawn"] for node in root.iter() if "data-pawn" in node.attrib]
    seats = [str("ABCD".index(letter)) for each in panels for letter in each.get("pawns", ())]
    assert sorted(pawns) == sorted(seats)
    marked = [node.attrib["data-skips"] for node in root.iter() if "data-skips" in node.attrib]
    assert marked == [letter for each in panels for letter in each.get("skips", ())]


def test_rules_without_a_picture_have_none() -> None:
    assert illustration("H1", "en") is None
