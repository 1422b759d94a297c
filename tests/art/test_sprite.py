"""The sprite that clients draw by: complete, small, safe, and true about the open sides."""

from __future__ import annotations

import gzip
import re
import struct
import tomllib
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from hornsup.art import palette, symbols
from hornsup.art.backdrop import hall_svg
from hornsup.art.cards import FACES
from hornsup.art.icon import PNG_FILES, icon_png, icon_svg
from hornsup.art.sprite import sprite, sprite_ids

SVG = "{http://www.w3.org/2000/svg}"
GAMES = files("hornsup.games")
EDGES = {"N": (75, 0), "E": (150, 50), "S": (75, 100), "W": (0, 50)}
DECKS = [
    tomllib.loads((GAMES / "horns_up" / "data" / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("standard", "forward")
]
DICE = [
    tomllib.loads((GAMES / "raise_your_horns" / "data" / f"{name}.toml").read_text("utf-8"))
    for name in ("dice_standard", "dice_high")
]


@pytest.fixture(scope="module")
def drawn() -> dict[str, ElementTree.Element]:
    """Every symbol by its id."""
    root = ElementTree.fromstring(sprite())
    assert root.tag == f"{SVG}svg"
    found = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(found) == len(set(found)), "ids are unique"
    assert all(node.tag == f"{SVG}symbol" for node in root)
    return {node.attrib["id"]: node for node in root}


def paint(node: ElementTree.Element) -> str:
    """A symbol's content, to compare two."""
    return "".join(ElementTree.tostring(child, encoding="unicode") for child in node)


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck["name"])
def test_every_card_of_every_deck_has_its_symbol(
    deck: dict[str, list[dict[str, str]]], drawn: dict[str, ElementTree.Element]
) -> None:
    assert {f"card-{slug}" for slug in deck["paths"]} <= drawn.keys()
    for kind in ("wall", "ticket", "stage"):
        prefix = "stage" if kind == "stage" else "card"
        assert {f"{prefix}-{entry['card']}" for entry in deck[kind]} <= drawn.keys()


@pytest.mark.parametrize("dice", DICE, ids=lambda dice: dice["name"])
def test_every_face_of_every_die_has_its_symbol(
    dice: dict[str, dict[str, list[int | str]]], drawn: dict[str, ElementTree.Element]
) -> None:
    for kind, marks in dice["faces"].items():
        assert {f"die-{kind}{str(mark).replace('!', 'X')}" for mark in marks} <= drawn.keys()
        assert f"die-{kind}" in drawn


def test_pieces_legend_backs_and_icon_are_there(drawn: dict[str, ElementTree.Element]) -> None:
    wanted = {f"pawn-{letter}" for letter in "abcdefghi"}
    wanted |= {f"symbol-{name}" for name in symbols.SYMBOLS}
    wanted |= set("back-audience back-stage path-down entrance stage-tile barrier slot".split())
    wanted |= set("token vip skip action icon logo card-wall card-ticket stage-card".split())
    assert wanted <= drawn.keys()
    assert tuple(drawn) == sprite_ids()


def test_no_two_symbols_look_the_same_and_none_is_empty(
    drawn: dict[str, ElementTree.Element],
) -> None:
    assert len({paint(node) for node in drawn.values()}) == len(drawn)
    assert all(len(node) for node in drawn.values())


def test_the_sprite_is_safe_to_put_into_any_page(drawn: dict[str, ElementTree.Element]) -> None:
    banned = {f"{SVG}{tag}" for tag in ("script", "style", "image", "text", "title", "a", "use")}
    for symbol in drawn.values():
        assert re.fullmatch(r"(-?\d+ ){3}\d+", symbol.attrib["viewBox"])
        for node in symbol.iter():
            assert node.tag not in banned
            assert not any("href" in name or name.startswith("on") for name in node.attrib)
            values = " ".join(node.attrib.values())
            assert "url(" not in values
            assert "nan" not in values


def test_the_sprite_is_small_on_the_wire() -> None:
    size = len(gzip.compress(sprite().encode(), mtime=0))
    assert size < 20_000, f"{size} bytes; 45 kB is the most that a first visit may spend on it"


def test_long_coordinates_are_rounded() -> None:
    assert not re.search(r"\d\.\d{5}", sprite())


@pytest.mark.parametrize("slug", [slug for slug in FACES if slug.startswith("path-")])
def test_lanes_reach_exactly_the_open_sides(
    slug: str, drawn: dict[str, ElementTree.Element]
) -> None:
    symbol = drawn[f"card-{slug}"]
    lanes = [node.attrib["d"] for node in symbol if node.attrib.get("stroke") == palette.LANE]
    assert len(lanes) == 1
    reached = {side for side, edge in EDGES.items() if edge in ends(lanes[0])}
    assert reached == set(slug.removeprefix("path-").upper()) == set(symbol.attrib["data-open"])


def ends(data: str) -> list[tuple[float, float]]:
    """Where the pieces of a lane begin and end; H and V keep the other coordinate."""
    points: list[tuple[float, float]] = []
    for letter, rest in re.findall(r"([MLQHV])([-\d. ]+)", data):
        numbers = [float(number) for number in rest.split()]
        if letter == "H":
            points.append((numbers[0], points[-1][1]))
        elif letter == "V":
            points.append((points[-1][0], numbers[0]))
        else:
            points.append((numbers[-2], numbers[-1]))
    return points


def test_nothing_but_paths_entrance_and_stage_shows_a_way(
    drawn: dict[str, ElementTree.Element],
) -> None:
    lit = {name for name, node in drawn.items() if "data-open" in node.attrib}
    paths = {f"card-{slug}" for slug in FACES if slug.startswith("path-")}
    assert lit == paths | {"entrance", "stage-tile"}
    for name in ("card-mosh-pit", "card-headbangers", "card-troublemakers", "path-down"):
        assert palette.LANE not in paint(drawn[name])


def test_every_wall_is_taped_all_round(drawn: dict[str, ElementTree.Element]) -> None:
    for name in ("card-mosh-pit", "card-headbangers", "card-troublemakers", "card-wall"):
        tapes = [node for node in drawn[name] if "stroke-dasharray" in node.attrib]
        assert [tape.attrib["width"] for tape in tapes] == ["141"]


def test_only_reconstructed_cards_bear_the_mark(drawn: dict[str, ElementTree.Element]) -> None:
    asterisk = symbols.OTHER_ICONS["reconstructed"][0][1]
    for slug, face in FACES.items():
        if face.kind in ("wall", "ticket", "stage", "path"):
            symbol = drawn[f"{'stage' if face.kind == 'stage' else 'card'}-{slug}"]
            assert (asterisk in paint(symbol)) is not face.named, slug


def test_legend_symbols_take_the_colour_of_the_text(
    drawn: dict[str, ElementTree.Element],
) -> None:
    for name in (*symbols.ICONS, *symbols.OTHER_ICONS):
        for node in drawn[f"symbol-{name}"]:
            inks = {node.attrib.get("fill"), node.attrib.get("stroke")} - {None, "none"}
            assert inks == {"currentColor"}


@pytest.mark.parametrize("name", PNG_FILES)
def test_the_icon_is_shipped_in_every_size(name: str) -> None:
    data = icon_png(name)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (PNG_FILES[name][0],) * 2
    assert len(data) < 20_000


def test_a_maskable_icon_fills_its_square_and_keeps_to_the_safe_circle() -> None:
    whole, maskable = (ElementTree.fromstring(icon_svg(mask)) for mask in (False, True))
    grounds = [next(node.iter(f"{SVG}rect")).attrib.get("rx") for node in (whole, maskable)]
    assert grounds == ["22", "0"]
    hand = next(node for node in maskable.iter(f"{SVG}g") if "translate(49" in str(node.attrib))
    scale = float(re.findall(r"scale\(([\d.]+)\)", ElementTree.tostring(hand, "unicode"))[0])
    assert scale * 14 < 40, "a launcher may cut away all but the middle four fifths"


# --- the hall ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hall-1-7.svg", "hall-31-15.svg"])
def test_the_hall_is_a_file_of_three_symbols(name: str) -> None:
    drawn = hall_svg(name)
    assert drawn is not None
    symbols = ElementTree.fromstring(drawn).findall(f"{SVG}symbol")
    assert [node.attrib["id"] for node in symbols] == ["hall-stage", "hall-beams", "hall-gap"]
    assert len(gzip.compress(drawn.encode(), mtime=0)) < 8_000


@pytest.mark.parametrize("name", ["hall-0-7.svg", "hall-32-7.svg", "hall-1-3.svg", "hall-1-16.svg"])
def test_there_is_no_hall_for_sizes_that_no_option_allows(name: str) -> None:
    assert hall_svg(name) is None
