"""How the server and its child processes talk: four bytes of length and JSON, each way."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Final, TypeVar

import msgspec

LENGTH: Final = struct.Struct(">I")
Request = TypeVar("Request")


def requests(source: BinaryIO, kind: type[Request]) -> Iterator[Request]:
    """The requests of one kind, until the source ends."""
    read = msgspec.json.Decoder(kind).decode
    while head := source.read(LENGTH.size):
        yield read(source.read(LENGTH.unpack(head)[0]))


def write(sink: BinaryIO, answer: Mapping[str, Any]) -> None:
    data = msgspec.json.encode(answer)
    sink.write(LENGTH.pack(len(data)) + data)
    sink.flush()


def failure(error: Exception) -> dict[str, str]:
    """The answer when a request could not be carried out."""
    return {"error": f"{type(error).__name__}: {error}"}
