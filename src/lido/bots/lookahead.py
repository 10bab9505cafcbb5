"""The bot that looks a few plies ahead and judges what it sees there by random playouts.

It looks as deep as its number of playouts allows, every player doing the best for themselves,
in worlds drawn from its own view.
"""

import secrets
import time
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lido import loops
from lido.errors import BadSetup
from lido.game import RecordGame, Rules, copied
from lido.match import Sight
from lido.rng import Rng, seeded

if TYPE_CHECKING:
    from lido.games.le_plouf.rules import legal, over, payoffs, play
    from lido.loops import playout

PLAYOUTS = {"gentle": 200, "club": 5_000, "expert": 200_000}
"""How many playouts a level has for one move."""
PLAYOUTS_PER_MS = 20
"""How many are spent in one world for each millisecond there is: between, the clock is looked at and
a new world drawn."""
LEAF_PLAYOUTS = 16
"""A position is judged by at least this many, where there are enough."""
LONGEST_PLAYOUT = 500
DEFAULT_MS = 1_000


def judge(stack: Any, at: int, moves: NDArray[np.int16], games: int, rng: Rng, worth: NDArray[np.float64]) -> None:
    """Write what `stack[at]` is worth to each seat into `worth`: its payoffs, or the mean of random games.

    The last of `stack` is room to work in.
    """
    if over(stack[at]):
        payoffs(stack[at], worth)
        return
    work = len(stack) - 1
    pay = np.zeros(len(worth))
    worth[:] = 0.0
    for _ in range(games):
        stack[work] = stack[at]
        playout(stack[work], LONGEST_PLAYOUT, moves, rng)
        pay[:] = 1.0 / len(worth)
        if over(stack[work]):
            payoffs(stack[work], pay)
        worth += pay / games


def search(stack: Any, moves: NDArray[np.int16], depth: int, games: int, rng: Rng, totals: NDArray[np.float64]) -> None:
    """Add to `totals[i]` what the i-th legal move of `stack[0]` is worth to the seat to act.

    Looks `depth` moves ahead, each seat choosing what pays it most, and plays `games` random games
    from every position there. `stack[depth + 2]` and `moves[depth + 1, most]` are room to work in.
    """
    at = np.zeros(depth, dtype=np.int64)
    counts = np.zeros(depth, dtype=np.int64)
    best = np.zeros((depth, int(stack[0].players)))
    worth = np.zeros(int(stack[0].players))
    level = 0
    counts[0] = legal(stack[0], moves[0])
    while level > 0 or at[0] < counts[0]:
        if at[level] == counts[level]:
            worth[:] = best[level]
            level -= 1
        else:
            stack[level + 1] = stack[level]
            play(stack[level + 1], moves[level, at[level]])
            at[level] += 1
            if level + 1 < depth and not over(stack[level + 1]):
                level += 1
                at[level] = 0
                counts[level] = legal(stack[level], moves[level])
                best[level, :] = -1.0
                continue
            judge(stack, level + 1, moves[depth], games, rng, worth)
        seat = int(stack[level].turn)
        if level == 0:
            totals[at[0] - 1] += worth[seat]
        elif worth[seat] > best[level, seat]:
            best[level, :] = worth


@cache
def _compiled(rules: Rules) -> Callable[..., None]:
    playing = rules.specialised(loops.playout)
    return rules.specialised(search, judge=rules.specialised(judge, playout=playing))


def values(sight: Sight, playouts: int, ms: float, rng: Rng) -> dict[str, float]:
    """What each legal move pays the seat that must act, in the order of `legal_moves`."""
    if not isinstance(sight.game, RecordGame):
        raise BadSetup("match.no-bot", game=sight.game.id)
    deadline = time.monotonic() + ms / 1000
    game, rules = sight.game, sight.game.rules
    legal_moves = game.legal(sight.observation)
    spent = min(playouts, int(min(ms, DEFAULT_MS) * PLAYOUTS_PER_MS))
    depth = 1
    while len(legal_moves) > 1 and len(legal_moves) ** (depth + 1) * LEAF_PLAYOUTS <= spent:
        depth += 1
    games = max(1, spent // len(legal_moves) ** depth)
    stack = np.zeros(depth + 2, dtype=rules.dtype)
    room = np.empty((depth + 1, rules.most_moves), dtype=np.int16)
    totals = np.zeros(len(legal_moves))
    passes = 0
    while passes == 0 or (passes * spent < playouts and time.monotonic() < deadline):
        stack[0] = sight.observation
        rules.redeal(stack[0], rng)
        _compiled(rules)(stack, room, depth, games, rng, totals)
        passes += 1
    worth = dict(zip(legal_moves, (totals / passes).tolist(), strict=True)) | _drawn_by_repetition(sight, game)
    return dict(sorted((game.move_text(sight.observation, move), paid) for move, paid in worth.items()))


def _drawn_by_repetition(sight: Sight, game: RecordGame) -> dict[int, float]:
    """The moves that end the game by repetition, which the search does not look at, and what they pay."""
    drawn = {}
    if game.repetition:
        for move in game.legal(sight.observation):
            after = copied(sight.observation)
            game.rules.play(after, move)
            if sight.stood.get(game.key(after), 0) + 1 >= game.repetition:
                drawn[move] = 1 / sight.players
    return drawn


class Lookahead:
    """Plays the move that looks best."""

    def __init__(self, level: str, seed: str | int | None = None) -> None:
        self._playouts = PLAYOUTS[level]
        self._rng = seeded(secrets.token_hex() if seed is None else seed)

    def choose(self, sight: Sight, *, ms: int | None = None, iterations: int | None = None) -> str:
        worth = self.values(sight, ms=ms, iterations=iterations)
        return max(worth, key=lambda move: worth[move])

    def values(self, sight: Sight, *, ms: int | None = None, iterations: int | None = None) -> dict[str, float]:
        """What each legal move pays, by its text, in the order of `legal_moves`."""
        if iterations is not None:
            return values(sight, iterations, float("inf"), self._rng)
        return values(sight, self._playouts, DEFAULT_MS if ms is None else ms, self._rng)
