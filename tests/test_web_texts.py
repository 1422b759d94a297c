"""Every text that the browser client asks for by name is in the catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hornsup import i18n
from tests.conftest import ROOT

JS = ROOT / "src" / "hornsup" / "web" / "js"
MODULES = sorted(JS.rglob("*.js"))
WHOLE = re.compile(r"""\bt\(\s*"([a-z_]+(?:\.[\w-]+)+)\"""")
HELPER = re.compile(r"(?:const )?(\w+) = \(key[^)]*\) => (?:this\.\w+\.)?t\(`([\w.-]+\.)\$\{key\}`")


def asked(code: str) -> Iterator[str]:
    """The keys that a module asks for: whole ones, and names given to a helper with a prefix."""
    yield from WHOLE.findall(code)
    for helper, prefix in HELPER.findall(code):
        for name in re.findall(rf'\b{helper}\(\s*"([\w.-]+)"', code):
            yield prefix + name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(JS)))
def test_texts_of_the_page_exist(path: Path) -> None:
    keys = set(asked(path.read_text(encoding="utf-8")))
    assert not [key for key in sorted(keys) if i18n.lookup("en", key) is None]


def test_keys_are_found_in_both_forms() -> None:
    code = 'const say = (key, values) => t(`web.log.${key}`, values);\nsay("x"); t("web.a.b-c")'
    assert list(asked(code)) == ["web.a.b-c", "web.log.x"]
    found = {key for path in MODULES for key in asked(path.read_text(encoding="utf-8"))}
    assert len(found) > 250
