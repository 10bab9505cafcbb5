"""Random play in the environments of others' interfaces, in moves per second.

Many games at once are measured by the clock, because they use all cores; everything else by processor time.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

import lido
from lido import vector
from lido.steps import Walk


def vectors(game: str, players: int, n: int, steps: int = 10) -> Callable[[], float]:
    """Our vector environments on all cores, observations and masks included."""
    envs = vector.make(game, players=players, n=n, seed=1)
    for _ in range(200):  # so that the games are at all stages
        envs.step(envs.sample())

    def measure() -> float:
        began = time.perf_counter()
        for _ in range(steps):
            envs.step(envs.sample())
        return steps * n / (time.perf_counter() - began)

    return measure


def matches(game: str, players: int, moves: int = 2_000) -> Callable[[], float]:
    """A `lido.Match`: moves as text, events, history."""
    choose = random.Random(1).choice

    def measure() -> float:
        began = time.process_time()
        match = lido.new(game, players=players, seed=1)
        for _ in range(moves):
            if match.turn is None:
                match = lido.new(game, players=players, seed=1)
            match.play(choose(match.legal_moves()))
        return moves / (time.process_time() - began)

    return measure


def walks(game: str, players: int, moves: int = 2_000, seen: bool = True) -> Callable[[], float]:
    """A walk of `lido.steps`, with its planes where they are `seen`."""
    choose = random.Random(1).choice
    start = Walk(lido.new(game, players=players, seed=1))

    def measure() -> float:
        began = time.process_time()
        walk = start.copy()
        for _ in range(moves):
            if walk.turn is None:
                walk = start.copy()
            assert walk.turn
            if seen:
                walk.planes(walk.turn)
            walk.play(choose(walk.legal))
        return moves / (time.process_time() - began)

    return measure


def petting_zoo(env: Any, moves: int = 1_000) -> Callable[[], float]:
    """A PettingZoo environment, observations included."""
    choose = random.Random(1).choice

    def measure() -> float:
        env.reset(seed=1)
        began = time.process_time()
        played = 0
        while played < moves:
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else choose(np.flatnonzero(observation["action_mask"]).tolist()))
            played += not over
            if not env.agents:
                env.reset()
        return played / (time.process_time() - began)

    return measure


def open_spiel(game: pyspiel.Game, moves: int = 2_000, seen: bool = True) -> Callable[[], float]:
    """An OpenSpiel game, with its observation tensor where it is `seen`."""
    choose = random.Random(1).choice

    def measure() -> float:
        began = time.process_time()
        played = 0
        state = game.new_initial_state()
        while played < moves:
            if state.is_terminal():
                state = game.new_initial_state()
            if seen and not state.is_chance_node():
                state.observation_tensor(state.current_player())
            state.apply_action(choose(state.legal_actions()))
            played += 1
        return played / (time.process_time() - began)

    return measure
