"""`hornsup completion`: commands, options and names with the Tab key."""

from __future__ import annotations

import sys

import click
from click.shell_completion import get_completion_class

from hornsup.cli.help import Example, command

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_HORNSUP_COMPLETE"
"""Where click looks for what a shell asks."""


@command(
    Example("hornsup completion bash > hornsup.bash", "a file for `source` in ~/.bashrc"),
    Example('eval "$(hornsup completion zsh)"', "zsh, in ~/.zshrc after compinit", "a shell"),
    Example("hornsup completion fish > hornsup.fish", "a file for ~/.config/fish/completions"),
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script by which a SHELL completes hornsup's words with the Tab key.

    The script asks `hornsup` itself, so it need not be written again when hornsup is updated.
    """
    complete = get_completion_class(shell)
    assert complete is not None
    root = context.find_root().command
    # Not `source()`, which runs bash to look at its version: the script may be for another machine.
    asked = complete(root, {}, "hornsup", VARIABLE)
    sys.stdout.write(asked.source_template % asked.source_vars())
