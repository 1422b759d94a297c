"""The pages about the server say what the code says: wire, settings, faults, deployment."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from hornsup.play import wire
from hornsup.server.config import Config
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import fault_map
import questions_table
import settings_table
import wire_bytes
import wire_schema
import wire_types

DEPLOY = ROOT / "deploy"
FURTHER = {"no_open", "open", "lan", "migrate", "help"}


# --- written by tools -------------------------------------------------------------------------


@pytest.mark.parametrize("tool", [wire_schema, settings_table, wire_bytes, questions_table])
def test_what_a_tool_writes_into_a_page_is_up_to_date(tool: Any) -> None:
    text = tool.PAGE.read_text(encoding="utf-8")
    assert tool.page(text) == text, "run `make pages`"


def test_the_schema_is_up_to_date() -> None:
    assert wire_schema.SCHEMA.read_text(encoding="utf-8") == wire_schema.schema(), (
        "run `make pages`"
    )


def test_the_types_of_the_browser_client_are_up_to_date() -> None:
    assert wire_types.TYPES.read_text(encoding="utf-8") == wire_types.types(), "run `make pages`"


def test_the_map_of_faults_is_up_to_date() -> None:
    assert fault_map.PAGE.read_text(encoding="utf-8") == fault_map.page(), "run `make pages`"


# --- the wire ---------------------------------------------------------------------------------


def test_the_schema_has_every_frame_of_both_directions() -> None:
    found = json.loads(wire_schema.SCHEMA.read_text(encoding="utf-8"))
    for side in ("from_client", "from_server"):
        names = {each["$ref"].rpartition("/")[2] for each in found[side]["anyOf"]}
        assert len(names) > 5
        assert names <= found["$defs"].keys()


def test_the_worked_turn_can_be_read_by_the_wire() -> None:
    """Frame by frame, as an author of a client would."""
    text = "\n".join(wire_schema.turn())
    shown = re.findall(r"^([<>]) (\{.*?\})$(?=\n(?:[<>]|\n|```))", text, re.MULTILINE | re.DOTALL)
    read = {">": wire.read_frame, "<": wire.read_message}
    kinds = [type(read[way](frame)).__name__ for way, frame in shown]
    turn = ["Move", "Update", "Answer", "Move", "Answer", "Move", "Update", "Answer"]
    assert kinds == ["Hello", "Welcome", *turn, "Update"]


def test_the_page_of_the_wire_names_every_close_code() -> None:
    page = wire_schema.PAGE.read_text(encoding="utf-8")
    package = ROOT / "src" / "hornsup"
    sources = [*(package / "server").rglob("*.py"), *(package / "play" / "live").glob("*.py")]
    codes = {
        code
        for path in sources
        for code in re.findall(r"(?:close|bye|close_all)\((1\d\d\d)", path.read_text("utf-8"))
    }
    assert {"1002", "1003", "1008", "1012", "1013"} <= codes
    for code in codes | {"1007", "1009"}:
        assert f"| {code} |" in page, code


# --- faults -----------------------------------------------------------------------------------


def test_there_are_forty_cases_or_more_and_nearly_all_have_tests() -> None:
    found = fault_map.tests()
    cases = list(fault_map.CASES)
    assert cases[:40] == list(range(1, 41))
    assert cases == sorted(set(cases))
    assert set(found) <= set(fault_map.CASES), "a test names a case that there is not"
    assert len(found) >= 36


def test_a_case_has_tests_or_a_reason_and_not_both() -> None:
    tested = set(fault_map.tests())
    assert tested | set(fault_map.UNTESTED) == set(fault_map.CASES)
    assert not tested & set(fault_map.UNTESTED)


def test_a_name_may_hold_several_cases() -> None:
    assert fault_map.NAMED.findall("async def test_case_06_07_killed_here(") == [
        ("_06_07", "killed_here")
    ]


# --- deployment -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_files_for_deployment_use_settings_that_exist(path: Path) -> None:
    known = {each.name for each in fields(Config)}
    text = path.read_text(encoding="utf-8")
    assert {name.lower() for name in re.findall(r"HORNSUP_([A-Z_]+)", text)} <= known
    flags = {flag.replace("-", "_") for flag in re.findall(r"\bserve\b[^\n]*?--([a-z-]+)", text)}
    assert flags <= known | FURTHER


def test_the_pages_use_flags_and_variables_that_exist() -> None:
    known = {each.name for each in fields(Config)} | FURTHER
    for name in ("deploy.md", "server.md"):
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        served = re.findall(r"hornsup serve((?: --[a-z-]+(?: [^\s`-][^\s`]*)?)+)", text)
        assert served, name
        flags = {flag for words in served for flag in re.findall(r"--([a-z-]+)", words)}
        assert {flag.replace("-", "_") for flag in flags} <= known
        assert {each.lower() for each in re.findall(r"HORNSUP_([A-Z_]+)", text)} <= known


def test_the_deployment_page_names_every_file() -> None:
    page = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    assert [path.name for path in DEPLOY.iterdir() if f"deploy/{path.name}" not in page] == []
