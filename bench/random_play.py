"""Random games, in moves per second on one core."""

import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel

import lido
from lido import loops
from lido.game import RecordGame, Rules
from lido.games import find
from lido.kernel import uncompiled
from lido.rng import seeded
from lido.steps import Walk

LIMIT = 1_000
"""A game that random play does not end is cut here."""


def best(measure: Callable[[], float], times: int = 5) -> float:
    """The best of several measurements: the one least disturbed by the rest of the machine."""
    return max(measure() for _ in range(times))


def rules_of(game: str) -> Rules:
    """The compiled rules of a game."""
    found = find(game)
    assert isinstance(found, RecordGame)
    return found.rules


def compiled(game: str, players: int, games: int = 20_000) -> Callable[[], float]:
    """Our compiled rules, whole games in one call."""
    rules = rules_of(game)
    return _inside(rules, rules.specialised(loops.playouts, playout=rules.specialised(loops.playout)), players, games)


def plain(game: str, players: int, games: int = 20) -> Callable[[], float]:
    """The same source, uncompiled."""
    rules = rules_of(game)
    loop = rules.specialised(loops.playouts, playout=rules.specialised(loops.playout))
    return _inside(rules, uncompiled(loop), players, games)


def _inside(rules: Rules, loop: Callable[..., int], players: int, games: int) -> Callable[[], float]:
    states = np.zeros(2, dtype=rules.dtype)
    states[0] = lido.new(rules.name, players=players, seed=1).player_view(1).observation
    moves = np.empty(rules.most_moves, dtype=np.int16)
    rng = seeded("bench")
    rules.redeal(states[0], rng)
    loop(states, 1, LIMIT, moves, rng)

    def measure() -> float:
        began = time.perf_counter()
        played = loop(states, games, LIMIT, moves, rng)
        return played / (time.perf_counter() - began)

    return measure


def from_python(game: str, players: int, games: int = 200) -> Callable[[], float]:
    """Our compiled rules, called from Python move by move: a walk of `lido.steps`."""
    start = Walk(lido.new(game, players=players, seed=1))
    choose = random.Random(1).choice

    def measure() -> float:
        began = time.perf_counter()
        played = 0
        for _ in range(games):
            walk = start.copy()
            while walk.turn:
                walk.play(choose(walk.legal))
            played += walk.played
        return played / (time.perf_counter() - began)

    return measure


def open_spiel(name: str, games: int = 300) -> Callable[[], float]:
    """One of OpenSpiel's C++ games, driven from Python move by move."""
    game = pyspiel.load_game(name)
    choose = random.Random(1).choice

    def measure() -> float:
        began = time.perf_counter()
        played = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose(state.legal_actions()))
                played += 1
        return played / (time.perf_counter() - began)

    return measure
