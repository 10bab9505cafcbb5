"""One game of our `expert` against OpenSpiel's MCTS bot, which sees it through our OpenSpiel adapter.

A match is the table: the `expert` plays from its player_view, and every move is made in OpenSpiel's state too. A
number that was hidden from both is drawn by the match, and told to OpenSpiel when it comes out.
"""

import time
from typing import Any

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import lido
from lido import bots
from lido.adapters import openspiel
from lido.game import Event, RecordGame

EXPLORATION = 1.0
"""OpenSpiel's examples have 2 for utilities from -1 to 1; ours are from 0 to 1."""
ENDLESS = 10**9


class Duel(msgspec.Struct, frozen=True):
    """What is played: a game, and what both have for a move: so many milliseconds, or so many iterations."""

    game: str
    ms: int | None = None
    iterations: int | None = None

    @property
    def name(self) -> str:
        """In words."""
        return f"{self.game}, {f'{self.ms} ms' if self.ms else f'{self.iterations} iterations'} a move"


class Played(msgspec.Struct, frozen=True):
    """A finished game."""

    duel: Duel
    number: int
    payoff: float
    """What the `expert` was paid."""
    reason: str
    moves: int
    simulations: float
    """How many OpenSpiel's bot made for a move, on average."""
    seconds: float
    """What they took of a processor, on average."""


class TimeIsUp(Exception):
    """The search has had its time."""


class Timed(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's bot, with a limit in seconds; whatever it has found by then is what it plays.

    They are seconds of a processor: other work on the machine takes nothing from it. Ours go by the clock.
    """

    def __init__(self, game: pyspiel.Game, duel: Duel, seed: int) -> None:
        random = np.random.RandomState(seed)
        rollout = mcts.RandomRolloutEvaluator(1, random)
        super().__init__(game, EXPLORATION, duel.iterations or ENDLESS, rollout, solve=True, random_state=random)
        self._limit = duel.ms / 1000 if duel.ms else float("inf")
        self._began = 0.0
        self.searches: list[tuple[int, float]] = []
        """How many simulations each move took, and how many seconds."""

    def mcts_search(self, state: pyspiel.State) -> mcts.SearchNode:
        """Search until the time or the simulations are used up."""
        self._began = time.thread_time()
        try:
            root = super().mcts_search(state)
        except TimeIsUp:
            root = self._root
        self.searches.append((root.explore_count, time.thread_time() - self._began))
        return root

    def _apply_tree_policy(self, root: mcts.SearchNode, state: pyspiel.State) -> Any:
        self._root = root
        if root.children and time.thread_time() - self._began > self._limit:
            raise TimeIsUp
        return super()._apply_tree_policy(root, state)


def play(duel: Duel, number: int) -> Played:
    """Play game `number`, from 1; the `expert` begins those with an odd one."""
    match = lido.new(duel.game, players=2, seed=f"peers/{number}")
    rules = match.game
    assert isinstance(rules, RecordGame)
    ours = 1 if number % 2 else 2
    expert = bots.bot("expert", f"peers/{number}", threads=1)
    game = openspiel.load(duel.game, players=2)
    state, theirs = game.new_initial_state(), Timed(game, duel, number)
    while seat := match.turn:
        player_view = match.player_view(seat)
        legal = rules.legal(player_view.observation)
        if seat == ours:
            text = expert.choose(player_view, ms=duel.ms, iterations=duel.iterations)
        else:
            text = rules.move_text(player_view.observation, legal[0] if len(legal) == 1 else int(theirs.step(state)))
        state.apply_action(rules.parse_move(player_view.observation, text))
        _tell(state, match.play(text))
    assert match.result
    assert state.is_terminal()
    simulations, seconds = np.mean(theirs.searches, axis=0).tolist()
    paid, reason = match.result.payoffs[ours - 1], match.result.reason
    return Played(duel, number, paid, reason, len(match.moves), simulations, seconds)


def _tell(state: pyspiel.State, events: list[Event]) -> None:
    """Tell OpenSpiel what a move brought out, if it waits for that."""
    if state.is_chance_node():
        state.apply_action(next(event["number"] for event in events if "number" in event))
