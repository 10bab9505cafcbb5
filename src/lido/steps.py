"""One game of records by the numbers of its moves, as fast as Python can ask: one compiled call a move.

>>> import lido
>>> from lido.steps import Walk
>>> walk = Walk(lido.new(lido.games()[0].id, players=2))
>>> walk.turn, walk.legal[:4]
(1, [0, 1, 2, 3])
>>> walk.play(3)
>>> walk.turn, walk.planes(2).shape
(2, (11, 5, 5))

A `Match` knows moves as text, says what happened and can take moves back; a walk does none of that. The environments
of `lido.adapters` are walks, and so is anything that plays move by move from Python.

A compiled function takes an array of one record four times faster than the record itself, so states are such arrays.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lido.errors import BadSetup, IllegalMove
from lido.game import RecordGame
from lido.kernel import jit
from lido.match import Match, arrived, repeated
from lido.planes import Encoding, encoding

if TYPE_CHECKING:
    arrive = key = legal = observe = over = play = write = cast(Callable[..., Any], None)


class Place(NamedTuple):
    """A position that has been arrived at, with what is asked of it most."""

    states: NDArray[Any]
    """The state, as an array of one record. Never changed in place."""
    turn: int
    """The seat that must act, from 0, or -1 where the rules say that the game is over."""
    legal: list[int]
    """The numbers of the legal moves, in order. Not to be changed."""
    key: int
    """Equal for equal positions, where the game has a repetition rule."""


_place = tuple.__new__
"""Makes a `Place` of a tuple in half the time that its class takes."""


class Steps:
    """The compiled steps of a game. Make one with `steps_of`."""

    def __init__(self, game: RecordGame) -> None:
        rules = game.rules
        self._dtype = rules.dtype
        self._most = rules.most_moves
        keyed = {"key": rules.key or no_key}
        self._arrive = rules.specialised(template_arrive, **keyed)
        self._advance = rules.specialised(template_advance, arrive=self._arrive)

    def at(self, state: np.record) -> Place:
        """The place of a state. It is copied."""
        states, moves = np.empty(1, self._dtype), np.empty(self._most, np.int16)
        states[0] = state
        turn, count, key = self._arrive(states, moves)
        return Place(states, turn, moves[:count].tolist(), key)

    def after(self, place: Place, move: int) -> Place:
        """The place after a legal move."""
        states, moves = np.empty(1, self._dtype), np.empty(self._most, np.int16)
        turn, count, key = self._advance(place[0], states, move, moves)
        return _place(Place, (states, turn, moves[:count].tolist(), key))


class Looks:
    """The compiled observations of a game. Make one with `looks_of`."""

    def __init__(self, game: RecordGame, shown: Encoding) -> None:
        self._dtype = game.rules.dtype
        self._blank = np.zeros(1, self._dtype) if game.rules.hidden else None
        self._size, self._type = shown.size, shown.dtype
        self.shape = shown.shape
        template = template_look if game.rules.hidden else template_open_look
        self._look = game.rules.specialised(template, write=shown.write)

    def planes(self, place: Place, seat: int, times: int, dtype: Any = None) -> NDArray[Any]:
        """The planes that a seat sees, counted from 0 (-1 is a spectator), in one new row.

        `times` is how often the position has occurred. The numbers have the type of the planes unless another is given.
        """
        out = np.zeros(self._size, dtype or self._type)
        if self._blank is None:
            self._look(place.states, seat, times, out)
        else:
            self._look(place.states, seat, times, self._blank, np.empty(1, self._dtype), out)
        return out


@cache
def steps_of(game: RecordGame) -> Steps:
    """The steps of a game."""
    return Steps(game)


@cache
def looks_of(game: RecordGame, players: int) -> Looks:
    """The observations of a game for that many players."""
    return Looks(game, encoding(game.id, players))


class Walk:
    """A game that goes on from where a match is, by the numbers of its moves. The match is left alone."""

    def __init__(self, match: Match) -> None:
        if not isinstance(match.game, RecordGame):
            raise BadSetup("match.no-steps", game=match.game.id)
        self.game = match.game
        self.players = match.players
        self._steps = steps_of(match.game)
        self._looks: Looks | None = None
        self._place = self._steps.at(match._state)
        self._counted = match._repetitions.copy()
        self._times = match._times_occurred
        self._repeats = bool(match.game.repetition)
        self.turn = match.turn
        """The seat that must act, from 1, or None when the game is over."""
        self.result = match.result
        """How the game ended, or None while it goes on."""
        self.played = 0
        """How many moves the walk has made."""

    @property
    def legal(self) -> list[int]:
        """The numbers of the legal moves, in order; none when the game is over. Not to be changed."""
        return self._place.legal if self.turn else []

    @property
    def state(self) -> np.record:
        """The full state, secrets included. Not to be changed."""
        state: np.record = self._place.states[0]
        return state

    def play(self, move: int) -> None:
        """Carry out a move, or raise IllegalMove and change nothing."""
        if move not in self._place.legal or self.result:
            raise IllegalMove("research.no-number", move=move)
        place = self._place = self._steps.after(self._place, move)
        self.played += 1
        turn = place[1]
        if turn < 0:
            self.result, self._times = arrived(self.game, self.players, place.states[0], self._counted)
        elif self._repeats:
            self.result, self._times = repeated(self.game, self.players, place.key, self._counted)
        self.turn = None if self.result else turn + 1

    def planes(self, seat: int) -> NDArray[Any]:
        """What a seat sees (0 is a spectator), as `lido.planes` has it, in a new array."""
        looks = self._looks or looks_of(self.game, self.players)
        self._looks = looks
        return looks.planes(self._place, seat - 1, self._times).reshape(looks.shape)

    def copy(self) -> "Walk":
        """Another walk from here: what is played in one does not change the other."""
        other: Walk = object.__new__(Walk)
        other.__dict__ |= self.__dict__
        other._counted = self._counted.copy()
        return other


@jit
def no_key(state: Any) -> int:
    """The key of a game that has no repetition rule."""
    return 0


def template_arrive(states: Any, moves: NDArray[np.int16]) -> tuple[int, int, int]:
    """The seat that must act (-1 when the game is over), the number of legal moves, and the key of a state.

    The moves are written into `moves`, in order.
    """
    state = states[0]
    if over(state):
        return -1, 0, 0
    count = legal(state, moves)
    for at in range(1, count):
        move, to = moves[at], at
        while to > 0 and moves[to - 1] > move:
            moves[to] = moves[to - 1]
            to -= 1
        moves[to] = move
    return int(state.turn), count, key(state)


def template_advance(before: Any, after: Any, move: int, moves: NDArray[np.int16]) -> tuple[int, int, int]:
    """Carry out a move from `before` into `after`, and arrive there."""
    after[0] = before[0]
    play(after[0], move)
    found: tuple[int, int, int] = arrive(after, moves)
    return found


def template_look(states: Any, seat: int, times: int, blank: Any, view: Any, out: NDArray[Any]) -> None:
    """Write what a seat sees into `out`, a row of zeros. `view` is room to work in."""
    view[0] = blank[0]
    observe(states[0], seat, view[0])
    write(view[0], seat, times, out)


def template_open_look(states: Any, seat: int, times: int, out: NDArray[Any]) -> None:
    """The same in a game that hides nothing."""
    write(states[0], seat, times, out)
