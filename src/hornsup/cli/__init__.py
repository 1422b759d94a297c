"""The command line: thin commands that import what they need when they run."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from hornsup.core.native import engine
from hornsup.errors import HornsUpError
from hornsup.version import __version__

# Command name: the module that holds it, and its line in the help, so that help imports nothing.
COMMANDS = {
    "serve": ("hornsup.cli.serve", "Start the game server: friends open its address and play."),
    "admin": ("hornsup.cli.admin", "See a running server's tables, close them, ban, announce."),
    "backup": ("hornsup.cli.backup", "Write all of a server's data into one file, while it runs."),
    "restore": ("hornsup.cli.backup", "Put the data of a backup into a server's database."),
    "doctor": ("hornsup.cli.doctor", "Look at what a server needs, and say what to do."),
    "play": ("hornsup.cli.play", "Play a game in this terminal against bots."),
    "bot": ("hornsup.cli.bot", "Let a bot of ours, or a program of yours, play at a table."),
    "simulate": ("hornsup.cli.simulate", "Let bots play many games and count the results."),
    "tournament": ("hornsup.cli.tournament", "Rate bots by letting them play each other."),
    "report": ("hornsup.cli.report", "Write a page with plots about simulated games."),
    "compare": ("hornsup.cli.compare", "Say what a house rule, preset or deck changes."),
    "replay": ("hornsup.cli.records", "Tell a recorded game move by move."),
    "review": ("hornsup.cli.review", "Say where a recorded game was won: by luck, by play."),
    "export": (
        "hornsup.cli.export",
        "Write a game as a film, picture, page or sheet; print cards.",
    ),
    "verify": ("hornsup.cli.records", "Deal and play a record again and say whether it is honest."),
    "check": ("hornsup.cli.check", "Run scenario files: positions, steps, what must come out."),
    "odds": ("hornsup.cli.odds", "The exact odds of a round of dice."),
    "rules": ("hornsup.cli.rules", "Read the rules by number, in English, Italian or French."),
    "bench": ("hornsup.cli.bench", "Measure how fast the rules engine is here."),
    "deck": ("hornsup.cli.deck", "Explain a deck file, or say which line of it is wrong."),
}


class LazyCommands(click.Group):
    """A group whose commands are imported when they are run, not when they are listed."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[name][0]), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message=f"hornsup, version %(version)s ({engine()} engine)")
def cli() -> None:
    """Horns Up and Raise Your Horns!: two party games, their rules, bots and tools."""


def main(argv: list[str] | None = None) -> None:
    """Run a command; every error is one line that says what to do."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # a bot of your own may lie in the current folder
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: list[str]) -> int:
    """Run a command and give its exit code."""
    try:
        result: Any = cli.main(argv or ["--help"], prog_name="hornsup", standalone_mode=False)
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
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _fail(f"{name}{error.strerror or error}", 1)
    return result if isinstance(result, int) else 0


def _fail(message: str, code: int) -> int:
    print("hornsup: " + " ".join(message.split()), file=sys.stderr)
    return code
