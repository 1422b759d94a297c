"""A game of `python_raise_your_horns` so far: the engine, and when chance has its turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from hornsup.core.notation import seat_letter, seat_number
from hornsup.core.registry import check_players
from hornsup.envs.raise_your_horns.encoder import make
from hornsup.envs.spiel.dice_recall import Recall
from hornsup.envs.spiel.falls import Falls, falls_of
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns import GAME
from hornsup.games.raise_your_horns.moves import ROLL_MOVE
from hornsup.games.raise_your_horns.options import LOSSES, ROUNDS, Options
from hornsup.games.raise_your_horns.rules import rules_for
from hornsup.games.raise_your_horns.state import RaiseYourHorns

ANY_SEAT: Final = -1
"""As the starter: chance decides, as the starting roll does."""


class Setting:
    """What all states of one kind of game share."""

    def __init__(self, players: int, options: Options, starter: int) -> None:
        check_players(GAME, players)
        if options.end_goal not in (ROUNDS, LOSSES):
            raise BadInput(
                f"end_goal is {ROUNDS} or {LOSSES}, which end every game, not {options.end_goal!r}"
            )
        if starter not in range(ANY_SEAT, players):
            raise BadInput(f"starter is a seat from 0 to {players - 1} or -1, not {starter}")
        self.players = players
        self.options = options
        self.starter = starter
        self.rules = rules_for(options, players)
        self.encoder = make(options, players, "one")
        self.falls: dict[str, Falls] = falls_of(self.rules)
        self.recall = Recall(self.encoder.map, self.most_rolls + self.most_decisions + 1)
        # OpenSpiel makes a new initial state for every copy; a clone is cheaper than a position.
        self._first_rounds: dict[int, RaiseYourHorns] = {}

    @property
    def most_rounds(self) -> int:
        """By losses: every round has a loser, and the game ends when one seat has lost enough."""
        value = self.options.end_value
        return value if self.options.end_goal == ROUNDS else self.players * (value - 1) + 1

    @property
    def most_decisions(self) -> int:
        """In a round everyone whom the dice reach keeps a die, or one of them names a loser."""
        each = 2 if self.options.fouls else 1
        return self.most_rounds * len(self.rules.full.dice) * each

    @property
    def most_rolls(self) -> int:
        return self.most_rounds * len(self.rules.full.dice)

    def begin(self, seat: int) -> RaiseYourHorns:
        """The first round, which this seat starts."""
        first = self._first_rounds.get(seat)
        if first is None:
            data = {"round": 1, "turn": seat_letter(seat)}
            made = GAME.position(self.players, self.options, data)
            assert isinstance(made, RaiseYourHorns)
            first = self._first_rounds[seat] = made
        return first.clone()


@lru_cache(maxsize=64)
def setting(players: int, options: Options, starter: int) -> Setting:
    return Setting(players, options, starter)


Log = tuple[Any, str] | None
"""What has happened as texts, newest first: a linked list that clones share."""


class Progress:
    """A game so far. OpenSpiel copies it with each state and pickles it as its texts."""

    __slots__ = ("engine", "log", "losses_before", "rolling", "setting")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.engine: RaiseYourHorns | None = None
        self.rolling = True  # the next thing that happens is chance
        self.losses_before: tuple[int, ...] = (0,) * setting.players  # at the last decision
        self.log: Log = None
        if setting.starter != ANY_SEAT:
            self._begin(setting.begin(setting.starter))

    def __deepcopy__(self, _memo: dict[int, Any]) -> Progress:
        copy = Progress.__new__(Progress)
        copy.setting = self.setting
        copy.engine = None if self.engine is None else self.engine.clone()
        copy.rolling = self.rolling
        copy.losses_before = self.losses_before
        copy.log = self.log
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        own = self.setting
        return _again, (own.players, GAME.write_options(own.options), own.starter, self.texts())

    def texts(self) -> list[str]:
        """What has happened, first thing first: `start C`, `roll W5 B2 F1`, `keep B2`."""
        found, log = [], self.log
        while log is not None:
            log, text = log
            found.append(text)
        return found[::-1]

    def losses(self) -> tuple[int, ...]:
        return (0,) * self.setting.players if self.engine is None else tuple(self.engine.losses)

    def table_text(self) -> str:
        """What lies on the table now, as one line."""
        engine = self.engine
        if engine is None:
            return "before the first round"
        seats = zip(engine.order, engine.kept, strict=False)
        parts = [
            f"round {engine.round_number}",
            f"losses {' '.join(map(str, engine.losses))}",
            f"order {''.join(map(seat_letter, engine.order))}",
            f"kept {' '.join(f'{seat_letter(seat)}:{face.text}' for seat, face in seats)}".strip(),
        ]
        if engine.over:
            return ", ".join([*parts, "over"])
        rolled = () if engine.roll is None else engine.roll.texts
        doing = f"rolled {' '.join(rolled)}" if rolled else f"to roll {engine.hand.dice}"
        return ", ".join([*parts, f"{seat_letter(engine.seat)} {doing}"])

    # -- chance ----------------------------------------------------------------------------

    def outcomes(self) -> list[tuple[int, float]]:
        if self.engine is None:
            players = self.setting.players
            return [(seat, 1 / players) for seat in range(players)]
        return self.setting.falls[self.engine.hand.dice].chances

    def outcome_text(self, number: int) -> str:
        if self.engine is None:
            return f"start {seat_letter(number)}"
        return f"roll {self.setting.falls[self.engine.hand.dice].texts[number]}"

    def happen(self, number: int) -> None:
        """Let an outcome of a chance node happen."""
        self.log = (self.log, self.outcome_text(number))
        engine = self.engine
        if engine is None:
            self._begin(self.setting.begin(number))
            return
        engine.script = (self.setting.falls[engine.hand.dice].faces[number],)
        engine.advance(ROLL_MOVE)
        self._look(engine)

    # -- decisions -------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Play the move behind an action number."""
        engine = self.engine
        assert engine is not None, "chance decides who starts"
        move = self.setting.encoder.move(number, engine.seat)
        if move.code not in engine.choices:
            raise BadInput(f"the move {str(move)!r} is not legal now")
        self.losses_before = tuple(engine.losses)
        if move is ROLL_MOVE:
            self.rolling = True
            return
        self.log = (self.log, move.text)
        engine.advance(move)
        self._look(engine)

    def _begin(self, engine: RaiseYourHorns) -> None:
        self.engine = engine
        self._look(engine)

    def _look(self, engine: RaiseYourHorns) -> None:
        """It is chance's turn when rolling is all that may be done."""
        self.rolling = len(engine.choices) == 1 and ROLL_MOVE.code in engine.choices


def _again(players: int, options: object, starter: int, texts: list[str]) -> Progress:
    """A game played again from its texts."""
    progress = Progress(setting(players, GAME.read_options(options), starter))
    for text in texts:
        _replay(progress, text)
    return progress


def _replay(progress: Progress, text: str) -> None:
    verb, _, rest = text.partition(" ")
    engine = progress.engine
    if engine is None:
        progress.happen(seat_number(rest, progress.setting.players))
    elif verb == "roll":
        if not progress.rolling:
            progress.choose(progress.setting.encoder.map.encode(ROLL_MOVE, engine.seat))
        progress.happen(progress.setting.falls[engine.hand.dice].number_of[rest])
    else:
        progress.choose(progress.setting.encoder.map.encode(engine.parse(text), engine.seat))
