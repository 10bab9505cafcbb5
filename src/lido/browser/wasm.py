"""Compiled functions as a module of WebAssembly.

LLVM writes the code of `lido.target` for WebAssembly, and the linker inside `ziglang` links it.
"""

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import llvmlite.binding as llvm

from lido import target

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+nontrapping-fptoint,+sign-ext,+simd128"
RUNTIME = """
@lido_free = internal global i32 0
define void @reset(i32 %free) {
  store i32 %free, ptr @lido_free
  ret void
}
define internal ptr @lido_top() {
  ret ptr @lido_free
}
"""
"""All memory that was handed out is taken back when the caller says so (`reset`)."""


def linked(code: Mapping[str, str]) -> bytes:
    """A module that exports functions by these names, given the code that `numba.cfunc` made of each."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    exported = {*code, "reset"}
    whole = target.linked(code, RUNTIME, exported, machine)
    target.optimise(whole, machine)
    return _module(machine.emit_object(whole), sorted(exported))


def _module(compiled: bytes, exported: list[str]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="lido-wasm-") as folder:
        here, there = Path(folder) / "code.o", Path(folder) / "code.wasm"
        here.write_bytes(compiled)
        exports = [f"--export={name}" for name in ("__heap_base", *exported)]
        options = ["--no-entry", "--strip-all", "-O2", *exports]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld", str(here), "-o", str(there), *options]
        subprocess.run(linker, check=True)
        return there.read_bytes()
