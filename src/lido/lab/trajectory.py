"""How a finished game went, position by position: what there was to choose from, and who was ahead.

Who is ahead is estimated by playouts from the truth, as somebody sees it from whom nothing is hidden.
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
from lido.game import SPECTATOR, Game, RecordGame, Start
from lido.match import Match
from lido.rng import Rng, seeded

if TYPE_CHECKING:
    estimate = over = payoffs = playout = cast(Callable[..., Any], None)

DIGITS = 3
"""How many of an estimate are kept: more would be noise."""


class Trajectory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How one game went; each field has an entry for each position in which somebody had to move."""

    choices: tuple[int, ...]
    """How many legal moves there were."""
    chances: tuple[tuple[float, ...], ...] = ()
    """What each seat could expect to be paid; empty for a game that cannot be played out."""
    heights: tuple[int, ...] = ()
    """How many levels the tower had; empty for a game without one."""


def trajectory(match: Match, playouts: int, seed: str) -> Trajectory:
    """How a match has gone so far, each position judged by so many playouts."""
    game, record = match.game, match.record()
    state = game.start(Start(match.players, match.options, record["deal"], record["position"]), Draws(""))
    ahead = _Judge(game, match.players, playouts, seed) if isinstance(game, RecordGame) else None
    choices, chances, heights = [], [], []
    for entry in record["moves"]:
        details = dict(entry) if isinstance(entry, dict) else {"move": entry}
        choices.append(len(game.legal_moves(state)))
        if ahead:
            chances.append(ahead.expected(state))
        else:
            heights += _levels(game, state)
        state = game.play(state, details.pop("move"), details).state
    return Trajectory(choices=tuple(choices), chances=tuple(chances), heights=tuple(heights))


def _levels(game: Game[Any], state: Any) -> list[int]:
    """The levels of the tower, where the game has one."""
    view = game.view(game.observation(state, SPECTATOR), SPECTATOR)
    return [view["levels"]] if "levels" in view else []


class _Judge:
    """Says what each seat of a game can expect."""

    def __init__(self, game: RecordGame, players: int, playouts: int, seed: str) -> None:
        self._style = search_config(game)
        self._expect = _compiled(game, self._style)
        self._playouts = playouts
        self._rng = seeded("trajectory", seed)
        self._work = np.zeros(2, dtype=game.rules.dtype)
        self._moves = np.empty(game.rules.most_moves, dtype=np.int16)
        self._paid = np.zeros((2, players))

    def expected(self, state: np.record) -> tuple[float, ...]:
        """What each seat is paid on average when the game is played on without a plan."""
        self._work[0] = state
        self._expect(self._work, self._playouts, self._style.longest, self._moves, self._rng, self._paid)
        return tuple(round(paid, DIGITS) for paid in self._paid[0].tolist())


@cache
def _compiled(game: RecordGame, style: SearchConfig) -> Callable[..., None]:
    playing = game.rules.specialised(loops.playout, choose=style.choose)
    return game.rules.specialised(template_expect, playout=playing, estimate=style.estimate)


def template_expect(
    work: Any, games: int, longest: int, moves: NDArray[np.int16], rng: Rng, paid: NDArray[np.float64]
) -> None:
    """Write into `paid[0]` what `games` playouts from `work[0]` pay each seat on average.

    Each is cut after `longest` moves and estimated. `work[1]`, `moves[most]` and `paid[1]` are room to work in.
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
