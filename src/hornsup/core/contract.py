"""The contract of every game: its states, and the functions that it provides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hornsup.core.data_file import DataFile
from hornsup.core.figures import Figures, in_order
from hornsup.core.moves import Move
from hornsup.core.native import mypyc_attr
from hornsup.core.options import Switch
from hornsup.core.outcome import Outcome
from hornsup.core.protocols import Barrier, DefaultMove, InWords, Narrate, SolveRound, WhyUnusable
from hornsup.core.randomness import Seed
from hornsup.core.refusal import Refusal
from hornsup.core.showing import one_step
from hornsup.core.terminal import Terminal

History = tuple[Any, int] | None
"""The codes of the moves played, newest first: a linked list that clones share."""


def played(history: History) -> list[int]:
    """The codes of a history, first move first."""
    codes: list[int] = []
    while history is not None:
        history, code = history
        codes.append(code)
    codes.reverse()
    return codes


EventsOf = Callable[[list[Any]], list[Any]]
"""From the events of a move: the same as an earlier engine told them."""

Drawing = tuple[str, float, float]
"""SVG elements, and the width and height that they fill from the origin."""

Layer = tuple[float, float, float, float, str]
"""x, y, width and height of SVG elements that are drawn from the origin."""

Film = tuple[float, float, list[list[Layer]]]
"""Width, height, and for every view the layers of its picture, the lowest first."""


# A game whose states are not compiled, one of your own for instance, derives from it too.
@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class GameState:
    """One position of one game. Seats are numbers from 0; `None` as a seat is a spectator."""

    players: int
    origin: Origin | None = None
    history: History = None
    opening: list[Any] = field(default_factory=list)  # what happened before the first move

    @property
    def game(self) -> Game:
        """The game this is a state of."""
        raise NotImplementedError

    @property
    def options(self) -> Any:
        """The options that this game is played with."""
        raise NotImplementedError

    @property
    def to_move(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
        raise NotImplementedError

    @property
    def turns(self) -> int:
        """Turns (or rounds) begun so far; callers can limit endless games by it."""
        raise NotImplementedError

    def legal_moves(self) -> list[Move]:
        """Every legal move once, in a stable order."""
        raise NotImplementedError

    def apply(self, move: Move | str) -> list[Any]:
        """Play a move and return its events; an illegal one raises IllegalMove."""
        raise NotImplementedError

    def replay_move(self, text: str) -> list[Any]:
        """Play a move of a log or record, as `apply` does.

        A game that once accepted a text which `apply` now refuses still reads it here.
        """
        return self.apply(text)

    def advance(self, move: Move) -> None:
        """Play a move taken from legal_moves(), unchecked and without events: for search."""
        raise NotImplementedError

    def why_not(self, move: Move | str) -> Refusal | None:
        """Why a move is refused now, or None if it is legal."""
        raise NotImplementedError

    def clone(self) -> GameState:
        """An independent copy."""
        raise NotImplementedError

    def __copy__(self) -> GameState:
        return self.clone()

    def __deepcopy__(self, _memo: dict[int, Any]) -> GameState:
        return self.clone()

    def parse(self, text: str) -> Move:
        """The move behind a notation; raises IllegalMove when it cannot be read."""
        raise NotImplementedError

    def move_of(self, code: int) -> Move:
        """The move behind a code of this game's own."""
        raise NotImplementedError

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, as plain data."""
        raise NotImplementedError

    def redact(self, events: list[Any], seat: int | None) -> list[Any]:
        """Events as a seat may know them."""
        raise NotImplementedError

    def determinize(self, seat: int | None, rng: Any) -> GameState:
        """A full state drawn from those that this seat cannot tell apart from the true one."""
        raise NotImplementedError

    def moves_played(self) -> list[Move]:
        """The moves so far, first one first."""
        return [self.move_of(code) for code in played(self.history)]

    def record(self) -> dict[str, Any]:
        """The game as data; `hornsup.replay` plays it again."""
        from hornsup.core import record

        return record.make(self)

    def figures(self) -> Figures:
        """The order of the seats and what can be counted, from all that has happened so far."""
        from hornsup.core import record

        if self.game.figures is not None:
            return self.game.figures(record.played_again(self))
        winners = self.outcome.winners if self.outcome else ()
        return Figures(in_order([0] * self.players, winners))

    def _repr_svg_(self) -> str:
        """A picture of the table as everyone sees it, for notebooks."""
        raise NotImplementedError


Step = tuple[GameState, list[Any]]
"""A state and what happened on the way to it. In a game played again it is one state, moving."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a state was started from: the seed, or a position that was set up."""

    seed: Seed
    position: Mapping[str, Any] | None = None


def no_texts(_language: str) -> dict[str, Any]:
    """For a game whose texts are all in the shared catalogues."""
    return {}


def no_pictures(_view: Mapping[str, Any]) -> dict[str, str]:
    """For a game whose browser module draws with the sprite alone."""
    return {}


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the registry knows it: its name, its seats, and the functions that it provides."""

    name: str
    title: str
    seats: range
    engine: str
    players_rule: str
    read_options: Callable[[object], Any]
    write_options: Callable[[Any], dict[str, Any]]
    start: Callable[[int, Seed, Any], GameState]
    position: Callable[[int, Any, Mapping[str, Any]], GameState]
    observe: Callable[[GameState, str, Any], Any]
    state_from_view: Callable[[Mapping[str, Any], Any], GameState]
    """A full state drawn from those that fit a view; the second argument is a `random.Random`."""
    secrets: Mapping[str, tuple[str, ...]]
    barrier: Barrier
    default_move: DefaultMove
    why_unusable: WhyUnusable
    options_type: type
    switches: Mapping[str, Switch]
    presets: Mapping[str, Mapping[str, Any]]
    contents: Callable[[str], dict[str, Any]]
    """By language: what comes with the game (decks, or dice and forfeits), named and described."""
    page: str
    """The path of the browser module below web/js."""
    page_pictures: Callable[[Mapping[str, Any]], dict[str, str]] = no_pictures
    """From a view: the SVG files below /art that the browser module loads for it, by name."""
    texts: Callable[[str], dict[str, Any]] = no_texts
    """By language: texts of this game that the browser needs beside the shared catalogues."""
    narrate: Narrate | None = None
    in_words: InWords | None = None
    """For pictures, which cannot show cells and dice as the browser does."""
    showing: Callable[[Sequence[Any]], float] = one_step
    """How long the events of a move take to be seen, in plain steps (`core/showing.py`)."""
    executor: bool = False
    """Whether a seat beside the game confirms forfeits."""
    pending_forfeits: Callable[[GameState], list[tuple[int, str]]] | None = None
    confirm_forfeit: Callable[[GameState, int], Any] | None = None
    time_limit: Callable[[Any], int | None] | None = None
    """By options: the minutes after which the game ends between rounds; None if not by time."""
    stop_move: str | None = None
    """The move that ends a game whose time is up."""
    odds: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    """From a spectator's view: the exact odds of the round, as JSON."""
    terminal: Terminal | None = None
    """How the table is shown in a terminal."""
    data_files: Mapping[str, DataFile] = field(default_factory=dict)
    """By option: what may be given as a TOML file."""
    solve_round: SolveRound | None = None
    """The exact odds of any situation of a round, from its parts."""
    figures: Callable[[Iterator[Step]], Figures] | None = None
    """From a game played again: the final order, figures per seat, highlights. The texts are in
    the catalogue `figures_` + topic."""
    final_board: Callable[[Mapping[str, Any], str], Drawing] | None = None
    """From a view and a language: the table alone, for the picture of a finished game."""
    hand_svg: Callable[[Mapping[str, Any], str], str] | None = None
    """From a seat's view and a language: a picture of what it holds."""
    film: Callable[[Sequence[Mapping[str, Any]], Sequence[str], str], Film] | None = None
    """From the views of a game, names and a language: pictures of the same size. Layers that come
    again are equal texts, so that a program can draw each of them once."""
    earlier: Mapping[str, EventsOf] = field(default_factory=dict)
    """By the number of an earlier engine that leads to the same states: its events."""

    def replays(self, engine: str | None) -> bool:
        """Whether games that this engine dealt come to the same states today."""
        return engine == self.engine or engine in self.earlier

    def told_by(self, engine: str, happened: list[Any]) -> list[Any]:
        """The events of a move as an engine told them whose games are replayed."""
        return happened if engine == self.engine else self.earlier[engine](happened)

    @property
    def topic(self) -> str:
        """The name as catalogues spell it: `rules_` + topic."""
        return self.name.replace("-", "_")
