"""The public API: every name of the package is documented, typed and imported only when used."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import hornsup
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
HEAVY = (
    "click",
    "gymnasium",
    "litestar",
    "matplotlib",
    "msgspec",
    "numpy",
    "pettingzoo",
    "rich",
    "sqlalchemy",
    "websockets",
)
# Types, and names that nobody calls.
SHOWN_BY_THEIR_VALUES = {"Event", "Outcome", "Verification", "__version__", "games"}
# Hides a library, as if its extra were not installed.
WITHOUT = "import sys; sys.modules[{library!r}] = None; import hornsup; "


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("name", hornsup.__all__)
def test_every_name_is_there_and_on_the_page(name: str) -> None:
    assert getattr(hornsup, name) is not None
    assert re.search(rf"^\| `{re.escape(name)}\b", PAGE, re.MULTILINE), f"{name} is not in api.md"


@pytest.mark.parametrize("name", sorted({*hornsup.__all__} - SHOWN_BY_THEIR_VALUES))
def test_every_name_is_used_in_an_example(name: str) -> None:
    examples = "".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    assert f"hornsup.{name}" in examples


def test_the_page_has_no_other_names() -> None:
    named = re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE)
    assert sorted(named) == sorted(hornsup.__all__)


def test_importing_the_package_loads_no_extra() -> None:
    done = python("import hornsup, sys; print(*sys.modules)")
    loaded = {module.partition(".")[0] for module in done.stdout.split()}
    assert "hornsup" in loaded, done.stderr
    assert not loaded & set(HEAVY)


def test_bots_and_simulations_need_no_extra() -> None:
    done = python(
        "import hornsup, sys; hornsup.line_up('horns-up', 'hard', 3); hornsup.simulate; "
        "print(*sys.modules)"
    )
    loaded = {module.partition(".")[0] for module in done.stdout.split()}
    assert "hornsup" in loaded, done.stderr
    assert not loaded & set(HEAVY)


@pytest.mark.parametrize("library", ["websockets", "msgspec"])
@pytest.mark.parametrize("name", ["Guest", "TableClient", "TablePlayer", "BotPlayer"])
def test_a_missing_extra_is_named(library: str, name: str) -> None:
    code = WITHOUT.format(library=library) + (
        f"\ntry:\n    hornsup.{name}\nexcept hornsup.HornsUpError as error:\n    print(error)"
    )
    done = python(code)
    told = f"hornsup.{name} needs {library}; install it with: pip install 'hornsup[client]'"
    assert done.stdout.strip() == told, done.stderr


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Hornets'"):
        hornsup.Hornets  # noqa: B018 -- to look is what is tested
    assert set(hornsup.__all__) <= set(dir(hornsup))
