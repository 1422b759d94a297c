"""House rules: one frozen, validated object per game, read from plain data."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeVar

from hornsup.errors import BadInput


@dataclass(frozen=True, slots=True)
class Switch:
    """What a switch may be: a yes or no, one of some words, or a whole number in a range."""

    rule: str
    words: tuple[str, ...] = ()
    numbers: range | None = None

    def check(self, name: str, value: object) -> object:
        if self.words:
            if value not in self.words:
                raise BadInput(f"option {name} is one of {', '.join(self.words)}, not {value!r}")
        elif self.numbers is not None:
            if isinstance(value, bool) or not isinstance(value, int) or value not in self.numbers:
                raise BadInput(f"option {name} is {self._range()}, not {value!r}")
        elif not isinstance(value, bool):
            raise BadInput(f"option {name} is true or false, not {value!r}")
        return value

    def _range(self) -> str:
        assert self.numbers is not None
        kind = "an odd number" if self.numbers.step == 2 else "a whole number"
        return f"{kind} from {self.numbers[0]} to {self.numbers[-1]}"

    def read(self, name: str, text: str) -> object:
        """A value typed on a command line."""
        if self.numbers is not None and text.lstrip("-").isdigit():
            return self.check(name, int(text))
        if not self.words and self.numbers is None:
            words = {"true": True, "yes": True, "on": True, "false": False, "no": False}
            return self.check(name, {**words, "off": False}.get(text.lower(), text))
        return self.check(name, text)


def unknown_name(what: str, name: str, known: list[str]) -> BadInput:
    """The refusal of a name that is not on a list, with the nearest one that is."""
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
    return BadInput(f"unknown {what} {name!r}; {hint}")


T = TypeVar("T")


def read_options(
    cls: type[T],
    given: object,
    switches: Mapping[str, Switch],
    presets: Mapping[str, Mapping[str, Any]],
) -> T:
    """Options from nothing, a preset's name, a mapping (with `preset` inside, if any) or itself."""
    if isinstance(given, cls):
        return given
    if given is None:
        given = {}
    elif isinstance(given, str):
        given = {"preset": given}
    if not isinstance(given, Mapping):
        raise BadInput(f"options are a mapping or a preset's name, not {given!r}")
    asked = dict(given)
    preset = asked.pop("preset", "standard")
    if not isinstance(preset, str) or preset not in presets:
        raise unknown_name("preset", str(preset), sorted(presets))
    known = [field.name for field in fields(cls)]  # type: ignore[arg-type] # cls is a dataclass
    for name, value in asked.items():
        if name not in known:
            raise unknown_name("option", str(name), known)
        if name in switches:
            switches[name].check(name, value)
    return cls(**{**presets[preset], **asked})


def changed(options: Any) -> dict[str, Any]:
    """The options that differ from the default, as they stand in a record."""
    return {
        field.name: getattr(options, field.name)
        for field in fields(options)
        if field.default is MISSING or getattr(options, field.name) != field.default
    }


def copied(data: Mapping[str, Any]) -> dict[str, Any]:
    """A copy that the caller may change; only nested values are copied deeply."""
    return {
        name: deepcopy(value) if isinstance(value, (dict, list)) else value
        for name, value in data.items()
    }
