"""The compiled functions of a game with the signature that a module of WebAssembly can have.

What a function takes is read from its annotations: `int`, `float`, an array, a named tuple of arrays (`tables`), or
else a record of the game.
"""

import inspect
from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

import numba
import numpy as np
from numba import types
from numba.np.numpy_support import carray, from_dtype

from lido.browser.tables import Table
from lido.target import pointer

NONE: Mapping[str, Table] = {}


class Kernel(NamedTuple):
    """A compiled function as JavaScript sees it: `i` an int, `f` a float, `b` a bool, `r` a record, `a` an array.

    A table goes by its name.
    """

    takes: list[str]
    gives: str
    """`i*2` is two ints; an empty text is nothing."""


def described(function: Any) -> Kernel:
    """What a compiled function takes and gives, by its annotations."""
    signature = inspect.signature(function.py_func, eval_str=True)
    takes = [_kind(each.annotation) for each in signature.parameters.values()]
    given = signature.return_annotation
    if given is None:
        return Kernel(takes, "")
    if getattr(given, "__origin__", None) is tuple:
        return Kernel(takes, f"i*{len(get_args(given))}")
    return Kernel(takes, {int: "i", bool: "b", float: "f"}[given])


def _kind(annotation: Any) -> str:
    if annotation in (int, bool):
        return "i"
    if annotation is float:
        return "f"
    if hasattr(annotation, "_fields"):
        return str(annotation.__name__)
    return "a" if getattr(annotation, "__origin__", None) is np.ndarray else "r"


def _item(annotation: Any) -> Any:
    """The type of the items of an array."""
    (scalar,) = get_args(get_args(annotation)[1])
    return from_dtype(np.dtype(scalar))


def code(function: Any, record: np.dtype[Any], tables: Mapping[str, Table] = NONE) -> str:
    """The code of LLVM of a function that takes pointers in place of records, arrays, and the arrays of tables."""
    kernel, signature = described(function), inspect.signature(function.py_func, eval_str=True)
    names: list[str] = []
    kinds: list[Any] = []
    passed: list[str] = []
    made: dict[str, Any] = {"function": function, "carray": carray}
    for at, (kind, parameter) in enumerate(zip(kernel.takes, signature.parameters.values(), strict=True)):
        name = f"p{at}"
        if kind in tables:
            table = tables[kind]
            made[kind] = table.kind
            places = [f"{name}_{field}" for field in range(len(table.arrays))]
            names += places
            kinds += [pointer(from_dtype(array.dtype)) for array in table.arrays]
            arrays = (f"carray({place}, {array.shape})" for place, array in zip(places, table.arrays, strict=True))
            passed.append(f"{kind}({', '.join(arrays)})")
            continue
        names.append(name)
        if kind == "r":
            kinds.append(pointer(from_dtype(record)))
            passed.append(f"carray({name}, 1)[0]")
        elif kind == "a":
            names.append(f"n{at}")
            kinds += [pointer(_item(parameter.annotation)), types.int64]
            passed.append(f"carray({name}, n{at})")
        else:
            kinds.append(types.float64 if kind == "f" else types.int64)
            passed.append(name)
    call = f"function({', '.join(passed)})"
    if kernel.gives.startswith("i*"):
        count = int(kernel.gives[2:])
        names.append("out")
        kinds.append(pointer(types.int64))
        lines = [f"found = {call}", f"room = carray(out, {count})"]
        lines += [f"room[{at}] = found[{at}]" for at in range(count)]
        result: Any = types.void
    else:
        lines = [f"return {call}" if kernel.gives else call]
        result = {"i": types.int64, "b": types.boolean, "f": types.float64, "": types.void}[kernel.gives]
    text = f"def wrapper({', '.join(names)}):\n" + "".join(f"    {line}\n" for line in lines)
    exec(text, made)
    compiled = numba.cfunc(result(*kinds), error_model="numpy")(made["wrapper"])
    found: str = compiled.inspect_llvm()
    return found
