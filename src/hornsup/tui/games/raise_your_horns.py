"""Raise Your Horns! in the terminal: the round, the dice and the words of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from hornsup import i18n
from hornsup.core.notation import seat_number
from hornsup.i18n import Plain
from hornsup.tui.face import GameDrawing, Picture, Scene, Spot, called, is_seat, pawn

DIE_WIDTH: Final = 9
DIE_HEIGHT: Final = 4
DICE_COLOURS: Final = {"W": "white", "B": "bright_blue", "F": "red"}
PIPS: Final = {"H": "\\m/", "0": " ", "!": "OFF"}
LOSS: Final = "✗"


class DiceDrawing(GameDrawing):
    """The dice in the middle, the players in the order of the round."""

    keys: Mapping[str, str] = {"space": "roll", "r": "roll"}

    def heading(self, scene: Scene) -> str:
        view = scene.view
        if view["start"] is not None or view["starter"] is None:
            return scene.text("web.dice.start-roll")
        way = "clockwise" if view["direction"] == 1 else "anticlockwise"
        return f"{scene.text('web.dice.round', n=view['round'])}, {scene.text(f'web.dice.{way}')}"

    def board(self, scene: Scene, width: int, height: int) -> Picture:
        """The players with what they kept, then the dice that lie there."""
        picture = Picture([*_players(scene, width)])
        if len(picture.lines) + DIE_HEIGHT + 3 < height:
            picture.lines.append(Text())
        _dice(picture, scene)
        return picture

    def seats(self, scene: Scene, width: int) -> list[Text]:
        """None: the board has them all."""
        del scene, width
        return []

    def about(self, words: Sequence[str], scene: Scene) -> tuple[str, str]:
        """What the losers still owe."""
        del words
        owed = scene.view["pending_forfeits"]
        if not owed:
            return "", ""
        title = scene.text("web.dice.forfeits", n=len(owed))
        return f"{len(owed)} {title}", "\n".join(line.plain for line in _forfeits(scene))

    def question(self, scene: Scene) -> str:
        phase = {"start": "start", "roll": "roll", "keep": "keep"}.get(scene.view["phase"], "name")
        return scene.text(f"web.dice.you-{phase}")

    def label(self, words: Sequence[str], siblings: Sequence[str], scene: Scene) -> Text:
        del siblings
        verb, *rest = words or [""]
        if verb == "keep" and rest:
            return Text(
                scene.text("web.dice.keep", die=Plain(rest[0])) + _keep_odds(rest[0], scene)
            )
        if verb == "roll":
            start = scene.view["phase"] == "start"
            return Text(scene.text("web.dice.roll-start" if start else "web.dice.roll"))
        if rest and is_seat(rest[-1]):
            return _named(seat_number(rest[-1]), scene)
        return Text(scene.text(f"web.dice.{verb}")) if verb in ("foul", "stop") else Text(verb)

    def odds(
        self, view: Mapping[str, Any], data: Any, names: Sequence[str], language: str
    ) -> list[str]:
        scene = Scene(view, names, language)
        if data["keeps"]:
            return [
                scene.text("web.dice.odds-keep"),
                *(_keep_line(each, scene) for each in data["keeps"]),
            ]
        order = data["order"] or range(len(data["losses"] or ()))
        losses = zip(order, data["losses"] or (), strict=False)
        lines = [
            "  " + scene.pair(scene.name(seat), i18n.percent(language, loss))
            for seat, loss in losses
        ]
        return [scene.text("web.dice.odds-seats"), *lines]

    def described(self, scene: Scene) -> list[str]:
        players = range(scene.view["players"])
        lines = [self.heading(scene), *(_described(scene, seat) for seat in players)]
        if scene.view["roll"]:
            rolled = " ".join(scene.view["roll"])
            lines.append(scene.pair(scene.text("terminal.dice-rolled"), rolled))
        return [*lines, *(line.plain for line in _forfeits(scene))]


FACE: Final = DiceDrawing()


def _described(scene: Scene, seat: int) -> str:
    """A player in words: rounds lost, and the die kept."""
    parts = [scene.text("web.dice.losses", n=scene.view["losses"][seat])]
    kept = scene.view["kept"][seat]
    if kept:
        parts.append(scene.text("web.dice.has", die=Plain(kept)))
    if scene.view["starter"] == seat:
        parts.append(scene.text("web.dice.starter"))
    return scene.pair(scene.name(seat), ", ".join(parts))


def _named(seat: int, scene: Scene) -> Text:
    """Who is to lose the round."""
    if seat in scene.own:
        return Text(scene.text("web.dice.take-it"))
    return Text(scene.text("web.dice.name", name=Plain(scene.name(seat))))


def _keep_line(keep: Mapping[str, Any], scene: Scene) -> str:
    loss = i18n.percent(scene.language, keep["loss"])
    if not keep["cost"]:
        return "  " + scene.text("odds.best", die=Plain(keep["keep"]), loss=Plain(loss))
    cost = i18n.percent(scene.language, keep["cost"])
    return "  " + scene.text(
        "odds.keep", die=Plain(keep["keep"]), loss=Plain(loss), cost=Plain(cost)
    )


def _keep_odds(face: str, scene: Scene) -> str:
    for each in (scene.odds or {}).get("keeps", ()):
        if each["keep"] == face:
            return f" ({i18n.percent(scene.language, each['loss'], 0)})"
    return ""


def _loss_odds(scene: Scene) -> dict[int, str]:
    """The chance of every seat to lose the round, where the table has told it."""
    odds = scene.odds or {}
    losses = odds.get("losses") or ()
    order = odds.get("order") or range(len(losses))
    return {
        seat: i18n.percent(scene.language, loss, 0)
        for seat, loss in zip(order, losses, strict=False)
    }


def _players(scene: Scene, width: int) -> list[Text]:
    """One line for every player: name, losses, the die kept or thrown, the odds."""
    view, odds = scene.view, _loss_odds(scene)
    throws = (view["start"] or {}).get("throws") or view["kept"]
    longest = max((len(called(scene, seat)) for seat in range(view["players"])), default=1)
    room = min(longest, max(6, width - 34))
    return [_player(scene, seat, throws[seat], odds.get(seat, ""), room) for seat in _order(scene)]


def _order(scene: Scene) -> Sequence[int]:
    """The seats around the table; the round's order changes, places do not."""
    return range(scene.view["players"])


def _player(scene: Scene, seat: int, die: str | None, odds: str, room: int) -> Text:
    view = scene.view
    turn = view["to_move"] == seat
    line = Text("▶ " if turn else "  ", style="bold")
    line.append_text(pawn(seat))
    line.append(f" {called(scene, seat)[:room]:<{room}} ", style="bold" if turn else "")
    losses = view["losses"][seat]
    line.append(f"{LOSS * min(losses, 9):<9}", style="red")
    line.append_text(_small_die(die) if die else Text("  ·  ", style="dim"))
    if view["horns"] == seat:
        line.append(" \\m/", style="bold yellow")
    if view["starter"] == seat and view["start"] is None:
        line.append(f" {scene.text('web.dice.starter')}", style="dim")
    if odds:
        line.append(f" {odds}", style="bold cyan")
    if seat in scene.clocks:
        line.append(f" {scene.clocks[seat]}", style="dim")
    return line


def _small_die(face: str) -> Text:
    return Text(f"[{_mark(face):^3}]", style=f"bold {DICE_COLOURS[face[0]]}")


def _mark(face: str) -> str:
    """What a face shows: a number, the Horns, nothing, or the off symbol."""
    return PIPS.get(face[1:], face[1:])


def _dice(picture: Picture, scene: Scene) -> None:
    """The dice that lie there, or those still to be thrown, side by side."""
    view = scene.view
    faces = list(view["roll"] or ())
    top = len(picture.lines)
    rows = [Text("  ") for _ in range(DIE_HEIGHT)]
    for face in faces or [f"{kind}?" for kind in view["hand"]]:
        kept, cursor = face in scene.lit, face == scene.cursor
        style = f"{'bold ' if kept else 'dim '}{DICE_COLOURS[face[0]]}"
        edge = style + (" reverse" if cursor else "")
        at = rows[0].cell_len
        drawn = (
            ("┏━━━━━┓" if kept else "┌─────┐", edge),
            (f"┃{_mark(face):^5}┃" if kept else f"│{_mark(face):^5}│", edge),
            ("┗━━━━━┛" if kept else "└─────┘", edge),
            (f"{face if faces else face[0]:^7}", style),
        )
        for row, (part, look) in zip(rows, drawn, strict=True):
            row.append(part, style=look)
            row.append("  ")
        if faces:
            picture.spots.append(Spot(at, top, 7, DIE_HEIGHT, face))
    if rows[0].cell_len > 2:
        picture.lines += rows


def _forfeits(scene: Scene) -> list[Text]:
    """What the losers still owe, the newest first."""
    owed = scene.view["pending_forfeits"]
    lines = []
    for each in reversed(owed):
        told = each["text"] or i18n.lookup(scene.language, f"forfeits.text.{each['forfeit']}")
        lines.append(Text(scene.pair(scene.name(each["seat"]), str(told or each["forfeit"]))))
    return lines
