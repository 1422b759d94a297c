"""Write the reference of commands in docs/cli.md from the help of the command line.

tests/test_cli_page.py fails when the page is out of date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import marked

from hornsup.cli import SECTIONS, cli

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "cli.md"
WIDTH = 78  # of a terminal with 80 columns; click leaves two free


def help_of(command: click.Command, path: str) -> str:
    """What `--help` prints on a terminal of the usual width."""
    names = cli.context_settings["help_option_names"]
    context = click.Context(
        command,
        info_name=path,
        terminal_width=WIDTH,
        help_option_names=names,
    )
    return command.get_help(context)


def commands() -> Iterator[str]:
    """Every command under the section that the first page of the help has it in."""
    context = click.Context(cli)
    for title, names in SECTIONS.items():
        yield from (f"## {title}", "")
        for name in names:
            found = cli.get_command(context, name)
            assert found is not None
            yield from _command(found, f"hornsup {name}", 3)


def _command(command: click.Command, path: str, level: int) -> Iterator[str]:
    yield from ("#" * level + f" {path}", "", "```text", help_of(command, path), "```", "")
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _command(found, f"{path} {name}", level + 1)


def page(text: str) -> str:
    """The page with its commands written again."""
    return marked.replace(text, "commands", list(commands())[:-1])


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
