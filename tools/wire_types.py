"""Write src/hornsup/web/js/wire.d.ts: the wire's messages as types for the browser client.

The types come from the structs of hornsup.play.wire. A field is optional where it may be absent:
in a frame of the client if it has a default, in a message of the server if defaults are left out.
tests/test_server_pages.py fails when the file is out of date.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from hornsup.play import wire

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "src" / "hornsup" / "web" / "js" / "wire.d.ts"
HEAD = "/** The messages of the wire, written by `make pages` from hornsup/play/wire.py. */"
WIDE = 100
PRINT_WIDTH = 120  # as in tools/prettier.json
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def typescript(kind: inspect.Type) -> str:
    """A type as TypeScript writes it; structs by their names."""
    if isinstance(kind, inspect.Metadata):
        return typescript(kind.type)
    if isinstance(kind, inspect.StructType):
        return kind.cls.__name__
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(msgspec.json.encode(each).decode() for each in kind.values)
    if isinstance(kind, inspect.UnionType):
        return " | ".join(typescript(each) for each in kind.types)
    if isinstance(kind, inspect.ListType):
        inner = typescript(kind.item_type)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(kind, inspect.DictType):
        return f"Record<{typescript(kind.key_type)}, {typescript(kind.value_type)}>"
    return PLAIN[type(kind)]


def structs(kind: Any) -> Iterator[inspect.StructType]:
    """Every struct that is part of a type, the innermost first."""
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from structs(field.type)
        yield kind
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from structs(each)
    elif isinstance(kind, inspect.ListType):
        yield from structs(kind.item_type)
    elif isinstance(kind, inspect.Metadata):
        yield from structs(kind.type)


def interface(kind: inspect.StructType, sent_by_client: bool) -> Iterator[str]:
    """One struct as an interface, its docstring above."""
    words = textwrap.wrap(" ".join((kind.cls.__doc__ or "").split()), WIDE)
    if len(words) == 1:
        yield f"/** {words[0]} */"
    elif words:
        yield from ("/**", *(f" * {line}" for line in words), " */")
    yield f"export interface {kind.cls.__name__} {{"
    if kind.tag_field is not None:
        yield f"  {kind.tag_field}: {msgspec.json.encode(kind.tag).decode()};"
    may_omit = sent_by_client or kind.cls.__struct_config__.omit_defaults
    for field in kind.fields:
        mark = "?" if may_omit and not field.required else ""
        yield f"  {field.encode_name}{mark}: {typescript(field.type)};"
    yield "}"


def union(name: str, members: Any) -> str:
    """A union on one line if it fits, as the formatter wants it."""
    names = [each.__name__ for each in get_args(members)]
    line = f"export type {name} = {' | '.join(names)};"
    return (
        line
        if len(line) <= PRINT_WIDTH
        else f"export type {name} =\n  | " + "\n  | ".join(names) + ";"
    )


def types() -> str:
    """The whole file."""
    server = {each.cls: each for each in structs(inspect.type_info(wire.FromServer))}
    client = {each.cls: each for each in structs(inspect.type_info(wire.FromClient))}
    lines = [HEAD, f"export type WireVersion = {wire.WIRE};"]
    for kind in {**server, **client}.values():
        lines += interface(kind, sent_by_client=kind.cls not in server)
    for name, members in (
        ("FromServer", wire.FromServer),
        ("FromClient", wire.FromClient),
        ("Command", wire.Logged | wire.Asked),
    ):
        lines.append(union(name, members))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8")
    print(f"wrote {TYPES.relative_to(ROOT)}")
