"""The file of a backup: one form for both databases, in which no byte can change unnoticed.

The first line names the format. Then comes one gzip stream of JSON lines, and at the end the
SHA-256 of everything before it. The lines are a head (revision of the database, when, by which
version); for every table of the database a line with its columns and one line per row; and the
manifest, with the number of rows and the SHA-256 of every part.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from hornsup.errors import BadInput

FORMAT: Final = 1
MAGIC: Final = b"hornsup backup "
FOOT: Final = b"\nsha256 "
FOOT_BYTES: Final = len(FOOT) + 64 + 1
CHUNK: Final = 1 << 20
LONGEST_LINE: Final = 1 << 24
"""A row is at most some kilobytes; a longer line is not one of ours."""
HEAD: Final = ("revision", "made_at", "made_by", "database")
LATEST: Final = 10**14
"""A moment in milliseconds that no backup will see, and that still has a date."""

Values = list[Any]
Data = dict[str, Any]


class Damaged(BadInput):
    """A file that cannot be used as a backup; the message says why."""


DAMAGES: Final = (
    OSError,
    EOFError,
    zlib.error,
    ValueError,
    KeyError,
    TypeError,
    RecursionError,  # lists within lists within lists
)
"""What reading may raise where the bytes are those that were written and make no sense."""


class Row(NamedTuple):
    """One row: the part that it belongs to, the part's columns, and the values."""

    part: str
    columns: list[str]
    values: Values


# --- writing ------------------------------------------------------------------------------------


@contextmanager
def private_file(target: Path, overwrite: bool) -> Iterator[tuple[IO[bytes], Path]]:
    """A new file that only its owner can read, under another name until it is complete."""
    if target.exists() and not overwrite:
        raise BadInput(f"{target} is there already; choose another name or add --force")
    # mkstemp makes a file that only its owner can read, from the first byte on
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    path = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file, path
            file.flush()
            os.fsync(file.fileno())
        path.replace(target)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


class Writer:
    """Writes head, parts and manifest of a backup, one after the other."""

    def __init__(self, file: IO[bytes], head: Data) -> None:
        self._file = _Hashing(file)
        self._file.write(MAGIC + b"%d\n" % FORMAT)
        self._gzip = gzip.GzipFile("", "wb", 5, self._file, mtime=0)
        self._parts: dict[str, Data] = {}
        self._part: Data = {}
        self._hash = sha256()
        self._line(head)

    def _line(self, value: Any) -> bytes:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._gzip.write(line)
        return line

    def begin(self, part: str, columns: list[str]) -> None:
        self._part = {"rows": 0}
        self._hash = sha256(self._line({"part": part, "columns": columns}))
        self._parts[part] = self._part

    def rows(self, rows: Iterable[Values]) -> None:
        for values in rows:
            self._hash.update(self._line(values))
            self._part["rows"] += 1

    def end(self) -> None:
        self._part["sha256"] = self._hash.hexdigest()

    def close(self) -> None:
        self._line({"manifest": self._parts})
        self._gzip.close()
        self._file.finish()


class _Hashing:
    """A file whose last line is the hash of the others."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = sha256()

    def write(self, data: bytes) -> int:
        self._hash.update(data)
        return self._file.write(data)

    def flush(self) -> None:
        self._file.flush()

    def finish(self) -> None:
        self._file.write(FOOT + self._hash.hexdigest().encode() + b"\n")


# --- reading ------------------------------------------------------------------------------------


class Reader:
    """Reads a backup and finds every damage; `head` and `manifest` are there after `rows`."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.head: Data = {}
        self.manifest: dict[str, Data] = {}
        self.size = file.stat().st_size
        self._length = _check_whole(file, self.size)

    def rows(self) -> Iterator[Row]:
        """All rows in order. What is wrong with the file is raised at the latest at the end."""
        try:
            yield from self._rows()
        except DAMAGES as error:
            if isinstance(error, Damaged):
                raise
            raise Damaged(f"{self.file} is damaged: {error}") from error

    def _rows(self) -> Iterator[Row]:
        part, columns, found = "", [""], _Counted()
        with self.file.open("rb") as raw:
            lines = gzip.GzipFile(fileobj=_Slice(raw, self._length))  # type: ignore[call-overload] # reads
            self.head = self._head(_next_line(lines))
            while True:
                line = _next_line(lines)
                value = json.loads(line)
                if isinstance(value, list):
                    found.add(line)
                    self._need(bool(part) and len(value) == len(columns), f"a row of {part!r}")
                    yield Row(part, columns, value)
                elif "part" in value:
                    part, columns = value["part"], value["columns"]
                    self._need(all(map(_printable, (part, *columns))), "the name of a part")
                    found.begin(part, line)
                else:
                    self.manifest = value["manifest"]
                    self._need(lines.read(1) == b"", "what comes after the manifest")
                    self._need(self.manifest == found.parts(), _differs(self.manifest, found))
                    return

    def _head(self, line: bytes) -> Data:
        head = json.loads(line)
        self._need(isinstance(head, dict) and all(each in head for each in HEAD), "the head")
        texts = [head[each] for each in HEAD if each != "made_at"]
        self._need(all(map(_printable, texts)), "the head")
        self._need(type(head["made_at"]) is int and 0 <= head["made_at"] < LATEST, "the head")
        return {each: head[each] for each in HEAD}

    def _need(self, true: bool, what: str) -> None:
        if not true:
            raise Damaged(f"{self.file} is damaged: {what} is wrong")

    def check(self) -> None:
        """Read the whole file."""
        for _ in self.rows():
            pass


class _Counted:
    """Rows and hashes of the parts that have been read."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, Any]] = {}
        self._part = ""

    def begin(self, part: str, line: bytes) -> None:
        if part in self._found:
            raise ValueError(f"the part {part!r} comes twice")
        self._part = part
        self._found[part] = (0, sha256(line))

    def add(self, line: bytes) -> None:
        if not self._part:
            raise ValueError("a row belongs to no part")
        count, digest = self._found[self._part]
        digest.update(line)
        self._found[self._part] = (count + 1, digest)

    def parts(self) -> dict[str, Data]:
        return {
            part: {"rows": count, "sha256": digest.hexdigest()}
            for part, (count, digest) in self._found.items()
        }


def _printable(text: Any) -> bool:
    """Whether a text can be shown: a terminal would obey control characters."""
    return isinstance(text, str) and text.isprintable()


def _differs(told: Data, found: _Counted) -> str:
    """The parts about which the manifest does not tell the truth."""
    real = found.parts()
    names = [name for name in {**told, **real} if told.get(name) != real.get(name)]
    return f"the number of rows, or their hash, of {', '.join(names)}"


def _next_line(lines: gzip.GzipFile) -> bytes:
    line = lines.readline(LONGEST_LINE)
    if not line.endswith(b"\n"):
        raise EOFError("it ends in the middle")
    return line


class _Slice:
    """The part of a file that is a gzip stream."""

    def __init__(self, file: IO[bytes], length: int) -> None:
        self._file = file
        self._left = length - file.seek(len(_first_line(file)))

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(data)
        return data


def _first_line(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.readline(64)


def _check_whole(path: Path, size: int) -> int:
    """Compare the hash at the end with the bytes before it; gives how many those are."""
    with path.open("rb") as file:
        first = _first_line(file)
        if not first.startswith(MAGIC):
            raise Damaged(f"{path} is no backup of hornsup")
        _check_format(path, first)
        length = size - FOOT_BYTES
        file.seek(max(0, length))
        foot = file.read()
        if length <= len(first) or not foot.startswith(FOOT):
            raise Damaged(f"{path} is damaged: its end is missing")
        if foot != FOOT + _hash_of(file, length).encode() + b"\n":
            raise Damaged(f"{path} is damaged: its bytes are not those that were written")
        return length


def _check_format(path: Path, first: bytes) -> None:
    number = first[len(MAGIC) :].strip()
    if not number.isdigit() or not first.endswith(b"\n"):
        raise Damaged(f"{path} is damaged: its first line is wrong")
    if int(number) > FORMAT:
        raise Damaged(
            f"{path} has format {int(number)} and was made by a newer hornsup; update this one"
        )
    if int(number) < FORMAT:
        raise Damaged(f"{path} is damaged: there is no format {int(number)}")


def _hash_of(file: IO[bytes], length: int) -> str:
    digest, left = sha256(), length
    file.seek(0)
    while left:
        chunk = file.read(min(CHUNK, left))
        if not chunk:
            break
        digest.update(chunk)
        left -= len(chunk)
    return digest.hexdigest()
