"""Scenarios: a position, steps and the expected results, from a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.core.events import to_json
from hornsup.core.notation import seat_letter, seat_number
from hornsup.errors import BadInput, HornsUpError, IllegalMove

TOP_KEYS = {"game", "title", "players", "options", "position", "step", "seed"}
STEP_KEYS = {"move", "told", "refuse", "rule", "code", "expect"}
SEAT_FIELDS = ("seat", "target")


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario went: `differences` is empty when everything came out as expected."""

    title: str
    steps: int
    differences: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.differences


def read(text: str) -> dict[str, Any]:
    """A scenario's data, its form checked; what its game means by it is checked when it runs."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"not a TOML file: {error}") from error
    unknown = sorted(set(data) - TOP_KEYS)
    if unknown:
        raise BadInput(f"unknown key {unknown[0]!r}; known are {', '.join(sorted(TOP_KEYS))}")
    if not isinstance(data.get("game"), str):
        raise BadInput(f'game = "..." is missing; known are {", ".join(registry.names())}')
    if not isinstance(data.get("step"), list) or not data["step"]:
        raise BadInput("a scenario needs at least one [[step]]")
    for number, step in enumerate(data["step"], 1):
        _check_step(number, step)
    return data


def _check_step(number: int, step: Any) -> None:
    unknown = sorted(set(step) - STEP_KEYS)
    if unknown:
        raise BadInput(
            f"step {number}: unknown key {unknown[0]!r}; known are {', '.join(sorted(STEP_KEYS))}"
        )
    if len({"move", "refuse", "expect"} & set(step)) == 0:
        raise BadInput(f"step {number}: give a move, a refuse or an expect")
    if "move" in step and "refuse" in step:
        raise BadInput(f"step {number}: a move is either played or refused, not both")
    told = step.get("told", [])
    if not isinstance(told, list) or not all(isinstance(each, dict) for each in told):
        raise BadInput(f'step {number}: told is a list of events, as {{ event = "walked" }}')
    if told and "move" not in step:
        raise BadInput(f"step {number}: told belongs to a move")


def begin(data: Mapping[str, Any]) -> GameState:
    """The state in which a scenario begins."""
    game = registry.get(data["game"])
    players = data.get("players", 4)
    registry.check_players(game, players)
    options = game.read_options(data.get("options"))
    if "position" in data:
        return game.position(players, options, data["position"])
    return game.start(players, data.get("seed", 0), options)


def run(data: Mapping[str, Any]) -> Result:
    """Play a scenario; stop at the first step that does not go as written."""
    title = str(data.get("title", "untitled"))
    state = begin(data)
    for number, step in enumerate(data["step"], 1):
        differences = _play(state, step)
        if differences:
            return Result(title, number, tuple(f"step {number}: {text}" for text in differences))
    return Result(title, len(data["step"]), ())


def _play(state: GameState, step: Mapping[str, Any]) -> list[str]:
    if "move" in step:
        try:
            happened = state.apply(step["move"])
        except IllegalMove as refused:
            return [f"expected {step['move']!r} to be legal, it is refused: {refused.message}"]
        untold = _untold(step.get("told", []), [_as_written(event) for event in happened])
        if untold:
            return [untold]
    if "refuse" in step:
        wrong = _refusal(state, step)
        if wrong:
            return [wrong]
    return _compare(state, step.get("expect", {}))


def _as_written(event: Any) -> dict[str, Any]:
    """An event as a scenario writes it: seats are letters, what is absent is left out."""
    data = {name: value for name, value in to_json(event).items() if value is not None}
    for name, value in data.items():
        values = list(value) if isinstance(value, tuple) else value
        if name in SEAT_FIELDS:
            values = seat_letter(value)
        elif name == "seats":
            values = [seat_letter(seat) for seat in value]
        data[name] = values
    return data


def _untold(wanted: list[Any], happened: list[dict[str, Any]]) -> str:
    """The first wanted event that is missing, or comes before one that it should come after."""
    later = iter(happened)
    for one in wanted:
        if not any(one.items() <= event.items() for event in later):
            return f"told: expected {_show(one)} in this order, came {_show(happened)}"
    return ""


def _refusal(state: GameState, step: Mapping[str, Any]) -> str:
    move = step["refuse"]
    try:
        state.clone().apply(move)
    except IllegalMove as refused:
        if "rule" in step and refused.rule != step["rule"]:
            return (
                f"{move!r} is refused as expected, but by {refused.rule} instead of "
                f"{step['rule']}: {refused.message}"
            )
        if "code" in step and refused.code != step["code"]:
            return f"{move!r} is refused with code {refused.code!r}, expected {step['code']!r}"
        return ""
    return f"expected {move!r} to be refused, it is legal"


def _compare(state: GameState, expect: Mapping[str, Any]) -> list[str]:
    differences = []
    for key, wanted in expect.items():
        if key in ("legal", "illegal"):
            differences += _legality(state, key, wanted)
            continue
        came = _observe(state, key, wanted)
        if came != wanted:
            differences.append(f"{key}: expected {_show(wanted)}, came {_show(came)}")
    return differences


def _legality(state: GameState, key: str, wanted: list[str]) -> list[str]:
    differences = []
    for move in wanted:
        refusal = state.why_not(move)
        if key == "legal" and refusal is not None:
            differences.append(f"expected {move!r} to be legal, it is refused: {refusal.message}")
        if key == "illegal" and refusal is None:
            differences.append(f"expected {move!r} to be refused, it is legal")
    return differences


def _observe(state: GameState, key: str, wanted: Any) -> Any:
    if key == "over":
        return state.over
    if key == "to_move":
        return None if state.to_move is None else seat_letter(state.to_move)
    if key == "winner":
        winners = state.outcome.winners if state.outcome else ()
        return "".join(seat_letter(seat) for seat in winners)
    return state.game.observe(state, key, wanted)


def _show(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_show(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_show(item)}" for key, item in value.items()) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def per_seat(wanted: Mapping[str, Any], players: int, value: Any) -> dict[str, Any]:
    """`value(seat)` for the seats that an expectation names."""
    return {letter: value(seat_number(letter, players)) for letter in wanted}


def check(text: str) -> Result:
    """Read and play a scenario; what cannot be read or set up is a difference too."""
    title = "unreadable"
    try:
        data = read(text)
        title = str(data.get("title", "untitled"))
        return run(data)
    except HornsUpError as error:
        return Result(title, 0, (str(error),))
