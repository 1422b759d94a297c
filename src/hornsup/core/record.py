"""Records: a game as data, its replay, and its verification."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

from hornsup.core import events, fairness, registry
from hornsup.core.contract import GameState, Origin, Step
from hornsup.core.displays import Record
from hornsup.core.notation import seat_letter
from hornsup.core.randomness import seed_bytes, seed_json
from hornsup.core.verification import Finding, Verification, refused
from hornsup.errors import BadInput, HornsUpError, IllegalMove
from hornsup.i18n import Plain

FORMAT: Final = "hornsup-record/1"
FIELDS: Final = {
    "format": str,
    "game": str,
    "engine": str,
    "players": int,
    "seed": (int, str),
    "options": dict,
    "moves": list,
    "checks": list,
}
EXTRAS: Final = {"position": dict, "deal": dict, "seats": list, "digest": str}
KNOWN: Final = {*FIELDS, *EXTRAS, "outcome"}
LONGEST_NAME: Final = 64
_NOTATION: Final = re.compile(r"[A-Za-z0-9 ,!-]{1,200}")


def make(state: GameState, engine: str | None = None) -> dict[str, Any]:
    """The record of a state: everything needed to play it again, and nothing else.

    A game that an earlier engine began keeps that engine's number, and checks of its events.
    """
    if state.origin is None:
        raise BadInput("this state is a guess drawn for one seat; only a dealt game has a record")
    data = Record(_head(state, state.origin))
    data["engine"] = engine or state.game.engine
    data["moves"] = [str(move) for move in state.moves_played()]
    told = _told(data, _play(_begin(data), data["moves"]))
    data["checks"] = list(accumulate(told, events.digest, initial=""))[2:]
    data["outcome"] = state.outcome.to_json() if state.outcome else None
    return data


def played_again(state: GameState) -> Iterator[Step]:
    """The game of a state from its start: state and events of the deal and after every move."""
    if state.origin is None:
        raise BadInput("this state is a guess drawn for one seat; nobody knows how it came about")
    again = _begin(_head(state, state.origin))
    for happened in _play(again, [str(move) for move in state.moves_played()]):
        yield again, happened


def _head(state: GameState, origin: Origin) -> dict[str, Any]:
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": state.game.name,
        "engine": state.game.engine,
        "players": state.players,
        "seed": seed_json(origin.seed),
        "options": state.game.write_options(state.options),
    }
    if origin.position is not None:
        head["position"] = dict(origin.position)
    return head


def seal(
    record: Mapping[str, Any],
    *,
    deal: Mapping[str, Any] | None = None,
    players: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """A record with its deal (commitment and secret), its players, and a digest over all of it.

    `deal` is what `fairness.deal` gives; `players` has one `{"seat": 0, "name": "Ozzy",
    "bot": None}` per seat, where `bot` names the bot that held the seat at the end.
    """
    data = {key: value for key, value in record.items() if key != "digest"}
    if deal is not None:
        data["deal"] = dict(deal)
    if players is not None:
        data["seats"] = [dict(one) for one in players]
    check_form(data)
    if "deal" in data and not _dealt_from(data, fairness.read(data["deal"])):
        raise BadInput("this deal does not give the seed of the record; it belongs to another game")
    return Record({**data, "digest": digest(data)})


def digest(record: Mapping[str, Any]) -> str:
    """SHA-256 over the record as canonical JSON, the field `digest` left out."""
    data = {key: value for key, value in record.items() if key != "digest"}
    return sha256(_canonical(data).encode()).hexdigest()


def _canonical(data: object) -> str:
    """The one way to write a value: sorted keys, no spaces, ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def loads(text: str) -> dict[str, Any]:
    """A record from its JSON text; a text that two readers could read differently is refused."""
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is garbled: {error}; a record is one JSON object") from error
    return Record(check_form(data))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return data


def check_form(data: object) -> dict[str, Any]:
    """A record whose fields are all there, or a refusal that names the one that is not."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f'this is no record: it should be an object with "format": "{FORMAT}"')
    for name, kind in (FIELDS | {key: EXTRAS[key] for key in EXTRAS if key in data}).items():
        value = data.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):  # type: ignore[arg-type] # a type or a tuple of types
            raise BadInput(f"this record is garbled: {name!r} is {value!r}")
    for move in data["moves"]:
        if not isinstance(move, str) or not _NOTATION.fullmatch(move):
            raise BadInput(f"this record is garbled: {move!r} is not how a move is written")
    if "outcome" not in data:
        raise BadInput("this record is garbled: 'outcome' is missing; it may be null")
    _check_plain(data)
    _check_extras(data)
    return data


def _check_plain(data: dict[str, Any]) -> None:
    """Refuse what JSON and UTF-8 cannot write: NaN, lone surrogates, endless nesting."""
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"this record is garbled: {error}") from error


def _check_extras(data: dict[str, Any]) -> None:
    seats = [_seat(one) for one in data.get("seats", [])]
    if sorted(set(seats)) != seats:
        raise BadInput("this record is garbled: its seats are not in order")
    if "deal" in data:
        seats += [seat for seat, _ in fairness.read(data["deal"]).contributions]
    if seats and not 0 <= min(seats) <= max(seats) < data["players"]:
        raise BadInput("this record is garbled: it names a seat that its table does not have")


def _seat(entry: object) -> int:
    """The number of a seat whose entry is in order."""
    if isinstance(entry, dict) and set(entry) == {"seat", "name", "bot"}:
        seat, name, bot = entry["seat"], entry["name"], entry["bot"]
        if type(seat) is int and _is_name(name) and (bot is None or _is_name(bot)):
            return seat
    raise BadInput(f"this record is garbled: {entry!r} does not say who had a seat")


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME


def _begin(data: Mapping[str, Any]) -> GameState:
    game = registry.get(data["game"])
    if not game.replays(data["engine"]):
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


def _told(data: Mapping[str, Any], played: Iterator[list[Any]]) -> Iterator[list[Any]]:
    """Events as the engine of a record told them."""
    game = registry.get(data["game"])
    for happened in played:
        yield game.told_by(data["engine"], happened)


def _is_raw(seed: object) -> bool:
    return isinstance(seed, str) and len(seed) == 66 and seed.startswith("0x")


def _play(state: GameState, moves: list[str]) -> Iterator[list[Any]]:
    """Play the moves one by one; the events of the deal come first, then those of every move."""
    yield state.opening
    for move in moves:
        yield state.replay_move(move)


def steps(data: object) -> Iterator[Step]:
    """The state and events at the start and after every move; the state is one object, moving."""
    record = check_form(data)
    state = _begin(record)
    number = 0
    try:
        for happened in _play(state, record["moves"]):
            yield state, happened
            number += 1
    except IllegalMove as error:
        move = record["moves"][number - 1]
        raise BadInput(f"move {number} of the record, {move!r}, is refused: {error}") from error


def replay(data: object) -> GameState:
    """The state at the end of a record."""
    *_, (state, _) = steps(data)
    return state


def verify(
    data: object,
    *,
    commitment: str | None = None,
    contribution: str | None = None,
    seat: int | None = None,
) -> Verification:
    """Deal and play a record again and compare every step with what it claims.

    A player can also check the hash that was shown before the game, and the contribution that
    they gave (from `seat`, or from any).
    """
    record = check_form(data)
    played = _Playing(record)
    findings = [*played.findings, *_promised(record)]
    if commitment is not None:
        findings.append(_shown(record, commitment))
    if contribution is not None:
        findings.append(_contributed(record, contribution, seat))
    findings += _sealed(record)
    return Verification(record["game"], tuple(findings), played.number, played.over, played.check)


class _Playing:
    """A record dealt and played again, up to its end or the first difference."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        self.number = 0
        self.check = ""
        self.over = False
        self.findings = self._play()

    def _play(self) -> list[Finding]:
        moves, claims = self.record["moves"], self.record["checks"]
        if len(claims) != len(moves):
            return [Finding("checks-missing", False)]
        try:
            state = _begin(self.record)
        except HornsUpError as error:
            return [Finding("start-refused", False, {"reason": Plain(error)})]
        wrong = self._compare(state, moves, claims)
        if wrong is not None:
            return [wrong]
        self.over = state.over
        end = "@verify.to-its-end" if state.over else "@verify.so-far"
        values = {"n": self.number, "end": end, "fingerprint": self.check}
        return [Finding("moves-honest", True, values), *self._outcome(state)]

    def _compare(self, state: GameState, moves: list[str], claims: list[Any]) -> Finding | None:
        """The first move that is refused, or after which something else happens than claimed."""
        played = _play(state, moves)
        game, engine = state.game, self.record["engine"]
        self.check = events.digest("", game.told_by(engine, next(played)))
        for move, claim in zip(moves, claims, strict=True):
            self.number += 1
            turn = state.turns
            try:
                happened = next(played)
            except IllegalMove as error:
                return refused(self.number, move, turn, error.refusal, error.message)
            self.check = events.digest(self.check, game.told_by(engine, happened))
            if claim != self.check:
                where = {"number": self.number, "move": repr(move), "turn": turn}
                return Finding("move-wrong", False, {**where, "happened": happened})
        return None

    def _outcome(self, state: GameState) -> Iterator[Finding]:
        claimed = self.record["outcome"]
        true = state.outcome.to_json() if state.outcome else None
        if _canonical(claimed) != _canonical(true):  # in Python alone, true is 1
            values = {"claimed": json.dumps(claimed), "true": json.dumps(true)}
            yield Finding("outcome-wrong", False, values)
        elif state.over:
            yield Finding("outcome-right", True)


def _promised(record: Mapping[str, Any]) -> Iterator[Finding]:
    """Whether the hash is the secret's, and the game was dealt from it."""
    if "deal" not in record:
        yield Finding("deal-position" if "position" in record else "deal-none", None)
        return
    deal = fairness.read(record["deal"])
    kept = fairness.commitment(deal.secret) == deal.commitment
    yield Finding("promise-kept" if kept else "promise-broken", kept, {"hash": deal.commitment})
    dealt = _dealt_from(record, deal)
    yield Finding("deal-kept" if dealt else "deal-broken", dealt, {"n": len(deal.contributions)})


def _dealt_from(record: Mapping[str, Any], deal: fairness.Deal) -> bool:
    """A position that was set up was not dealt, whatever the seed says."""
    seed = fairness.seed(deal.secret, deal.table, deal.contributions)
    return "position" not in record and record["seed"] == seed_json(seed)


def _shown(record: Mapping[str, Any], commitment: str) -> Finding:
    shown = commitment.strip().lower().removeprefix("0x")
    if "deal" not in record:
        return Finding("shown-nothing", False)
    same = shown == record["deal"]["commitment"]
    return Finding("shown-same" if same else "shown-other", same)


def _contributed(record: Mapping[str, Any], text: str, seat: int | None) -> Finding:
    given = fairness.read(record["deal"]).contributions if "deal" in record else ()
    seats = [giver for giver, given_text in given if given_text == text and seat in (None, giver)]
    if not seats:
        return Finding("contribution-missing", False)
    return Finding("contribution-there", True, {"seats": [seat_letter(giver) for giver in seats]})


def _sealed(record: Mapping[str, Any]) -> Iterator[Finding]:
    """The digest, which a record with a deal or names must have, and unknown fields."""
    unknown = sorted(set(record) - KNOWN)
    if unknown:
        yield Finding("field-unknown", False, {"names": ", ".join(map(repr, unknown))})
    if "digest" in record:
        whole = record["digest"] == digest(record)
        yield Finding("seal-whole" if whole else "seal-broken", whole)
    elif "deal" in record or "seats" in record:
        yield Finding("seal-missing", False)
