"""The client's files: types, caching, and nothing but what belongs to it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from hornsup import i18n
from hornsup.server.config import Config
from hornsup.server.http import files
from hornsup.web import packing
from tests.server.http.conftest import serving

TABLE = "/t/" + "0123456789abcdef" * 2


SHELLS = ["/", TABLE, "/tv/x", "/replay/x", "/learn", "/rules", "/rules/horns-up"]


FILES = sorted(
    str(path.relative_to(files.FOLDER))
    for path in files.FOLDER.rglob("*")
    if path.suffix in files.TYPES and path.name != "tsconfig.json"
)


@pytest.mark.parametrize("path", SHELLS)
def test_every_page_is_the_shell(client: TestClient[Any], path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "/web/js/main.js" in answer.text


def test_the_shell_keeps_the_promise_of_its_policy(client: TestClient[Any]) -> None:
    answer = client.get("/")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", answer.text)


@pytest.mark.parametrize("name", FILES)
def test_files_come_compressed_and_are_asked_for_again(client: TestClient[Any], name: str) -> None:
    whole = client.get(f"/web/{name}", headers={"accept-encoding": "identity"})
    source = (files.FOLDER / name).read_text(encoding="utf-8")
    change = {".js": packing.without_comments, ".html": files.with_texts}.get(Path(name).suffix)
    assert whole.text == (change(source) if change else source)
    packed = client.get(f"/web/{name}", headers={"accept-encoding": "gzip"})
    assert packed.content == whole.content  # the client unpacks once, and once is enough
    again = client.get(f"/web/{name}", headers={"if-none-match": whole.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_file_that_changes_is_seen_at_once(
    client: TestClient[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    for text in ("one", "another"):
        (tmp_path / "changing.css").write_text(text)
        assert client.get("/web/changing.css").text == text


@pytest.mark.parametrize(
    "name", ["../server/app.py", "..%2fserver/app.py", "__init__.py", "js", "none.js", "a%00.js"]
)
def test_nothing_else_is_handed_out(client: TestClient[Any], name: str) -> None:
    assert client.get(f"/web/{name}").status_code in (400, 404)


def test_what_scripts_import_is_there() -> None:
    for name in FILES:
        if name.endswith(".js"):
            path = files.FOLDER / name
            text = path.read_text(encoding="utf-8")
            for target in re.findall(r"""(?:from|import\()\s*["'](\.[^"']+\.js)["']""", text):
                assert (path.parent / target).resolve().exists(), f"{name} imports {target}"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/art/sprite.svg", "image/svg+xml"),
        ("/art/icon.svg", "image/svg+xml"),
        ("/art/hall-1-7.svg", "image/svg+xml"),
        ("/art/icon-192.png", "image/png"),
        ("/favicon.ico", "image/png"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_pictures_and_the_manifest(client: TestClient[Any], path: str, kind: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert answer.content


def test_the_icons_of_the_manifest_exist(client: TestClient[Any]) -> None:
    icons = client.get("/manifest.webmanifest").json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    assert all(client.get(icon["src"]).status_code == 200 for icon in icons)


def test_no_other_picture(client: TestClient[Any]) -> None:
    assert client.get("/art/none.png").status_code == 404
    assert client.get("/art/hall-32-7.svg").status_code == 404
    assert client.get("/art/rule-nothing-en.svg").status_code == 404


def drawing_into(drawn: list[str]) -> Callable[[str], bytes]:
    """Stands in for the drawing of a code, and keeps its text."""

    def draw(text: str) -> bytes:
        drawn.append(text)
        return b"<svg/>"

    return draw


def test_a_table_has_a_code_with_its_whole_address(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(files, "qr_svg", drawing_into(drawn))
    for host in ("192.168.1.7:8000", "evil_host,other:1"):
        assert client.get(f"/api/qr.svg?path={TABLE}", headers={"host": host}).status_code == 200
    assert drawn == [f"http://192.168.1.7:8000{TABLE}", f"http://127.0.0.1:8000{TABLE}"]


def test_codes_are_pictures(client: TestClient[Any]) -> None:
    answer = client.get("/api/qr.svg", params={"path": TABLE})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")


@pytest.mark.parametrize("path", ["//evil.example", "https://evil.example", "/t/x", "", "/t/../x"])
def test_only_pages_of_ours_have_codes(client: TestClient[Any], path: str) -> None:
    assert client.get("/api/qr.svg", params={"path": path}).status_code == 404


def test_the_public_address_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(files, "qr_svg", drawing_into(drawn))
    config = Config(data=str(tmp_path), log_level="error", public_url="https://horns.example/")
    with serving(config) as client:
        client.get("/api/qr.svg", params={"path": TABLE})
    assert drawn == [f"https://horns.example{TABLE}"]


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".js")])
def test_modules_are_served_as_they_are_but_for_comments(
    client: TestClient[Any], name: str
) -> None:
    """Line by line the same, or an empty line in place of one that belongs to a comment."""
    source = (files.FOLDER / name).read_text(encoding="utf-8").splitlines()
    served = client.get(f"/web/{name}").text.splitlines()
    assert len(served) == len(source)
    left_out = [line for line, got in zip(source, served, strict=True) if line != got]
    assert all(re.match(r"\s*(/\*\*|\*)", line) for line in left_out)


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("/** What. */\nlet a;", "\nlet a;"),
        ("  /**\n   * @type {X}\n   */\n  let a;", "\n\n\n  let a;"),
        ("/** @type {X} */ (a).b();\n/** c */\n", "/** @type {X} */ (a).b();\n\n"),
        ("let a = 1; /** b */", "let a = 1; /** b */"),
    ],
)
def test_comments_on_lines_of_their_own_are_left_out(source: str, served: str) -> None:
    assert packing.without_comments(source) == served


@pytest.mark.parametrize(
    ("path", "key"), [("/", "page.no-script"), ("/web/offline.html", "page.offline")]
)
def test_pages_without_a_language_have_texts_in_all(
    client: TestClient[Any], path: str, key: str
) -> None:
    page = client.get(path).text
    assert "{{" not in page
    for language in i18n.LANGUAGES:
        text = escape(i18n.text(language, key))
        assert f'<p lang="{language}">{text}</p>' in page


def test_only_what_can_be_a_page_has_the_policies_of_pages(client: TestClient[Any]) -> None:
    for path in ("/", "/art/sprite.svg", "/nowhere"):
        assert "content-security-policy" in client.get(path, headers=HTML).headers, path
    for path in ("/web/js/main.js", "/web/css/base.css", "/api/games"):
        headers = client.get(path).headers
        assert "content-security-policy" not in headers
        assert headers["x-content-type-options"] == "nosniff"


HTML = {"accept": "text/html"}
STATIC = re.compile(r"""^(?:import|export)\s[^;]*?["'](\.[^"']+\.js)["'];""", re.MULTILINE)
PAGES = [name for name in FILES if re.fullmatch(r"js/pages/[\w-]+\.js", name)]
GAMES = [name for name in FILES if name.startswith("js/games/")]
STYLES = [name for name in FILES if name.endswith(".css")]
SOUNDS = ["js/sound/engine.js"]
"""What a page fetches when it is idle; it is needed for nothing that is seen."""


def with_imports(*names: str) -> set[str]:
    """Modules with all that they import before they run."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        path = files.FOLDER / name
        targets = STATIC.findall(path.read_text(encoding="utf-8"))
        waiting += [
            (path.parent / each).resolve().relative_to(files.FOLDER).as_posix() for each in targets
        ]
    return found


def weight(client: TestClient[Any], paths: Iterable[str]) -> int:
    return sum(len(gzip.compress(client.get(path).content, 9)) for path in paths)


@pytest.mark.parametrize("page", PAGES)
def test_a_first_visit_is_light(client: TestClient[Any], page: str) -> None:
    """Any page with all styles, texts, pictures and games stays under 200 kB compressed."""
    modules = with_imports("js/main.js", page, *GAMES)
    paths = [f"/web/{name}" for name in [*modules, *STYLES]]
    paths += ["/", "/art/sprite.svg", "/api/texts/fr.json", "/api/games?language=fr"]
    assert weight(client, paths) < 200_000
    assert json.loads(client.get("/api/games").content)


def test_sounds_are_light_and_keep_no_page_waiting(client: TestClient[Any]) -> None:
    ahead = with_imports(*SOUNDS)
    assert {"js/sound/sounds.js", "js/sound/synth.js"} < ahead
    for page in PAGES:
        assert not ahead & with_imports("js/main.js", page, *GAMES), page
    assert weight(client, [f"/web/{name}" for name in ahead]) < 12_000
