"""Every view draws as valid XML, every card has a face, and nobody is left out by colour."""

from __future__ import annotations

import itertools
import math
import random
import tomllib
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

import pytest

import hornsup
from hornsup.art import cards, palette, paths, shapes, symbols
from hornsup.art.horns_up import table_svg

KINDS = ("wall", "ticket", "stage")
SVG = "{http://www.w3.org/2000/svg}"
DECKS = {
    name: tomllib.loads(
        (files("hornsup.games.horns_up") / "data" / f"{name}.toml").read_text(encoding="utf-8")
    )
    for name in ("standard", "forward")
}


def parse(svg: str) -> ElementTree.Element:
    """The picture as a tree, after checking that it needs nothing from outside."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    titles = root.findall(f"{SVG}title")
    assert len(titles) == 1
    assert titles[0].text
    for node in root.iter():
        assert node.tag not in (f"{SVG}script", f"{SVG}image", f"{SVG}style", f"{SVG}use")
        assert not any("href" in name or name.startswith("on") for name in node.attrib)
        assert not any("url(" in value or "nan" in value for value in node.attrib.values())
    return root


def with_attribute(root: ElementTree.Element, name: str) -> dict[str, ElementTree.Element]:
    return {node.attrib[name]: node for node in root.iter() if name in node.attrib}


def pawns_in(node: ElementTree.Element) -> list[str]:
    return [inner.attrib["data-pawn"] for inner in node.iter() if "data-pawn" in inner.attrib]


def lettering(root: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def views(players: int, seed: int, moves: int = 250) -> list[dict[str, Any]]:
    """Views of one random game, of seats in turn and of the spectator."""
    rng = random.Random(f"art/{players}/{seed}")
    state = hornsup.new("horns-up", players=players, seed=seed)
    found = [state.view(None)]
    for number in range(moves):
        if state.over:
            break
        state.apply(rng.choice(state.legal_moves()))
        if state.view(None)["choice"] or number % 10 == 0:
            found.append(state.view(number % players))
    return found


def some_view(players: int = 4) -> dict[str, Any]:
    return views(players, 1, 120)[-1]


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 10))
def test_every_view_of_random_games_is_valid_xml_and_shows_everyone(players: int) -> None:
    for view in views(players, 5):
        root = parse(table_svg(view))
        cells = with_attribute(root, "data-cell")
        assert set(view["entrances"]) <= cells.keys()
        assert {card["cell"] for card in view["table"]} <= cells.keys()
        for rocker in view["rockers"]:
            if rocker["pawn"] and view["winner"] is None:
                assert str(rocker["seat"]) in pawns_in(cells[rocker["pawn"]])
        assert len(with_attribute(root, "data-seat")) == players
        assert len(with_attribute(root, "data-hand")) == len(view["hand"])


def test_every_phase_and_every_question_draws() -> None:
    wanted = {"enter": 0, "turn": 0, "over": 0, "discard": 0, "part": 0, "keep": 0}
    for seed in range(400):
        rng = random.Random(seed)
        state = hornsup.new("horns-up", players=3 + seed % 3, seed=seed)
        for _ in range(400):
            view = state.view(state.to_move)
            kind = view["choice"]["ask"] if view["choice"] else view["phase"]
            if wanted[kind] < 3:
                wanted[kind] += 1
                root = parse(table_svg(view))
                if view["choice"] and "cell" in view["choice"]:
                    assert view["choice"]["cell"] in with_attribute(root, "data-cell")
            if state.over:
                break
            state.apply(eager(state.legal_moves(), rng))
        if all(wanted.values()):
            return
    pytest.fail(f"not every kind of view came up: {wanted}")


def eager(moves: list[Any], rng: random.Random) -> Any:
    """Mostly the move nearest to the Stage, so that games come to an end."""
    return rng.choice(moves) if rng.random() < 0.35 else min(moves, key=distance)


def distance(move: object) -> int:
    word, *rest = str(move).split()
    if word not in ("path", "walk"):
        return 99
    x, y = rest[-1].split(",")
    return int(y) + abs(int(x))


def test_an_overlap_and_a_winner_are_shown() -> None:
    view = some_view()
    path = {"card": "path-ns", "kind": "path", "sides": "NS", "face": "up"}
    wall = {"card": "mosh-pit", "kind": "wall"}
    for met in ({"left": path, "right": path}, {"left": wall, "centre": wall, "right": wall}):
        choice = {"ask": "keep", "seat": 1, "cell": "0,12", "cards": met}
        root = parse(table_svg({**view, "phase": "choice", "choice": choice}))
        assert "0,12" in with_attribute(root, "data-cell")
    root = parse(table_svg({**view, "phase": "over", "winner": 2, "to_move": None}))
    assert pawns_in(with_attribute(root, "data-cell")["0,0"]) == ["2"]


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_of_the_deck_has_the_face_that_the_deck_says(deck: str) -> None:
    data = DECKS[deck]
    for slug in data["paths"]:
        assert cards.FACES[slug].sides.lower() == slug.removeprefix("path-")
    for kind in KINDS:
        for entry in data[kind]:
            printed = tuple(entry.get("symbols", ()))
            face = cards.Face(kind, printed, named=entry["named"])
            assert cards.FACES[entry["card"]] == face
            assert set(printed) <= set(symbols.SYMBOLS)
    assert len(cards.FACES) == sum(len(data[kind]) for kind in ("paths", *KINDS)) + 1


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_every_card_draws_with_its_name_and_looks_like_no_other(language: str) -> None:
    pictures = set()
    for slug, face in cards.FACES.items():
        root = parse(cards.card_svg(slug, language=language))
        name = cards.name_of(slug, language)
        assert root.findtext(f"{SVG}title") == name
        if face.kind in KINDS:
            assert name.upper() in lettering(root)
        pictures.add(cards.card(slug).split("</title>")[1])
    assert len(pictures) == len(cards.FACES)


def test_every_symbol_looks_different_and_an_unknown_one_is_a_question_mark() -> None:
    drawn = {shapes.icon(name, 0, 0, 24, "#000000") for name in symbols.SYMBOLS}
    assert len(drawn) == 17
    assert ">?<" in shapes.icon("no-such-symbol", 0, 0, 24, "#000000")


def test_all_fifteen_lanes_differ_and_so_does_a_shut_path() -> None:
    sides = ["".join(some) for size in range(1, 5) for some in itertools.combinations("NESW", size)]
    assert len({paths.path_card(way) for way in sides} | {paths.shut_path()}) == 16
    assert paths.path_card("WN") == paths.path_card("NW")
    assert palette.LANE not in paths.shut_path()


HOSTILE = "</text><script>alert('1')</script>&\"<!-- \x00\x1b\ud800\uffff ]]>"


def test_hostile_names_are_escaped() -> None:
    view = some_view()
    for rocker in view["rockers"]:
        rocker["name"] = HOSTILE
    view["hand"] = [HOSTILE, "a.b.c"]
    view["discard"] = [HOSTILE]
    view["stage"] = HOSTILE
    view["table"].append({"cell": "5,5", "card": HOSTILE, "kind": "wall"})
    svg = table_svg(view)
    root = parse(svg)
    svg.encode("utf-8")
    assert "<script" not in svg
    assert any("<script>alert('1')</script>" in (node.text or "") for node in root.iter())
    parse(cards.card_svg(HOSTILE))


def test_a_deck_of_one_s_own_shows_its_own_symbols() -> None:
    view = some_view()
    entry = {"card": "free-hugs", "count": 2, "symbols": ["all", "draw"]}
    view["options"] = {"deck": {"ticket": [entry]}}
    view["hand"] = ["free-hugs"]
    own = table_svg(view)
    view["options"] = {}
    assert "FREE HUGS" in lettering(parse(own))
    assert len(own) > len(table_svg(view))


@pytest.mark.parametrize("count", range(1, 10))
def test_pawns_that_share_a_card_stand_on_it_and_apart(count: int) -> None:
    places, radius = shapes.pawn_places(count)
    assert len(places) == count
    for x, y in places:
        assert radius <= x <= shapes.CARD_W - radius
        assert radius <= y <= shapes.CARD_H - radius
    for one, other in itertools.combinations(places, 2):
        assert math.dist(one, other) > 2 * radius


def test_the_same_view_gives_the_same_picture_in_every_run() -> None:
    first, second = (table_svg(some_view(7)) for _ in range(2))
    assert first == second
    paths.path_card.cache_clear()
    assert table_svg(some_view(7)) == first


def test_the_picture_does_not_change_the_view() -> None:
    view = some_view()
    before = repr(view)
    table_svg(view)
    assert repr(view) == before


def test_the_crop_keeps_a_cell_of_margin_around_everything_used() -> None:
    view = some_view()
    view["table"] = [{"cell": "7,10", "card": "mosh-pit", "kind": "wall"}]
    root = parse(table_svg(view))
    width = float(root.attrib["viewBox"].split()[2])
    assert width == 160 * (8 + 5 + 1)


def test_an_unknown_language_falls_back_to_english() -> None:
    view = some_view()
    assert table_svg(view, "tlh") == table_svg(view, "en")
    assert table_svg(view, "it-IT") == table_svg(view, "it") != table_svg(view, "en")
