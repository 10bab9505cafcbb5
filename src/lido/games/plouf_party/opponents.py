"""The opponent model of Plouf Party: how likely each player has each colour, judged by their moves.

The model is simple: a player likes to push others' pawns into the pool and hates to push their
own, both in which pawn they take and in which way they move it. The evidence of all turns adds up,
for each seat and each colour that it may have.
"""

from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.game import Event
from lido.games.plouf_party.board import LETTERS, SPACES
from lido.games.plouf_party.knowledge import possible_colours, redeal
from lido.games.plouf_party.rules import NONE
from lido.kernel import jit
from lido.match import PlayerView
from lido.rng import Rng, below

COLOURS = len(LETTERS)
EMPTY = COLOURS
UNKNOWN = 0

HATE = 2.0
"""How much more a player hates to push their own pawn than they like to push another's."""
PICK_SHARPNESS = 1.0
WAY_SHARPNESS = 1.0
"""How much the better of two choices is preferred, in taking a pawn and in moving it."""

LIKING = np.ones((COLOURS, COLOURS + 1))
"""By own colour and by the colour pushed, EMPTY for none: how much a player likes it."""
LIKING[:, EMPTY] = 0.0
np.fill_diagonal(LIKING, -HATE)

# By space and number: the spaces where a pawn may end, clockwise and anticlockwise.
ENDS = np.array([[((s + n) % SPACES, (s - n) % SPACES) for n in (1, 2, 3)] for s in range(SPACES)])


class OpponentModel:
    """What one seat infers from the game so far; each call continues from the last one."""

    def __init__(self) -> None:
        self._read: tuple[tuple[Event, ...], ...] = ()
        self._ring: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._numbers: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self.log_likelihood = np.zeros((0, COLOURS))
        """The logarithm of how likely each seat's moves were, by colour, up to a constant."""

    def belief(self, player_view: PlayerView) -> NDArray[np.float64]:
        """Every possible set of tokens, a row each: the likelihood of it and those before, then the tokens."""
        self._read_on(player_view)
        view = player_view.observation
        unknown = [s for s in range(player_view.players) if view.alive >> s & 1 and view.tokens[s] == NONE]
        pool = [colour for colour in range(COLOURS) if possible_colours(view) >> colour & 1]
        rows = []
        for chosen in permutations(pool, len(unknown)):
            if any(view.cleared[s] >> c & 1 for s, c in zip(unknown, chosen, strict=True)):
                continue
            tokens = view.tokens.astype(np.float64)
            tokens[unknown] = chosen
            rows.append([sum(self.log_likelihood[s, c] for s, c in zip(unknown, chosen, strict=True)), *tokens])
        table = np.array(rows)
        table[:, 0] = np.cumsum(np.exp(table[:, 0] - table[:, 0].max()))
        return table

    def _read_on(self, player_view: PlayerView) -> None:
        story = player_view.story
        if story[: len(self._read)] != self._read or not len(self._ring):
            self._read = ()
            self._ring = _first_ring(player_view.observation, story)
            self._numbers = np.full(SPACES, UNKNOWN)
            self.log_likelihood = np.zeros((player_view.players, COLOURS))
        for events in story[len(self._read) :]:
            self._follow(events)
        self._read = story

    def _follow(self, events: tuple[Event, ...]) -> None:
        """Judge a choice by what could have been chosen instead, then let it happen."""
        first = events[0]
        if first["event"] == "take":
            self._judge_pick(first["seat"] - 1, first["space"])
            self._numbers[first["space"]] = first["number"]
        elif first["event"] == "move":
            start, end = first["from"], first["to"]
            self._judge_way(first["seat"] - 1, start, end)
            self._ring[end], self._numbers[end] = self._ring[start], self._numbers[start]
            self._ring[start], self._numbers[start] = EMPTY, UNKNOWN
        else:
            drowned = [event["space"] for event in events if event["event"] == "fall"]
            self._ring[drowned], self._numbers[drowned] = EMPTY, UNKNOWN

    def _judge_pick(self, seat: int, space: int) -> None:
        likings = LIKING[:, self._ring[ENDS]].max(axis=-1)  # by own colour, space and number
        known = self._numbers != UNKNOWN
        liked = likings.mean(axis=-1)
        liked[:, known] = likings[:, known, self._numbers[known] - 1]
        standing = self._ring != EMPTY
        self.log_likelihood[seat] += _log_share(
            PICK_SHARPNESS * liked[:, standing], int(np.count_nonzero(standing[:space]))
        )

    def _judge_way(self, seat: int, start: int, end: int) -> None:
        ways = ENDS[start, self._numbers[start] - 1]
        self.log_likelihood[seat] += _log_share(WAY_SHARPNESS * LIKING[:, self._ring[ways]], int(ways[1] == end))


def _log_share(liked: NDArray[np.float64], chosen: int) -> NDArray[np.float64]:
    """The logarithm of how likely the `chosen` of several is, for each row of how much they are liked."""
    share: NDArray[np.float64] = liked[:, chosen] - np.log(np.exp(liked).sum(axis=1))
    return share


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
def draw(view: Any, belief: NDArray[np.float64], rng: Rng) -> None:
    """Fill the blanks of `view` with a world drawn by how likely its tokens are."""
    redeal(view, rng)
    at = belief[-1, 0] * below(rng, 1 << 30) / (1 << 30)
    row = 0
    while belief[row, 0] <= at:
        row += 1
    for seat in range(len(view.tokens)):
        view.tokens[seat] = int(belief[row, 1 + seat])
