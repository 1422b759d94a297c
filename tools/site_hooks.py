"""What mkdocs does besides docs/: two pages from the root of the repository, and the API reference.

mkdocs calls `on_files` and `on_page_markdown` (`hooks` in mkdocs.yml). The pages can be read in the
repository too, so links to its root are changed here.
"""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FROM_ROOT = ("CONTRIBUTING.md", "CHANGELOG.md")
REFERENCE = "<!-- reference: from the docstrings, in the built site -->"
NOT_DESCRIBED = {"__version__", "games"}
FILE_NAME = re.compile(r"\[([\w.-]+\.md)\](?=\()")
"""The text of a link that is a file's name, which readers of the site do not know."""


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """Add the pages of the root, with links as seen from docs/."""
    made = import_module("mkdocs.structure.files").File.generated
    for name in FROM_ROOT:
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(made(config, name, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to the root lead to the pages added above; the API page gets its reference."""
    for name in FROM_ROOT:
        markdown = markdown.replace(f"](../{name}", f"]({name}")
    titled = FILE_NAME.sub(lambda found: f"[{title(found[1])}]", markdown)
    return titled.replace(REFERENCE, reference())


def title(name: str) -> str:
    """The heading of a page."""
    path = ROOT / name if name in FROM_ROOT else ROOT / "docs" / name
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def reference() -> str:
    """One directive for mkdocstrings per public name."""
    return "\n\n".join(f"::: hornsup.{name}" for name in public_names())


def public_names() -> list[str]:
    """`hornsup.__all__` as it is written, since the package need not be installed here."""
    tree = ast.parse((ROOT / "src" / "hornsup" / "__init__.py").read_text(encoding="utf-8"))
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            return [name for name in ast.literal_eval(statement.value) if name not in NOT_DESCRIBED]
    raise AssertionError("hornsup/__init__.py has no __all__")
