"""`make bench` writes its figures into the page and leaves everything else there as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import run

HEADINGS = [heading for heading, _ in run.SECTIONS.values()]
ABOUT = "# Benchmarks\n\nMethod.\n\n## Figures\n\n"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page with an old figure in every section."""
    path = tmp_path / "benchmarks.md"
    sections = "\n".join(f"{heading}\n\nold figure\n" for heading in HEADINGS)
    path.write_text(f"{ABOUT}{run.MARK}\n\n{sections}", encoding="utf-8")
    monkeypatch.setattr(run, "PAGE", path)
    return path


def test_a_section_is_replaced_and_the_others_stay(page: Path) -> None:
    run.write({HEADINGS[1]: f"{HEADINGS[1]}\n\nnew figure\n"})
    text = page.read_text(encoding="utf-8")
    assert text.startswith(ABOUT + run.MARK)
    assert text.count("old figure") == len(HEADINGS) - 1
    assert text.count("new figure") == 1
    assert [line for line in text.splitlines() if line.startswith("### ")] == HEADINGS


def test_writing_nothing_new_changes_nothing(page: Path) -> None:
    before = page.read_text(encoding="utf-8")
    run.write({})
    assert page.read_text(encoding="utf-8") == before


def test_the_real_page_has_a_place_for_every_section() -> None:
    about, mark, figures = run.PAGE.read_text(encoding="utf-8").partition(run.MARK)
    assert mark
    assert [line for line in figures.splitlines() if line.startswith("### ")] == HEADINGS
    assert all(word in about for word in ("## Conclusions", "## Method"))
