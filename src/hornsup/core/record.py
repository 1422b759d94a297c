"""Records: a game as data, its replay, and the check that a record tells the truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hornsup.core import events, registry
from hornsup.core.contract import GameState, Origin
from hornsup.core.randomness import seed_bytes, seed_json
from hornsup.errors import BadInput, HornsUpError

FORMAT = "hornsup-record/1"
FIELDS = {
    "format": str,
    "game": str,
    "engine": str,
    "players": int,
    "seed": (int, str),
    "options": dict,
    "moves": list,
    "checks": list,
}


def make(state: GameState) -> dict[str, Any]:
    """The record of a state: everything needed to play it again, and nothing else."""
    if state.origin is None:
        raise BadInput("this state is a guess drawn for one seat; only a dealt game has a record")
    data = _head(state, state.origin)
    data["moves"] = [str(move) for move in state.moves_played()]
    data["checks"] = [check for _, _, check in _checked(_begin(data), data["moves"])]
    data["outcome"] = state.outcome.to_json() if state.outcome else None
    return data


def _head(state: GameState, origin: Origin) -> dict[str, Any]:
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": state.game.name,
        "engine": state.game.engine,
        "players": state.players,
        "seed": seed_json(origin.seed),
        "options": _options(state),
    }
    if origin.position is not None:
        head["position"] = dict(origin.position)
    return head


def _options(state: GameState) -> dict[str, Any]:
    return state.game.write_options(state.options)  # type: ignore[attr-defined] # each game's own type


def check_form(data: object) -> dict[str, Any]:
    """A record whose fields are all there, or a refusal that names the one that is not."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f'this is no record: it should be an object with "format": "{FORMAT}"')
    for name, kind in FIELDS.items():
        value = data.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):  # type: ignore[arg-type] # a type or a tuple of types
            raise BadInput(f"this record is garbled: {name!r} is {value!r}")
    if not all(isinstance(move, str) for move in data["moves"]):
        raise BadInput("this record is garbled: every move should be a text")
    if not isinstance(data.get("position", {}), dict):
        raise BadInput("this record is garbled: 'position' should be a table")
    return data


def _begin(data: Mapping[str, Any]) -> GameState:
    game = registry.get(data["game"])
    if data["engine"] != game.engine:
        raise BadInput(
            f"this record was made by rules version {data['engine']!r} of {game.name}; "
            f"this hornsup plays version {game.engine!r}"
        )
    registry.check_players(game, data["players"])
    options = game.read_options(data["options"])
    seed = seed_bytes(data["seed"]) if _is_raw(data["seed"]) else data["seed"]
    if "position" in data:
        return game.position(data["players"], options, data["position"])
    return game.start(data["players"], seed, options)


def _is_raw(seed: object) -> bool:
    return isinstance(seed, str) and len(seed) == 66 and seed.startswith("0x")


def _checked(state: GameState, moves: list[str]) -> Iterator[tuple[GameState, list[Any], str]]:
    """Play the moves one by one, giving the state, the events and the running fingerprint."""
    check = events.digest("", state.opening)
    for move in moves:
        happened = state.apply(move)
        check = events.digest(check, happened)
        yield state, happened, check


def steps(data: object) -> Iterator[tuple[GameState, list[Any]]]:
    """The state and events at the start and after every move; the state is one object, moving."""
    record = check_form(data)
    state = _begin(record)
    yield state, state.opening
    for number, move in enumerate(record["moves"], 1):
        try:
            happened = state.apply(move)
        except HornsUpError as error:
            raise BadInput(f"move {number} of the record, {move!r}, is refused: {error}") from error
        yield state, happened


def replay(data: object) -> GameState:
    """The state at the end of a record."""
    *_, (state, _) = steps(data)
    return state


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check of a record found; `problem` is empty when it tells the truth."""

    problem: str
    moves: int
    finished: bool
    fingerprint: str

    @property
    def honest(self) -> bool:
        return not self.problem


def verify(data: object) -> Verdict:
    """Deal and play a record again and compare every step with what it claims."""
    record = check_form(data)
    number, check = 0, ""
    state: GameState | None = None
    claims = record["checks"]
    if len(claims) != len(record["moves"]):
        return Verdict("it does not have one check per move", 0, False, "")
    try:
        for number, step in enumerate(steps(record)):
            state, happened = step
            check = events.digest(check, happened)
            if number and claims[number - 1] != check:
                return Verdict(_wrong(number, record, happened), number, False, check)
    except HornsUpError as error:
        return Verdict(str(error), number, False, check)
    assert state is not None
    outcome = state.outcome.to_json() if state.outcome else None
    if record.get("outcome") != outcome:
        problem = f"the outcome it claims is {record.get('outcome')!r}, the moves give {outcome!r}"
        return Verdict(problem, number, state.over, check)
    return Verdict("", number, state.over, check)


def _wrong(number: int, record: Mapping[str, Any], happened: list[Any]) -> str:
    told = events.to_json(happened[0]) if happened else "nothing"
    return (
        f"move {number}, {record['moves'][number - 1]!r}, did not happen as claimed; "
        f"dealt again from the seed it begins with {told}"
    )
