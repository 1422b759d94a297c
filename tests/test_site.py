"""The site: every page is in its navigation, it builds without a warning and loads nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import site_hooks

DOCS, CONFIG = ROOT / "docs", ROOT / "mkdocs.yml"
LOADED = re.compile(
    r'<(?:script|img|iframe|source)\b[^>]*\bsrc="([^"]+)"|<link\b[^>]*href="([^"]+)"'
)


def test_every_page_is_in_the_navigation_once() -> None:
    nav = CONFIG.read_text(encoding="utf-8").partition("\nnav:\n")[2]
    named = re.findall(r"([\w.-]+\.md)$", nav, flags=re.MULTILINE)
    assert sorted(named) == sorted(
        [*(path.name for path in DOCS.glob("*.md")), *site_hooks.FROM_ROOT]
    )


def test_the_index_and_the_navigation_have_the_same_groups() -> None:
    """In both the pages are grouped by what a reader wants."""
    nav = CONFIG.read_text(encoding="utf-8").partition("\nnav:\n")[2]
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    groups = re.findall(r"^  - ([A-Z][^:\n]+):$", nav, flags=re.MULTILINE)
    assert groups == re.findall(r"^## (.+)$", index, flags=re.MULTILINE)
    for group, after in zip(
        groups, re.split(r"^  - .+:$", nav, flags=re.MULTILINE)[1:], strict=True
    ):
        below = re.split(r"^## ", index.partition(f"## {group}\n")[2], flags=re.MULTILINE)[0]
        for page in re.findall(r"([\w.-]+\.md)$", after, flags=re.MULTILINE):
            assert f"{page})" in below, f"{page} is not under {group!r} in the index"


def build(*more: str) -> subprocess.CompletedProcess[str]:
    """Not with `--quiet`, which would hide the warnings from the check for them."""
    command = [sys.executable, "-m", "mkdocs", "build", *more]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """One test, so that several workers build it once. mkdocs checks links and anchors itself."""
    done = build("--strict", "--site-dir", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.stem for path in tmp_path.glob("*.html")} >= {
        path.stem for path in DOCS.glob("*.md")
    }
    assert (tmp_path / "search" / "search_index.js").exists()
    for page in tmp_path.glob("*.html"):
        assert from_elsewhere(page) == [], page.name
    assert undescribed(tmp_path / "api.html") == []


def from_elsewhere(page: Path) -> list[str]:
    """What the page loads from another host."""
    found = LOADED.findall(page.read_text(encoding="utf-8"))
    assert found
    return [url for pair in found for url in pair if "//" in url]


def undescribed(page: Path) -> list[str]:
    """The public names without a description made from their docstring."""
    text, names = page.read_text(encoding="utf-8"), site_hooks.public_names()
    assert len(names) > 20
    assert "The same arguments give the same game; without a seed the deal is a secret." in text
    return [name for name in names if f'id="hornsup.{name}"' not in text]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("link", "fault"), [("#here", ""), ("#gone", "no such anchor"), ("gone.md", "not found")]
)
def test_a_broken_link_or_anchor_stops_the_build(tmp_path: Path, link: str, fault: str) -> None:
    """By the settings of mkdocs.yml, on a site of one page."""
    text = CONFIG.read_text(encoding="utf-8")
    start, _, rest = text.partition("\nhooks:\n")
    settings = rest.partition("\nmarkdown_extensions:\n")[2].partition("\nnav:\n")[0]
    config = tmp_path / "mkdocs.yml"
    config.write_text(f"{start}\nmarkdown_extensions:\n{settings}\n", encoding="utf-8")
    (tmp_path / "docs" / "js").mkdir(parents=True)
    (tmp_path / "docs" / "index.md").write_text(f"# Here\n\n[a link]({link})\n", encoding="utf-8")
    done = build("-f", str(config))
    assert (done.returncode == 0) == (not fault), done.stderr
    assert fault in done.stderr
