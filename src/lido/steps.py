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

What costs most is to hand memory to a compiled function: an array of one record takes a quarter of the time of the
record itself, and an address a quarter of that. So a place is given by its address, and each has memory of its own.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, cycle, islice, repeat
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lido.errors import BadSetup, IllegalMove
from lido.game import RecordGame
from lido.given import is_whole
from lido.kernel import jit
from lido.match import Match, arrived, repeated
from lido.memory import at_address
from lido.planes import Encoding, encoding

if TYPE_CHECKING:
    BOARD = SIZE = MOST = MOVES_AT = NOW_AT = BEFORE_AT = NEW_AT = CHANGED_AT = cast(int, None)
    STATE = NUMBER = cast(np.dtype[Any], None)
    arrive = key = legal = look = observe = over = play = write = cast(Callable[..., Any], None)


class Place(NamedTuple):
    """A position that has been arrived at, with what is asked of it most."""

    states: NDArray[Any]
    """States of this game, of which this is one. Never changed in place."""
    row: int
    """Which of them."""
    moves: memoryview
    """Memory that has the legal moves of those states."""
    begin: int
    """Where those of this one begin."""
    address: int
    """Where the state is in memory, its legal moves behind it: `states` keeps it."""
    turn: int
    """The seat that must act, from 0, or -1 where the rules say that the game is over."""
    choices: int
    """How many legal moves there are."""
    key: int
    """Equal for equal positions, where the game has a repetition rule."""

    @property
    def state(self) -> np.record:
        """The state. Not to be changed."""
        state: np.record = self.states[self.row]
        return state

    @property
    def legal(self) -> list[int]:
        """The numbers of the legal moves, in order, in a new list."""
        _, _, moves, begin, _, _, choices, _ = self
        return moves[begin : begin + choices].tolist()

    def __reduce__(self) -> tuple[Any, ...]:  # an address means nothing to another process
        return _placed, (self.states[self.row : self.row + 1].copy(), self.legal, self.turn, self.key)


ROOMS = 64
"""How many places are made room for at a time: an array costs three times as much as a part of one."""
ADDRESS: Final = 4
TURN: Final = 5
KEY: Final = 7
"""Where these are in a `Place`: asked by number, it answers sooner."""
_place = tuple.__new__
"""Makes a `Place` of a tuple in half the time that its class takes."""


@cache
def _row(dtype: np.dtype[Any], most: int) -> np.dtype[Any]:
    """The memory of a place: a state, then its legal moves."""
    return np.dtype([("state", dtype), ("moves", np.int16, most)], align=True)


def _moves_at(row: np.dtype[Any]) -> int:
    """How many bytes there are before the legal moves."""
    _, offset, *_ = row.fields["moves"]  # type: ignore[index]
    return offset


def _rooms(row: np.dtype[Any], many: int = ROOMS) -> Iterator[tuple[Any, ...]]:
    """Room for so many places: the first fields of each."""
    size = row.itemsize
    memory = np.empty(many * size // 2, np.int16)
    return zip(
        repeat(np.ndarray((many,), row["state"], memory, strides=(size,))),
        range(many),
        repeat(memoryview(memory)),  # type: ignore[arg-type]
        count(_moves_at(row) // 2, size // 2),
        count(memory.ctypes.data, size),
        strict=False,
    )


def _placed(states: NDArray[Any], legal: list[int], turn: int, key: int) -> Place:
    """A place of its own, from what was kept of another."""
    room = next(_rooms(_row(states.dtype, len(legal)), 1))
    place = _place(Place, (*room, turn, len(legal), key))
    place.states[0] = states[0]
    for at, move in enumerate(legal, place.begin):
        place.moves[at] = move
    return place


class Steps:
    """The compiled steps of a game. Make one with `steps_of`."""

    def __init__(self, game: RecordGame) -> None:
        rules = game.rules
        self._row = _row(rules.dtype, rules.most_moves)
        self._rooms: Iterator[tuple[Any, ...]] = iter(())
        """Room for places to come. Several threads may take from it at once."""
        key, at = rules.key or no_key, _moves_at(self._row)
        self._arrive = rules.specialised(
            template_arrive, key=key, STATE=rules.dtype, MOST=rules.most_moves, MOVES_AT=at
        )
        self._advance = rules.specialised(template_advance, arrive=self._arrive, STATE=rules.dtype)

    def _room(self) -> tuple[Any, ...]:
        self._rooms = rooms = _rooms(self._row)
        return next(rooms)

    def at(self, state: np.record) -> Place:
        """The place of a state. It is copied."""
        room = next(self._rooms, None) or self._room()
        states, row, _, _, address = room
        states[row] = state
        return _place(Place, room + self._arrive(address))

    def after(self, place: Place, move: int) -> Place:
        """The place after a legal move."""
        room = next(self._rooms, None) or self._room()
        return _place(Place, room + self._advance(place[ADDRESS], room[ADDRESS], move))


class Looks:
    """The compiled observations of a game. Make one with `looks_of`."""

    def __init__(self, game: RecordGame, shown: Encoding) -> None:
        self._size, self._type, self._board = shown.size, shown.dtype, math.prod(shown.board)
        self.shape = shown.shape
        kinds = {"new": float, "changed": np.int32, "now": self._type, "before": self._type}
        self._notes = np.dtype([(name, kind, self._size) for name, kind in kinds.items()], align=True)
        self._last: defaultdict[int, list[tuple[int, memoryview, memoryview, list[float]]]] = defaultdict(list)
        """By seat: the address of the notes on what `numbers` wrote last, their `changed` and `new`, and that list.

        Several threads may take from it.
        """
        template = template_look if game.rules.hidden else template_open_look
        self._look = game.rules.specialised(template, write=shown.write, STATE=game.rules.dtype)
        at = {f"{name.upper()}_AT": field[1] for name, field in self._notes.fields.items()}  # type: ignore[union-attr]
        self._difference = game.rules.specialised(
            template_difference, look=self._look, NUMBER=self._type, SIZE=self._size, BOARD=self._board, **at
        )

    def planes(self, place: Place, seat: int, times: int) -> NDArray[Any]:
        """The planes that a seat sees, counted from 0 (-1 is a spectator), in one new row.

        `times` is how often the position has occurred.
        """
        out = np.empty(self._size, self._type)
        self._look(place[ADDRESS], seat, times, out)
        return out

    def numbers(self, place: Place, seat: int, times: int) -> list[float]:
        """The same as a new list. To make all its floats is slow, so it is the list before with what has changed."""
        last = self._last[seat]
        try:
            kept = last.pop()
        except IndexError:
            kept = self._nothing()
        address, changed, new, numbers = kept
        many = self._difference(place[ADDRESS], seat, times, address)
        for at, number in zip(changed[:many].tolist(), new[:many].tolist(), strict=True):
            if at >= 0:
                numbers[at] = number
            else:
                numbers[~at : ~at + self._board] = [number] * self._board
        last.append(kept)
        return numbers.copy()

    def _nothing(self) -> tuple[int, memoryview, memoryview, list[float]]:
        """Zeros, and notes on them."""
        notes = np.zeros(1, self._notes)
        # Several, for a processor counts references to a single one only one after the other.
        zeros = list(islice(cycle([float("0") for _ in range(16)]), self._size))
        return notes.ctypes.data, memoryview(notes["changed"][0]), memoryview(notes["new"][0]), zeros


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
        if not isinstance(match, Match):
            raise BadSetup("match.walk-of", given=repr(match))
        if not isinstance(match.game, RecordGame):
            raise BadSetup("match.no-steps", game=match.game.id)
        self.game = match.game
        self.players = match.players
        self._steps = steps_of(match.game)
        self._looks: Looks | None = None
        self._place = self._steps.at(match._state)
        self._legal: list[int] | None = None
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
        if self._legal is None:
            self._legal = self._place.legal if self.turn else []
        return self._legal

    @property
    def state(self) -> np.record:
        """The full state, secrets included. Not to be changed."""
        return self._place.state

    def play(self, move: int) -> None:
        """Carry out a move, or raise IllegalMove and change nothing."""
        if move not in self.legal:
            if not is_whole(move):
                raise IllegalMove("research.number-type", given=repr(move))
            raise IllegalMove("research.no-number", move=move)
        place = self._place = self._steps.after(self._place, move)
        self._legal = None
        self.played += 1
        turn = place.turn
        if turn < 0:
            self.result, self._times = arrived(self.game, self.players, place.state, self._counted)
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


def template_arrive(address: int) -> tuple[int, int, int]:
    """The seat that must act (-1 when the game is over), the number of legal moves, and the key of a state.

    The moves are written behind the state, in order.
    """
    state = at_address(address, STATE, 1)[0]
    if over(state):
        return -1, 0, 0
    moves = at_address(address + MOVES_AT, np.int16, MOST)
    count = legal(state, moves)
    for at in range(1, count):
        move, to = moves[at], at
        while to > 0 and moves[to - 1] > move:
            moves[to] = moves[to - 1]
            to -= 1
        moves[to] = move
    return int(state.turn), count, key(state)


def template_advance(before: int, after: int, move: int) -> tuple[int, int, int]:
    """Carry out a move from the state at `before` into the memory at `after`, and arrive there."""
    states = at_address(after, STATE, 1)
    states[0] = at_address(before, STATE, 1)[0]
    play(states[0], move)
    found: tuple[int, int, int] = arrive(after)
    return found


def template_look(address: int, seat: int, times: int, out: NDArray[Any]) -> None:
    """Write what a seat sees of the state at that address into the row `out`."""
    out[:] = 0
    view = np.zeros(1, STATE)
    observe(at_address(address, STATE, 1)[0], seat, view[0])
    write(view[0], seat, times, out)


def template_open_look(address: int, seat: int, times: int, out: NDArray[Any]) -> None:
    """The same in a game that hides nothing."""
    out[:] = 0
    write(at_address(address, STATE, 1)[0], seat, times, out)


def template_difference(address: int, seat: int, times: int, notes: int) -> int:
    """Write what a seat sees, and find out which numbers are not as `before`, which is brought up to date.

    Returns how many there are. The notes have their places in `changed`, and they themselves in `new`. A whole plane of
    one number is one of them; of its first place all bits are changed.
    """
    now, before = at_address(notes + NOW_AT, NUMBER, SIZE), at_address(notes + BEFORE_AT, NUMBER, SIZE)
    new, changed = at_address(notes + NEW_AT, np.float64, SIZE), at_address(notes + CHANGED_AT, np.int32, SIZE)
    look(address, seat, times, now)
    count = 0
    for first in range(0, SIZE, BOARD):
        if not differ(now[first : first + BOARD], before[first : first + BOARD]):
            continue
        begun, number, even = count, now[first], True
        for at in range(first, first + BOARD):
            even &= now[at] == number
            if now[at] != before[at]:
                before[at] = new[count] = now[at]
                changed[count] = at
                count += 1
        if even and count > begun + 1:
            changed[begun], new[begun] = ~first, number
            count = begun + 1
    return count


@jit
def differ(these: NDArray[Any], those: NDArray[Any]) -> bool:
    """Whether any numbers differ: a loop without an exit, so that a processor compares many at a time."""
    found = False
    for at in range(these.size):
        found |= these[at] != those[at]
    return found
