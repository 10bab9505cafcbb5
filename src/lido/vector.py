"""Thousands of games of one kind, stepped by one compiled call on all cores, with Gymnasium's interface.

>>> import lido
>>> from lido import vector
>>> envs = vector.make(lido.games()[0].id, players=3, n=256, seed=1)
>>> observations, infos = envs.reset()
>>> observations.shape == (256, *envs.observation_shape), infos["legal"].shape == (256, envs.action_count)
(True, True)
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())
>>> rewards.shape
(256, 3)

The arrays that come back are buffers that the next call overwrites: copy what you keep.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import numpy as np
from numba import prange
from numpy.typing import ArrayLike, NDArray

from lido import match as matches
from lido.errors import BadSetup, IllegalMove
from lido.game import MOST_SEATS, SPECTATOR, Option, RecordGame
from lido.kernel import jit
from lido.planes import Encoding, encoding
from lido.rng import below, seeded

if TYPE_CHECKING:
    legal = play = over = payoffs = observe = redeal = key = cast(Callable[..., Any], None)
    shuffle = write = arrive = play_on = renew = offer = show = cast(Callable[..., Any], None)
    advance_share = begin_share = cast(Callable[..., Any], None)
    SHUFFLED = HIDDEN = False
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

Infos: TypeAlias = dict[str, NDArray[Any]]


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


def template_play_on(batch: Batch, actions: NDArray[np.int64], first: int, last: int) -> None:
    """Play a move in every game from `first` to before `last`, and mark those that have ended or are truncated."""
    states, keys, marks, lengths, repetitions = batch.states, batch.keys, batch.marks, batch.lengths, batch.repetitions
    rewards, terminations, truncations = batch.rewards, batch.terminations, batch.truncations
    seats = rewards.shape[1]
    pay = np.zeros(MOST_SEATS)
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


def template_offer(batch: Batch, first: int, last: int) -> None:
    """Write the legal moves and their mask, which still holds those of the position before."""
    states, moves, counts, mask, turns = batch.states, batch.moves, batch.counts, batch.legal, batch.turns
    found = np.empty(moves.shape[1], dtype=np.int16)
    for game in range(first, last):
        for at in range(counts[game]):
            mask[game, moves[game, at]] = False
        count = legal(states[game], found)
        for at in range(count):
            mask[game, found[at]] = True
            moves[game, at] = found[at]
        counts[game] = count
        turns[game] = states[game].turn


def template_show(batch: Batch, views: NDArray[Any], first: int, last: int) -> None:
    """Write what the seats that must act see; `views` is working memory."""
    states, repetitions, observations = batch.states, batch.repetitions, batch.observations
    size = observations.shape[1]
    seen = np.empty(size, dtype=np.uint8)
    for game in range(first, last):
        turn = int(states[game].turn)
        if HIDDEN:
            observe(states[game], turn, views[0])
            write(views[0], turn, repetitions[game], seen)
        else:
            write(states[game], turn, repetitions[game], seen)
        for at in range(size):
            observations[game, at] = seen[at]


def template_advance_share(
    batch: Batch, start: NDArray[Any], actions: NDArray[np.int64], first: int, last: int
) -> None:
    """Play a move in every game of a share, and restart those that end."""
    play_on(batch, actions, first, last)
    renew(batch, start, first, last)
    offer(batch, first, last)
    show(batch, start.copy(), first, last)


def template_begin_share(batch: Batch, start: NDArray[Any], first: int, last: int) -> None:
    """Restart every game of a share."""
    batch.terminations[first:last] = True
    renew(batch, start, first, last)
    offer(batch, first, last)
    show(batch, start.copy(), first, last)
    batch.terminations[first:last] = False
    batch.truncations[first:last] = False
    batch.rewards[first:last] = 0.0


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
    template_advance_share,
    template_begin_share,
)
"""The templates in an order in which each uses only those before it."""


@cache
def _loops(shown: Encoding) -> tuple[Callable[..., None], Callable[..., None]]:
    """`template_begin` and `template_advance` for one game."""
    rules = cast(RecordGame, shown.game).rules
    given: dict[str, Any] = {"HIDDEN": rules.hidden, "REPETITION": shown.game.repetition}
    given |= {"write": shown.write, "shuffle": rules.shuffle, "SHUFFLED": rules.shuffle is not None}
    for part in PARTS:
        given[part.__name__.removeprefix("template_")] = rules.specialised(part, **given)
    begin, advance = (rules.specialised(loop, parallel=True, **given) for loop in (template_begin, template_advance))
    return begin, advance


class VectorEnv:
    """Many games at once. Make one with `make`; all arrays have one row per game.

    Observations are those of the seat that must act. A game that ends restarts in the same step (Gymnasium
    calls this `SAME_STEP`): its `rewards` and `terminations` are those of the game that ended, its observation
    is the first of the next one.
    """

    metadata = {"autoreset_mode": "SameStep"}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, start: np.record, shown: Encoding, n: int, seed: str | int | None) -> None:
        game = cast(RecordGame, shown.game)
        rules = game.rules
        players = int(start.players)
        self.num_envs = n
        self.players = players
        self.planes = tuple(plane.name for plane in shown.planes)
        self.observation_shape = shown.shape
        self.action_count = rules.moves
        self._start = np.array([start])
        self._seed = seed
        self._begin, self._advance = _loops(shown)
        self._actions = np.zeros(n, dtype=np.int64)
        counted = MOST_POSITIONS if game.repetition else 0
        self._batch = Batch(
            states=np.zeros(n, dtype=rules.dtype),
            rngs=np.zeros((n, 1), dtype=np.int64),
            keys=np.zeros((n, counted), dtype=np.int64),
            marks=np.zeros((n, MARKED >> 5 if counted else 0), dtype=np.uint32),
            lengths=np.zeros(n, dtype=np.int64),
            repetitions=np.zeros(n, dtype=np.int64),
            moves=np.zeros((n, rules.most_moves), dtype=np.int16),
            counts=np.zeros(n, dtype=np.int64),
            legal=np.zeros((n, rules.moves), dtype=np.bool_),
            turns=np.zeros(n, dtype=np.int64),
            observations=np.zeros((n, shown.size), dtype=np.uint8),
            rewards=np.zeros((n, players)),
            terminations=np.zeros(n, dtype=np.bool_),
            truncations=np.zeros(n, dtype=np.bool_),
        )
        self._observations = self._batch.observations.reshape(n, *shown.shape)
        self._infos: Infos = {"legal": self._batch.legal, "turn": self._batch.turns}
        self.reset()

    def reset(self, *, seed: str | int | None = None) -> tuple[NDArray[np.uint8], Infos]:
        """Restart every game: the observations of the seats that must act, [n, planes, …], and the infos.

        `infos["legal"]` is the mask of legal moves, [n, moves]; `infos["turn"]` is the seat that must act, [n],
        counted from 0 like the columns of the rewards. The same seed gives the same games.
        """
        self._seed = self._seed if seed is None else seed
        for game in range(self.num_envs):
            self._batch.rngs[game] = seeded("vector", self._seed, game)
        self._begin(self._batch, self._start)
        return self._observations, self._infos

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Play a move in every game: observations, rewards [n, players], terminations [n], truncations [n], infos.

        Raises IllegalMove if any move is illegal, and then plays none.
        """
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise BadSetup("research.actions", shape=chosen.shape, games=self.num_envs)
        game = first_illegal(self._batch.legal, chosen)
        if game >= 0:
            raise IllegalMove("research.illegal", game=game, move=int(chosen[game]))
        self._advance(self._batch, self._start, chosen)
        batch = self._batch
        return self._observations, batch.rewards, batch.terminations, batch.truncations, self._infos

    def sample(self) -> NDArray[np.int64]:
        """A random legal move for every game."""
        draw_moves(self._batch, self._actions)
        return self._actions

    def close(self) -> None:
        """Nothing is held open; this is here because Gymnasium has it."""


def make(
    game: str,
    *,
    players: int | None = None,
    n: int,
    options: Mapping[str, Option] | None = None,
    seed: str | int | None = None,
) -> VectorEnv:
    """`n` games of a `RecordGame` side by side; `players` and `options` as for `lido.new`."""
    match = matches.new(game, players=players, options=options, seed="vector")
    if not isinstance(match.game, RecordGame):
        raise BadSetup("research.no-vector", game=game)
    if n < 1:
        raise BadSetup("research.no-games")
    blank = match.player_view(SPECTATOR).observation
    return VectorEnv(blank, encoding(game, match.players), n, matches.new(game).seed if seed is None else seed)
