"""The opponent model of Plouf Party: how likely each player has each colour, judged by their moves.

The model is simple: a player likes to push others' pawns into the pool and hates to push their
own, both in which pawn they take and in which way they move it. The evidence of all turns adds up,
for each seat and each colour that it may have.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.game import MOST_SEATS, Event
from lido.games.plouf_party.board import LETTERS, SPACES
from lido.games.plouf_party.knowledge import possible_colours, redeal
from lido.games.plouf_party.rules import NONE
from lido.kernel import exp, jit, log_of_float
from lido.match import PlayerView
from lido.rng import Rng, below

COLOURS = len(LETTERS)
EMPTY = COLOURS
UNKNOWN = 0
NUMBERS = 3

HATE = 2 * NUMBERS
"""How much a player hates to push their own pawn, where they like to push another's by `NUMBERS`.

A pawn whose number is not known is liked by the mean of the three: all likings are whole thirds.
"""
WEIGHTS = np.array([exp(liked / NUMBERS) for liked in range(-HATE, NUMBERS + 1)])
"""How likely a choice is by how much it is liked, up to a constant, from `-HATE` on."""

COLUMNS = 1 + MOST_SEATS
MOST_WORLDS = 720
"""Six colours among five unknown players."""

# By space, number and direction: the space where a pawn ends.
ENDS = np.array([[((s + n) % SPACES, (s - n) % SPACES) for n in (1, 2, 3)] for s in range(SPACES)])


class OpponentModel:
    """What one seat infers from the game so far; each call continues from the last one.

    With every move the weight of what was learned before fades by `memory`; 1 forgets nothing.
    """

    def __init__(self, memory: float = 1.0) -> None:
        self._memory = memory
        self._read: tuple[tuple[Event, ...], ...] = ()
        self._ring: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._numbers: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._log_likelihood = np.zeros(0)
        """[COLOURS · seat + colour]: the logarithm of how likely the seat's moves were, up to a constant."""

    def evidence(self, player_view: PlayerView) -> NDArray[np.float64]:
        """[COLOURS · seat + colour]: the logarithm of how likely the seat's moves were, up to a constant."""
        self._read_on(player_view)
        return self._log_likelihood

    def belief(self, player_view: PlayerView) -> NDArray[np.float64]:
        """Every possible set of tokens, a row each: the likelihood of it and those before, then the tokens."""
        self._read_on(player_view)
        table = np.zeros((MOST_WORLDS + 1) * COLUMNS)
        rows = worlds(player_view.observation, self._log_likelihood, table)
        return table[: rows * COLUMNS].reshape(rows, COLUMNS)

    def believed(self, player_view: PlayerView) -> list[Event]:
        """The likeliest colour of every player whose colour the seat does not know, and how likely it is."""
        rows = self.belief(player_view).tolist()
        view, found = player_view.observation, []
        for seat in range(int(view.players)):
            if not int(view.alive) >> seat & 1 or view.tokens[seat] != NONE:
                continue
            odds, before = [0.0] * COLOURS, 0.0
            for row in rows:
                odds[int(row[1 + seat])] += row[0] - before
                before = row[0]
            likeliest = max(range(COLOURS), key=lambda colour: odds[colour])
            percent = int(100 * odds[likeliest] / before + 0.5)
            found.append({"event": "believe", "seat": seat + 1, "colour": LETTERS[likeliest], "percent": percent})
        return found

    def _read_on(self, player_view: PlayerView) -> None:
        story = player_view.story
        if story[: len(self._read)] != self._read or not len(self._ring):
            self._read = ()
            self._ring = _first_ring(player_view.observation, story)
            self._numbers = np.zeros(SPACES, dtype=np.int64)
            self._log_likelihood = np.zeros(MOST_SEATS * COLOURS)
        for events in story[len(self._read) :]:
            self._follow(events)
        self._read = story

    def _follow(self, events: tuple[Event, ...]) -> None:
        """Judge a choice by what could have been chosen instead, then let it happen."""
        for at in range(len(self._log_likelihood)):
            self._log_likelihood[at] *= self._memory
        first = events[0]
        if first["event"] == "take":
            judge_pick(self._ring, self._numbers, first["seat"] - 1, first["space"], self._log_likelihood)
            self._numbers[first["space"]] = first["number"]
        elif first["event"] == "move":
            start, end = first["from"], first["to"]
            judge_way(self._ring, self._numbers, first["seat"] - 1, start, end, self._log_likelihood)
            self._ring[end], self._numbers[end] = self._ring[start], self._numbers[start]
            self._ring[start], self._numbers[start] = EMPTY, UNKNOWN
        else:
            for event in events:
                if event["event"] == "fall":
                    self._ring[event["space"]], self._numbers[event["space"]] = EMPTY, UNKNOWN


def _first_ring(view: np.record, story: tuple[tuple[Event, ...], ...]) -> NDArray[np.int64]:
    """The colours around the pool before the first move, found by undoing the events."""
    ring = np.array([EMPTY if pawn == NONE else pawn // 3 for pawn in view.ring.tolist()], dtype=np.int64)
    for events in reversed(story):
        for event in events:
            if event["event"] == "move":
                ring[event["to"]], ring[event["from"]] = EMPTY, LETTERS.index(event["colour"])
            elif event["event"] == "fall":
                ring[event["space"]] = LETTERS.index(event["colour"])
    return ring


@jit
def liking(own: int, pushed: int) -> int:
    """How much a player of the colour `own` likes to push a pawn of the colour `pushed`, EMPTY for none; in thirds."""
    if pushed == EMPTY:
        return 0
    return -HATE if pushed == own else NUMBERS


@jit
def liking_of_pawn(ring: NDArray[np.int64], own: int, space: int, number: int) -> int:
    """How much they like to take a pawn with that number: it will go the better way."""
    return max(liking(own, ring[ENDS[space, number - 1, 0]]), liking(own, ring[ENDS[space, number - 1, 1]]))


@jit
def judge_pick(
    ring: NDArray[np.int64],
    numbers: NDArray[np.int64],
    seat: int,
    space: int,
    log_likelihood: NDArray[np.float64],
) -> None:
    """Add what it says of a seat that it took the pawn on `space` and no other."""
    for own in range(COLOURS):
        total = 0.0
        taken = 0
        for other in range(SPACES):
            if ring[other] == EMPTY:
                continue
            liked = 0
            if numbers[other] == UNKNOWN:
                for number in range(1, NUMBERS + 1):
                    liked += liking_of_pawn(ring, own, other, number)
                liked //= NUMBERS
            else:
                liked = liking_of_pawn(ring, own, other, int(numbers[other]))
            total += WEIGHTS[liked + HATE]
            if other == space:
                taken = liked
        log_likelihood[COLOURS * seat + own] += taken / NUMBERS - log_of_float(total)


@jit
def judge_way(
    ring: NDArray[np.int64],
    numbers: NDArray[np.int64],
    seat: int,
    start: int,
    end: int,
    log_likelihood: NDArray[np.float64],
) -> None:
    """Add what it says of a seat that it moved a pawn from `start` to `end` and not the other way."""
    one, other = ENDS[start, numbers[start] - 1, 0], ENDS[start, numbers[start] - 1, 1]
    for own in range(COLOURS):
        total = WEIGHTS[liking(own, ring[one]) + HATE] + WEIGHTS[liking(own, ring[other]) + HATE]
        log_likelihood[COLOURS * seat + own] += liking(own, ring[end]) / NUMBERS - log_of_float(total)


@jit
def worlds(view: Any, log_likelihood: NDArray[np.float64], table: NDArray[np.float64]) -> int:
    """Write the rows of `OpponentModel.belief` one after the other, and return how many there are.

    `table` has room for a row more, which is being tried.
    """
    pool = possible_colours(view)
    codes = 1
    for seat in range(view.players):
        if int(view.alive) >> seat & 1 and view.tokens[seat] == NONE:
            codes *= COLOURS
    rows = 0
    most = -np.inf
    for code in range(codes):  # a digit for each unknown player, the first highest
        free = pool
        digit = codes
        table[COLUMNS * rows] = 0.0
        for seat in range(MOST_SEATS):
            colour = int(view.tokens[seat])
            if int(view.alive) >> seat & 1 and colour == NONE:
                digit //= COLOURS
                colour = code // digit % COLOURS
                if not (free & ~int(view.cleared[seat])) >> colour & 1:
                    free = -1
                    break
                free &= ~(1 << colour)
                table[COLUMNS * rows] += log_likelihood[COLOURS * seat + colour]
            table[COLUMNS * rows + 1 + seat] = colour
        if free >= 0:
            most = max(most, table[COLUMNS * rows])
            rows += 1
    total = 0.0
    for row in range(rows):
        total += exp(table[COLUMNS * row] - most)
        table[COLUMNS * row] = total
    return rows


@jit
def draw(view: Any, belief: NDArray[np.float64], rng: Rng) -> None:
    """Fill the blanks of `view` with a world drawn by how likely its tokens are."""
    redeal(view, rng)
    at = belief[-1, 0] * below(rng, 1 << 30) / (1 << 30)
    row = 0
    while belief[row, 0] <= at:
        row += 1
    for seat in range(len(view.tokens)):
        view.tokens[seat] = int(belief[row, 1 + seat])
