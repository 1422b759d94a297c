"""The wire as it was released is still understood."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import msgspec

from hornsup.play import wire
from tests.server import released


def _released() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(released.WIRE_FILE.read_text(encoding="utf-8"))
    return found


def test_case_38_frames_of_the_released_wire_are_still_understood() -> None:
    """Every sample that a client of this wire sends or is sent can be read, with the same sense."""
    found = _released()
    assert found["wire"] == wire.WIRE, "a raised WIRE needs a file of its own"
    for sample in found["from_client"]:
        frame = wire.read_frame(json.dumps(sample))
        assert _within(sample, msgspec.to_builtins(frame)), sample
    for sample in found["from_server"]:
        message = wire.read_message(json.dumps(sample))
        assert _within(sample, json.loads(wire.encode(message))), sample


def _within(old: Any, new: Any) -> bool:
    if isinstance(old, dict):
        return isinstance(new, dict) and all(
            k in new and _within(v, new[k]) for k, v in old.items()
        )
    return bool(old == new)


def test_case_38_a_change_that_breaks_clients_raises_the_wire() -> None:
    """New messages and new fields with a default may come; nothing that was there may change."""
    problems = _problems(_released()["schema"]["$defs"], wire.schema())
    assert not problems, "raise WIRE, or keep to the released wire: " + "; ".join(problems)


def test_case_38_breaking_changes_are_noticed() -> None:
    old = _released()["schema"]["$defs"]
    changes: list[Callable[[Any], object]] = [
        lambda defs: defs.pop("Undo"),
        lambda defs: defs["Welcome"]["properties"].pop("view"),
        lambda defs: defs["Move"]["properties"]["move"].update(maxLength=5),
        lambda defs: defs["Ping"].update(required=["type", "at"]),
        lambda defs: defs["Update"]["properties"]["version"].update(type="string"),
        lambda defs: defs["Hello"]["properties"]["language"]["enum"].remove("it"),
        lambda defs: defs["Seat"]["properties"]["bot"]["anyOf"][0]["enum"].remove("hard"),
    ]
    for change in changes:
        schema = copy.deepcopy(wire.schema())
        change(schema["$defs"])
        assert _problems(old, schema)


def _problems(old: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    new = schema["$defs"]
    found = [problem for name in old for problem in _broken(name, old[name], new.get(name))]
    for name in set(_sent_by_clients(schema)) & set(old) & set(new):
        more = set(new[name].get("required", ())) - set(old[name].get("required", ()))
        found += [f"{name}: old clients do not send {field!r}" for field in sorted(more)]
    return found


def _sent_by_clients(schema: dict[str, Any]) -> list[str]:
    return [each["$ref"].rpartition("/")[2] for each in schema["from_client"]["anyOf"]]


def _broken(name: str, old: dict[str, Any], new: dict[str, Any] | None) -> list[str]:
    if new is None:
        return [f"{name} is gone"]
    was, now = old.get("properties", {}), new.get("properties", {})
    return [
        f"{name}.{field} has changed"
        for field in was
        if _plain(was[field]) != _plain(now.get(field)) and not _wider(was[field], now.get(field))
    ]


def _plain(schema: Any) -> Any:
    """What matters to a reader: no descriptions and no defaults."""
    if isinstance(schema, dict):
        skipped = ("description", "default", "title")
        return {key: _plain(value) for key, value in schema.items() if key not in skipped}
    return [_plain(each) for each in schema] if isinstance(schema, list) else schema


def _wider(old: Any, new: Any) -> bool:
    """A list of words may grow, also one beside null."""
    if not new:
        return False
    if "anyOf" in old and len(old["anyOf"]) == len(new.get("anyOf", ())):
        pairs = zip(old["anyOf"], new["anyOf"], strict=True)
        return all(_plain(was) == _plain(now) or _wider(was, now) for was, now in pairs)
    return "enum" in old and "enum" in new and set(old["enum"]) <= set(new["enum"])
