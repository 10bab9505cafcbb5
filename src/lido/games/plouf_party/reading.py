"""Plouf Party with a memory of what everybody's moves tell about their colours, for the network.

The memory is public: whoever has watched the game can keep it. It is a part of the record, so that a search knows what
each move would tell the others. How a move is read is said in `lido.games.plouf_party.tells`.
"""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lido.game import MOST_SEATS, blank
from lido.games.plouf_party import rules
from lido.games.plouf_party.board import COLOURS, SPACES
from lido.games.plouf_party.knowledge import observe as observe_game
from lido.games.plouf_party.knowledge import possible_colours
from lido.games.plouf_party.rules import ACCUSE, CLOCKWISE, NONE, arrival
from lido.games.plouf_party.rules import play as play_game
from lido.games.plouf_party.tells import EMPTY, UNKNOWN, judge_pick, judge_way
from lido.kernel import Record, exp, jit
from lido.match import PlayerView

UNIT = 32
"""Evidence is kept as whole numbers: so many for a factor of e in the odds."""
FAINTEST = 16 * UNIT
ODDS = np.array([exp(-less / UNIT) for less in range(FAINTEST + 1)])
"""The odds of a colour by how much less speaks for it than for the likeliest."""

SEEN = tuple(rules.DTYPE.names or ())
_FIELDS = [*rules.DTYPE.descr, ("evidence", "<i4", (MOST_SEATS * len(COLOURS),))]
_SIZE = np.dtype(_FIELDS).itemsize
DTYPE = np.dtype((Record, [*_FIELDS, ("padding", "i1", (-_SIZE % 8,))]))


@jit
def in_units(told: float) -> int:
    """The logarithm of a likelihood as evidence."""
    return int(np.floor(UNIT * told + 0.5))


@jit
def look_around(state: Any, ring: NDArray[np.int64], numbers: NDArray[np.int64]) -> None:
    """Write what everybody sees of each space: the colour of its pawn and, where it was shown, its number."""
    for space in range(SPACES):
        pawn = int(state.ring[space])
        ring[space] = EMPTY if pawn == NONE else pawn // 3
        numbers[space] = state.numbers[pawn] if pawn != NONE and int(state.seen) >> pawn & 1 else UNKNOWN


@jit
def tell(state: Any, move: int, told: NDArray[np.float64]) -> None:
    """Add what a move that is about to be made, no accusation, tells about the colour of the seat to act.

    `told[COLOURS · seat + colour]` is the logarithm of how likely the seat's moves were, up to a constant.
    """
    seen = np.empty((2, SPACES), dtype=np.int64)  # one piece, freed before `told`: see `lido.target.ALLOCATION`
    ring, numbers = seen[0], seen[1]
    look_around(state, ring, numbers)
    seat = int(state.turn)
    if move < CLOCKWISE:
        judge_pick(ring, numbers, seat, int(move), told)
    else:
        judge_way(ring, numbers, seat, int(state.taken), arrival(state, int(move) - CLOCKWISE), told)


@jit
def play(state: Any, move: int) -> None:
    """`rules.play`, and remember what the move tells."""
    if move < ACCUSE:
        told = np.zeros(MOST_SEATS * len(COLOURS))
        tell(state, move, told)
        first = len(COLOURS) * int(state.turn)
        for at in range(first, first + len(COLOURS)):
            state.evidence[at] += in_units(told[at])
    play_game(state, move)


@jit
def observe(state: Any, seat: int, view: Any) -> None:
    """`knowledge.observe`; everybody has the same memory."""
    observe_game(state, seat, view)
    for at in range(len(state.evidence)):
        view.evidence[at] = state.evidence[at]


@jit
def odds(more: int) -> float:
    """The odds for something for which so much more speaks than for another."""
    return float(1.0 / ODDS[min(more, FAINTEST)] if more > 0 else ODDS[min(-more, FAINTEST)])


@jit
def suspicion(view: Any, seat: int, colour: int) -> float:
    """How likely it seems to whoever sees `view` that `seat`, whose token it does not show, has that colour."""
    first = len(COLOURS) * seat
    possible = possible_colours(view) & ~int(view.cleared[seat])
    total = 0.0
    for other in range(len(COLOURS)):
        if possible >> other & 1:
            total += odds(int(view.evidence[first + other]) - int(view.evidence[first + colour]))
    return 1.0 / total


@jit
def suspect(view: Any, seat: int) -> int:
    """The colour that `seat` is likeliest to have."""
    possible = possible_colours(view) & ~int(view.cleared[seat])
    found = NONE
    for colour in range(len(COLOURS)):
        at = len(COLOURS) * seat + colour
        if possible >> colour & 1 and (found == NONE or view.evidence[at] > view.evidence[len(COLOURS) * seat + found]):
            found = colour
    return found


class Evidence(Protocol):
    """What somebody has read in the moves of a game."""

    def evidence(self, player_view: PlayerView) -> NDArray[np.float64]:
        """[COLOURS · seat + colour]: the logarithm of how likely the seat's moves were, up to a constant."""
        ...


def remembered(player_view: PlayerView, model: Evidence) -> np.record:
    """What a seat sees, with the memory of the game so far."""
    view = blank(DTYPE)
    for name in SEEN:
        view[name] = player_view.observation[name]
    for at, told in enumerate(model.evidence(player_view).tolist()):
        view["evidence"][at] = in_units(told)
    return view
