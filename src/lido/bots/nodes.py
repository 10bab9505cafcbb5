"""The nodes and edges of a search tree, and what is done to them whatever the game.

A tree is three arrays: `nodes`, `edges`, and `used`, how many of each are in use. Node 0 is the
root. An edge is a legal move of its node; where something is hidden it may lead to several
children, one for each way the world may look to the searching seat afterwards.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lido.kernel import jit, log
from lido.rng import Rng, below

NODE = np.dtype(
    (
        np.record,
        [
            ("first", "<i4"),  # its edges are edges[first] to edges[first + count - 1]
            ("visits", "<i4"),
            ("sibling", "<i4"),  # the next child of the same edge
            ("parent", "<i4"),
            ("look", "<i8"),  # what the searching seat sees here, or the key for the repetition rule
            ("count", "<i2"),  # FRESH before it is expanded, 0 for an end
            ("mover", "i1"),
            ("solved", "i1"),  # 1 + the seat that wins with best play, DRAWN, or 0
            ("value", "<f8"),  # what a network promises the mover
        ],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("paid", "<f8"),  # what its visits paid the mover, in all
            ("visits", "<i4"),
            ("offered", "<i4"),  # how often it was legal when its node was visited, where something is hidden
            ("child", "<i4"),
            ("move", "<i2"),
            ("prior", "<f8"),  # how likely a network thinks it is
        ],
    )
)
Tree: TypeAlias = tuple[Any, Any, NDArray[np.int64]]

LOW = 0xFFFFFFFF
FIRST_FACTOR, SECOND_FACTOR = 2131995753, 1791398085

NONE = -1
FRESH = -1
DRAWN = 127
ROOT = 0
UNTRIED = 1e6
"""The score of a move never tried: before any other."""
LOST = -1e6
"""The score of a move that is known to lose: after any other."""


def planted(nodes: int, edges: int, mover: int, look: int) -> Tree:
    """A tree with room for so many, and nothing but its root."""
    tree = np.zeros(nodes, dtype=NODE), np.zeros(edges, dtype=EDGE), np.zeros(2, dtype=np.int64)
    tree[0][ROOT] = (0, 0, NONE, NONE, look, FRESH, mover, 0, 0.0)
    tree[2][0] = 1
    return tree


@jit
def expand(nodes: Any, edges: Any, used: NDArray[np.int64], node: int, moves: NDArray[np.int16], count: int) -> None:
    """Give `node` an edge for each of its `count` legal moves, if there is room."""
    first = used[1]
    if first + count > len(edges):
        return
    for at in range(count):
        edges[first + at].move = moves[at]
        edges[first + at].child = NONE
    nodes[node].first = first
    nodes[node].count = count
    used[1] = first + count


@jit
def add_child(nodes: Any, edges: Any, used: NDArray[np.int64], node: int, edge: int) -> int:
    """A new child of `node` behind `edge`, or NONE if there is no room."""
    child = int(used[0])
    if child == len(nodes):
        return NONE
    used[0] = child + 1
    nodes[child].count = FRESH
    nodes[child].parent = node
    nodes[child].sibling = edges[edge].child
    edges[edge].child = child
    return child


@jit
def select(nodes: Any, edges: Any, node: int, exploration: float, rng: Rng) -> int:
    """The edge with the highest upper confidence bound; solved children count as what they are."""
    first, count, mover = int(nodes[node].first), int(nodes[node].count), nodes[node].mover
    wide = exploration * np.sqrt(log(int(nodes[node].visits) + 1))
    best, best_score = NONE, -np.inf
    start = below(rng, count)
    for at in range(count):
        edge = first + (start + at) % count
        visits = edges[edge].visits
        score = UNTRIED
        if visits:
            solved = nodes[edges[edge].child].solved if edges[edge].child != NONE else 0
            if solved == mover + 1:
                return edge
            score = edges[edge].paid / visits + wide / np.sqrt(visits)
            if solved and solved != DRAWN:
                score = LOST
        if score > best_score:
            best, best_score = edge, score
    return best


@jit
def offer(
    nodes: Any,
    edges: Any,
    used: NDArray[np.int64],
    node: int,
    moves: NDArray[np.int16],
    count: int,
    offered: NDArray[np.int64],
) -> bool:
    """Write the edge of each legal move of this world into `offered`; False if there is no room for all.

    A move that was not legal in the worlds seen so far gets an edge now.
    """
    first, known = int(nodes[node].first), int(nodes[node].count)
    for at in range(count):
        offered[at] = NONE
        # Most often the same moves are legal in the same order as when the node was expanded.
        if at < known and edges[first + at].move == moves[at]:
            offered[at] = first + at
            continue
        for other in range(known):
            if edges[first + other].move == moves[at]:
                offered[at] = first + other
        if offered[at] == NONE:
            if used[1] + known + 1 > len(edges):
                return False
            moved = int(used[1]) - first
            for other in range(known):
                edges[first + moved + other] = edges[first + other]
            for before in range(at):
                offered[before] += moved
            first += moved
            edges[first + known].move = moves[at]
            edges[first + known].child = NONE
            offered[at] = first + known
            known += 1
            used[1] = first + known
            nodes[node].first = first
            nodes[node].count = known
    return True


@jit
def select_offered(edges: Any, offered: NDArray[np.int64], count: int, exploration: float, rng: Rng) -> int:
    """The edge of this world with the highest bound, each against how often it could have been chosen."""
    best, best_score = NONE, -np.inf
    start = below(rng, count)
    for at in range(count):
        edge = offered[(start + at) % count]
        edges[edge].offered += 1
        visits = edges[edge].visits
        score = UNTRIED
        if visits:
            score = edges[edge].paid / visits + exploration * np.sqrt(log(int(edges[edge].offered)) / visits)
        if score > best_score:
            best, best_score = edge, score
    return best


@jit
def child_that_looks(nodes: Any, edges: Any, used: NDArray[np.int64], node: int, edge: int, look: int) -> int:
    """The child behind `edge` in which the searching seat sees `look`, new if need be; NONE without room."""
    child = int(edges[edge].child)
    while child != NONE and nodes[child].look != look:
        child = int(nodes[child].sibling)
    if child == NONE:
        child = add_child(nodes, edges, used, node, edge)
        if child != NONE:
            nodes[child].look = look
    return child


@jit
def digest(words: NDArray[Any]) -> int:
    """A number that differs, for all practical purposes, when the bytes of a view differ."""
    first, second = 1, 2
    for word in words:
        low, high = int(word) & LOW, int(word) >> 32 & LOW
        first = (first ^ low) * FIRST_FACTOR + high
        first = (first ^ first >> 31) & LOW
        second = (second ^ high) * SECOND_FACTOR + low
        second = (second ^ second >> 31) & LOW
    return first << 31 ^ second


@jit
def back_up(
    nodes: Any,
    edges: Any,
    walked: NDArray[np.int64],
    passed: NDArray[np.int64],
    depth: int,
    pay: NDArray[np.float64],
) -> None:
    """Pay the edges walked, each to the seat that chose it."""
    for at in range(depth):
        nodes[passed[at]].visits += 1
        edges[walked[at]].visits += 1
        edges[walked[at]].paid += pay[nodes[passed[at]].mover]


@jit
def prove(nodes: Any, edges: Any, passed: NDArray[np.int64], depth: int, node: int) -> None:
    """Carry a solved node up the path as far as it settles its parents."""
    for at in range(depth - 1, -1, -1):
        parent = passed[at]
        solved = int(nodes[node].solved)
        if solved != nodes[parent].mover + 1:
            solved = settled_by_children(nodes, edges, parent)
        if solved == 0:
            return
        nodes[parent].solved = solved
        node = parent


@jit
def settled_by_children(nodes: Any, edges: Any, node: int) -> int:
    """What a node none of whose moves wins is solved as, or 0 while that is open."""
    found = 0
    mixed = False
    for edge in range(nodes[node].first, nodes[node].first + nodes[node].count):
        solved = int(nodes[edges[edge].child].solved) if edges[edge].child != NONE else 0
        if solved == 0:
            return 0
        if found != DRAWN:
            mixed = mixed or (0 != found != solved)
            found = solved
    return 0 if mixed and found != DRAWN else found


@jit
def transplant(nodes: Any, edges: Any, old_root: int, new_nodes: Any, new_edges: Any, used: NDArray[np.int64]) -> None:
    """Copy the subtree of a node into a tree of its own, as far as there is room."""
    new_nodes[ROOT] = nodes[old_root]
    new_nodes[ROOT].parent = NONE
    new_nodes[ROOT].sibling = NONE
    used[0] = 1
    used[1] = 0
    node = ROOT
    while node < used[0]:
        first, count = int(new_nodes[node].first), int(new_nodes[node].count)
        if count > 0 and used[1] + count > len(new_edges):
            new_nodes[node].count = FRESH
            count = 0
        new_nodes[node].first = used[1]
        for at in range(count):
            edge = int(used[1])
            used[1] = edge + 1
            new_edges[edge] = edges[first + at]
            child = int(edges[first + at].child)
            new_edges[edge].child = NONE
            if child != NONE and used[0] < len(new_nodes):
                new_nodes[used[0]] = nodes[child]
                new_nodes[used[0]].parent = node
                new_edges[edge].child = used[0]
                used[0] += 1
        node += 1
