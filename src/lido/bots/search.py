"""The search of one seat: it grows trees from what the seat has seen, for a time or a number of iterations."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido import loops
from lido.bots import guided, nodes, tree
from lido.bots.config import OpponentModel, SearchConfig
from lido.bots.nodes import NONE, ROOT, Tree
from lido.game import Event, Game, RecordGame, copied
from lido.games import needed_part
from lido.match import PlayerView
from lido.network import Network, game_with_memory, shipped
from lido.rng import Rng, seeded

MOST_NODES = 1 << 18
EDGES_PER_NODE = 8
NO_BELIEF = np.zeros((0, 0))
LONGEST_LINE = 6
"""How many moves of the line behind a move are told, at most."""
ENOUGH = 4
"""How often a move must have been tried to belong to a line."""
SLICE = 0.005
"""About how many seconds pass between two checks of the clock."""


class Found(NamedTuple):
    """What a search found about one legal move: how often it was tried, and its mean payoff for the seat to act."""

    visits: int
    paid: float
    odds: float = 1.0
    """How likely it looks to the network at first sight."""


@cache
def compiled(game: RecordGame, config: SearchConfig) -> Callable[..., None]:
    """`tree.grow` compiled for one game and its search settings."""
    rules = game.rules
    given: dict[str, Any] = {"HIDDEN": rules.hidden, "REPETITION": game.repetition}
    given["settle"] = rules.specialised(tree.settle, **given)
    given["arrive"] = rules.specialised(tree.arrive, **given)
    playout = rules.specialised(loops.playout, choose=config.choose)
    given["draw"] = config.draw or rules.specialised(tree.any_world)
    given["evaluate"] = rules.specialised(tree.evaluate, playout=playout, estimate=config.estimate)
    return rules.specialised(tree.grow, **given)


@cache
def compiled_guided(game: RecordGame, config: SearchConfig) -> Callable[..., None]:
    """`guided.grow` compiled for one game, its search settings and what its network is told."""
    rules, told = game.rules, needed_part(game.id, "features")
    given: dict[str, Any] = {"HIDDEN": rules.hidden, "REPETITION": game.repetition, "SECRETS": game.secrets}
    given |= {name: getattr(told, name) for name in ("action", "active", "MOST_ACTIVE", "WORLDS")}
    given["settle"] = rules.specialised(tree.settle, **given)
    given["arrive"] = rules.specialised(tree.arrive, **given)
    given["draw"] = config.draw or rules.specialised(tree.any_world)
    given["RESPONDING"] = config.responding
    given["opinion"] = rules.specialised(guided.template_opinion, **given)
    given["judge"] = rules.specialised(guided.template_judge, **given)
    return rules.specialised(guided.grow, **given)


class Grower:
    """One tree and the room to grow it in. It is kept between the moves of a game that hides nothing."""

    def __init__(self, game: RecordGame, config: SearchConfig, rng: Rng, network: Network | None = None) -> None:
        self._game = game
        self._config = config
        self._network = network
        self._rng = rng
        self._root = np.zeros(1, dtype=game.rules.dtype)
        self._work = np.zeros(2, dtype=game.rules.dtype)
        words = np.int64 if game.rules.dtype.itemsize % 8 == 0 else np.uint8
        self._words = self._work[1:].view(words)
        self._moves = np.empty(game.rules.most_moves, dtype=np.int16)
        self._tree: Tree | None = None
        self._seen: tuple[str, ...] = ()

    def begin(self, player_view: PlayerView, seen: np.record, belief: NDArray[np.float64], room: int) -> None:
        """Move the root to what the seat has `seen` by now, and keep the part of the tree that still applies."""
        self._belief = belief
        kept = self._follow(player_view)
        self._root[0] = seen
        self._seat = player_view.seat - 1
        self._repetitions = np.array(
            [key for key, times in player_view.repetitions.items() if times + 1 >= self._game.repetition],
            dtype=np.int64,
        )
        look = self._game.rules.key(player_view.observation) if self._game.rules.key else 0
        edges = EDGES_PER_NODE * room + self._game.rules.most_moves
        planted = nodes.planted(room + 1, edges, int(player_view.observation.turn), look)
        if kept is not None and self._tree is not None:
            nodes.transplant(self._tree[0], self._tree[1], kept, *planted)
        self._tree = planted
        self._seen = player_view.moves

    def _follow(self, player_view: PlayerView) -> int | None:
        """The node after the moves since the last search, if it can be reused."""
        since = player_view.moves[len(self._seen) :]
        if self._tree is None or self._game.rules.hidden or player_view.moves != self._seen + since:
            return None
        state, node = copied(self._root[0]), ROOT
        for text in since:
            move = self._game.parse_move(state, text)
            found = [edge for edge in self._edges(node) if edge["move"] == move]
            if not found or found[0]["child"] == NONE:
                return None
            node = int(found[0]["child"])
            self._game.rules.play(state, move)
        return node if self._tree[0][node]["count"] > 0 and bytes(state) == bytes(player_view.observation) else None

    def grow(self, iterations: int) -> None:
        """Spend that many iterations."""
        assert self._tree
        if self._network is not None:
            compiled_guided(self._game, self._config)(
                self._root,
                self._seat,
                self._network,
                *self._tree,
                iterations,
                self._config.guided,
                self._repetitions,
                self._belief,
                self._work,
                self._words,
                self._moves,
                self._rng,
            )
            return
        compiled(self._game, self._config)(
            self._root,
            self._seat,
            *self._tree,
            iterations,
            self._config.exploration,
            self._config.longest,
            self._repetitions,
            self._belief,
            self._work,
            self._words,
            self._moves,
            self._rng,
        )

    def _edges(self, node: int) -> NDArray[Any]:
        assert self._tree
        first, count = int(self._tree[0][node]["first"]), int(self._tree[0][node]["count"])
        edges: NDArray[Any] = self._tree[1][first : first + max(count, 0)]
        return edges

    def found(self) -> dict[int, Found]:
        """What the tree says about each legal move; a solved one has its exact value."""
        assert self._tree
        moves = {}
        for edge in self._edges(ROOT):
            visits = int(edge["visits"])
            paid = float(edge["paid"]) / visits if visits else 0.0
            child = int(edge["child"])
            solved = int(self._tree[0][child]["solved"]) if child != NONE and not self._game.rules.hidden else 0
            if solved and solved != nodes.DRAWN:
                paid = float(solved == self._tree[0][ROOT]["mover"] + 1)
            moves[int(edge["move"])] = Found(visits, paid, float(edge["prior"]) or 1.0)
        return moves

    def line(self, move: int) -> list[int]:
        """The moves that were tried most after a move of the root, and that move before them."""
        assert self._tree
        kept = self._tree[0]
        found: list[int] = []
        edges = [edge for edge in self._edges(ROOT) if edge["move"] == move]
        while len(found) < LONGEST_LINE and edges:
            edge = max(edges, key=lambda one: int(one["visits"]))
            if found and edge["visits"] < ENOUGH:
                break
            found.append(int(edge["move"]))
            child, best = int(edge["child"]), NONE
            while child != NONE:
                if best == NONE or kept[child]["visits"] > kept[best]["visits"]:
                    best = child
                child = int(kept[child]["sibling"])
            edges = list(self._edges(best)) if best != NONE else []
        return found


class Search:
    """The search of one player at one seat. It may be used for every move of a game."""

    def __init__(self, config: SearchConfig, seed: object, threads: int | None = None, memory: float = 1.0) -> None:
        self._config = config
        self._seed = seed
        self._threads = threads or os.cpu_count() or 1
        self._growers: list[Grower] = []
        self._memory = memory
        self._opponents: OpponentModel | None = None

    def think(
        self, game: RecordGame, player_view: PlayerView, *, seconds: float, iterations: int | None
    ) -> dict[int, Found]:
        """What the search finds about each legal move, within about `seconds` or, if given, in exactly `iterations`.

        With iterations one tree is grown, so that the same seed finds the same on every machine.
        """
        seen, network, opponents = player_view.observation, None, self._model(game)
        if self._config.guided is not None:
            game, network = game_with_memory(game), shipped(game.id)
            if opponents:
                seen = needed_part(game.id, "features").remembered(player_view, opponents)
        count = 1 if iterations is not None else self._threads
        while len(self._growers) < count:
            rng = seeded(self._seed, len(self._growers))
            self._growers.append(Grower(game, self._config, rng, network))
        growers = self._growers[:count]
        belief = opponents.belief(player_view) if opponents else NO_BELIEF
        for grower in growers:
            grower.begin(player_view, seen, belief, MOST_NODES if iterations is None else min(iterations, MOST_NODES))
            grower.grow(0)  # compiles what must be compiled before the clock starts
        if iterations is not None:
            growers[0].grow(iterations)
        elif count == 1:
            _grow_until(growers[0], time.monotonic() + seconds)
        else:
            deadline = time.monotonic() + seconds
            with ThreadPoolExecutor(count) as pool:
                list(pool.map(lambda grower: _grow_until(grower, deadline), growers))
        return _together([grower.found() for grower in growers])

    def line(self, game: RecordGame, player_view: PlayerView, move: int) -> list[str]:
        """After `think`: a move, and what is expected to follow it.

        Where something is hidden nobody knows the positions on the way, and every move is written as from here.
        """
        state, texts = copied(player_view.observation), []
        for number in self._growers[0].line(move):
            texts.append(game.move_text(state, number))
            if not game.rules.hidden:
                game.rules.play(state, number)
        return texts

    def beliefs(self, player_view: PlayerView) -> list[Event]:
        """What the seat may believe of what is hidden from it."""
        opponents = self._model(player_view.game)
        return opponents.believed(player_view) if opponents else []

    def _model(self, game: Game[Any]) -> OpponentModel | None:
        """The opponent model, which reads on from move to move."""
        if self._opponents is None and self._config.opponent_model:
            network = None if self._config.guided is None else shipped(game.id)
            self._opponents = self._config.opponent_model(self._memory, network)
        return self._opponents


def _grow_until(grower: Grower, deadline: float) -> None:
    """Grow in steps of about SLICE seconds, and at least one step even if the time is up."""
    step = 16
    now, begun = time.monotonic(), False
    while now < deadline or not begun:
        begun = True
        grower.grow(step)
        later = time.monotonic()
        step = max(1, min(4 * step, int(step * SLICE / max(later - now, 1e-6))))
        now = later


def _together(trees: list[dict[int, Found]]) -> dict[int, Found]:
    """The results of several trees, merged."""
    found = {}
    for move in dict.fromkeys(move for moves in trees for move in moves):
        each = [moves[move] for moves in trees if move in moves]
        visits = sum(one.visits for one in each)
        paid = sum(one.visits * one.paid for one in each) / visits if visits else 0.0
        found[move] = Found(visits, paid, each[0].odds)
    return found
