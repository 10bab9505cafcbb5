"""Monte Carlo tree search guided by a network, as templates for `lido.kernel.specialise`.

It differs from `lido.bots.tree` in two ways: a new node is worth what the network says, instead of how a random game
ends, and moves that look good to the network are tried first and more often. Where seats have secrets, opponents
play as the network would in their place, with what they would know in the world that was drawn; or, now and then
(`RESPONDING`), what has paid them most so far, since they may be others than the network thinks.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lido.bots.nodes import DRAWN, LOST, NONE, ROOT, back_up, expand, offer, prove
from lido.bots.tree import DEEPEST, shared
from lido.kernel import jit
from lido.network import hidden, logit, normalise, promise
from lido.rng import Rng, below

if TYPE_CHECKING:
    action = active = arrive = draw = judge = legal = observe = over = payoffs = play = cast(Callable[..., Any], None)
    opinion = cast(Callable[..., Any], None)
    HIDDEN = SECRETS = WORLDS = False
    MOST_ACTIVE = 0
    RESPONDING = 0.0

DOUBT = 0.05
"""How much less than its node a move never tried is thought to pay."""
OPEN_MIND = 0.1
"""The share of the odds that all legal moves have alike, whatever the network thinks of them."""
FINE = 1 << 30


def grow(
    root: Any,
    seat: int,
    network: Any,
    nodes: Any,
    edges: Any,
    used: NDArray[np.int64],
    iterations: int,
    exploration: float,
    repetitions: NDArray[np.int64],
    belief: NDArray[np.float64],
    work: Any,
    words: NDArray[Any],
    moves: NDArray[np.int16],
    rng: Rng,
) -> None:
    """Spend `iterations` on the tree of `root[0]` as `seat` (from 0) sees it; see `lido.bots.tree.grow`."""
    walked = np.zeros(DEEPEST, dtype=np.int64)
    passed = np.zeros(DEEPEST, dtype=np.int64)
    offered = np.zeros(len(moves), dtype=np.int64)
    odds = np.zeros(len(moves))
    told = np.zeros(MOST_ACTIVE, dtype=np.int16)
    sums = np.zeros(network.first.shape[1], dtype=np.int16)
    units = np.zeros(network.second.shape[0], dtype=np.int16)
    pay = np.zeros(int(root[0].players))
    if nodes[ROOT].count < 0:
        work[0] = root[0]
        if HIDDEN:
            draw(work[0], belief, rng)
        judge(nodes, edges, used, ROOT, work, network, moves, told, sums, units, odds, pay)
    for _ in range(iterations):
        work[0] = root[0]
        if HIDDEN:
            draw(work[0], belief, rng)
        node = ROOT
        depth = 0
        while depth < DEEPEST and node != NONE:
            if nodes[node].count <= 0 or (nodes[node].solved and node != ROOT):
                break
            if HIDDEN:
                count = legal(work[0], moves)
                if not offer(nodes, edges, used, node, moves, count, offered):
                    break
                if SECRETS and work[0].turn != seat and below(rng, FINE) >= RESPONDING * FINE:
                    opinion(work, network, moves, count, told, sums, units, odds)
                    edge = int(offered[drawn(odds, count, rng)])
                else:
                    edge = best_offered(nodes, edges, node, offered, count, exploration)
            else:
                edge = best(nodes, edges, node, exploration)
            walked[depth] = edge
            passed[depth] = node
            depth += 1
            play(work[0], edges[edge].move)
            node = arrive(nodes, edges, used, node, edge, seat, work, words, repetitions, pay)
        judge(nodes, edges, used, node, work, network, moves, told, sums, units, odds, pay)
        back_up(nodes, edges, walked, passed, depth, pay)
        if node != NONE:
            nodes[node].visits += 1
            if not HIDDEN and nodes[node].solved:
                prove(nodes, edges, passed, depth, node)


def template_opinion(
    work: Any,
    network: Any,
    moves: NDArray[np.int16],
    count: int,
    told: NDArray[np.int16],
    sums: NDArray[np.int16],
    units: NDArray[np.int16],
    odds: NDArray[np.float64],
) -> None:
    """Write how likely the seat to act is to choose each of its `count` moves, knowing what it would know.

    The units of the second layer are left in `units`.
    """
    turn = int(work[0].turn)
    if HIDDEN:
        observe(work[0], turn, work[1])
        hidden(network, told, active(work[1], turn, told), sums, units)
    else:
        hidden(network, told, active(work[0], turn, told), sums, units)
    for at in range(count):
        chosen = action(work[1] if HIDDEN else work[0], int(moves[at]), turn)
        odds[at] = logit(network.policy[chosen], network.policy_bias[chosen], units)
    normalise(odds, count)


def template_judge(
    nodes: Any,
    edges: Any,
    used: NDArray[np.int64],
    node: int,
    work: Any,
    network: Any,
    moves: NDArray[np.int16],
    told: NDArray[np.int16],
    sums: NDArray[np.int16],
    units: NDArray[np.int16],
    odds: NDArray[np.float64],
    pay: NDArray[np.float64],
) -> None:
    """Write what this visit pays each seat: what is known, or what the network says, which a new node keeps."""
    solved = int(nodes[node].solved) if node != NONE else 0
    state = work[0]
    turn, players = int(state.turn), int(state.players)
    if solved == DRAWN:
        shared(state, pay)
    elif solved:
        pay[:] = 0.0
        pay[solved - 1] = 1.0
    elif over(state):
        payoffs(state, pay)
    else:
        count = legal(state, moves)
        opinion(work, network, moves, count, told, sums, units, odds)
        if WORLDS:
            hidden(network, told, active(state, turn, told), sums, units)
        promise(network, units, turn, players, pay)
        if node != NONE and nodes[node].count < 0:
            expand(nodes, edges, used, node, moves, count)
            nodes[node].value = pay[turn]
            for at in range(nodes[node].count):
                edges[nodes[node].first + at].prior = (1.0 - OPEN_MIND) * odds[at] + OPEN_MIND / count


@jit
def drawn(odds: NDArray[np.float64], count: int, rng: Rng) -> int:
    """One of `count`, by its odds."""
    at = below(rng, FINE) / FINE
    for chosen in range(count - 1):
        at -= odds[chosen]
        if at < 0.0:
            return chosen
    return count - 1


@jit
def score(nodes: Any, edges: Any, node: int, edge: int, wide: float) -> float:
    """What a move seems to pay, and how much it deserves to be tried."""
    visits = int(edges[edge].visits)
    paid = edges[edge].paid / visits if visits else nodes[node].value - DOUBT
    return float(paid + wide * edges[edge].prior / (1 + visits))


@jit
def best(nodes: Any, edges: Any, node: int, exploration: float) -> int:
    """The edge to walk; solved children count as what they are."""
    first, count, mover = int(nodes[node].first), int(nodes[node].count), nodes[node].mover
    wide = exploration * np.sqrt(int(nodes[node].visits) + 1)
    chosen, highest = NONE, -np.inf
    for edge in range(first, first + count):
        solved = nodes[edges[edge].child].solved if edges[edge].child != NONE else 0
        if solved == mover + 1:
            return edge
        found = LOST if solved and solved != DRAWN else score(nodes, edges, node, edge, wide)
        if found > highest:
            chosen, highest = edge, found
    return chosen


@jit
def best_offered(nodes: Any, edges: Any, node: int, offered: NDArray[np.int64], count: int, exploration: float) -> int:
    """The edge to walk of those that this world offers."""
    wide = exploration * np.sqrt(int(nodes[node].visits) + 1)
    chosen, highest = NONE, -np.inf
    for at in range(count):
        found = score(nodes, edges, node, int(offered[at]), wide)
        if found > highest:
            chosen, highest = int(offered[at]), found
    return chosen
