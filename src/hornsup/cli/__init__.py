"""The command line: thin commands that import what they need when they run."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from hornsup.cli.help import Example, Group
from hornsup.core.native import engine
from hornsup.errors import HornsUpError
from hornsup.version import __version__

# Command name: the module that holds it, and its line in the help, so that help imports nothing.
SECTIONS = {
    "Play": {
        "play": ("play", "Play a game in this terminal, or join a server's table."),
        "rules": ("rules", "Read the rules by number, in English, Italian or French."),
        "odds": ("odds", "The exact odds of a round of dice."),
        "deck": ("deck", "Explain a deck file, or say which line of it is wrong."),
        "check": ("check", "Run scenario files: positions, steps, what must come out."),
    },
    "Games that were played": {
        "replay": ("records", "Tell a recorded game move by move."),
        "review": ("review", "Say where a recorded game was won: by luck, by play."),
        "export": ("export", "Write a game as a film, picture, page or sheet; print cards."),
        "verify": ("records", "Deal and play a record again and say whether it is honest."),
    },
    "Bots and the lab": {
        "bot": ("bot", "Let a bot of ours, or a program of yours, play at a table."),
        "simulate": ("simulate", "Let bots play many games and count the results."),
        "tournament": ("tournament", "Rate bots by letting them play each other."),
        "compare": ("compare", "Say what a house rule, preset or deck changes."),
        "report": ("report", "Write a page with plots about simulated games."),
        "bench": ("bench", "Measure how fast the rules engine is here."),
    },
    "Host": {
        "serve": ("serve", "Start the game server: friends open its address and play."),
        "admin": ("admin", "See a running server's tables, close them, ban, announce."),
        "backup": ("backup", "Write all of a server's data into one file, while it runs."),
        "restore": ("backup", "Put the data of a backup into a server's database."),
        "doctor": ("doctor", "Look at what a server needs, and say what to do."),
    },
    "Shell": {
        "completion": ("completion", "Print a script that completes commands with the Tab key."),
    },
}
COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}
EXAMPLES = (
    Example("hornsup play {game}", "play against bots in this terminal", "terminal"),
    Example("hornsup serve --lan", "play in browsers, phones too", "server"),
    Example("hornsup rules H60 --lang it", "read one rule in Italian"),
    Example("hornsup simulate --help", "every command explains itself"),
)


@contextmanager
def quiet_pipes() -> Iterator[None]:
    """Whoever reads our output may stop when they have seen enough; click would exit with 1."""
    try:
        yield
    except BrokenPipeError:
        # Python would complain about what is still to be written when it ends.
        sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 -- for good
        raise click.exceptions.Exit(0) from None


class LazyCommands(Group):
    """A group whose commands are imported when they are run, not when they are listed."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with quiet_pipes():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with quiet_pipes():
            return super().invoke(ctx)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = getattr(import_module(f"hornsup.cli.{COMMANDS[name][0]}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        longest = max(map(len, COMMANDS))
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                rows = [(name.ljust(longest), text) for name, (_, text) in commands.items()]
                formatter.write_dl(rows)


@click.group(
    cls=LazyCommands, examples=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message=f"hornsup, version %(version)s ({engine()} engine)")
@click.pass_context
def cli(context: click.Context) -> None:
    """Horns Up and Raise Your Horns!: two party games, their rules, bots and tools."""
    if os.environ.get("NO_COLOR"):
        context.color = False  # click would look at the terminal alone


def main(argv: list[str] | None = None) -> None:
    """Run a command; every error is one line that says what to do."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # a bot of your own may lie in the current folder
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: list[str]) -> int:
    """Run a command and give its exit code."""
    try:
        result: Any = cli.main(argv, prog_name="hornsup", standalone_mode=False)
        with quiet_pipes():
            sys.stdout.flush()  # a full disk shows here at the latest
    except SystemExit as stop:  # of click after completing a line, or of a bot brought along
        return _fail(stop.code, 1) if isinstance(stop.code, str) else stop.code or 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "hornsup"
        return _fail(f"{error.format_message()} (see {where} --help)", 2)
    except click.ClickException as error:
        return _fail(error.format_message(), 1)
    except (KeyboardInterrupt, click.Abort):
        return _fail("stopped", 130)
    except HornsUpError as error:
        return _fail(str(error), 1)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _fail(f"{name}{error.strerror or error}", 1)
    except Exception as error:
        return _unexpected(error)
    return result if isinstance(result, int) else 0


def _unexpected(error: Exception) -> int:
    """A mistake of ours, or of a bot that was brought along."""
    if os.environ.get("HORNSUP_TRACEBACK"):
        raise error
    told = f"{type(error).__name__}: {error}".rstrip(": ")
    return _fail(f"unexpected error, {told}; HORNSUP_TRACEBACK=1 shows where it comes from", 1)


def _fail(message: str, code: int) -> int:
    print("hornsup: " + " ".join(message.split()), file=sys.stderr)
    return code
