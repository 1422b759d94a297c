"""A backup is checked by what it is for: every table is rebuilt from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from hornsup.admin.archive import Damaged, Reader, Row
from hornsup.play import entries
from hornsup.play.table import Table, rebuild

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""
Data = dict[str, Any]


def check_logs(file: Path, progress: Progress) -> Data:
    """Read a backup and replay every log; gives what is in it, and what cannot be rebuilt."""
    reader = Reader(file)
    known: dict[str, Data] = {}
    replayed: dict[str, str | None] = {}
    logs = groupby(_logs(reader, known), key=lambda row: str(row["table_id"]))
    for number, (table_id, rows) in enumerate(logs, 1):
        replayed[table_id] = _problem(
            table_id, known.get(table_id), list(rows), table_id in replayed
        )
        progress("replaying", number, len(known))
    bad = {table_id: why for table_id, why in replayed.items() if why}
    bad |= {table_id: "it has no log" for table_id in known if table_id not in replayed}
    return {**contents(reader), "bad": bad}


def _logs(reader: Reader, known: dict[str, Data]) -> Iterator[Data]:
    """The rows of the log; those of the index, which come before them, are put into `known`."""
    for row in reader.rows():
        if row.part == "tables":
            index = _dict(row)
            known[index["id"]] = index
        elif row.part == "log":
            yield _dict(row)


def contents(reader: Reader) -> Data:
    """What is in a backup that has been read: counts, and nothing of the rows."""
    return {
        "file": str(reader.file),
        "bytes": reader.size,
        **reader.head,
        "rows": {name: part["rows"] for name, part in reader.manifest.items()},
    }


def _dict(row: Row) -> Data:
    return dict(zip(row.columns, row.values, strict=True))


def _problem(table_id: str, index: Data | None, rows: list[Data], again: bool) -> str | None:
    """Why a table cannot be rebuilt from these rows; None if it can."""
    if index is None:
        return "it has a log but no row in the index"
    if again or [row["version"] for row in rows] != list(range(1, len(rows) + 1)):
        return "its versions have a gap"
    try:
        table = Table(table_id, index["code"] or "", bytes.fromhex(index["secret"]))
        rebuild(table, (_logged(row) for row in rows))
    except Exception as error:  # whatever a broken log makes the game do
        return f"its log cannot be replayed: {error or type(error).__name__}"
    if table.phase != index["phase"]:
        return f"it is {table.phase} by its log and {index['phase']} in the index"
    return None


def _logged(row: Data) -> entries.Logged:
    return entries.Logged(
        row["version"], row["at"], entries.decode(row["entry"]), row["player"], row["command"]
    )


def need_whole_logs(reader: Reader) -> None:
    """Read the whole file and refuse one whose logs have gaps; nothing is replayed."""
    last: tuple[str, int] = ("", 0)
    for row in _logs(reader, {}):
        expected = last[1] + 1 if row["table_id"] == last[0] else 1
        if row["version"] != expected:
            raise Damaged(
                f"{reader.file} is damaged: version {expected} of table "
                f"{str(row['table_id'])[:8]} is missing"
            )
        last = (str(row["table_id"]), row["version"])
