"""Search: a Monte Carlo tree search over samples of what its seat cannot see."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up import tree
from hornsup.bots.horns_up.evaluation import lookahead_weights, playout_weights
from hornsup.bots.horns_up.greedy import sample_state
from hornsup.bots.horns_up.grudges import Grudges
from hornsup.bots.horns_up.lookahead import candidates, is_random
from hornsup.core.moves import Move
from hornsup.games.horns_up.state import HornsUp

DEFAULT_ROUNDS: Final = 100
MIN_NEW_ROUNDS: Final = 4  # one in so many rounds is run even if the tree is full already


class Search(Bot):
    """Searches for a number of rounds, or for a time in seconds, at every decision."""

    def __init__(
        self,
        rounds: int = 0,
        seconds: float = 0.0,
        retaliation: float = 0.0,
        settings: tree.Settings | None = None,
        early: bool = True,
        reuse: bool = True,
    ) -> None:
        self.rounds = rounds if rounds or seconds else DEFAULT_ROUNDS
        self.seconds = seconds
        self.settings = settings or tree.Settings(
            1, 0.5, 1.0, sees_wins=True, compares=True, judged=True
        )
        self.weights = lookahead_weights()
        self.playout_weights = playout_weights()
        self.grudges = Grudges(retaliation)
        self.rounds_done = 0  # in all decisions so far, for measurements
        self.early = early
        self.reuse = reuse
        # What the last search found out about the position expected next, not to be changed.
        self._kept: tuple[tree.Node, HornsUp] | None = None

    def choose(self, info: Info) -> Move:
        if len(info.legal) == 1:
            return info.legal[0]
        state = sample_state(info)
        root = self._expected(info.seat, state)
        code = tree.sure_win(state) if self.settings.sees_wins else -1
        if code < 0:
            code = tree.forced_move(state)
        if code < 0:
            codes = candidates(state, info.seat)
            if len(codes) == 1:
                code = codes[0]
            else:
                root = root.copy() if root else tree.Node()
                code = self._search(info, state, root)
                root = root.edges[code].child
        if self.reuse:
            self._keep(state, code, root)
        return state.move_of(code)

    def _search(self, info: Info, state: HornsUp, root: tree.Node) -> int:
        rivals = self.grudges.rival_weights(state, info.seat)
        searcher = tree.Searcher(
            info.seat, rivals, self.weights, self.playout_weights, self.settings
        )
        stop = perf_counter() + self.seconds if self.seconds else 0.0
        wanted = max(self.rounds - root.visits, self.rounds // MIN_NEW_ROUNDS, 1)
        rounds = 0
        while rounds < wanted or perf_counter() < stop:
            if (
                self.early
                and not stop
                and not rounds % 4
                and tree.is_settled(root, wanted - rounds)
            ):
                break
            tree.run_round(root, sample_state(info), searcher)
            rounds += 1
        self.rounds_done += rounds
        return tree.most_visited(root)

    def _keep(self, state: HornsUp, code: int, root: tree.Node | None) -> None:
        """Keep the tree below a move that shows nothing new and does not end the turn."""
        self._kept = None
        if root is None or is_random(state.rules, code):
            return
        after = state.clone()
        after._carry_out(code)
        if after.turn_number == state.turn_number and not after.agenda and after.winner < 0:
            self._kept = (root, after)

    def _expected(self, seat: int, state: HornsUp) -> tree.Node | None:
        """What was kept, if this is the position for which it was kept."""
        if self._kept is None:
            return None
        root, after = self._kept
        same = (
            after.turn_number == state.turn_number
            and after.turn == state.turn
            and after.mover == state.mover
            and after.actions == state.actions
            and after.hands[seat] == state.hands[seat]
            and after.pawns == state.pawns
            and after.board == state.board
            and after.tokens == state.tokens
            and after.skips == state.skips
            and after.agenda == state.agenda
        )
        return root if same else None


class FirstSearch(Search):
    """The search of version 0.1.0, for duels across versions."""

    def __init__(self, rounds: int = 0, seconds: float = 0.0, retaliation: float = 0.0) -> None:
        settings = tree.Settings(horizon=4, exploration=0.5, sharpness=1.0)
        super().__init__(rounds, seconds, retaliation, settings, early=False, reuse=False)
