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

GUIDED = "_guided"
"""Ends the name of a `grow` that searches with the network of the game."""


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
        found[name] = _grow(under, search_config(under, learned=False))
        if search_config(under).guided is not None:
            found[name + GUIDED] = _grow(game_with_memory(under), search_config(under), shipped(game.id))
    return found


def _under(game: RecordGame, laws: int) -> RecordGame:
    found = game.under(laws)
    assert isinstance(found, RecordGame)
    return found


def _grow(game: RecordGame, config: SearchConfig, network: Network | None = None) -> str:
    """`tree.grow` of a game, or with a network `guided.grow`, which takes its arrays after the seat."""
    dtype = game.rules.dtype
    word = np.dtype(np.int64 if dtype.itemsize % 8 == 0 else np.uint8)
    record, i64, f64 = pointer(from_dtype(dtype)), types.int64, types.float64
    weights = network._asdict() if network else {}
    takes: dict[str, Any] = {
        "root": record, "seat": i64, **{name: _pointer_to(array.dtype) for name, array in weights.items()},
        "nodes": _pointer_to(nodes.NODE), "node_count": i64, "edges": _pointer_to(nodes.EDGE), "edge_count": i64,
        "used": pointer(i64), "iterations": i64, "exploration": f64, **({} if network else {"longest": i64}),
        "repetitions": pointer(i64), "repetition_count": i64, "belief": pointer(f64), "rows": i64, "columns": i64,
        "work": record, "moves": pointer(types.int16), "rng": pointer(i64), "view": _pointer_to(word),
    }  # fmt: skip
    arrays = ", ".join(f"carray({name}, {array.shape})" for name, array in weights.items())
    passed = [
        "carray(root, 1)",
        "seat",
        *([f"Network({arrays})"] if network else []),
        "carray(nodes, node_count)",
        "carray(edges, edge_count)",
        "carray(used, 2)",
        "iterations",
        "exploration",
        *([] if network else ["longest"]),
        "carray(repetitions, repetition_count)",
        "carray(belief, (rows, columns))",
        "carray(work, 2)",
        f"carray(view, {dtype.itemsize // word.itemsize})",
        f"carray(moves, {game.rules.most_moves})",
        "carray(rng, 1)",
    ]
    grow: Callable[..., None] = (compiled_guided if network else compiled)(game, config)
    made: dict[str, Any] = {"grow": grow, "carray": carray, "Network": Network}
    exec(f"def wrapper({', '.join(takes)}):\n    grow({', '.join(passed)})\n", made)
    return _code(made["wrapper"], list(takes.values()))


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


def _pointer_to(dtype: np.dtype[Any]) -> Any:
    return pointer(from_dtype(dtype))


def _code(wrapper: Any, takes: list[Any], gives: Any = types.void) -> str:
    made = numba.cfunc(gives(*takes), error_model="numpy")(wrapper)
    text: str = made.inspect_llvm()
    return text
