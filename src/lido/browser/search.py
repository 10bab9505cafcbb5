"""The search of a game for WebAssembly: `tree.grow`, with its tree in the memory of the module."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import carray, types
from numba.np.numpy_support import from_dtype

from lido.bots import nodes
from lido.bots.config import SearchConfig
from lido.bots.search import compiled
from lido.game import RecordGame


def code(game: RecordGame, config: SearchConfig) -> dict[str, str]:
    """The code of LLVM of `grow` and of `transplant`."""
    return {"grow": _grow(game, config), "transplant": _transplant()}


def _grow(game: RecordGame, config: SearchConfig) -> str:
    dtype, most = game.rules.dtype, game.rules.most_moves
    word = np.dtype(np.int64 if dtype.itemsize % 8 == 0 else np.uint8)
    words = dtype.itemsize // word.itemsize
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

    record, i64, f64 = types.CPointer(from_dtype(dtype)), types.int64, types.float64
    takes = [
        record, i64, _pointer(nodes.NODE), i64, _pointer(nodes.EDGE), i64, types.CPointer(i64), i64, f64, i64,
        types.CPointer(i64), i64, types.CPointer(f64), i64, i64, record, types.CPointer(types.int16),
        types.CPointer(i64), _pointer(word),
    ]  # fmt: skip
    return _code(wrapper, takes)


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

    node, edge, i64 = _pointer(nodes.NODE), _pointer(nodes.EDGE), types.int64
    return _code(wrapper, [node, i64, edge, i64, i64, node, i64, edge, i64, types.CPointer(i64)])


def _pointer(dtype: np.dtype[Any]) -> Any:
    return types.CPointer(from_dtype(dtype))


def _code(wrapper: Any, takes: list[Any]) -> str:
    made = numba.cfunc(types.void(*takes), error_model="numpy")(wrapper)
    text: str = made.inspect_llvm()
    return text
