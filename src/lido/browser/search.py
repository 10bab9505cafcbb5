"""The search of a game for WebAssembly: `grow`, with its tree and its network in the memory of the module."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.np.numpy_support import carray, from_dtype

from lido import loops
from lido.bots import nodes
from lido.bots.config import SearchConfig, search_config
from lido.bots.search import compiled, compiled_guided
from lido.game import RecordGame
from lido.network import Network, game_with_memory, shipped
from lido.target import pointer

READING = "_reading"
"""Ends the name of a `grow` that draws worlds by the belief of the game's opponent model."""
GUIDED = "_guided"
"""Ends the name of a `grow` that also searches with the network of the game."""


def names(game: RecordGame) -> dict[str, str]:
    """The name of `grow` for the rules of each number of the laws, by the name of those rules."""
    rules = dict.fromkeys(_under(game, laws).rules.name for laws in range(game.laws, 0, -1))
    return {name: f"grow_{number}" if number else "grow" for number, name in enumerate(rules)}


def code(game: RecordGame) -> dict[str, str]:
    """The code of LLVM of `transplant`, and of `grow` for the rules of each number of the laws."""
    found = {"transplant": _transplant()}
    for laws in range(1, game.laws + 1):
        under = _under(game, laws)
        name = names(game)[under.rules.name]
        found[name] = _grow(under, search_config(under, reads=False))
        if search_config(under).opponent_model:
            found[name + READING] = _grow(under, search_config(under))
        if search_config(under).guided is not None:
            found[name + GUIDED] = _grow_guided(game_with_memory(under), search_config(under), shipped(game.id))
    return found


def _under(game: RecordGame, laws: int) -> RecordGame:
    found = game.under(laws)
    assert isinstance(found, RecordGame)
    return found


def _grow(game: RecordGame, config: SearchConfig) -> str:
    dtype, most = game.rules.dtype, game.rules.most_moves
    word, words = _words(dtype)
    grow: Callable[..., None] = compiled(game, config)

    def wrapper(  # type: ignore[no-untyped-def]
        root, seat, tree_nodes, node_count, tree_edges, edge_count, used, iterations, exploration, longest, repetitions,
        repetition_count, belief, rows, columns, work, moves, rng, view,
    ):  # fmt: skip
        grow(
            carray(root, 1),
            seat,
            carray(tree_nodes, node_count),
            carray(tree_edges, edge_count),
            carray(used, 2),
            iterations,
            exploration,
            longest,
            carray(repetitions, repetition_count),
            carray(belief, (rows, columns)),
            carray(work, 2),
            carray(view, words),
            carray(moves, most),
            carray(rng, 1),
        )

    record, i64, f64 = pointer(from_dtype(dtype)), types.int64, types.float64
    takes = [
        record, i64, _pointer_to(nodes.NODE), i64, _pointer_to(nodes.EDGE), i64, pointer(i64), i64, f64, i64,
        pointer(i64), i64, pointer(f64), i64, i64, record, pointer(types.int16),
        pointer(i64), _pointer_to(word),
    ]  # fmt: skip
    return _code(wrapper, takes)


def _grow_guided(game: RecordGame, config: SearchConfig, network: Network) -> str:
    dtype, most = game.rules.dtype, game.rules.most_moves
    word, words = _words(dtype)
    (features, width), depth = network.first.shape, len(network.second)
    seats, actions = len(network.value), len(network.policy)
    grow: Callable[..., None] = compiled_guided(game, config)

    def wrapper(  # type: ignore[no-untyped-def]
        root, seat, first, first_bias, second, second_bias, value, value_bias, policy, policy_bias, tree_nodes,
        node_count, tree_edges, edge_count, used, iterations, exploration, repetitions, repetition_count, belief, rows,
        columns, work, moves, rng, view,
    ):  # fmt: skip
        grow(
            carray(root, 1),
            seat,
            Network(
                carray(first, (features, width)),
                carray(first_bias, width),
                carray(second, (depth, width)),
                carray(second_bias, depth),
                carray(value, (seats, depth)),
                carray(value_bias, seats),
                carray(policy, (actions, depth)),
                carray(policy_bias, actions),
            ),
            carray(tree_nodes, node_count),
            carray(tree_edges, edge_count),
            carray(used, 2),
            iterations,
            exploration,
            carray(repetitions, repetition_count),
            carray(belief, (rows, columns)),
            carray(work, 2),
            carray(view, words),
            carray(moves, most),
            carray(rng, 1),
        )

    record, i64, f64 = pointer(from_dtype(dtype)), types.int64, types.float64
    takes = [
        record, i64, *(_pointer_to(array.dtype) for array in network), _pointer_to(nodes.NODE), i64,
        _pointer_to(nodes.EDGE), i64, pointer(i64), i64, f64, pointer(i64), i64, pointer(f64), i64, i64, record,
        pointer(types.int16), pointer(i64), _pointer_to(word),
    ]  # fmt: skip
    return _code(wrapper, takes)


def playouts(game: RecordGame) -> dict[str, str]:
    """The code of LLVM of `loops.playouts`, by random moves."""
    played = game.rules.specialised(loops.playouts, playout=game.rules.specialised(loops.playout))
    most = game.rules.most_moves

    def wrapper(states, games, limit, moves, rng):  # type: ignore[no-untyped-def]
        return played(carray(states, 2), games, limit, carray(moves, most), carray(rng, 1))

    record, i64 = pointer(from_dtype(game.rules.dtype)), types.int64
    takes = [record, i64, i64, pointer(types.int16), pointer(i64)]
    return {"playouts": _code(wrapper, takes, i64)}


def _transplant() -> str:
    transplant = nodes.transplant

    def wrapper(old_nodes, node_count, old_edges, edge_count, root, new_nodes, room, new_edges, edge_room, used):  # type: ignore[no-untyped-def]
        transplant(
            carray(old_nodes, node_count),
            carray(old_edges, edge_count),
            root,
            carray(new_nodes, room),
            carray(new_edges, edge_room),
            carray(used, 2),
        )

    node, edge, i64 = _pointer_to(nodes.NODE), _pointer_to(nodes.EDGE), types.int64
    return _code(wrapper, [node, i64, edge, i64, i64, node, i64, edge, i64, pointer(i64)])


def _words(record: np.dtype[Any]) -> tuple[np.dtype[Any], int]:
    """What the bytes of a record are seen as, and how many of them there are."""
    word: np.dtype[Any] = np.dtype(np.int64 if record.itemsize % 8 == 0 else np.uint8)
    return word, record.itemsize // word.itemsize


def _pointer_to(dtype: np.dtype[Any]) -> Any:
    return pointer(from_dtype(dtype))


def _code(wrapper: Any, takes: list[Any], gives: Any = types.void) -> str:
    made = numba.cfunc(gives(*takes), error_model="numpy")(wrapper)
    text: str = made.inspect_llvm()
    return text
