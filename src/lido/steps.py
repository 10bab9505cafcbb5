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

import math
from collections import defaultdict
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
    BOARD = cast(int, None)
    arrive = key = legal = look = observe = over = play = write = cast(Callable[..., Any], None)


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


ROOMS = 64
"""How many states are made room for at a time: an array costs three times as much as a part of one."""
ALL, BEFORE, NEW = range(3)
"""The rows of `template_difference`: all numbers, those before, and only the new ones."""
_place = tuple.__new__
"""Makes a `Place` of a tuple in half the time that its class takes."""


class Steps:
    """The compiled steps of a game. Make one with `steps_of`."""

    def __init__(self, game: RecordGame) -> None:
        rules = game.rules
        self._dtype = rules.dtype
        self._most = rules.most_moves
        self._rooms: list[NDArray[Any]] = []
        """Room for the states of places to come. Lists, because several threads may take from them at once."""
        self._lists: list[NDArray[np.int16]] = []
        """Room to write legal moves into, used again and again."""
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
        try:
            states = self._rooms.pop()
        except IndexError:
            states, *more = np.empty((ROOMS, 1), self._dtype)
            self._rooms.extend(more)
        try:
            moves = self._lists.pop()
        except IndexError:
            moves = np.empty(self._most, np.int16)
        turn, count, key = self._advance(place[0], states, move, moves)
        found = _place(Place, (states, turn, moves[:count].tolist(), key))
        self._lists.append(moves)
        return found


class Looks:
    """The compiled observations of a game. Make one with `looks_of`."""

    def __init__(self, game: RecordGame, shown: Encoding) -> None:
        self._dtype = game.rules.dtype
        self._size, self._type, self._board = shown.size, shown.dtype, math.prod(shown.board)
        self.shape = shown.shape
        self._last: defaultdict[int, list[tuple[NDArray[np.float64], NDArray[np.int32], list[float]]]]
        self._last = defaultdict(list)
        """By seat: what `numbers` wrote last, and room for the next. Several threads may take from the lists."""
        self._blank = np.zeros(1, self._dtype)
        hidden, made = game.rules.hidden, game.rules.specialised
        self._look = made(template_look if hidden else template_open_look, write=shown.write)
        compared = template_difference if hidden else template_open_difference
        self._difference = made(compared, look=self._look, BOARD=self._board)
        self._write = self._write_hidden if hidden else self._look
        self._compare = self._compare_hidden if hidden else self._difference

    def planes(self, place: Place, seat: int, times: int) -> NDArray[Any]:
        """The planes that a seat sees, counted from 0 (-1 is a spectator), in one new row.

        `times` is how often the position has occurred.
        """
        out = np.empty(self._size, self._type)
        self._write(place[0], seat, times, out)
        return out

    def numbers(self, place: Place, seat: int, times: int) -> list[float]:
        """The same as a new list. To make all its floats is slow, so it is the list before with what has changed."""
        last = self._last[seat]
        try:
            rows, changed, numbers = last.pop()
        except IndexError:
            rows, changed, numbers = np.zeros((3, self._size)), np.empty(self._size, np.int32), [0.0] * self._size
        count = self._compare(place[0], seat, times, rows, changed)
        for at, number in zip(changed[:count].tolist(), rows[NEW, :count].tolist(), strict=True):
            if at >= 0:
                numbers[at] = number
            else:
                numbers[~at : ~at + self._board] = [number] * self._board
        last.append((rows, changed, numbers))
        return numbers.copy()

    def _write_hidden(self, states: NDArray[Any], seat: int, times: int, out: NDArray[Any]) -> None:
        self._look(states, seat, times, self._blank, np.empty(1, self._dtype), out)

    def _compare_hidden(self, states: NDArray[Any], seat: int, times: int, rows: Any, changed: Any) -> int:
        count: int = self._difference(states, seat, times, self._blank, np.empty(1, self._dtype), rows, changed)
        return count


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
    """Write what a seat sees into the row `out`. `view` is room to work in."""
    out[:] = 0
    view[0] = blank[0]
    observe(states[0], seat, view[0])
    write(view[0], seat, times, out)


def template_open_look(states: Any, seat: int, times: int, out: NDArray[Any]) -> None:
    """The same in a game that hides nothing."""
    out[:] = 0
    write(states[0], seat, times, out)


def template_difference(
    states: Any, seat: int, times: int, blank: Any, view: Any, rows: NDArray[Any], changed: NDArray[np.int32]
) -> int:
    """Write what a seat sees, and find out which numbers are not as in `rows[BEFORE]`, which is brought up to date.

    Returns how many there are; their places are in `changed`, and they themselves in `rows[NEW]`. A whole plane of one
    number is one of them; of its first place all bits are changed.
    """
    look(states, seat, times, blank, view, rows[ALL])
    return difference(rows, changed, BOARD)


def template_open_difference(states: Any, seat: int, times: int, rows: NDArray[Any], changed: NDArray[np.int32]) -> int:
    """The same in a game that hides nothing."""
    look(states, seat, times, rows[ALL])
    return difference(rows, changed, BOARD)


@jit
def difference(rows: NDArray[Any], changed: NDArray[np.int32], board: int) -> int:
    """See `template_difference`."""
    count = 0
    for first in range(0, rows.shape[1], board):
        before, number, even = count, rows[ALL, first], True
        for at in range(first, first + board):
            now = rows[ALL, at]
            even &= now == number
            if now != rows[BEFORE, at]:
                rows[BEFORE, at] = rows[NEW, count] = now
                changed[count] = at
                count += 1
        if even and count > before + 1:
            changed[before], rows[NEW, before] = ~first, number
            count = before + 1
    return count
