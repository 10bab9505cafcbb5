"""Compiled functions: how the rules become fast, and stay plain Python.

Rules are ordinary functions under `@jit`. Loops that serve every game (counting, playouts,
search) are written once as templates and made for one game by `specialise`. `uncompiled`
gives back the plain Python of any of them, all the way down, for debugging and for tests.
"""

import ast
import hashlib
import types
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import types as numba_types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic, overload

from lido import folder

F = TypeVar("F", bound=Callable[..., Any])

# A record with more fields may stand where one with fewer is expected (`RULES` of a game's `features`).
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


class Record(np.record):  # type: ignore[misc]
    """A record whose fields are attributes, as NumPy's are, but which costs half as much to ask or to pass on.

    NumPy looks at the fields first, in Python, whatever it is asked for; compiled functions ask for the memory.
    """

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]
    data = np.void.real  # type: ignore[assignment]  # itself: a view of its memory takes longer to make than to use

    def __getattr__(self, name: str) -> Any:
        if name in (self.dtype.names or ()):
            return self[name]
        raise AttributeError(f"no field {name!r}")


CORE = Path(__file__).parent


@cache
def fingerprint(source: Path) -> str:
    """A short hash of a source file, of the files of its folder that it imports, and of those here that all may use."""
    digest = hashlib.sha256()
    for file in [CORE / "kernel.py", CORE / "rng.py", *sorted(_with_imports(source))]:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _with_imports(source: Path) -> set[Path]:
    """A file and those beside it that it imports, directly or through others."""
    found, waiting = set(), [source]
    while waiting:
        file = waiting.pop()
        if file not in found and file.is_file():
            found.add(file)
            waiting += [(source.parent / name).with_suffix(".py") for name in _imported(file)]
    return found


@cache
def _imported(file: Path) -> list[str]:
    """What may be names of modules among all that a file imports from anywhere."""
    names: list[str] = []
    waiting: list[ast.AST] = [ast.parse(file.read_bytes())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom):
            names += filter(None, ((node.module or "").split(".")[-1], *(each.name for each in node.names)))
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):  # every statement, but no expression
            waiting += getattr(node, part, ())
    return names


def jit(function: F) -> F:
    """Compile `function` at its first call and keep the result on disk.

    Numba's cache looks at the function's own file only. A name that changes with everything the
    function may have inlined, from its folder and from others, keeps it from being stale.
    """
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    inlined = [f"{name}={identity}" for name, thing in sorted(named.items()) if (identity := _identity(thing))]
    sources = [fingerprint(Path(function.__code__.co_filename)), *inlined]
    function.__qualname__ += f"-{hashlib.sha256(repr(sources).encode()).hexdigest()[:12]}"
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # neither the folder of the package nor the user's cache can be written
        numba.config.CACHE_DIR = folder.temporary()  # type: ignore[attr-defined]
        return cast(F, numba.njit(cache=True, nogil=True)(function))


def _identity(thing: object) -> str | None:
    """What tells a compiled function or a constant from others, in every process alike."""
    if isinstance(thing, bool | int | float | str):
        return repr(thing)
    return getattr(getattr(thing, "py_func", None), "__qualname__", None)


def specialise(template: F, game: str, **given: Any) -> F:
    """`template` compiled for one game, its free names standing for what is `given`.

    A closure would do the same but would be compiled again in every process.
    """
    made = types.FunctionType(template.__code__, {**template.__globals__, **given})
    made.__qualname__ = f"{template.__name__}-{game}"
    return cast(F, jit(made))


@cache
def uncompiled(function: F) -> F:
    """The plain Python of a compiled function, calling the plain Python of what it calls.

    With `NUMBA_DISABLE_JIT=1` nothing is compiled, and a function is its own plain Python.
    """
    plain = getattr(function, "py_func", function)
    names = {name for name in plain.__code__.co_names if name in plain.__globals__}
    callees = {name: plain.__globals__[name] for name in names}
    replaced = {n: uncompiled(f) for n, f in callees.items() if hasattr(f, "py_func")}
    return cast(F, types.FunctionType(plain.__code__, {**plain.__globals__, **replaced}))


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit set in `mask`, which is not zero."""
    return (int(mask) & -int(mask)).bit_length() - 1


def count_bits(mask: int) -> int:
    """How many bits of `mask` are set."""
    return int(mask).bit_count()


def highest_bit(mask: int) -> int:
    """The number of the highest bit set in `mask`, which is above zero."""
    return int(mask).bit_length() - 1


def _on_64_bits(emit: Callable[[Any, Any], Any]) -> Any:
    """An instruction on one 64-bit number, for use inside compiled functions."""

    @intrinsic
    def instruction(typing_context: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return numba_types.int64(numba_types.int64), code

    return instruction


_trailing_zeros = _on_64_bits(lambda builder, mask: builder.cttz(mask, ir.Constant(ir.IntType(1), 1)))
_leading_zeros = _on_64_bits(lambda builder, mask: builder.ctlz(mask, ir.Constant(ir.IntType(1), 1)))
_population = _on_64_bits(lambda builder, mask: builder.ctpop(mask))


@overload(lowest_bit)
def _compiled_lowest_bit(mask: int) -> Callable[[int], int]:
    def implementation(mask: int) -> int:
        number: int = _trailing_zeros(mask)
        return number

    return implementation


@overload(count_bits)
def _compiled_count_bits(mask: int) -> Callable[[int], int]:
    def implementation(mask: int) -> int:
        number: int = _population(mask)
        return number

    return implementation


@overload(highest_bit)
def _compiled_highest_bit(mask: int) -> Callable[[int], int]:
    def implementation(mask: int) -> int:
        number: int = 63 - _leading_zeros(mask)
        return number

    return implementation


LOG_2 = 0.6931471805599453
ROOT_2 = 1.4142135623730951


@jit
def log(number: int) -> float:
    """The natural logarithm of a whole number above zero, the same to the bit wherever it is computed.

    That of a library is not: a processor, a browser and a card each have their own.
    """
    exponent = highest_bit(number)
    scaled = number / (1 << exponent)
    if scaled > ROOT_2:
        scaled /= 2.0
        exponent += 1
    return exponent * LOG_2 + log_near_1(scaled)


@jit
def log_of_float(number: float) -> float:
    """The same of any number above zero; the further from 1, the longer it takes."""
    exponent = 0
    while number > ROOT_2:
        number /= 2.0
        exponent += 1
    while number < ROOT_2 / 2.0:
        number *= 2.0
        exponent -= 1
    return exponent * LOG_2 + log_near_1(number)


@jit
def log_near_1(number: float) -> float:
    """The logarithm of a number from 1/√2 to √2.

    With s = (number - 1) / (number + 1), it is 2 · (s + s³/3 + s⁵/5 + …).
    """
    s = (number - 1.0) / (number + 1.0)
    z = s * s
    rest = 0.0
    for odd in range(21, 1, -2):
        rest = z * (rest + 1.0 / odd)
    return 2.0 * s * (1.0 + rest)


@jit
def exp(number: float) -> float:
    """The exponential function, the same to the bit wherever it is computed; 0 below e⁻⁷⁰⁰.

    With number = doublings · log 2 + rest, it is 2^doublings · (1 + rest + rest²/2! + …).
    """
    if number < -700.0:
        return 0.0
    doublings = int(np.floor(number / LOG_2 + 0.5))
    rest = number - doublings * LOG_2
    power = 1.0
    for factor in range(16, 0, -1):
        power = 1.0 + rest * power / factor
    for _ in range(abs(doublings)):
        power = power * 2.0 if doublings > 0 else power / 2.0
    return power
