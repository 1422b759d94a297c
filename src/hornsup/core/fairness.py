"""Commitment to a deal: a hash shown before the game, and the secret shown after it.

A new table draws a secret of 32 bytes and shows its commitment:

    SHA-256( "hornsup/commitment/1/" || secret )

When the game starts, its seed is made from the secret, the table's id and the texts that players
put in, so that neither the table alone nor a player alone decides the cards:

    SHA-256( "hornsup/deal/1/" || secret || text(table) || u32(how many contributions)
             || for each, in the order of the seats: u32(seat) || text(what it put in) )

where u32 is four bytes, big-endian, and text(t) is u32(its length in bytes) and its UTF-8 bytes.
The tags stand first and differ, so no commitment, however it is extended, is the hash of a deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, NamedTuple

from hornsup.errors import BadInput

COMMITMENT_TAG: Final = b"hornsup/commitment/1/"
DEAL_TAG: Final = b"hornsup/deal/1/"
SECRET_BYTES: Final = 32
LONGEST_TEXT: Final = 128
HIGHEST_SEAT: Final = 255

Contributions = Sequence[tuple[int, str]]


class Deal(NamedTuple):
    """A well-formed deal block of a record; its values are not verified yet."""

    table: str
    commitment: str
    secret: bytes
    contributions: tuple[tuple[int, str], ...]


def commitment(secret: bytes) -> str:
    """The hash that is shown before the game, as 64 hexadecimal digits."""
    return sha256(COMMITMENT_TAG + _checked_secret(secret)).hexdigest()


def seed(secret: bytes, table: str, contributions: Contributions) -> bytes:
    """The 32 bytes from which the game is dealt; contributions may come in any order."""
    parts = [DEAL_TAG, _checked_secret(secret), _text(table, "a table's id")]
    parts.append(_u32(len(contributions)))
    for seat, text in in_seat_order(contributions):
        parts += [_u32(seat), _text(text, "a contribution")]
    return sha256(b"".join(parts)).digest()


def deal(secret: bytes, table: str, contributions: Contributions) -> dict[str, Any]:
    """The block of a record with which anyone can verify the deal after the game."""
    seed(secret, table, contributions)  # raises BadInput for values that give no seed
    return {
        "table": table,
        "commitment": commitment(secret),
        "secret": "0x" + secret.hex(),
        "contributions": [
            {"seat": seat, "text": text} for seat, text in in_seat_order(contributions)
        ],
    }


def in_seat_order(contributions: Contributions) -> list[tuple[int, str]]:
    """Contributions sorted by seat; a seat out of range or given twice is refused."""
    for seat, _ in contributions:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat <= HIGHEST_SEAT:
            raise BadInput(f"a contribution comes from a seat, 0 to {HIGHEST_SEAT}, not {seat!r}")
    ordered = sorted(contributions, key=lambda one: one[0])
    for (seat, _), (other, _) in pairwise(ordered):
        if seat == other:
            raise BadInput(f"seat {seat} has two contributions; a seat gives one")
    return ordered


def read(block: object) -> Deal:
    """A record's deal block, or a refusal that names what is garbled in it."""
    fields = _fields(block, {"table": str, "commitment": str, "secret": str, "contributions": list})
    given = []
    for one in fields["contributions"]:
        contribution = _fields(one, {"seat": int, "text": str})
        given.append((contribution["seat"], contribution["text"]))
    if in_seat_order(given) != given:
        raise BadInput("this record is garbled: its contributions are not in the order of seats")
    found = Deal(fields["table"], fields["commitment"], _secret(fields["secret"]), tuple(given))
    seed(found.secret, found.table, found.contributions)  # refuses texts that are too long
    return found


def _fields(data: object, kinds: Mapping[str, type]) -> dict[str, Any]:
    if not isinstance(data, dict) or set(data) != set(kinds):
        raise BadInput(f"this record is garbled: its deal needs {', '.join(kinds)} and no more")
    for name, kind in kinds.items():
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise BadInput(f"this record is garbled: {name!r} of its deal is {data[name]!r}")
    return data


def _secret(text: str) -> bytes:
    digits = text[2:]
    if text[:2] != "0x" or len(digits) != 2 * SECRET_BYTES or set(digits) - set("0123456789abcdef"):
        raise BadInput(f"this record is garbled: its secret is {text!r}")
    return bytes.fromhex(digits)


def _checked_secret(secret: bytes) -> bytes:
    if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES:
        raise BadInput(f"a secret is {SECRET_BYTES} bytes")
    return secret


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _text(text: str, what: str) -> bytes:
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise BadInput(f"{what} is a text of at most {LONGEST_TEXT} characters")
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise BadInput(f"{what} is a text in Unicode, not {text!r}") from error
    return _u32(len(data)) + data
