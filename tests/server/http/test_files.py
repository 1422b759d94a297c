"""The client's files: types, caching, and nothing but what belongs to it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from hornsup.server.config import Config
from hornsup.server.http import files
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
    assert whole.content == (files.FOLDER / name).read_bytes()
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


def test_the_first_visit_is_light(client: TestClient[Any]) -> None:
    """All scripts, styles, texts and pictures together stay under 200 kB compressed."""
    paths = [f"/web/{name}" for name in FILES]
    paths += ["/", "/art/sprite.svg", "/api/texts/fr.json", "/api/games?language=fr"]
    total = sum(len(gzip.compress(client.get(path).content, 9)) for path in paths)
    assert total < 200_000, f"{total} bytes"
    assert json.loads(client.get("/api/games").content)
