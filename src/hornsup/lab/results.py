"""A folder of results: the plan, one row per game, the moves, and a summary.

While games are played, rows go to `games.csv` and moves to `moves.txt.gz`, chunk by chunk, so that
whatever ends the run leaves a folder from which it can go on. Parquet is made of the rows at the
end.
"""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.core.notation import SEAT_LETTERS, seat_number
from hornsup.errors import BadInput
from hornsup.lab.commands import options_text
from hornsup.lab.extras import need
from hornsup.lab.fields import FIELDS, FLAG, NUMBER, NUMBERS, TABLE, TEXT, TEXTS
from hornsup.lab.simulate import Plan, Played, Tally, game_seed
from hornsup.record_files import write_whole
from hornsup.version import __version__

FORMATS: Final = ("csv", "parquet")
COMMON: Final = {
    "number": NUMBER,
    "seed": TEXT,
    "players": NUMBER,
    "bots": TEXT,
    "options": TEXT,
    "finished": FLAG,
    "winners": TEXT,  # letters of seats
    "turns": NUMBER,
    "moves": NUMBER,
}
Row = dict[str, Any]


def columns(game: str) -> dict[str, str]:
    """Name and kind of every column, in order."""
    return {**COMMON, **FIELDS[game]}


def row_of(plan: Plan, played: Played) -> Row:
    """A game as a row."""
    return {
        "number": played.number,
        "seed": game_seed(plan, played.number),
        "players": plan.players,
        "bots": plan.bots,
        "options": options_text(plan.options),
        "finished": played.finished,
        "winners": "".join(SEAT_LETTERS[seat] for seat in played.winners),
        "turns": played.turns,
        "moves": played.moves,
        **(played.seen or {}),
    }


def winners_of(row: Row) -> list[int]:
    return [seat_number(letter) for letter in row["winners"]]


# --- values as text -------------------------------------------------------------------------


def _flag(text: str) -> bool:
    return text == "1"


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


_READ: Final[dict[str, Callable[[str], Any]]] = {
    NUMBER: int,
    FLAG: _flag,
    TEXT: str,
    NUMBERS: _numbers,
    TEXTS: str.split,
    TABLE: json.loads,
}


def write_value(kind: str, value: Any) -> str:
    """A value as it stands in a cell of the CSV file; unknown is empty."""
    if value is None:
        return ""
    if kind == FLAG:
        return "1" if value else "0"
    if kind in (NUMBERS, TEXTS):
        return " ".join(str(item) for item in value)
    if kind == TABLE:
        return json.dumps(value, separators=(",", ":"), sort_keys=True)
    return str(value)


def read_value(kind: str, text: str) -> Any:
    """The value behind a cell."""
    if not text and kind in (NUMBER, FLAG):
        return None
    return _READ[kind](text)


# --- the folder -----------------------------------------------------------------------------


class Results:
    """One run in its folder."""

    def __init__(self, path: Path, plan: Plan, form: str) -> None:
        self.path = path
        self.plan = plan
        self.form = form
        self.kinds = columns(plan.game)

    @staticmethod
    def create(path: Path, plan: Plan, form: str = "csv") -> Results:
        """A new folder; one that already holds games is left alone."""
        if form == "parquet":
            need("--format parquet", "lab", "pyarrow.parquet")
        if (path / "plan.json").exists():
            raise BadInput(
                f"{path} already holds games; go on with: hornsup simulate --resume {path}"
            )
        path.mkdir(parents=True, exist_ok=True)
        head = {"hornsup": __version__, "engine": registry.get(plan.game).engine, "format": form}
        write_whole(path / "plan.json", json.dumps({**head, "plan": asdict(plan)}, indent=1))
        return Results(path, plan, form)

    @staticmethod
    def open(path: Path) -> Results:
        """A folder that holds games, finished or not."""
        try:
            data = json.loads((path / "plan.json").read_text(encoding="utf-8"))
            plan = Plan(**data["plan"])
            form, engine = data["format"], data["engine"]
        except FileNotFoundError as error:
            raise BadInput(
                f"{path} holds no results; make some with: hornsup simulate GAME --out {path}"
            ) from error
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{path / 'plan.json'} is garbled: {error}") from error
        game = registry.get(plan.game)
        if not game.replays(engine):
            raise BadInput(
                f"{path} was played by rules version {engine!r} of {plan.game}; "
                f"this hornsup plays version {game.engine!r}"
            )
        return Results(path, plan, form)

    @property
    def csv_path(self) -> Path:
        return self.path / "games.csv"

    @property
    def moves_path(self) -> Path:
        return self.path / "moves.txt.gz"

    @property
    def parquet_path(self) -> Path:
        return self.path / "games.parquet"

    # -- reading ---------------------------------------------------------------------------

    def rows(self) -> Iterator[Row]:
        """The games that are there, from the first on, up to one that is missing or incomplete."""
        if not self.csv_path.exists() and self.parquet_path.exists():
            yield from self._parquet_rows()
            return
        if not self.csv_path.exists():
            return
        with self.csv_path.open(encoding="utf-8", newline="") as file:
            table = csv.reader(line for line in file if line.endswith("\n"))
            self._check_columns(self.csv_path, next(table, list(self.kinds)))
            for number, cells in enumerate(table):
                if cells[:1] != [str(number)] or len(cells) != len(self.kinds):
                    return
                yield self._row(cells)

    def _row(self, cells: list[str]) -> Row:
        found = {}
        for (name, kind), cell in zip(self.kinds.items(), cells, strict=True):
            try:
                found[name] = read_value(kind, cell)
            except ValueError as error:
                raise BadInput(
                    f"{self.csv_path} is garbled: {name} of game {cells[0]} is {cell!r}"
                ) from error
        return found

    def _check_columns(self, path: Path, names: list[str]) -> None:
        if names != list(self.kinds):
            raise BadInput(
                f"{path} has other columns than this hornsup writes; simulate into a new folder"
            )

    def _parquet_rows(self) -> Iterator[Row]:
        parquet = need("reading Parquet", "lab", "pyarrow.parquet")
        with parquet.ParquetFile(self.parquet_path) as file:
            self._check_columns(self.parquet_path, file.schema_arrow.names)
            for batch in file.iter_batches():
                for row in batch.to_pylist():
                    for name, kind in self.kinds.items():
                        if kind == TABLE:
                            row[name] = json.loads(row[name])
                    yield row

    def moves(self) -> Iterator[tuple[int, list[str]]]:
        """Number and moves of the games that are there."""
        if not self.moves_path.exists():
            return
        try:
            with gzip.open(self.moves_path, "rt", encoding="utf-8") as file:
                for number, line in enumerate(file):
                    head, tab, text = line.rstrip("\n").partition("\t")
                    if head != str(number) or not tab or not line.endswith("\n"):
                        return
                    yield number, text.split(";")
        except (EOFError, gzip.BadGzipFile, zlib.error):
            return

    def states(self, numbers: Iterable[int]) -> Iterator[tuple[int, GameState]]:
        """Games played again from their moves, without asking the bots."""
        wanted = set(numbers)
        for number, moves in self.moves():
            if number in wanted:
                wanted.discard(number)
                yield number, self._played(number, moves)
            if not wanted:
                return
        if wanted:
            raise BadInput(f"{self.path} holds no game {min(wanted)}")

    def _played(self, number: int, moves: list[str]) -> GameState:
        plan = self.plan
        seed = game_seed(plan, number)
        state = registry.start(plan.game, plan.players, seed, plan.options)
        for move in moves:
            state.apply(move)
        return state

    def summary(self) -> dict[str, Any]:
        """What the run wrote down when it was last interrupted or finished."""
        try:
            data = json.loads((self.path / "summary.json").read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return {}
        return data if isinstance(data, dict) else {}

    # -- writing ---------------------------------------------------------------------------

    def resume(self) -> Tally:
        """Count the games that are there and drop an incomplete last chunk."""
        tally = Tally(self.plan, float(self.summary().get("seconds", 0.0)))
        if self.summary().get("complete"):
            for row in self.rows():
                tally.count(row["finished"], winners_of(row), row["turns"], row["moves"])
            return tally
        kept = min(sum(1 for _ in self.rows()), sum(1 for _ in self.moves()))
        self._rewrite(kept, tally)
        return tally

    def _rewrite(self, kept: int, tally: Tally) -> None:
        rows, moves = self.csv_path.with_suffix(".new"), self.moves_path.with_suffix(".new")
        with rows.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(self.kinds)
            for _, row in zip(range(kept), self.rows(), strict=False):
                table.writerow(self._cells(row))
                tally.count(row["finished"], winners_of(row), row["turns"], row["moves"])
        with gzip.open(moves, "wt", encoding="utf-8") as file:
            for number, played in self.moves():
                if number < kept:
                    file.write(f"{number}\t{';'.join(played)}\n")
        rows.replace(self.csv_path)
        moves.replace(self.moves_path)

    def _cells(self, row: Row) -> list[str]:
        return [write_value(kind, row[name]) for name, kind in self.kinds.items()]

    def append(self, results: list[Played]) -> None:
        """Write a chunk of games; their moves first, so that no row is without them."""
        with gzip.open(self.moves_path, "at", encoding="utf-8") as file:
            file.writelines(f"{played.number}\t{played.record}\n" for played in results)
        new = not self.csv_path.exists()
        with self.csv_path.open("a", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            if new:
                table.writerow(self.kinds)
            table.writerows(self._cells(row_of(self.plan, played)) for played in results)

    def finish(self, tally: Tally) -> dict[str, Any]:
        """Write the summary, and the Parquet file if that was asked for."""
        if self.summary().get("complete"):
            return self.summary()
        complete = tally.games == self.plan.games
        if self.form == "parquet":
            self._to_parquet()
            if complete:
                self.csv_path.unlink()
        summary = {**tally.summary(), "planned": self.plan.games, "complete": complete}
        summary["options"] = options_text(self.plan.options)
        write_whole(self.path / "summary.json", json.dumps(summary, indent=1))
        return summary

    def _to_parquet(self) -> None:
        arrow = need("--format parquet", "lab", "pyarrow")
        parquet = need("--format parquet", "lab", "pyarrow.parquet")
        types = {
            NUMBER: arrow.int64(),
            FLAG: arrow.bool_(),
            TEXT: arrow.string(),
            NUMBERS: arrow.list_(arrow.int64()),
            TEXTS: arrow.list_(arrow.string()),
            TABLE: arrow.string(),
        }
        schema = arrow.schema([(name, types[kind]) for name, kind in self.kinds.items()])
        with parquet.ParquetWriter(self.parquet_path, schema) as writer:
            for rows in _batches(self.rows()):
                for row in rows:
                    for name, kind in self.kinds.items():
                        if kind == TABLE:
                            row[name] = write_value(TABLE, row[name])
                writer.write_table(arrow.Table.from_pylist(rows, schema=schema))


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == 1000:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
