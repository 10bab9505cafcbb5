"""Compiled functions as a module of WebAssembly.

Numba is asked for the code of LLVM as it is before any optimisation, so that nothing in it depends on this machine. The
LLVM inside `llvmlite` optimises it and writes it for WebAssembly, and the linker inside `ziglang` links it.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types
from numba.np.numpy_support import carray

from lido.browser.kernels import pointer

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+nontrapping-fptoint,+sign-ext"
TRAPPING = {
    "numba_gil_ensure": "void (ptr)",
    "numba_gil_release": "void (ptr)",
    "numba_do_raise": "void (ptr)",
    "Py_DecRef": "void (ptr)",
    "PyErr_WriteUnraisable": "void (ptr)",
    "PyErr_SetString": "void (ptr, ptr)",
    "PyErr_SetNone": "void (ptr)",
    "PyErr_Clear": "void ()",
    "numba_unpickle": "ptr (ptr, i32, ptr)",
    "numba_runtime_build_excinfo_struct": "ptr (ptr, ptr)",
    "PyUnicode_FromString": "ptr (ptr)",
    "PyBytes_FromStringAndSize": "ptr (ptr, i64)",
}
"""What Numba calls when something was raised. Rules raise nothing, so these end the module."""
RUNTIME = f"""
target triple = "{TRIPLE}"
@lido_free = internal global i32 0
define void @reset(i32 %free) {{
  store i32 %free, ptr @lido_free
  ret void
}}
define internal i32 @lido_room(i64 %size) {{
  %free = load i32, ptr @lido_free
  %more = add i32 %free, 47
  %begin = and i32 %more, -32
  %bytes = trunc i64 %size to i32
  %end = add i32 %begin, %bytes
  %before = sub i32 %begin, 8
  %place = inttoptr i32 %before to ptr
  store i32 %free, ptr %place
  %after = sub i32 %begin, 4
  %other = inttoptr i32 %after to ptr
  store i32 %end, ptr %other
  store i32 %end, ptr @lido_free
  ret i32 %begin
}}
define void @NRT_Free(ptr %data) {{
  %begin = ptrtoint ptr %data to i32
  %after = sub i32 %begin, 4
  %other = inttoptr i32 %after to ptr
  %end = load i32, ptr %other
  %free = load i32, ptr @lido_free
  %last = icmp eq i32 %end, %free
  br i1 %last, label %take, label %done
take:
  %before = sub i32 %begin, 8
  %place = inttoptr i32 %before to ptr
  %was = load i32, ptr %place
  store i32 %was, ptr @lido_free
  br label %done
done:
  ret void
}}
define void @NRT_MemInfo_call_dtor(ptr %info) {{
  call void @NRT_Free(ptr %info)
  ret void
}}
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{
  %whole = add i64 %size, 64
  %begin = call i32 @lido_room(i64 %whole)
  %info = inttoptr i32 %begin to ptr
  %first = add i32 %begin, 64
  %data = inttoptr i32 %first to ptr
  store i64 1, ptr %info
  %place = getelementptr {{i64, ptr, ptr, ptr, i64, ptr}}, ptr %info, i32 0, i32 3
  store ptr %data, ptr %place
  ret ptr %info
}}
define ptr @NRT_Allocate(i64 %size) {{
  %begin = call i32 @lido_room(i64 %size)
  %data = inttoptr i32 %begin to ptr
  ret ptr %data
}}
"""
"""Memory is handed out one piece after the other. The last piece is taken back when it is freed, and all of it when the
caller says so (`reset`): that is enough for functions that free what they allocate before they return."""


def linked(code: Mapping[str, str]) -> bytes:
    """A module that exports functions by these names, given the code that `numba.cfunc` made of each."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, reloc="static", features=FEATURES)
    whole = llvm.parse_assembly(RUNTIME + "".join(_traps(name, kind) for name, kind in TRAPPING.items()))
    for name, text in {**code, "numba_attempt_nocopy_reshape": _reshaping()}.items():
        whole.link_in(llvm.parse_assembly(_for_wasm(text, name)))
    exported = {*code, "reset"}
    _hide(whole, exported)
    whole.data_layout = str(machine.target_data)
    whole.verify()
    # First only what must be inlined, so that the counting of references is in one place and most of it can go: that
    # doubles the speed of a search.
    for level in (0, 3):
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(whole, builder)
    return _module(machine.emit_object(whole), sorted(exported))


def _reshaping() -> str:
    """The code of what Numba calls to see an array in another shape: only one without gaps can be seen so."""

    def reshape(nd, dims, strides, new_nd, new_dims, new_strides, item_size, fortran):  # type: ignore[no-untyped-def]
        old_dims, old_strides = carray(dims, nd), carray(strides, nd)
        shape, found = carray(new_dims, new_nd), carray(new_strides, new_nd)
        stride = item_size
        for at in range(nd - 1, -1, -1):
            if old_strides[at] != stride:
                return 0
            stride *= old_dims[at]
        stride = item_size
        for at in range(new_nd - 1, -1, -1):
            found[at] = stride
            stride *= shape[at]
        return 1

    i64, row = types.int64, pointer(types.int64)
    made = numba.cfunc(types.int32(i64, row, row, i64, row, row, i64, types.int32), error_model="numpy")(reshape)
    text: str = made.inspect_llvm()
    return text


def _traps(name: str, kind: str) -> str:
    result, _, rest = kind.partition(" ")
    return f"define {result} @{name}{rest} {{ unreachable }}\n"


def _for_wasm(text: str, name: str) -> str:
    """The code of one function under its plain name, without what is said of this machine."""
    found = re.search(r'define [^@\n]*@"?(cfunc\.[^"(]*)"?\(', text)
    assert found
    text = text.replace(f'@"{found[1]}"', f"@{name}").replace(f"@{found[1]}(", f"@{name}(")
    text = re.sub(r"target datalayout = .*", "", text)
    text = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    return text.replace("@sqrt(", "@llvm.sqrt.f64(").replace(" common ", " weak ")


def _hide(whole: Any, exported: set[str]) -> None:
    for function in whole.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _module(compiled: bytes, exported: list[str]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="lido-wasm-") as folder:
        here, there = Path(folder) / "code.o", Path(folder) / "code.wasm"
        here.write_bytes(compiled)
        exports = [f"--export={name}" for name in ("__heap_base", *exported)]
        options = ["--no-entry", "--strip-all", "-O2", *exports]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld", str(here), "-o", str(there), *options]
        subprocess.run(linker, check=True)
        return there.read_bytes()
