"""Script, control or invisible characters in names and chat."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from hornsup.play import words
from tests.server.harness import FAST, local_server
from tests.server.players import Player, all_at, people_at_table, play_on

HOSTILE = {
    "control": "An\x00n\x07\x1b[31m",
    "line breaks": "Ann\r\nSet-Cookie: x\u2028y\u2029z",
    "bidi": "Ann\u202egnissecca\u202c",
    "isolates": "\u2066Ann\u2069\u200e\u200f\u061c",
    "invisible": "A\u200bn\u2060n\ufeff\u00ad",
    "zalgo": "A" + "\u0335\u0321\u0489\u0315" * 20 + "nn",
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=a()>",
    "entity": "&lt;b&gt;&#x41;&amp;",
    "quotes": "\"'`\\\\ ${a}",
    "key": "@words.north",
    "no key": "@no.such.key",
    "braces": "{seat} {0} {n!r}",
    "half braces": "{{} {x",
    "percent": "%s %(a)s %n",
    "sql": "'; DROP TABLE log; --",
    "surrogate": "Ann\ud800",
    "private": "A\ue000\U000f0000nn",
    "emoji": "🤘🏿👩\u200d🎤",
    "tags": "A\U000e0041\U000e007fnn",
}


def _safe(text: str) -> bool:
    """One line, nothing hidden, no pile of marks, and what JSON can carry."""
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > 2 or (kind in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and char != "\u200d"):
            return False
    return bool(text.encode())


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_case_36_odd_text_is_made_safe_and_stays_so(text: str) -> None:
    for cleaned in (words.chat_line(text), words.name(text[:20])):
        assert _safe(cleaned)
        assert words.clean(cleaned) == cleaned


async def test_case_36_odd_names_and_talk_reach_others_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever somebody is called, sentences show it letter by letter, in every language."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "raise-your-horns", 3, keep_frames=True) as lines,
    ):
        monkeypatch.setattr(server.services.sockets, "may_talk", lambda _guest: True)
        for kind, text in HOSTILE.items():
            if kind == "surrogate":  # no JSON text has half of a character
                continue
            name = words.name(text[:20])
            for seat, line in enumerate(lines):
                answer = await line.command("rename", name=f"{text[:20]}", seat=seat)
                assert answer.ok, (kind, answer)
            answer = await lines[0].command("chat", text=text)
            assert answer.ok, (kind, answer)
            await all_at(lines, answer.version)
            assert lines[1].chat[-1].text == words.chat_line(text)
            assert {seat.name for seat in lines[1].table.seats} == {name}
            await _say_names(lines, name)
        for frame in (text for line in lines for text in line.frames):
            assert _safe(frame), frame
            json.loads(frame)


async def _say_names(lines: list[Player], name: str) -> None:
    """A move and a refusal, whose sentences have the name in them."""
    bystander = next(line for line in lines if not line.legal)
    for language in ("en", "it", "fr"):
        await bystander.send_text(json.dumps({"type": "speak", "language": language}))
        answer = await bystander.move("roll")
        assert (answer.code, name in (answer.message or "")) == ("not-your-turn", True)
    told = len(bystander.sentences)
    await play_on(lines, 1)
    assert any(name in sentence for sentence in bystander.sentences[told:])
