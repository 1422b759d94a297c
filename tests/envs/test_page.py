"""The page of the environments has the layouts that the code has; the citation the version."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from hornsup.envs.encoder import make_encoder
from hornsup.envs.tables import all_tables
from hornsup.version import __version__
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_the_page_has_every_action_number_and_every_field(game: str) -> None:
    for name, table in all_tables(make_encoder(game, 4)).items():
        assert f"<!-- table: {game} {name} -->\n" + "\n".join(table) + "\n\n" in PAGE


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_the_page_has_the_sizes_of_the_spaces(game: str) -> None:
    encoder = make_encoder(game, 4)
    assert f"`Discrete`, {encoder.actions:,} with four players" in PAGE
    assert f"`Box` of {encoder.size:,} whole numbers with four players" in PAGE


def test_the_order_of_sides_and_faces_is_that_of_the_page() -> None:
    sides = make_encoder("horns-up", 4).blocks[4].fields[0].values
    assert f"`sides` are {', '.join(sides)};" in PAGE
    faces = make_encoder("raise-your-horns", 4).blocks[3].fields[0].values
    assert faces == tuple("W1 W2 W3 W4 W5 WH B0 B1 B2 B3 B4 B5 F1 F2 F3 F4 F5".split())


def test_the_citation_has_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [__version__]


@pytest.mark.parametrize(
    ("library", "what"),
    [
        ("numpy", "hornsup.envs"),
        ("gymnasium", "hornsup.envs"),
        ("pettingzoo", "hornsup.envs.horns_up_v0"),
    ],
)
def test_a_missing_extra_is_named(library: str, what: str) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "try:\n    import hornsup.envs\n    hornsup.envs.horns_up_v0\n"
        "except ImportError as error:\n    print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    told = f"{what} needs {library}; install it with: pip install 'hornsup[envs]'"
    assert done.stdout.strip() == told, done.stderr
