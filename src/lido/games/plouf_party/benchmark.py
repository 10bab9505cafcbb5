"""What Plouf Party adds to the benchmark: guessing colours, and a table of four against a fixed field."""

import json
import math
import random
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from lido import bots
from lido import match as matches
from lido.benchmark.tasks import Entrant, Task
from lido.bots.config import SearchConfig
from lido.bots.search import Search
from lido.game import SPECTATOR, copied
from lido.games.plouf_party import GAME
from lido.games.plouf_party.board import LETTERS
from lido.games.plouf_party.opponents import OpponentModel
from lido.games.plouf_party.rules import NONE
from lido.games.plouf_party.search import choose
from lido.match import PlayerView
from lido.network import shipped

PLAYERS = 4
FIELD = (400, 50, 50)
"""The iterations a move of those at the other three seats, from the next one on."""
FROZEN = SearchConfig(exploration=0.7, choose=choose, longest=500)
"""How they search, whatever becomes of the levels: playouts that accuse nobody, in worlds that are all as likely.

Without a network nothing that is learnt changes them. A test holds their games; where it fails, `version` must rise.
"""
SHOWN = "club"
"""Who plays the games in which colours are asked for."""
DATA = Path(__file__).parent / "data"
POSITIONS = {"train": 0, "validation": 100, "test": 300}
EARLIEST = 12
"""Moves before a colour is asked for."""
SURE = 1e-3
"""No colour that is possible is held to be less likely: a bold guess costs 7 nats at most."""

RARE = 1e-6
"""No move is held to be less likely."""

Decision = tuple[int, PlayerView, int]
"""A seat, what a spectator had seen when it moved, and its move."""
Guess = dict[int, dict[str, float]]
"""For each seat whose colour is asked for, the probability of each colour by its letter."""


class Searcher:
    """A player of the field: the move that a plain search of so many iterations tried most. It never changes."""

    def __init__(self, iterations: int, seed: str) -> None:
        self._iterations = iterations
        self._search = Search(FROZEN, seed, threads=1)

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move, however much time there is."""
        found = self._search.think(GAME, player_view, seconds=0, iterations=self._iterations)
        best = max(found, key=lambda move: (found[move].visits, found[move].paid))
        return GAME.move_text(player_view.observation, best)


def payoff(entrant: Entrant, task: Task, split: str, item: int) -> float:
    """What the entrant gets in one game of four, from each seat in turn."""
    match = matches.new(GAME.id, players=PLAYERS, seed=f"field {split} {item}")
    own = item % PLAYERS + 1
    players = {own: entrant.player(f"{task.name} {split} {item}", task)}
    for place, iterations in enumerate(FIELD):
        seat = (own + place) % PLAYERS + 1
        players[seat] = Searcher(iterations, f"field {split} {item} {seat}")
    while turn := match.turn:
        most = entrant.iterations if turn == own else None
        match.play(players[turn].choose(match.player_view(turn), iterations=most))
    assert match.result
    return match.result.payoffs[own - 1]


def surprise(entrant: Entrant, task: Task, split: str, item: int) -> float:
    """The mean of minus the logarithm of what the entrant thought of the true colours of the others."""
    kept = positions(split)[item]
    match = matches.new(GAME.id, players=PLAYERS, deal=kept["deal"])
    decisions = []
    for move in kept["moves"]:
        assert match.turn
        spectator = match.player_view(SPECTATOR)
        decisions.append((match.turn, spectator, GAME.parse_move(spectator.observation, move)))
        match.play(move)
    assert match.turn
    player_view = match.player_view(match.turn)
    player = entrant.player(f"{task.name} {split} {item}", task)
    guess = guessed(player, entrant.name, player_view, decisions)
    found = []
    for seat, odds in guess.items():
        whole = sum(max(chance, SURE) for chance in odds.values())
        true = kept["deal"]["tokens"][seat - 1]
        found.append(-math.log(max(odds.get(true, 0.0), SURE) / whole))
    return sum(found) / len(found)


def guessed(player: Any, name: str, player_view: PlayerView, decisions: list[Decision]) -> Guess:
    """What a player thinks: by its own `colours(player_view)`; by the odds of its moves; as `expert` reads the others;
    or, knowing only the rules, that all that is possible is as likely.
    """
    if hasattr(player, "colours"):
        guess: Guess = player.colours(player_view)
        return guess
    model = OpponentModel(network=shipped(GAME.id) if name == "expert" else None)
    worlds, unknown = model.belief(player_view), asked(player_view)
    tokens = worlds[:, 1:].astype(int)
    if name == "expert":
        weights = np.diff(worlds[:, 0], prepend=0.0)
    elif hasattr(player, "odds"):
        weights = _by_moves(player, decisions, unknown, tokens)
    else:
        weights = np.ones(len(worlds))
    weights = weights / weights.sum()
    return {
        seat: {
            letter: float(weights[tokens[:, seat - 1] == colour].sum())
            for colour, letter in enumerate(LETTERS)
            if (tokens[:, seat - 1] == colour).any()
        }
        for seat in unknown
    }


def asked(player_view: PlayerView) -> list[int]:
    """The seats whose colour this one does not know."""
    view = player_view.observation
    return [seat for seat in range(1, player_view.players + 1) if view.tokens[seat - 1] == NONE]


def _by_moves(player: Any, decisions: list[Decision], unknown: list[int], tokens: Any) -> Any:
    """How likely the moves of the others were in each world, if they played as this player does."""
    likely = np.zeros((PLAYERS, len(LETTERS)))
    for seat, spectator, move in decisions:
        if seat not in unknown:
            continue
        for colour in range(len(LETTERS)):
            seen = copied(spectator.observation)
            seen.tokens[seat - 1] = colour
            odds = player.odds(replace(spectator, seat=seat, observation=seen))
            likely[seat - 1, colour] += math.log(odds.get(move, 0.0) + RARE)
    total = np.array([sum(likely[seat, world[seat]] for seat in range(PLAYERS)) for world in tokens])
    return np.exp(total - total.max())


@cache
def positions(split: str) -> list[dict[str, Any]]:
    """The positions of a split: a deal, and the moves up to where the colours are asked for."""
    held: dict[str, list[dict[str, Any]]] = json.loads((DATA / "colours.json").read_text())
    return held[split]


def made() -> dict[str, list[dict[str, Any]]]:
    """Positions from games of club players, one from each: `python -m lido.games.plouf_party.benchmark` writes them."""
    found: dict[str, list[dict[str, Any]]] = {split: [] for split in POSITIONS}
    for split, count in POSITIONS.items():
        game = 0
        while len(found[split]) < count:
            if kept := _stopped(f"colours {split} {game}"):
                found[split].append(kept)
            game += 1
    return found


def _stopped(seed: str) -> dict[str, Any] | None:
    """A game of club players up to a random moment at which somebody's colour is not known, if there is one."""
    chance = random.Random(seed)
    match = matches.new(GAME.id, players=PLAYERS, seed=seed)
    players = {seat: bots.bot(SHOWN, seed=f"{seed} {seat}", threads=1) for seat in range(1, PLAYERS + 1)}
    lengths = []
    while turn := match.turn:
        if len(match.moves) >= EARLIEST and asked(match.player_view(turn)):
            lengths.append(len(match.moves))
        match.play(players[turn].choose(match.player_view(turn)))
    if not lengths:
        return None
    record = match.record()
    return {"deal": record["deal"], "moves": record["moves"][: chance.choice(lengths)]}


TASKS = [
    Task(
        "plouf-party-colours",
        "Say how likely each colour of each opponent is, in the middle of a game of four between club players.",
        "nats a colour",
        True,
        POSITIONS,
        surprise,
        DATA / "ppo.npz",
    ),
    Task(
        "plouf-party-field",
        "Play at a table of four against plain searches of 400, 50 and 50 iterations, from each seat in turn.",
        "payoff (an even share is 0.25)",
        False,
        {"train": 1_000_000, "validation": 100, "test": 200},
        payoff,
        DATA / "ppo.npz",
        version=3,
    ),
]

if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(made(), separators=(",", ":")))
