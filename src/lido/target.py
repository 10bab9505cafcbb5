"""The code of compiled functions for other machines than this one: a browser, a graphics card.

Numba is asked for the code of LLVM as it is before any optimisation, so that nothing in it depends on this machine.
That is a setting of a process (`run`). Here the code of several functions becomes one module, with all that Numba
calls besides, and LLVM optimises it for its machine.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types
from numba.np.numpy_support import carray

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
ALLOCATION = """
define internal {word} @lido_room(i64 %size) {{
  %top = call ptr @lido_top()
  %free = load {word}, ptr %top
  %more = add {word} %free, 47
  %begin = and {word} %more, -32
  %bytes = {narrowed}
  %end = add {word} %begin, %bytes
  %before = sub {word} %begin, 16
  %place = inttoptr {word} %before to ptr
  store {word} %free, ptr %place
  %after = sub {word} %begin, 8
  %other = inttoptr {word} %after to ptr
  store {word} %end, ptr %other
  store {word} %end, ptr %top
  ret {word} %begin
}}
define void @NRT_Free(ptr %data) {{
  %begin = ptrtoint ptr %data to {word}
  %after = sub {word} %begin, 8
  %other = inttoptr {word} %after to ptr
  %end = load {word}, ptr %other
  %top = call ptr @lido_top()
  %free = load {word}, ptr %top
  %last = icmp eq {word} %end, %free
  br i1 %last, label %take, label %done
take:
  %before = sub {word} %begin, 16
  %place = inttoptr {word} %before to ptr
  %was = load {word}, ptr %place
  store {word} %was, ptr %top
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
  %begin = call {word} @lido_room(i64 %whole)
  %info = inttoptr {word} %begin to ptr
  %first = add {word} %begin, 64
  %data = inttoptr {word} %first to ptr
  store i64 1, ptr %info
  %place = getelementptr {{i64, ptr, ptr, ptr, i64, ptr}}, ptr %info, i32 0, i32 3
  store ptr %data, ptr %place
  ret ptr %info
}}
define ptr @NRT_Allocate(i64 %size) {{
  %begin = call {word} @lido_room(i64 %size)
  %data = inttoptr {word} %begin to ptr
  ret ptr %data
}}
"""
"""Memory is handed out one piece after the other, from what `lido_top` points at. The last piece is taken back when it
is freed: that is enough for functions that free what they allocate before they return."""


def run(module: str, arguments: list[str], cache: Path) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in a process in which Numba does not optimise; `cache` is for what it compiles there."""
    # Numba reads both when it is loaded. What is compiled so must not be mistaken for what the rest of Lido runs.
    settings = {"NUMBA_OPT": "0", "NUMBA_CACHE_DIR": str(cache.absolute())}
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, env={**os.environ, **settings}, check=False, text=True)


def pointer(to: Any) -> Any:
    """The type of a pointer to a value of a type of Numba."""
    return types.CPointer(to)  # type: ignore[no-untyped-call]


def allocation(bits: int) -> str:
    """The code that hands out memory on a machine whose pointers have so many bits."""
    word = f"i{bits}"
    return ALLOCATION.format(word=word, narrowed=f"trunc i64 %size to {word}" if bits < 64 else "add i64 %size, 0")


def linked(code: Mapping[str, str], runtime: str, exported: set[str], machine: Any) -> Any:
    """One module of functions by these names, given the code that `numba.cfunc` made of each, and more code."""
    triple = machine.triple
    traps = "".join(_traps(name, kind) for name, kind in TRAPPING.items())
    layout = str(machine.target_data)
    head = f'target datalayout = "{layout}"\ntarget triple = "{triple}"\n'
    whole = llvm.parse_assembly(f"{head}{runtime}{allocation(_bits(machine))}{traps}")
    for name, text in {**code, "numba_attempt_nocopy_reshape": _reshaping()}.items():
        whole.link_in(llvm.parse_assembly(_retargeted(text, name, triple)))
    _hide(whole, exported)
    whole.verify()
    return whole


def optimise(whole: Any, machine: Any) -> None:
    """Optimise a module for its machine."""
    # First only what must be inlined, so that the counting of references is in one place and most of it can go: that
    # doubles the speed of a search.
    for level in (0, 3):
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(whole, builder)


def _bits(machine: Any) -> int:
    return 64 if "64" in machine.triple.partition("-")[0] else 32


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


def _retargeted(text: str, name: str, triple: str) -> str:
    """The code of one function under its plain name, without what is said of this machine."""
    found = re.search(r'define [^@\n]*@"?(cfunc\.[^"(]*)"?\(', text)
    assert found
    text = text.replace(f'@"{found[1]}"', f"@{name}").replace(f"@{found[1]}(", f"@{name}(")
    text = re.sub(r"target datalayout = .*", "", text)
    text = re.sub(r"target triple = .*", f'target triple = "{triple}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    return text.replace("@sqrt(", "@llvm.sqrt.f64(").replace(" common ", " weak ")


def _hide(whole: Any, exported: set[str]) -> None:
    for function in whole.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    for variable in whole.global_variables:
        if not variable.is_declaration and variable.name not in exported:
            variable.linkage = "internal"
