"""The kernels of a card on this processor: the same code of LLVM, with every step checked that a card may do otherwise.

LLVM leaves open what a shift by 64 or more gives, or the lowest bit of nothing: x86 takes the count of a shift modulo
64, and so does WebAssembly; a card does not. The code is the one before optimisation, so nothing has been left out.

`python -m tests.card.native GAME PLAYERS OPTIONS N STEPS FILE`, in a process of `lido.target.run`, plays random games
and writes all arrays of the batch, and what was found.
"""

import ctypes
import hashlib
import json
import os
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.errors import NumbaWarning

import lido
from lido import match, target
from lido.batch import generators, rows
from lido.card import code
from lido.game import SPECTATOR
from lido.planes import encoding

SHIFT = re.compile(r"^  %\S+ = (?:shl|lshr|ashr) (?:nuw |nsw |exact )*i(\d+) [^,]+, (%\S+?)(?:, !.*)?$", re.MULTILINE)
ZEROS = re.compile(
    r"^  %\S+ = (?:tail )?call [^@]*i64 @llvm\.ct[lt]z\.i64\(i64 (?:\w+ )*(%\S+?), i1 true\).*$", re.MULTILINE
)
RUNTIME = """
@lido_number = internal global i64 0
@found = global [2 x i64] zeroinitializer
define internal i32 @lido_thread() {{
  %number = load i64, ptr @lido_number
  %thread = urem i64 %number, {threads}
  %small = trunc i64 %thread to i32
  ret i32 %small
}}
define internal i32 @lido_block() {{
  %number = load i64, ptr @lido_number
  %block = udiv i64 %number, {threads}
  %small = trunc i64 %block to i32
  ret i32 %small
}}
define internal void @lido_count(i64 %kind, i1 %wrong) {{
  %place = getelementptr [2 x i64], ptr @found, i64 0, i64 %kind
  %before = load i64, ptr %place
  %more = zext i1 %wrong to i64
  %after = add i64 %before, %more
  store i64 %after, ptr %place
  ret void
}}
define void @lido_shifts(i64 %count, i64 %width) {{
  %wrong = icmp uge i64 %count, %width
  call void @lido_count(i64 0, i1 %wrong)
  ret void
}}
define void @lido_looks(i64 %mask) {{
  %wrong = icmp eq i64 %mask, 0
  call void @lido_count(i64 1, i1 %wrong)
  ret void
}}
"""
GRID = """
define void @all_{name}({taken}) {{
  br label %next
next:
  %at = phi i64 [ 0, %0 ], [ %after, %next ]
  store i64 %at, ptr @lido_number
  call void @{name}({taken})
  %after = add i64 %at, 1
  %more = icmp ult i64 %after, %n
  br i1 %more, label %next, label %done
done:
  ret void
}}
"""
CHECKS = "declare void @lido_shifts(i64, i64)\ndeclare void @lido_looks(i64)\n"


def checked(text: str) -> str:
    """The code of a function that counts what a card may do otherwise."""
    numbers = iter(range(sys.maxsize))

    def shift(found: re.Match[str]) -> str:
        bits, count = int(found[1]), found[2]
        if bits == 64:
            return f"  call void @lido_shifts(i64 {count}, i64 64)\n{found[0]}"
        wide = f"%lido_wide_{next(numbers)}"
        return f"  {wide} = zext i{bits} {count} to i64\n  call void @lido_shifts(i64 {wide}, i64 {bits})\n{found[0]}"

    text = SHIFT.sub(shift, text)
    return ZEROS.sub(lambda found: f"  call void @lido_looks(i64 {found[1]})\n{found[0]}", text) + CHECKS


def on_this_machine(text: str) -> str:
    """The code of the kernels, called for one thread after the other."""
    text = re.sub(r"addrspacecast \(ptr addrspace\(3\) (@\w+) to ptr\)", r"\1", text).replace(" addrspace(3)", "")
    text = re.sub(r"declare .*@llvm\.nvvm.*\n", "", text).replace("ptx_kernel ", "")
    text = text.replace("@llvm.nvvm.read.ptx.sreg.tid.x", "@lido_thread")
    text = text.replace("@llvm.nvvm.read.ptx.sreg.ctaid.x", "@lido_block")
    grids = "".join(
        GRID.format(name=found[1], taken=found[2]) for found in re.finditer(r"define void @(\w+)\((.*)\) \{", text)
    )
    return text + grids


class Compiled:
    """Functions and more code, checked and compiled for this machine."""

    def __init__(self, functions: dict[str, str], runtime: str, exported: set[str]) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=3, codemodel="jitdefault", jit=True)
        given = {name: checked(text) for name, text in functions.items()}
        runtime = RUNTIME.format(threads=code.THREADS) + runtime
        whole = target.linked(given, runtime, {"found", *exported}, machine)
        target.optimise(whole, machine)
        self._engine = llvm.create_mcjit_compiler(whole, machine)
        self._engine.finalize_object()
        self.found = (ctypes.c_int64 * 2).from_address(self._engine.get_global_value_address("found"))

    def run(self, name: str, values: list[int]) -> None:
        """Call a function with these numbers."""
        kind = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * len(values))
        kind(self._engine.get_function_address(name))(*values)


class Native(Compiled):
    """The kernels of one game."""

    def __init__(self, game: str, players: int) -> None:
        code.SHARED = 0  # each thread writes what is seen itself, for there is nobody to meet
        shown = encoding(game, players)
        planned = code.plan(shown, players)
        exported = {*code.KERNELS, *(f"all_{name}" for name in code.KERNELS)}
        functions = _kept(f"{game}-{players}", lambda: code.functions(shown, planned))
        super().__init__(functions, on_this_machine(code.kernels(planned)), exported)


def _kept(name: str, make: Callable[[], dict[str, str]]) -> dict[str, str]:
    """The code of functions, made once until a source or Numba changes: Numba takes seconds for it."""
    sources = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(lido.__file__).parent.rglob("*.py")):
        sources.update(source.read_bytes())
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    file = folder / f"{name}-{sources.hexdigest()[:16]}.json"
    if not file.exists():
        for older in folder.glob(f"{name}-*.json"):
            older.unlink(missing_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(make()), "utf-8")
        part.rename(file)
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def main() -> None:
    """Play, and write what came of it."""
    warnings.simplefilter("ignore", NumbaWarning)  # that large tables are not cached
    game, players, options, n, steps, file = sys.argv[1:]
    rules = match.new(game, players=int(players), options=json.loads(options), seed="vector")
    shown, count = encoding(game, int(players)), int(n)
    arrays: dict[str, Any] = {
        name: np.zeros((count, *row.shape), dtype=row.dtype) for name, row in rows(shown, int(players)).items()
    }
    arrays["rngs"][:] = generators(1, count)
    start = np.array([rules.player_view(SPECTATOR).observation])
    actions, refused = np.zeros(count, dtype=np.int64), np.full(1, -1)
    given = [array.ctypes.data for array in (*arrays.values(), start, actions)]
    values = [*given, 0, refused.ctypes.data, count]
    native = Native(game, int(players))
    native.run("all_begin", values)
    ended = 0
    for _ in range(int(steps)):
        native.run("all_draw", values)
        native.run("all_advance", values)
        ended += int(arrays["terminations"].sum())
    assert refused[0] == -1
    words = {name: array if array.dtype.names is None else array.view(np.uint8) for name, array in arrays.items()}
    np.savez(file, **words, found=np.array(native.found[:]), ended=np.array(ended))


if __name__ == "__main__":
    main()
