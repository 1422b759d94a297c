"""A process that writes a busy server's log, with an interpreter that it shares with nobody.

A line of JSON asks, with a statement and its values; a line of text answers. The process ends when
whoever asks has gone, and writes before that what it was asked for, one statement at most: moves
that nobody was told of, which the log may have or not.
"""

from __future__ import annotations

import signal
import socket
import sqlite3
import sys
from typing import Any, Final

import msgspec

from hornsup.server import embedded

READY: Final = b"ready"
DONE: Final = b"done"
TAKEN: Final = b"taken"
FAILED: Final = b"failed "

_read: Final = msgspec.json.Decoder(tuple[str, list[Any]]).decode


def answer(database: sqlite3.Connection, request: bytes) -> bytes:
    """Carry out one statement, which is its own transaction, and say what came of it."""
    statement, values = _read(request)
    try:
        database.execute(statement, values)
    except sqlite3.IntegrityError:
        return TAKEN
    except sqlite3.Error as error:
        return FAILED + " ".join(str(error).split()).encode()
    return DONE


def serve(line: socket.socket, path: str) -> None:
    """Answer until the line ends."""
    database = sqlite3.connect(path, timeout=embedded.BUSY_SECONDS)
    embedded.prepare(database, embedded.SWEPT_PAGES)
    sweep = embedded.Sweep(path)
    try:
        line.sendall(READY + b"\n")
        for request in line.makefile("rb"):
            line.sendall(answer(database, request) + b"\n")
            sweep.wrote(database.total_changes)
    finally:
        sweep.end()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # meant for the server, whose end is ours
    try:
        serve(socket.socket(fileno=0), sys.argv[1])
    except ConnectionError:
        sys.exit()
