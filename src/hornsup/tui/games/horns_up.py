"""Horns Up in the terminal: the concert, the hand and the words of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from hornsup import i18n
from hornsup.core.moves import HALVES, SIDES
from hornsup.core.notation import parse_cell, seat_letter, seat_number
from hornsup.i18n import Plain
from hornsup.tui.face import GameDrawing, Picture, Scene, columns, is_seat, seat_line
from hornsup.tui.games.horns_up_board import draw_board
from hornsup.tui.games.horns_up_board import glyph as path_glyph

DIRECTIONS: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}
CARD_COLOURS: Final = {"path": "cyan", "wall": "red", "ticket": "yellow"}
TURNED: Final = {"SW": "path-ne", "ES": "path-nw", "NSW": "path-nes", "ESW": "path-new"}
SIGNS: Final = {"wall": "▒", "ticket": "✦"}
WALLS: Final = ("troublemakers", "headbangers", "mosh-pit")


class HornsUpDrawing(GameDrawing):
    """The concert seen from above, the Stage at the top."""

    keys: Mapping[str, str] = {"e": "end", "t": "token"}

    def heading(self, scene: Scene) -> str:
        turn = scene.view["turn_number"]
        return scene.text("web_horns_up.log.turn", n=turn) if turn else ""

    def board(self, scene: Scene, width: int, height: int) -> Picture:
        return draw_board(scene, width, height)

    # --- cards ----------------------------------------------------------------------------------

    def hand(self, scene: Scene, width: int) -> Picture:
        """The seat's own cards, duplicates once with their number; all hands in an open replay."""
        if "hands" in scene.view:
            return Picture([*_all_hands(scene)])
        counted: dict[str, int] = {}
        for slug in scene.view["hand"] or ():
            counted[slug] = counted.get(slug, 0) + 1
        cards = [_card(slug, number, scene) for slug, number in counted.items()]
        return Picture([*columns(cards, width)])

    def seats(self, scene: Scene, width: int) -> list[Text]:
        """Every Rocker; then the Stage card and the piles."""
        lines = [
            seat_line(scene, rocker["seat"], _standing(rocker, scene), width)
            for rocker in scene.view["rockers"]
        ]
        return [*lines, *_piles(scene)]

    def question(self, scene: Scene) -> str:
        view, choice = scene.view, scene.view.get("choice")
        if choice:
            key = "choose-discard-ticket" if choice.get("ticket") else f"choose-{choice['ask']}"
            return scene.text(f"terminal.{key}", cell=choice.get("cell", ""))
        if view["phase"] == "enter":
            return scene.text("terminal.choose-entrance")
        return scene.text("terminal.your-turn", n=view["actions"])

    # --- moves ----------------------------------------------------------------------------------

    def label(self, words: Sequence[str], siblings: Sequence[str], scene: Scene) -> Text:
        if len(words) == 2 and words[0] in ("enter", "walk"):
            return Text(scene.text(f"web_horns_up.move.{words[0]}", cell=words[1]))
        label = Text()
        for at, word in enumerate(words):
            last = at == len(words) - 1
            part = _word(word, words[:at], siblings if last else (), scene)
            if part:
                label.append(" " if label else "")
                label.append_text(part)
        return label

    def about(self, words: Sequence[str], scene: Scene) -> tuple[str, str]:
        """The card that a move would play, else the one on the Stage."""
        slugs = [_slug(word) for word in words[1:]]
        known = [slug for slug in slugs if i18n.lookup(scene.language, f"cards.text.{slug}")]
        slug = known[0] if known else scene.view["stage"]
        text = i18n.lookup(scene.language, f"cards.text.{slug}") if slug else None
        return (_card_name(slug, scene), str(text)) if text else ("", "")

    # --- in sentences -----------------------------------------------------------------------------

    def described(self, scene: Scene) -> list[str]:
        view = scene.view
        lines = [_described_card(card, scene) for card in view["table"]]
        for rocker in view["rockers"]:
            where = _place(rocker["pawn"], scene) if rocker["pawn"] else "–"
            more = _standing(rocker, scene, "web_horns_up.hud.hand")
            lines.append(scene.pair(scene.name(rocker["seat"]), f"{where}, {more}"))
        lines += [line.plain for line in _piles(scene)]
        if view["hand"]:
            cards = ", ".join(_card_name(slug, scene) for slug in view["hand"])
            lines.append(scene.text("terminal.hand", cards=Plain(cards)))
        return lines


FACE: Final = HornsUpDrawing()


def _slug(word: str) -> str:
    """The card behind a word: its name, or the open sides of a Path either way round."""
    return TURNED.get(word, f"path-{word.lower()}") if word.isupper() and len(word) > 1 else word


def _card_name(slug: str, scene: Scene) -> str:
    return str(i18n.lookup(scene.language, f"cards.names.{slug}") or slug)


def _card(slug: str, number: int, scene: Scene) -> Text:
    kind = "path" if slug.startswith("path-") else "wall" if slug in WALLS else "ticket"
    usable = slug in scene.lit
    sides = slug.removeprefix("path-").upper()
    sign = path_glyph(sides) if kind == "path" else SIGNS[kind]
    text = Text(f"{sign} ", style=CARD_COLOURS[kind])
    text.append(_card_name(slug, scene), style="bold" if usable else "")
    if number > 1:
        text.append(f" ×{number}", style="bold")
    return text


def _all_hands(scene: Scene) -> list[Text]:
    lines = []
    for seat, hand in enumerate(scene.view["hands"]):
        line = Text(f"{seat_letter(seat)} ", style="bold")
        line.append(", ".join(_card_name(slug, scene) for slug in hand or ()) or "–")
        lines.append(line)
    return lines


def _standing(rocker: Mapping[str, Any], scene: Scene, cards: str | None = None) -> str:
    """Cards in hand, as a sign or with the words of a key; tokens, turns to skip."""
    held = rocker["hand_size"]
    parts = [scene.text(cards, n=held) if cards else f"{held}▯"]
    if rocker["tokens"]:
        parts.append(scene.text("terminal.tokens", n=rocker["tokens"]))
    if rocker["skips"]:
        parts.append(scene.text("terminal.skipping"))
    if rocker["immune"]:
        parts.append(scene.text("web_horns_up.hud.immune"))
    return ", ".join(parts)


def _piles(scene: Scene) -> list[Text]:
    view, stage = scene.view, scene.view["stage"]
    on_stage = (
        scene.pair(scene.text("cards.kinds.stage"), _card_name(stage, scene))
        if stage
        else scene.text("web_horns_up.hud.no-stage")
    )
    deck = scene.text("web_horns_up.hud.deck", n=view["deck_size"])
    discard = scene.text("web_horns_up.hud.discard", n=len(view["discard"]))
    return [Text(on_stage, style="yellow"), Text(deck, style="dim"), Text(discard, style="dim")]


def _word(word: str, before: Sequence[str], siblings: Sequence[str], scene: Scene) -> Text | None:
    """One word of a move."""
    if not before:
        return _verb(word, scene)
    if "," in word:
        return Text(word)
    if word in HALVES:
        return Text(scene.text(f"words.{word}"))
    if word == "path":
        return None
    if is_seat(word):
        return Text(_letter(word, before, siblings, scene))
    if set(word) <= set(SIDES):
        return Text(f"{path_glyph(word)} {word}", style=CARD_COLOURS["path"])
    return Text(_card_name(word, scene))


def _verb(verb: str, scene: Scene) -> Text | None:
    """The verb in words, unless the card that follows says it all."""
    if verb == "play":
        return None
    if verb == "path":
        return Text(scene.text("cards.kinds.path"))
    if verb == "wall":
        return Text(scene.text("cards.kinds.wall"))
    key = "move" if verb in ("end", "token") else "group"
    return Text(scene.text(f"web_horns_up.{key}.{verb}"))


def _letter(word: str, before: Sequence[str], siblings: Sequence[str], scene: Scene) -> str:
    """A seat or a direction: `E` is both, and the words around it tell which."""
    directed = any(is_seat(other) for other in before)
    seats = any(is_seat(other) and other not in SIDES for other in siblings)
    if word in DIRECTIONS and (directed or not seats):
        return scene.text(f"words.{DIRECTIONS[word]}")
    seat = seat_number(word)
    name = scene.name(seat)
    return name if name.endswith(word) else f"{word} {name}"


def _place(cell: str, scene: Scene) -> str:
    """A cell in words, as the browser reads it aloud."""
    x, y = parse_cell(cell)
    if y <= 0:
        return scene.text("web_horns_up.place.stage")
    side = "left" if x < 0 else "right" if x else "centre"
    return scene.text(f"web_horns_up.place.{side}", row=y, n=abs(x)) + f" ({cell})"


def _described_card(card: Mapping[str, Any], scene: Scene) -> str:
    place = _place(card["cell"], scene)
    if card["kind"] == "wall":
        return scene.pair(_card_name(card["card"], scene), place)
    if card["face"] == "down":
        return scene.pair(scene.text("web_horns_up.path-down"), place)
    sides = [scene.text(f"words.{DIRECTIONS[side]}") for side in card["sides"]]
    return scene.pair(scene.text("web_horns_up.path-open", sides=sides), place)
