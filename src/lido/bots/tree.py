"""Monte Carlo tree search for any game of records, as templates for `lido.kernel.specialise`.

One iteration draws a world that the seat cannot tell from the truth (where anything is hidden),
walks down the tree by upper confidence bounds, each seat maximising its own payoff, adds a node, plays
on at random and pays the result back up the path. Where nothing is hidden this is plain UCT that
also knows solved subtrees and repetitions, and the rest is not compiled in.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lido.bots.nodes import (
    DRAWN,
    FRESH,
    NONE,
    ROOT,
    add_child,
    back_up,
    child_that_looks,
    digest,
    expand,
    offer,
    prove,
    select,
    select_offered,
)
from lido.kernel import jit
from lido.rng import Rng

if TYPE_CHECKING:
    draw = estimate = key = legal = observe = over = payoffs = play = playout = redeal = cast(Callable[..., Any], None)
    HIDDEN = False
    REPETITION = 3

DEEPEST = 256


def any_world(view: Any, belief: NDArray[np.float64], rng: Rng) -> None:
    """Fill the blanks of `view` with any world that is possible, each as likely."""
    redeal(view, rng)


def grow(
    root: Any,
    seat: int,
    nodes: Any,
    edges: Any,
    used: NDArray[np.int64],
    iterations: int,
    exploration: float,
    longest: int,
    repetitions: NDArray[np.int64],
    belief: NDArray[np.float64],
    work: Any,
    words: NDArray[Any],
    moves: NDArray[np.int16],
    rng: Rng,
) -> None:
    """Spend `iterations` on the tree of `root[0]` as `seat` (from 0) sees it.

    A playout is cut after `longest` moves. `repetitions` are the keys of positions that end the game if they occur
    once more. `belief` says how likely each world is. `work[2]` and `moves[most]` are scratch space, and `words` are
    the bytes of `work[1]`.
    """
    walked = np.zeros(DEEPEST, dtype=np.int64)
    passed = np.zeros(DEEPEST, dtype=np.int64)
    offered = np.zeros(len(moves), dtype=np.int64)
    pay = np.zeros(int(root[0].players))
    for _ in range(iterations):
        work[0] = root[0]
        if HIDDEN:
            draw(work[0], belief, rng)
        node = ROOT
        depth = 0
        while depth < DEEPEST and node != NONE:
            if nodes[node].count == FRESH and (nodes[node].visits > 0 or node == ROOT):
                expand(nodes, edges, used, node, moves, legal(work[0], moves))
            if nodes[node].count <= 0 or (nodes[node].solved and node != ROOT):
                break
            if HIDDEN:
                count = legal(work[0], moves)
                if not offer(nodes, edges, used, node, moves, count, offered):
                    break
                edge = select_offered(edges, offered, count, exploration, rng)
            else:
                edge = select(nodes, edges, node, exploration, rng)
            walked[depth] = edge
            passed[depth] = node
            depth += 1
            play(work[0], edges[edge].move)
            node = arrive(nodes, edges, used, node, edge, seat, work, words, repetitions, pay)
        evaluate(nodes, node, work[0], longest, moves, rng, pay)
        back_up(nodes, edges, walked, passed, depth, pay)
        if node != NONE:
            nodes[node].visits += 1
            if not HIDDEN and nodes[node].solved:
                prove(nodes, edges, passed, depth, node)


def arrive(
    nodes: Any,
    edges: Any,
    used: NDArray[np.int64],
    node: int,
    edge: int,
    seat: int,
    work: Any,
    words: NDArray[Any],
    repetitions: NDArray[np.int64],
    pay: NDArray[np.float64],
) -> int:
    """The node behind `edge` for the state in `work[0]`, added where it is new and there is room."""
    before = used[0]
    if HIDDEN:
        observe(work[0], seat, work[1])
        child = child_that_looks(nodes, edges, used, node, edge, digest(words))
    else:
        child = int(edges[edge].child)
        if child == NONE:
            child = add_child(nodes, edges, used, node, edge)
    if used[0] > before:
        settle(nodes, child, work[0], repetitions, pay)
    return child


def settle(nodes: Any, node: int, state: Any, repetitions: NDArray[np.int64], pay: NDArray[np.float64]) -> None:
    """Say who moves at a new node, and whether the game has ended there, by its end or by repetition."""
    nodes[node].mover = state.turn
    if over(state):
        nodes[node].count = 0
        if not HIDDEN:
            payoffs(state, pay)
            for seat in range(len(pay)):
                if pay[seat] == 1.0:
                    nodes[node].solved = seat + 1
    elif REPETITION:
        look = key(state)
        nodes[node].look = look
        ancestor = nodes[node].parent
        while ancestor != NONE and nodes[ancestor].look != look:
            ancestor = nodes[ancestor].parent
        if ancestor != NONE or look in repetitions:
            nodes[node].count = 0
            nodes[node].solved = DRAWN


def evaluate(
    nodes: Any, node: int, state: Any, longest: int, moves: NDArray[np.int16], rng: Rng, pay: NDArray[np.float64]
) -> None:
    """Write what this visit pays each seat: what is known, or how one random game ends."""
    solved = int(nodes[node].solved) if node != NONE else 0
    if solved == DRAWN:
        shared(state, pay)
    elif solved:
        pay[:] = 0.0
        pay[solved - 1] = 1.0
    else:
        playout(state, longest, moves, rng)
        if over(state):
            payoffs(state, pay)
        else:
            estimate(state, pay)


@jit
def shared(state: Any, pay: NDArray[np.float64]) -> None:
    """Pay every seat the same."""
    pay[:] = 1.0 / len(pay)
