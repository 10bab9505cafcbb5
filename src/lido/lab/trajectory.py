"""What a finished game was like, position by position: how many moves were legal, and who was ahead.

Who is ahead is estimated by playouts from the full state, hidden information included.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from lido import loops
from lido.bots.config import SearchConfig, search_config
from lido.deal import Draws
from lido.game import RecordGame, Start
from lido.lab.config import report_config
from lido.match import Match
from lido.record import read
from lido.rng import Rng, seeded

if TYPE_CHECKING:
    estimate = over = payoffs = playout = cast(Callable[..., Any], None)

DIGITS = 3
"""Decimal places of an estimate that are kept: more would be noise."""


class Trajectory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The positions of one game in which somebody had to move; every sequence has an entry for each."""

    choices: tuple[int, ...]
    """The number of legal moves."""
    chances: tuple[tuple[float, ...], ...] = ()
    """The expected payoff of each seat; empty for a game without compiled rules, which has no playouts."""
    counts: dict[str, tuple[int, ...]] = {}
    """By name: what the game itself counts (`lido.lab.config.PositionCount`)."""


def trajectory(match: Match, playouts: int, seed: str) -> Trajectory:
    """The trajectory of a match so far, each position estimated by `playouts` playouts."""
    game, record = match.game, read(match.record())
    state = game.start(Start(match.players, match.options, record.deal, record.position), Draws(""))
    estimator = _Estimator(game, match.players, playouts, seed) if isinstance(game, RecordGame) else None
    own = report_config(game.id).counts
    choices, chances = [], []
    counts: dict[str, list[int]] = {measure.name: [] for measure in own}
    for _, move, details in record.steps():
        choices.append(len(game.legal_moves(state)))
        if estimator:
            chances.append(estimator.expected(state))
        for measure in own:
            counts[measure.name].append(measure.count(state))
        state = game.play(state, move, details).state
    return Trajectory(
        choices=tuple(choices),
        chances=tuple(chances),
        counts={name: tuple(numbers) for name, numbers in counts.items()},
    )


class _Estimator:
    """Estimates the payoffs of a position by playouts."""

    def __init__(self, game: RecordGame, players: int, playouts: int, seed: str) -> None:
        self._config = search_config(game)
        self._expect = _compiled(game, self._config)
        self._playouts = playouts
        self._rng = seeded("course", seed)  # the tag that stored games were estimated with
        self._work = np.zeros(2, dtype=game.rules.dtype)
        self._moves = np.empty(game.rules.most_moves, dtype=np.int16)
        self._paid = np.zeros((2, players))

    def expected(self, state: np.record) -> tuple[float, ...]:
        """The mean payoff of each seat over random playouts."""
        self._work[0] = state
        self._expect(self._work, self._playouts, self._config.longest, self._moves, self._rng, self._paid)
        return tuple(round(paid, DIGITS) for paid in self._paid[0].tolist())


@cache
def _compiled(game: RecordGame, config: SearchConfig) -> Callable[..., None]:
    playing = game.rules.specialised(loops.playout, choose=config.choose)
    return game.rules.specialised(template_expect, playout=playing, estimate=config.estimate)


def template_expect(
    work: Any, games: int, longest: int, moves: NDArray[np.int16], rng: Rng, paid: NDArray[np.float64]
) -> None:
    """Write into `paid[0]` the mean payoff of each seat over `games` playouts from `work[0]`.

    A playout is cut after `longest` moves and estimated. `work[1]`, `moves` and `paid[1]` are scratch space.
    """
    paid[0] = 0.0
    for _ in range(games):
        work[1] = work[0]
        playout(work[1], longest, moves, rng)
        if over(work[1]):
            payoffs(work[1], paid[1])
        else:
            estimate(work[1], paid[1])
        paid[0] += paid[1]
    paid[0] /= games
