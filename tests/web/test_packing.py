"""The client's modules as one script: all of them can be packed, and nothing breaks out of it."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from hornsup.web import packing
from hornsup.web.packing import Pack, PackingError

SCRIPTS = Path(str(files("hornsup.web") / "js"))
NO_MODULES = ("sw.js", "theme.js", "offline.js")
MODULES = sorted(
    path.relative_to(SCRIPTS).as_posix()
    for path in SCRIPTS.rglob("*.js")
    if path.name not in NO_MODULES
)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_can_be_packed(name: str) -> None:
    body, imported = packing._module(name)
    assert set(imported) <= set(MODULES), f"{name} imports what is not there"
    written = (SCRIPTS / name).read_text()
    exported = re.findall(r"^export (?:async )?(?:function\*?|class|const) (\w+)", written, re.M)
    for each in exported:
        assert f"get {each}()" in body


def test_a_script_holds_what_it_imports_once() -> None:
    text = packing.script(Pack("packed/replay.js", without=("pages/replay/review/panel.js",)))
    for name in ("dom.js", "i18n.js", "pages/replay/playback.js", "timeline.js"):
        assert text.count(f"makers_[{json.dumps(name)}] = ") == 1
    assert 'makers_["pages/replay/review/panel.js"]' not in text
    assert 'makers_["pages/home.js"]' not in text


@pytest.mark.parametrize(
    "source", ['import * as all from "./dom.js";', "export default 1;", "const a = import(name);"]
)
def test_what_cannot_be_read_is_refused_with_its_place(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "_source", lambda _name: source)
    with pytest.raises(PackingError, match=r"odd\.js: cannot pack"):
        packing._module.__wrapped__("odd.js")


def test_a_missing_module_is_named() -> None:
    with pytest.raises(PackingError, match=r"there is no module 'pages/gone\.js'"):
        packing.script(Pack("pages/gone.js"))


def test_data_in_a_script_cannot_end_it() -> None:
    nasty = "</script><script>alert(1)</script><!-- \u2028"
    written = packing.in_script({"name": nasty})
    assert "<" not in written
    assert "\u2028" not in written
    assert json.loads(written) == {"name": nasty}


def test_a_page_loads_nothing_and_escapes_its_title() -> None:
    page = packing.page(Pack("packed/replay.js", styles=("base",)), "<b>&", "en")
    assert "<title>&lt;b&gt;&amp;</title>" in page
    assert "default-src 'none'" in page
    assert not re.search(r"<(?:link|img|iframe)\b|\bsrc=", page.partition("<script>")[0])
