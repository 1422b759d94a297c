"""Write what docs/wire.md repeats of the code: the schema, the list of frames, one worked turn.

The schema goes to docs/wire.schema.json. The frames of the worked turn are those that a real table
and its broadcast make; only the secret and the ids are fixed, so that the page stays the same.
tests/test_server_pages.py fails when page or schema are out of date.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import marked
import msgspec

import hornsup.games  # noqa: F401 -- registers the games
from hornsup.core import fairness
from hornsup.play import decide, entries, settings, wire
from hornsup.play.live.broadcast import Broadcast
from hornsup.play.live.viewer import Viewer
from hornsup.play.refused import Refused
from hornsup.play.table import Table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "wire.md"
SCHEMA = ROOT / "docs" / "wire.schema.json"
WIDE = 100


def schema() -> str:
    return json.dumps(wire.schema(), indent=1, ensure_ascii=False) + "\n"


# --- the list of frames -----------------------------------------------------------------------


def frames(union: Any) -> list[str]:
    """One row per frame: its type, its fields (optional ones with a mark), what it is for."""
    lines = ["| Frame | Fields | |", "|---|---|---|"]
    for kind in get_args(union):
        told = msgspec.inspect.type_info(kind)
        assert isinstance(told, msgspec.inspect.StructType)
        names = [f"`{f.encode_name}`{'' if f.required else '?'}" for f in told.fields]
        said = " ".join((kind.__doc__ or "").split())
        lines.append(f"| `{told.tag}` | {', '.join(names)} | {said} |")
    return lines


# --- one turn at a real table -----------------------------------------------------------------


class RecordingViewer(Viewer):
    """A viewer without a network; it keeps what it was sent."""

    def __init__(self, player: str | None) -> None:
        super().__init__(player)
        self.received: list[str] = []

    def push(self, message: bytes) -> None:
        self.received.append(message.decode())

    def bye(self, close_code: int, code: str, message: str) -> None:
        raise AssertionError(f"nobody is sent away here: {close_code} {code} {message}")


class Evening:
    """A table of Raise Your Horns! with Ann, Bea and Cyd, up to a round that Ann begins."""

    def __init__(self) -> None:
        secret = bytes(range(32))
        self.table = Table("5c" * 16, "HRNS42", secret)
        self.broadcast = Broadcast(self.table)
        chosen = settings.check(settings.Settings("raise-your-horns", 3, {"forfeits": "off"}))
        self._log(entries.Created("ann", fairness.commitment(secret), chosen), None)
        for name in ("Ann", "Bea", "Cyd"):
            sit = wire.Sit(f"sit-{name}", self.table.version, f"{name}'s own luck", name=name)
            self.carry_out(sit, name.lower())
        self.carry_out(wire.Start("start", self.table.version), "ann")
        while not self.ann_begins():
            self.roll()

    def ann_begins(self) -> bool:
        """Whether she has all three dice in her hand."""
        assert self.table.state is not None
        view = self.table.state.view(0)
        return self.table.to_move == 0 and len(view["hand"]) == 3

    def roll(self) -> None:
        """The next in turn rolls, or keeps the first die."""
        assert self.table.state is not None
        assert self.table.to_move is not None
        move = str(self.table.state.legal_moves()[0])
        player = self.table.seats[self.table.to_move].player
        assert player is not None
        self.carry_out(wire.Move(f"m{self.table.version}", self.table.version, move), player)

    def _log(self, entry: entries.AnyEntry, player: str | None) -> None:
        logged = entries.Logged(self.table.version + 1, 0, entry, player)
        self.broadcast.tell(self.table.fold(logged), 0)

    def carry_out(self, command: wire.Command, player: str) -> wire.Answer:
        """What the server does with a command, without the database."""
        try:
            entry = decide.decide(self.table, command, player)
        except Refused as refused:
            version, text = self.table.version, refused.text("en")
            return wire.Answer(command.id, False, version, refused.code, refused.rule, text)
        self._log(entry, player)
        return wire.Answer(command.id, True, self.table.version)


def shown(way: str, text: str) -> Iterator[str]:
    """A frame on one line, or with a line for each of its fields."""
    frame = json.loads(text)
    line = f"{way} {json.dumps(frame, ensure_ascii=False)}"
    if len(line) <= WIDE:
        yield line
        return
    for number, (name, value) in enumerate(frame.items()):
        start = f"{way} {{" if number == 0 else "   "
        end = "}" if number == len(frame) - 1 else ","
        yield f"{start}{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}{end}"


def turn() -> list[str]:
    """Ann comes to the table, rolls, tries to keep a die she has not rolled, and keeps one."""
    evening = Evening()
    ann, bea = RecordingViewer("ann"), RecordingViewer("bea")
    lines = ["```text", *shown(">", wire.encode(wire.Hello(wire.WIRE)).decode())]
    for viewer in (ann, bea):
        evening.broadcast.join(viewer, None, 0)
    lines += shown("<", ann.received.pop())
    bea.received.clear()
    tried = [("roll", "7f3a"), ("keep F!", "7f3b"), (None, "7f3c")]
    for move, key in tried:
        assert evening.table.state is not None
        text = move or str(evening.table.state.legal_moves()[-1])
        sent = wire.encode(wire.Move(key, evening.table.version, text)).decode()
        command = wire.read_frame(sent)
        assert isinstance(command, wire.Command)
        lines += ["", *shown(">", sent)]
        answer = evening.carry_out(command, "ann")
        for received in ann.received:
            lines += shown("<", received)
        ann.received.clear()
        lines += shown("<", wire.encode(answer).decode())
    lines += ["```", "", "What Bea was sent of the roll: the same, without Ann's legal moves.", ""]
    return [*lines, "```text", *shown("<", bea.received[0]), "```"]


# --- the page ---------------------------------------------------------------------------------

PARTS = {
    "from the client": lambda: frames(wire.FromClient),
    "from the server": lambda: frames(wire.FromServer),
    "one turn": turn,
}


def page(text: str) -> str:
    """The page with everything between its markers written again."""
    for name, make in PARTS.items():
        text = marked.replace(text, name, make())
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)} and {SCHEMA.relative_to(ROOT)}")
