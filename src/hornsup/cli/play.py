"""`hornsup play`: a game in the terminal, line by line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import click

from hornsup import i18n
from hornsup.bots import Info
from hornsup.bots.lineup import bot_names, line_up
from hornsup.cli.common import (
    chosen_options,
    first_game,
    language_of,
    language_option,
    rules_options,
    seed_of,
)
from hornsup.cli.rules import find_rule, paragraph
from hornsup.core.contract import GameState
from hornsup.core.notation import seat_letter, seat_number
from hornsup.core.refusal import refusal_of
from hornsup.errors import BadInput, IllegalMove

SHOWN = 24


class QuitError(Exception):
    """The player has asked to stop."""


@click.command()
@click.argument("game", default=first_game)
@click.option("--players", default=4, show_default=True, help="How many seats.")
@click.option("--seat", default="A", show_default=True, help="Your seat's letter; '-' to watch.")
@click.option("--bots", default=None, help="Who plays the other seats.  [default: normal]")
@click.option("--seed", default=None, help="Deal a known game again.")
@language_option
@rules_options
def play(
    game: str,
    players: int,
    seat: str,
    bots: str | None,
    seed: str | None,
    language: str | None,
    preset: str | None,
    switches: tuple[str, ...],
    deck: str | None,
) -> None:
    """Play GAME in this terminal against bots. Type ? for help once it runs."""
    import hornsup

    options = chosen_options(game, preset, switches, deck)
    state = hornsup.new(game, players=players, seed=seed_of(seed), options=options or None)
    human = None if seat == "-" else seat_number(seat.upper(), players)
    known = bot_names(game)
    names = bots or ("normal" if "normal" in known else known[0])
    session = Session(state, human, names, language_of(language))
    try:
        session.run()
    except (QuitError, EOFError):
        session.say("bye")


class Session:
    """One game at one terminal."""

    def __init__(self, state: GameState, human: int | None, bots: str, language: str) -> None:
        self.state = state
        self.terminal = state.game.terminal
        self.human = human
        self.language = language
        self.bots = line_up(state.game.name, bots, state.players)
        self.generators = [Random(f"{bots}/{seat}") for seat in range(state.players)]

    def text(self, key: str, **values: object) -> str:
        return i18n.text(self.language, f"terminal.{key}", **values)

    def say(self, key: str, **values: object) -> None:
        click.echo(self.text(key, **values))

    def run(self) -> None:
        self.say("welcome", game=self.state.game.title.rstrip("!"), players=self.state.players)
        if self.human is not None:
            self.say("you-are", seat=seat_letter(self.human))
        self.tell(self.state.opening)
        while not self.state.over:
            if self.state.turns > 500:
                self.say("turn-cap", turns=500)
                return
            self.step()
        self.finish()

    def finish(self) -> None:
        assert self.state.outcome is not None
        self.show_table()
        winners = self.state.outcome.winners
        if self.human in winners:
            click.echo(i18n.text(self.language, "ending.you-win"))
        else:
            names = [seat_letter(seat) for seat in winners]
            click.echo(i18n.text(self.language, "ending.wins", n=len(names), names=names))

    def step(self) -> None:
        seat = self.state.to_move
        assert seat is not None
        if seat == self.human:
            self.ask()
            return
        move = self.bots[seat].choose(Info.of(self.state, self.generators[seat]))
        self.tell(self.state.apply(move))

    def tell(self, happened: list[Any]) -> None:
        narrate = self.state.game.narrate
        assert narrate is not None
        for event in self.state.redact(happened, self.human):
            click.echo("  " + narrate(event, self.language))

    # -- the player's turn -----------------------------------------------------------------

    def ask(self) -> None:
        """Show what the player sees, then take lines until one of them is a move."""
        legal = self.state.legal_moves()
        if len(legal) == 1 and str(legal[0]) in ("end", "token", "roll"):
            self.tell(self.state.apply(legal[0]))
            return
        self.show_table()
        self.show_moves(legal)
        while True:
            line = click.prompt(">", prompt_suffix=" ", default="?", show_default=False).strip()
            if self.obey(line, legal):
                return

    def obey(self, line: str, legal: list[Any]) -> bool:
        """Carry out one line; true when it was a move."""
        word, _, rest = line.partition(" ")
        if word in ("?", "help"):
            self.say("help")
        elif word in ("quit", "exit", "q"):
            raise QuitError
        elif word == "table" or word == "hand":
            self.show_table()
        elif word == "moves":
            self.show_moves(legal, everything=True)
        elif word == "why":
            self.why(rest)
        elif word == "rules":
            self.rule(rest)
        elif word == "save":
            self.save(rest or "hornsup-game.json")
        else:
            return self.move(line, legal)
        return False

    def move(self, line: str, legal: list[Any]) -> bool:
        if line.isdigit() and 1 <= int(line) <= len(legal):
            line = str(legal[int(line) - 1])
        try:
            happened = self.state.apply(line)
        except IllegalMove as error:
            self.say("refused", reason=refusal_of(error).text(self.language))
            return False
        self.tell(happened)
        return True

    def why(self, text: str) -> None:
        refusal = self.state.why_not(text)
        if refusal is not None:
            self.say("refused", reason=refusal.text(self.language))
        else:
            self.say("legal-now", move=text)

    def rule(self, number: str) -> None:
        found = find_rule(self.language, number)
        if found is None:
            self.say("no-such-rule")
        else:
            click.echo(paragraph(*found))

    def save(self, name: str) -> None:
        data = json.dumps(self.state.record(), indent=1, ensure_ascii=False)
        try:
            Path(name).write_text(data + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"cannot write {name}: {error.strerror}") from error
        self.say("saved", file=name)

    # -- showing ---------------------------------------------------------------------------

    def show_table(self) -> None:
        assert self.terminal is not None
        click.echo(self.terminal.table(self.state.view(self.human), self.language))

    def show_moves(self, legal: list[Any], everything: bool = False) -> None:
        assert self.terminal is not None
        click.echo()
        prompt = self.terminal.prompt(self.state.view(self.human), self.language)
        if prompt:
            click.echo(prompt)
        for verb, entries in grouped(legal).items():
            shown = entries if everything else entries[:SHOWN]
            show_group(verb, shown)
            if len(shown) < len(entries):
                self.say("more-moves", n=len(entries) - len(shown))
        self.say("choose-move")


def grouped(legal: list[Any]) -> dict[str, list[tuple[int, str]]]:
    """The moves by their verb, each with the number that plays it."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number, move in enumerate(legal, 1):
        verb, _, rest = str(move).partition(" ")
        groups.setdefault(verb, []).append((number, rest))
    return groups


def show_group(verb: str, entries: list[tuple[int, str]]) -> None:
    """One verb and its moves in columns."""
    texts = [f"{number:>3} {rest}".rstrip() for number, rest in entries]
    width = max(len(text) for text in texts) + 2
    per_line = max(1, 88 // width)
    for start in range(0, len(texts), per_line):
        head = click.style(f"{verb if start == 0 else '':<8}", bold=True)
        line = "".join(f"{text:<{width}}" for text in texts[start : start + per_line])
        click.echo(head + line.rstrip())
