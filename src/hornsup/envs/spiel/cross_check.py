"""The exact solution of Raise Your Horns! checked with OpenSpiel's own algorithms.

`python -m hornsup.envs.spiel.cross_check` walks the whole game tree of one round, whose chance
nodes and legal moves come from the engine. Three things must agree with the solver within 1e-12:
how often every seat loses when all play the solution (`expected_game_score`), how often the best
answer to it loses (`best_response`: nobody can do better alone), and how often the chooser loses
after every single choice that can come up when the others play the solution.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, expected_game_score

from hornsup.core.notation import seat_letter
from hornsup.envs.spiel.dice_progress import Progress
from hornsup.envs.spiel.raise_your_horns import RaiseYourHornsGame
from hornsup.games.raise_your_horns.moves import NAME_MOVES, keep_move
from hornsup.games.raise_your_horns.rules import KEEPING, NAMING
from hornsup.games.raise_your_horns.solution import Solution, solve
from hornsup.games.raise_your_horns.state import RaiseYourHorns

TOLERANCE: Final = 1e-12


class ExactPolicy(policy.Policy):
    """Keeps what the solution keeps, equally good dice equally often; names any other seat."""

    def __init__(self, game: RaiseYourHornsGame, solution: Solution) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.solution = solution

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        del player_id
        progress: Progress = state.progress
        engine = progress.engine
        assert engine is not None, "asked at a decision only"
        actions = self._chosen(engine, progress)
        return dict.fromkeys(actions, 1 / len(actions))

    def _chosen(self, engine: RaiseYourHorns, progress: Progress) -> list[int]:
        legal = progress.setting.encoder.legal(engine)
        if engine.phase == NAMING:
            own = progress.setting.encoder.map.encode(NAME_MOVES[engine.seat], engine.seat)
            return [number for number in legal if number != own]
        costs = choice_losses(self.solution, progress)
        least = min(costs.values())
        return [number for number, loss in costs.items() if loss == least]


def choice_losses(solution: Solution, progress: Progress) -> dict[int, Any]:
    """How often the seat that keeps a die loses after each choice, by action number."""
    engine = progress.engine
    assert engine is not None, "asked at a decision only"
    assert engine.roll is not None, "asked after a roll only"
    encode = progress.setting.encoder.map.encode
    keeps = solution.keeps(engine.kept, engine.roll.faces)
    return {encode(keep_move(keep.face), engine.seat): keep.loss for keep in keeps}


@dataclass(frozen=True, slots=True)
class Line:
    """A number of the solver beside the number of OpenSpiel."""

    what: str
    exact: str
    solver: float
    spiel: float

    @property
    def difference(self) -> float:
        return abs(self.solver - self.spiel)

    def __str__(self) -> str:
        numbers = f"{self.solver:.16f}  {self.spiel:.16f}  {self.difference:.1e}"
        return f"{self.what:<34}{numbers}  {self.exact}"


class CrossCheck:
    """The comparison for one number of players and one set of dice."""

    def __init__(self, players: int = 3, dice: str = "standard") -> None:
        self.game = pyspiel.load_game(f"python_raise_your_horns(players={players},dice={dice})")
        rules = self.game.setting.rules
        self.solution = solve(rules.dice, players)
        self.losses = self.solution.before_roll()
        self.policy = ExactPolicy(self.game, self.solution)

    def expected(self) -> Iterator[Line]:
        """All play the solution."""
        root = self.game.new_initial_state()
        values = expected_game_score.policy_value(root, [self.policy] * len(self.losses))
        for seat, (loss, value) in enumerate(zip(self.losses, values, strict=True)):
            yield Line(f"{seat_letter(seat)} loses", str(loss), float(loss), 0.0 - value)

    def best_answers(self) -> Iterator[Line]:
        """One seat plays the best answer to the solution, found by OpenSpiel."""
        for seat, loss in enumerate(self.losses):
            answer = best_response.BestResponsePolicy(self.game, seat, self.policy)
            value = answer.value(self.game.new_initial_state())
            letter = seat_letter(seat)
            yield Line(f"{letter} loses with the best answer", str(loss), float(loss), 0.0 - value)
            yield self._choices(letter, answer)

    def _choices(self, letter: str, answer: Any) -> Line:
        """Of all choices of a seat that can come up, the one that differs most."""
        lines = []
        for [(state, _)] in answer.infosets.values():
            if state.progress.engine.phase != KEEPING:
                continue
            for number, loss in choice_losses(self.solution, state.progress).items():
                value = answer.q_value(state, number)
                lines.append(Line("", str(loss), float(loss), 0.0 - value))
        worst = max(lines, key=lambda line: line.difference)
        what = f"worst of {len(lines)} choices of {letter}"
        return Line(what, worst.exact, worst.solver, worst.spiel)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hornsup.envs.spiel.cross_check")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--dice", default="standard", help="standard, high or 1.2.H/1.2.0/1.2.!")
    asked = parser.parse_args(arguments)
    check = CrossCheck(asked.players, asked.dice)
    print(f"Raise Your Horns!, one round, {asked.players} players, dice {asked.dice}")
    print(f"{'chance of losing':<34}{'solver':<20}{'OpenSpiel':<20}differ   solver, exact")
    worst = 0.0
    for line in (*check.expected(), *check.best_answers()):
        print(line, flush=True)
        worst = max(worst, line.difference)
    agree = worst <= TOLERANCE
    print(f"largest difference {worst:.1e}: {'within' if agree else 'ABOVE'} {TOLERANCE:.0e}")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
