"""The opponent model of Plouf Party: how likely each player has each colour, judged by their moves.

A move is judged twice: by a simple model of what players like (`tells`) and, where there is a network, by how likely
the network would be to make it with each colour. What all moves tell adds up, for each seat and each colour that it
may have.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.game import MOST_SEATS, Event, copied
from lido.games.plouf_party.board import LETTERS, PAWNS
from lido.games.plouf_party.features import MOST_ACTIVE, action, active
from lido.games.plouf_party.knowledge import observe, possible_colours, redeal
from lido.games.plouf_party.reading import DTYPE, in_units, tell
from lido.games.plouf_party.rules import (
    ACCUSE,
    ACCUSING,
    CLOCKWISE,
    DECLINE,
    DIRECT,
    MOST_MOVES,
    NONE,
    PICK,
    legal,
    play,
)
from lido.games.plouf_party.text import DIRECTIONS
from lido.kernel import count_bits, exp, jit, log_of_float
from lido.match import PlayerView
from lido.network import Network, hidden, logit, normalise
from lido.rng import Rng, below

COLOURS = len(LETTERS)
COLUMNS = 1 + MOST_SEATS
MOST_WORLDS = 720
"""Six colours among five unknown players."""

STEPS = {"take": PICK, "move": DIRECT, "accuse": ACCUSING, "decline": ACCUSING}
"""When each move is made."""

TRUST = 0.2
"""How much what the network reads in a move counts: not all of it, since players are not the network."""
SURPRISE = 0.05
"""The share of the odds that all moves have alike: what the network would never do is not impossible."""


class OpponentModel:
    """What one seat infers from the game so far; each call continues from the last one.

    With every move the weight of what was learned before fades by `memory`; 1 forgets nothing.
    """

    def __init__(self, memory: float = 1.0, network: Network | None = None) -> None:
        self._memory = memory
        self._network = network
        self._read: tuple[tuple[Event, ...], ...] = ()
        self._seen: np.record | None = None
        """The game as a spectator saw it after what was read, but with all that the seat knows by now."""
        self._told = np.zeros(0)
        """[COLOURS · seat + colour]: the logarithm of how likely the seat's moves were, up to a constant."""
        self._found = np.zeros(0)
        """The same by the network."""

    def evidence(self, player_view: PlayerView) -> NDArray[np.float64]:
        """[COLOURS · seat + colour]: the logarithm of how likely the seat's moves were by the simple model."""
        self._read_on(player_view)
        return self._told

    def belief(self, player_view: PlayerView) -> NDArray[np.float64]:
        """Every possible set of tokens, a row each: the likelihood of it and those before, then the tokens."""
        self._read_on(player_view)
        table = np.zeros((MOST_WORLDS + 1) * COLUMNS)
        rows = worlds(player_view.observation, self._told, self._found, table)
        return table[: rows * COLUMNS].reshape(rows, COLUMNS)

    def believed(self, player_view: PlayerView) -> list[Event]:
        """The likeliest colour of every player whose colour the seat does not know, and how likely each colour is."""
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
            percents = {LETTERS[colour]: int(100 * odds[colour] / before + 0.5) for colour in range(COLOURS)}
            likely = {"colour": LETTERS[likeliest], "percent": percents[LETTERS[likeliest]]}
            found.append({"event": "believe", "seat": seat + 1, **likely, "percents": percents})
        return found

    def _read_on(self, player_view: PlayerView) -> None:
        story, view = player_view.story, player_view.observation
        if self._seen is None or story[: len(self._read)] != self._read:
            self._read = ()
            self._seen = beginning(view, story)
            self._told = np.zeros(MOST_SEATS * COLOURS)
            self._found = np.zeros(MOST_SEATS * COLOURS)
        for name in ("numbers", "faceup", "tokens"):  # what a move does depends on what it reveals
            self._seen[name] = view[name]
        for events in story[len(self._read) :]:
            self._judge(self._seen, number_of(events[0]))
        self._read = story

    def _judge(self, seen: np.record, move: int) -> None:
        """Judge a choice by what could have been chosen instead, then let it happen."""
        for at in range(len(self._told)):
            self._told[at] *= self._memory
            self._found[at] *= self._memory
        if self._network is not None:
            judge(self._network, seen, move, self._told, self._found)
        if move < ACCUSE:
            tell(seen, move, self._told)
        play(seen, move)


def number_of(event: Event) -> int:
    """The move that an event tells of first."""
    if event["event"] == "take":
        return int(event["space"])
    if event["event"] == "move":
        return CLOCKWISE + DIRECTIONS.index(event["direction"])
    if event["event"] == "accuse":
        return ACCUSE + COLOURS * (int(event["accused"]) - 1) + LETTERS.index(event["colour"])
    return DECLINE


def beginning(view: np.record, story: tuple[tuple[Event, ...], ...]) -> np.record:
    """What was to be seen before the first move of a story that leads to `view`, found by undoing what happened."""
    state = copied(view)
    for events in reversed(story):
        undo(state, events[0])
        for event in reversed(events[1:]):
            undo(state, event)
        state["turn"] = events[0]["seat"] - 1
        state["step"] = STEPS[events[0]["event"]]
    if story:
        state["last"], state["heading"], state["quiet"] = NONE, 0, 0
    return state


def undo(state: np.record, event: Event) -> None:
    """Take back what an event tells of."""
    kind = event["event"]
    if kind == "take":
        state["seen"] &= ~(1 << int(state["ring"][event["space"]]))
        state["taken"] = NONE
    elif kind == "move":
        start, end = int(event["from"]), int(event["to"])
        state["ring"][start], state["ring"][end] = state["ring"][end], NONE
        state["occupied"] = int(state["occupied"]) & ~(1 << end) | 1 << start
        state["taken"] = start
    elif kind == "fall":
        place = PAWNS - count_bits(state["dry"]) - 1
        pawn = int(state["water"][place])
        state["water"][place] = NONE
        state["ring"][event["space"]] = pawn
        state["occupied"] |= 1 << int(event["space"])
        state["dry"] |= 1 << pawn
        if event["number"] is not None:
            state["seen"] &= ~(1 << pawn)
    elif kind == "verdict" and not event["right"]:
        state["cleared"][event["accused"] - 1] &= ~(1 << LETTERS.index(event["colour"]))
    elif kind == "eliminate":
        state["alive"] |= 1 << event["seat"] - 1


@jit
def judge(network: Network, state: Any, move: int, told: NDArray[np.float64], found: NDArray[np.float64]) -> None:
    """Add to `found` how likely the network would be to make a move with each colour that the seat to act may have.

    The network is `told` what moves before have told by the simple model, as it is when it plays.
    """
    seen = np.zeros(1, dtype=DTYPE)  # always asked for its record anew: a record alone does not keep it in memory
    observe(state, -1, seen[0])
    for at in range(len(told)):
        seen[0].evidence[at] = in_units(told[at])
    turn = int(state.turn)
    possible = possible_colours(seen[0]) & ~int(state.cleared[turn])
    for colour in range(COLOURS):
        seen[0].tokens[turn] = colour
        if possible >> colour & 1 and leaves_a_colour(seen[0]):
            found[COLOURS * turn + colour] += log_of_float(likelihood(network, seen[0], move))


@jit
def leaves_a_colour(view: Any) -> bool:
    """Whether there is a colour for each player whose token `view` does not show."""
    free = possible_colours(view)
    for seat in range(view.players):
        if int(view.alive) >> seat & 1 and view.tokens[seat] == NONE and not free & ~int(view.cleared[seat]):
            return False
    return True


@jit
def likelihood(network: Any, view: Any, move: int) -> float:
    """How likely the network is to make a move, seeing `view`; some likelihood is left for all."""
    moves = np.zeros(MOST_MOVES, dtype=np.int16)
    told = np.zeros(MOST_ACTIVE, dtype=np.int16)
    sums = np.zeros(network.first.shape[1], dtype=np.int16)
    units = np.zeros(network.second.shape[0], dtype=np.int16)
    odds = np.zeros(MOST_MOVES)
    turn = int(view.turn)
    count = legal(view, moves)
    hidden(network, told, active(view, turn, told), sums, units)
    for at in range(count):
        chosen = action(view, int(moves[at]), turn)
        odds[at] = logit(network.policy[chosen], network.policy_bias[chosen], units)
    normalise(odds, count)
    found = SURPRISE / count
    for at in range(count):
        if moves[at] == move:
            found += (1.0 - SURPRISE) * odds[at]
    return found


@jit
def worlds(view: Any, told: NDArray[np.float64], found: NDArray[np.float64], table: NDArray[np.float64]) -> int:
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
                at = COLOURS * seat + colour
                table[COLUMNS * rows] += told[at] + TRUST * found[at]
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
