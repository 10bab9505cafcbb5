"""The loops behind `lido.vector`: many games in arrays with one row a game, played on by threads or by a card.

The templates work on the games from one to before another. A thread of the processor takes many; one of a card, one.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lido.game import MOST_SEATS, RecordGame
from lido.kernel import jit
from lido.memory import claimed, unowned
from lido.planes import Encoding
from lido.rng import below, seeded

if TYPE_CHECKING:
    legal = play = over = payoffs = observe = redeal = key = cast(Callable[..., Any], None)
    shuffle = write = write_world = arrive = play_on = renew = offer = cast(Callable[..., Any], None)
    show_to = show = show_all = begin_games = advance_block = cast(Callable[..., Any], None)
    SHUFFLED = HIDDEN = WORLDS = False
    REPETITION = 3

MOST_POSITIONS = 2048
"""A game with a repetition rule is truncated after so many positions: all are kept, to count exactly."""
MARKED = 2048
"""Bits to mark positions with, a power of two. A random game has a few hundred positions."""
BLOCK = 128  # games that a core plays on together
LEAVE, RENEW = -1, -2
"""In place of a move: leave a game as it is; restart it."""


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
    changed: NDArray[np.bool_]
    """Whether a move has been played or a game begun in this step."""


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

    A number below 0 is no move: that game is left as it is. `pay[MOST_SEATS]` is room to work in.
    """
    states, keys, marks, lengths, repetitions = batch.states, batch.keys, batch.marks, batch.lengths, batch.repetitions
    rewards, terminations, truncations = batch.rewards, batch.terminations, batch.truncations
    seats = rewards.shape[1]
    for game in range(first, last):
        batch.changed[game] = actions[game] >= 0
        if actions[game] < 0:
            continue
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
    """Restart the games that have ended or were truncated in this step, with a new deal."""
    for game in range(first, last):
        if batch.changed[game] and (batch.terminations[game] or batch.truncations[game]):
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
        if not batch.changed[game]:
            continue
        for at in range(counts[game]):
            mask[game, moves[game, at]] = False
        count = legal(states[game], found)
        for at in range(count):
            mask[game, found[at]] = True
            moves[game, at] = found[at]
        counts[game] = count
        turns[game] = states[game].turn


def template_show_to(state: Any, seat: int, repetitions: int, view: NDArray[Any], seen: NDArray[np.uint8]) -> None:
    """Write what a seat sees of a game into `seen`, which holds zeros; `view[1]` is room to work in."""
    if HIDDEN:
        observe(state, seat, view[0])
        write(view[0], seat, repetitions, seen)
        if WORLDS:
            write_world(state, seat, seen)
    else:
        write(state, seat, repetitions, seen)


def template_show(batch: Batch, game: int, view: NDArray[Any], seen: NDArray[np.uint8]) -> None:
    """Write what the seat that must act sees of a game, as `template_show_to` does."""
    show_to(batch.states[game], int(batch.states[game].turn), batch.repetitions[game], view, seen)


def template_show_all(batch: Batch, view: NDArray[Any], first: int, last: int) -> None:
    """Write what the seats that must act see."""
    observations = batch.observations
    size = observations.shape[1]
    seen = np.empty(size, dtype=np.uint8)
    for game in range(first, last):
        if not batch.changed[game]:
            continue
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
    batch.changed[first:last] = True
    batch.terminations[first:last] = True
    renew(batch, start, first, last)
    offer(batch, found, first, last)
    batch.terminations[first:last] = False
    batch.truncations[first:last] = False
    batch.rewards[first:last] = 0.0


def template_advance_block(
    batch: Batch,
    start: NDArray[Any],
    actions: NDArray[np.int64],
    finals: NDArray[np.uint8],
    viewers: NDArray[np.int64],
    same_step: bool,
    first: int,
    last: int,
) -> None:
    """Play a move in the games from `first` to before `last`, and write what is seen then.

    A move may be `LEAVE` or `RENEW`. What `viewers` see of a game that ends here, or where that is -1 the seat that
    moved last, is written to `finals`; with `same_step` the game then begins again, else it shows its end.
    """
    view = start.copy()
    play_on(batch, actions, np.zeros(MOST_SEATS), first, last)
    for game in range(first, last):
        if actions[game] == RENEW:
            batch.changed[game] = batch.terminations[game] = True
        elif batch.changed[game] and (batch.terminations[game] or batch.truncations[game]):
            viewer = viewers[game] if viewers[game] >= 0 else batch.turns[game]
            finals[game] = 0
            show_to(batch.states[game], viewer, batch.repetitions[game], view, finals[game])
            if not same_step:
                batch.observations[game] = finals[game]
                batch.changed[game] = False
    renew(batch, start, first, last)
    for game in range(first, last):
        if actions[game] == RENEW:
            batch.terminations[game] = batch.truncations[game] = False
            batch.rewards[game] = 0.0
    offer(batch, np.empty(batch.moves.shape[1], dtype=np.int16), first, last)
    show_all(batch, view, first, last)


def template_advance_share(
    batch: Batch,
    start: NDArray[Any],
    actions: NDArray[np.int64],
    finals: NDArray[np.uint8],
    viewers: NDArray[np.int64],
    same_step: bool,
    taken: NDArray[np.int64],
) -> int:
    """`template_advance_block` of all games, block by block, and how many of them were played on here.

    The states of a block stay in the cache of a core. Several threads may do this at once with one `taken[1]`, which
    begins at 0: each takes the next block, so that one that the system does not let run takes none.
    """
    lent, first_state, chosen = lend(batch), unowned(start), unowned(actions)
    ends, shown_to = unowned(finals), unowned(viewers)
    played = 0
    first = claimed(taken, BLOCK)
    while first < len(chosen):
        last = min(len(chosen), first + BLOCK)
        advance_block(lent, first_state, chosen, ends, shown_to, same_step, first, last)
        played += last - first
        first = claimed(taken, BLOCK)
    return played


def template_begin_share(batch: Batch, start: NDArray[Any], first: int, last: int) -> None:
    """`template_begin_games` and what is seen then, on one core."""
    lent = lend(batch)
    begin_games(lent, start, np.empty(batch.moves.shape[1], dtype=np.int16), first, last)
    show_all(lent, start.copy(), first, last)


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


@jit
def lend(batch: Batch) -> Batch:
    """The same arrays, `unowned`."""
    return Batch(
        unowned(batch.states),
        unowned(batch.rngs),
        unowned(batch.keys),
        unowned(batch.marks),
        unowned(batch.lengths),
        unowned(batch.repetitions),
        unowned(batch.moves),
        unowned(batch.counts),
        unowned(batch.legal),
        unowned(batch.turns),
        unowned(batch.observations),
        unowned(batch.rewards),
        unowned(batch.terminations),
        unowned(batch.truncations),
        unowned(batch.changed),
    )


PARTS: tuple[Callable[..., Any], ...] = (
    template_arrive,
    template_play_on,
    template_renew,
    template_offer,
    template_show_to,
    template_show,
    template_show_all,
    template_advance_games,
    template_begin_games,
    template_advance_block,
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
        "changed": Row(flag, ()),
    }


def generators(seed: str | int | None, n: int) -> NDArray[np.int64]:
    """The generators with which `n` games begin, [n, 1]."""
    found = np.empty((n, 1), dtype=np.int64)
    for game in range(n):
        found[game] = seeded("vector", seed, game)
    return found
