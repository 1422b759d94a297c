"""The notebook in examples/ runs from its first cell to its last, and shows what it promises."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "examples" / "tour.ipynb"
SHOWN = {
    "board": "application/vnd.jupyter.widget-view+json",
    "state": "image/svg+xml",
    "hand": "image/svg+xml",
    "card": "image/svg+xml",
    "events": "text/html",
    "plotted": "image/png",
    "record": "text/html",
    "reviewed": "text/html",
}


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The notebook after all of its cells."""
    for name in ("nbclient", "nbformat", "ipykernel", "anywidget", "matplotlib"):
        if importlib.util.find_spec(name) is None:
            print(f"skipped: {name} is not installed")
            pytest.skip(f"{name} is not installed")
    import nbclient
    import nbformat

    notebook = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call] # it has no types
    home = tmp_path_factory.mktemp("tour")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT / "src"))
        patch.setenv("IPYTHONDIR", str(home))
        patch.setenv("MPLCONFIGDIR", str(home))
        client = nbclient.NotebookClient(
            notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": home}}
        )
        client.execute()
    return notebook


@pytest.mark.timeout(240)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize(("cell", "kind"), SHOWN.items())
def test_the_tour_shows_what_it_promises(ran: Any, cell: str, kind: str) -> None:
    found = next(each for each in ran.cells if each.id == cell)
    shown = {name for output in found.outputs for name in output.get("data", {})}
    assert kind in shown


def test_the_tour_is_kept_without_its_outputs() -> None:
    import json

    notebook = json.loads(TOUR.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in notebook["cells"])
    assert TOUR.stat().st_size < 10_000
