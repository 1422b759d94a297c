"""Help with examples: they are data beside each command, and the tests run them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import click


def game_names() -> list[str]:
    import hornsup.games  # noqa: F401 -- declares the games
    from hornsup.core import registry

    return registry.names()


class Example(NamedTuple):
    """A line to type, and what it is for; `{game}` and `{other_game}` stand for games' names."""

    line: str
    what: str
    needs: str = ""
    """What the tests that run examples do not have: a server, a terminal, a database."""

    @property
    def typed(self) -> str:
        """The line with the names of the first and the last game; no command knows one by name."""
        names = game_names()
        return self.line.format(game=names[0], other_game=names[-1])


def write_examples(examples: Sequence[Example], formatter: click.HelpFormatter) -> None:
    """The last section of a help. A line is never wrapped, so that it can be copied."""
    if not examples:
        return
    with formatter.section("Examples"):
        for example in examples:
            indent = " " * formatter.current_indent
            formatter.write(f"{indent}{example.typed}\n{indent}    {example.what}\n")


class Command(click.Command):
    """A command whose help ends with examples."""

    def __init__(self, *args: Any, examples: Sequence[Example] = (), **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        write_examples(self.examples, formatter)


class Group(click.Group):
    """Commands below one name; alone it prints its help, as `hornsup` does."""

    command_class = Command

    def __init__(self, *args: Any, examples: Sequence[Example] = (), **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = args if args or ctx.resilient_parsing else ["--help"]
        return super().parse_args(ctx, words)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        write_examples(self.examples, formatter)


def command(*examples: Example) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command with these examples."""
    return click.command(cls=Command, examples=examples)


def every_command(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands below a group by the words that call them, groups before what is in them."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        yield (*path, name), found
        if isinstance(found, click.Group):
            yield from every_command(found, (*path, name))
