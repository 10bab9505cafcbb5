"""Arrays inside compiled functions: lent without an owner, and a counter that threads share."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import types as numba_types
from numba.extending import intrinsic, overload
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
