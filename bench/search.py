"""Tree search, in iterations (one playout each) per second on one core."""

import time
from collections.abc import Callable

import pyspiel

import lido
from lido.bots.config import search_config
from lido.bots.search import Search
from lido.game import RecordGame


def search(game: str, players: int, iterations: int = 20_000) -> Callable[[], float]:
    """Our search from the start of a game, with a fresh tree each time."""
    match = lido.new(game, players=players, seed=1)
    rules, player_view = match.game, match.player_view(1)
    assert isinstance(rules, RecordGame)

    def measure() -> float:
        thinker = Search(search_config(rules), seed=1, threads=1)
        began = time.perf_counter()
        thinker.think(rules, player_view, seconds=0, iterations=iterations)
        return iterations / (time.perf_counter() - began)

    measure()
    return measure


def open_spiel_search(name: str, iterations: int = 5_000) -> Callable[[], float]:
    """OpenSpiel's C++ MCTS with random rollouts, from the start of one of its games."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.4, max_simulations=iterations, max_memory_mb=1_000, solve=True, seed=1, verbose=False
    )

    def measure() -> float:
        state = game.new_initial_state()
        began = time.perf_counter()
        bot.step(state)
        return iterations / (time.perf_counter() - began)

    return measure
