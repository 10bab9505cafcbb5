"""The loops behind `lido.vector`: many games in arrays with one row a game, played on by all cores or by a card.

The templates work on the games from one to before another. A core takes a share of them; a thread of a card takes one.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numba import prange
from numpy.typing import NDArray

from lido.game import MOST_SEATS, RecordGame
from lido.kernel import jit
from lido.planes import Encoding
from lido.rng import below, seeded

if TYPE_CHECKING:
    legal = play = over = payoffs = observe = redeal = key = cast(Callable[..., Any], None)
    shuffle = write = write_world = arrive = play_on = renew = offer = show = show_all = cast(Callable[..., Any], None)
    advance_games = begin_games = advance_share = begin_share = cast(Callable[..., Any], None)
    SHUFFLED = HIDDEN = WORLDS = False
    REPETITION = 3

MOST_POSITIONS = 2048
"""A game with a repetition rule is truncated after so many positions: all are kept, to count exactly."""
MARKED = 2048
"""Bits to mark positions with, a power of two. A random game has a few hundred positions."""
SHARE = 128
"""How many games a core takes at a time.

Meanwhile it works in its own arrays: rows of a shared array are reference-counted, and the cores would wait for
each other to count.
"""


class Batch(NamedTuple):
    """The arrays of all games, one row a game."""

    states: NDArray[Any]
    rngs: NDArray[np.int64]
    keys: NDArray[np.int64]
    """The positions of a game so far, [n, MOST_POSITIONS], where it has a repetition rule."""
    marks: NDArray[np.uint32]
    """A bit for each of them, [n, MARKED // 32]: a position whose bit is not set is new."""
    lengths: NDArray[np.int64]
    """How many they are."""
    repetitions: NDArray[np.int64]
    """How often the current position has occurred."""
    moves: NDArray[np.int16]
    counts: NDArray[np.int64]
    """The legal moves in a row, and how many they are."""
    legal: NDArray[np.bool_]
    turns: NDArray[np.int64]
    observations: NDArray[np.uint8]
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]


def template_arrive(state: Any, keys: NDArray[np.int64], marks: NDArray[np.uint32], game: int, length: int) -> int:
    """Count the current position of a game after `length` others, and return how often it has occurred.

    Most positions are new, which a bit that is not set proves; where it is set, the keys decide.
    """
    look = key(state)
    place = (look ^ look >> 11 ^ look >> 22 ^ look >> 33 ^ look >> 44) & (MARKED - 1)
    word, bit = place >> 5, 1 << (place & 31)
    times = 1
    if marks[game, word] & bit:
        for at in range(length):
            times += int(keys[game, at] == look)
    keys[game, length] = look
    marks[game, word] |= bit
    return times


def template_play_on(batch: Batch, actions: NDArray[np.int64], pay: NDArray[np.float64], first: int, last: int) -> None:
    """Play a move in every game from `first` to before `last`, and mark those that have ended or are truncated.

    `pay[MOST_SEATS]` is room to work in.
    """
    states, keys, marks, lengths, repetitions = batch.states, batch.keys, batch.marks, batch.lengths, batch.repetitions
    rewards, terminations, truncations = batch.rewards, batch.terminations, batch.truncations
    seats = rewards.shape[1]
    for game in range(first, last):
        state = states[game]
        play(state, actions[game])
        truncations[game] = False
        ended = over(state)
        pay[:] = 0.0
        if ended:
            payoffs(state, pay)
        elif REPETITION:
            length = lengths[game]
            times = arrive(state, keys, marks, game, length)
            repetitions[game] = times
            lengths[game] = length + 1
            if times == REPETITION:
                ended = True
                pay[:] = 1 / seats
            else:
                truncations[game] = length + 1 == MOST_POSITIONS
        terminations[game] = ended
        for seat in range(seats):
            rewards[game, seat] = pay[seat]


def template_renew(batch: Batch, start: NDArray[Any], first: int, last: int) -> None:
    """Restart the games that have ended or were truncated, with a new deal."""
    for game in range(first, last):
        if batch.terminations[game] or batch.truncations[game]:
            batch.states[game] = start[0]
            if SHUFFLED:
                shuffle(batch.states[game], batch.rngs[game])
            if HIDDEN:
                redeal(batch.states[game], batch.rngs[game])
            if REPETITION:
                for word in range(MARKED >> 5):
                    batch.marks[game, word] = 0
                batch.repetitions[game] = arrive(batch.states[game], batch.keys, batch.marks, game, 0)
                batch.lengths[game] = 1


def template_offer(batch: Batch, found: NDArray[np.int16], first: int, last: int) -> None:
    """Write the legal moves and their mask, which still holds those of the position before.

    `found[most moves]` is room to work in.
    """
    states, moves, counts, mask, turns = batch.states, batch.moves, batch.counts, batch.legal, batch.turns
    for game in range(first, last):
        for at in range(counts[game]):
            mask[game, moves[game, at]] = False
        count = legal(states[game], found)
        for at in range(count):
            mask[game, found[at]] = True
            moves[game, at] = found[at]
        counts[game] = count
        turns[game] = states[game].turn


def template_show(batch: Batch, game: int, view: NDArray[Any], seen: NDArray[np.uint8]) -> None:
    """Write what the seat that must act sees of a game into `seen`, which holds zeros; `view[1]` is room to work in."""
    turn = int(batch.states[game].turn)
    if HIDDEN:
        observe(batch.states[game], turn, view[0])
        write(view[0], turn, batch.repetitions[game], seen)
        if WORLDS:
            write_world(batch.states[game], turn, seen)
    else:
        write(batch.states[game], turn, batch.repetitions[game], seen)


def template_show_all(batch: Batch, view: NDArray[Any], first: int, last: int) -> None:
    """Write what the seats that must act see."""
    observations = batch.observations
    size = observations.shape[1]
    seen = np.empty(size, dtype=np.uint8)
    for game in range(first, last):
        seen[:] = 0
        show(batch, game, view, seen)
        for at in range(size):
            observations[game, at] = seen[at]


def template_advance_games(
    batch: Batch,
    start: NDArray[Any],
    actions: NDArray[np.int64],
    pay: NDArray[np.float64],
    found: NDArray[np.int16],
    first: int,
    last: int,
) -> None:
    """Play a move in every game from `first` to before `last`, and restart those that end."""
    play_on(batch, actions, pay, first, last)
    renew(batch, start, first, last)
    offer(batch, found, first, last)


def template_begin_games(batch: Batch, start: NDArray[Any], found: NDArray[np.int16], first: int, last: int) -> None:
    """Restart every game from `first` to before `last`."""
    batch.terminations[first:last] = True
    renew(batch, start, first, last)
    offer(batch, found, first, last)
    batch.terminations[first:last] = False
    batch.truncations[first:last] = False
    batch.rewards[first:last] = 0.0


def template_advance_share(
    batch: Batch, start: NDArray[Any], actions: NDArray[np.int64], first: int, last: int
) -> None:
    """`template_advance_games` and what is seen then, on one core."""
    found = np.empty(batch.moves.shape[1], dtype=np.int16)
    advance_games(batch, start, actions, np.zeros(MOST_SEATS), found, first, last)
    show_all(batch, start.copy(), first, last)


def template_begin_share(batch: Batch, start: NDArray[Any], first: int, last: int) -> None:
    """`template_begin_games` and what is seen then, on one core."""
    begin_games(batch, start, np.empty(batch.moves.shape[1], dtype=np.int16), first, last)
    show_all(batch, start.copy(), first, last)


def template_advance(batch: Batch, start: NDArray[Any], actions: NDArray[np.int64]) -> None:
    """`template_advance_share` of all games, on all cores."""
    games = len(batch.states)
    for share in prange((games + SHARE - 1) // SHARE):
        advance_share(batch, start, actions, SHARE * share, min(games, SHARE * share + SHARE))


def template_begin(batch: Batch, start: NDArray[Any]) -> None:
    """`template_begin_share` of all games, on all cores."""
    games = len(batch.states)
    for share in prange((games + SHARE - 1) // SHARE):
        begin_share(batch, start, SHARE * share, min(games, SHARE * share + SHARE))


@jit
def draw_moves(batch: Batch, actions: NDArray[np.int64]) -> None:
    """A random legal move in every game."""
    for game in range(len(actions)):
        actions[game] = batch.moves[game, below(batch.rngs[game], batch.counts[game])]


@jit
def first_illegal(legal_moves: NDArray[np.bool_], actions: NDArray[np.int64]) -> int:
    """The first game whose move is not legal, or -1."""
    for game in range(len(actions)):
        action = actions[game]
        if action < 0 or action >= legal_moves.shape[1] or not legal_moves[game, action]:
            return game
    return -1


PARTS: tuple[Callable[..., Any], ...] = (
    template_arrive,
    template_play_on,
    template_renew,
    template_offer,
    template_show,
    template_show_all,
    template_advance_games,
    template_begin_games,
    template_advance_share,
    template_begin_share,
)
"""The templates in an order in which each uses only those before it."""


@cache
def parts(shown: Encoding) -> Mapping[str, Any]:
    """Each of `PARTS` for one game, by its name, and all that they are given."""
    rules = cast(RecordGame, shown.game).rules
    given: dict[str, Any] = {"HIDDEN": rules.hidden, "REPETITION": shown.game.repetition}
    given |= {"write": shown.write, "shuffle": rules.shuffle, "SHUFFLED": rules.shuffle is not None}
    given |= {"write_world": shown.write_world, "WORLDS": shown.write_world is not None}
    for part in PARTS:
        given[part.__name__.removeprefix("template_")] = rules.specialised(part, **given)
    return given


@cache
def loops(shown: Encoding) -> tuple[Callable[..., None], Callable[..., None]]:
    """`template_begin` and `template_advance` for one game."""
    rules, given = cast(RecordGame, shown.game).rules, parts(shown)
    begin, advance = (rules.specialised(loop, parallel=True, **given) for loop in (template_begin, template_advance))
    return begin, advance


class Row(NamedTuple):
    """One row of an array of a `Batch`."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return self.dtype.itemsize * math.prod(self.shape)


def rows(shown: Encoding, players: int) -> dict[str, Row]:
    """The rows of the arrays of a `Batch`, by their names."""
    rules = cast(RecordGame, shown.game).rules
    counted = MOST_POSITIONS if shown.game.repetition else 0
    number, flag = np.dtype(np.int64), np.dtype(np.bool_)
    return {
        "states": Row(rules.dtype, ()),
        "rngs": Row(number, (1,)),
        "keys": Row(number, (counted,)),
        "marks": Row(np.dtype(np.uint32), (MARKED >> 5 if counted else 0,)),
        "lengths": Row(number, ()),
        "repetitions": Row(number, ()),
        "moves": Row(np.dtype(np.int16), (rules.most_moves,)),
        "counts": Row(number, ()),
        "legal": Row(flag, (rules.moves,)),
        "turns": Row(number, ()),
        "observations": Row(np.dtype(np.uint8), (shown.size,)),
        "rewards": Row(np.dtype(np.float64), (players,)),
        "terminations": Row(flag, ()),
        "truncations": Row(flag, ()),
    }


def generators(seed: str | int | None, n: int) -> NDArray[np.int64]:
    """The generators with which `n` games begin, [n, 1]."""
    found = np.empty((n, 1), dtype=np.int64)
    for game in range(n):
        found[game] = seeded("vector", seed, game)
    return found
