"""Arrays inside compiled functions: lent without an owner, given by an address, and a counter that threads share."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import types as numba_types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import carray
from numpy.typing import NDArray


def unowned(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, whose rows compiled functions do not count references to: that would take most of their time.

    The caller must hold the array meanwhile.
    """
    return array


def claimed(counter: NDArray[np.int64], step: int) -> int:
    """Add `step` to the only number of `counter`, and return what it was: each thread that asks gets another."""
    was = int(counter[0])
    counter[0] += step
    return was


def at_address(address: int, dtype: Any, count: int) -> NDArray[Any]:
    """An array of so many things at an address. To hand over the address takes a fraction of the time of an array.

    The caller must hold the memory meanwhile.
    """
    size = count * np.dtype(dtype).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(address), dtype)


@intrinsic
def _without_owner(typing_context: Any, array: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, arguments[0])
        held.meminfo = held.meminfo.type(None)
        return held._getvalue()

    return array(array), code


@intrinsic
def _atomic_add(typing_context: Any, counter: Any, step: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.atomic_rmw("add", held.data, arguments[1], "seq_cst")

    return numba_types.int64(counter, numba_types.int64), code


@overload(unowned)
def _compiled_unowned(array: Any) -> Callable[[Any], Any]:
    def implementation(array: Any) -> Any:
        return _without_owner(array)  # type: ignore[call-arg]

    return implementation


@overload(claimed)
def _compiled_claimed(counter: Any, step: Any) -> Callable[[Any, Any], Any]:
    def implementation(counter: Any, step: Any) -> Any:
        return _atomic_add(counter, step)  # type: ignore[call-arg]

    return implementation


@intrinsic
def _pointer(typing_context: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(numba_types.voidptr))

    return numba_types.voidptr(numba_types.int64), code


@overload(at_address)
def _compiled_at_address(address: int, dtype: Any, count: int) -> Callable[[int, Any, int], NDArray[Any]]:
    def implementation(address: int, dtype: Any, count: int) -> NDArray[Any]:
        array: NDArray[Any] = carray(_pointer(address), count, dtype)  # type: ignore[call-arg]
        return array

    return implementation
