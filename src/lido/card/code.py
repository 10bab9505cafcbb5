"""The loops of `lido.batch` for one game as PTX, the language of NVIDIA's cards.

A thread has a batch of one game: its rows of all arrays, with the state in memory of its own. What is seen is written
into memory that a block of threads shares, and from there by all of them together: one after the other they would write
single bytes far apart, which a card does slowly.
"""

import math
from typing import Any, NamedTuple, cast

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types
from numba.np.numpy_support import carray, from_dtype

from lido import target
from lido.batch import Batch, Row, draw_moves, first_illegal, parts, rows
from lido.game import MOST_SEATS, RecordGame
from lido.planes import Encoding

TRIPLE = "nvptx64-nvidia-cuda"
PROCESSOR = "sm_75"
"""The oldest cards that today's compilers serve: Turing. The driver compiles for the card that is there."""
FEATURES = "+ptx64"
THREADS = 128
"""How many threads, and games, a block has."""
SHARED = 48 * 1024
"""The memory that a block may share on every card."""
ARENA = 2048
"""The memory that the rules of one game may allocate."""
KERNELS = ("begin", "advance", "draw")

BODIES = {
    "begin": "begin_games(batch, carray(start, 1), carray(found, MOST_MOVES), 0, 1)",
    "advance": """move = carray(chosen, 1)
    if narrow:
        move[0] = carray(narrow_actions, game + 1)[game]
    else:
        move[0] = carray(actions, game + 1)[game]
    if first_illegal(batch.legal, move) < 0:
        advance_games(batch, carray(start, 1), move, carray(pay, MOST_SEATS), carray(found, MOST_MOVES), 0, 1)
    else:
        carray(refused, 1)[0] = game""",
    "draw": "draw_moves(batch, carray(actions, game + 1)[game : game + 1])",
    "show": "show(batch, 0, carray(view, 1), carray(seen, SIZE))",
}
"""What a thread does, given its rows and room to work in."""
PARAMETERS = (
    "start", "actions", "narrow_actions", "narrow", "game", "refused", "chosen", "pay", "found", "view", "seen",
)  # fmt: skip
"""What it is given after the rows of a batch."""


class Plan(NamedTuple):
    """What is fixed when the code of a game is made."""

    rows: dict[str, Row]
    most_moves: int

    @property
    def size(self) -> int:
        """The size of an observation."""
        return self.rows["observations"].size

    @property
    def staged(self) -> int:
        """How many observations a block holds at a time, a power of two; 0 where not even one has room."""
        room = max(0, SHARED - 8 * THREADS) // self.stride
        return min(THREADS, 1 << room.bit_length() - 1) if room else 0

    @property
    def gap(self) -> int:
        """How many bytes lie between two observations that a block holds.

        The memory has 32 banks of four bytes. Threads that write at the same place of their observations should find
        it in different banks, so an observation and its gap are an odd number of them.
        """
        return 0 if self.size % 8 else 4

    @property
    def stride(self) -> int:
        """The size of an observation and its gap."""
        return self.size + self.gap


def plan(shown: Encoding, players: int) -> Plan:
    """The plan of a game for a number of players."""
    return Plan(rows(shown, players), cast(RecordGame, shown.game).rules.most_moves)


def ptx(shown: Encoding, players: int) -> str:
    """The kernels `begin`, `advance` and `draw` of a game, in a process in which Numba does not optimise."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.set_option("", "-nvptx-fma-level=0")  # a product that is added is rounded first, as on a processor
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=PROCESSOR, features=FEATURES, opt=3)
    planned = plan(shown, players)
    whole = target.linked(functions(shown, planned), kernels(planned), set(KERNELS), machine)
    for function in whole.functions:
        if not function.is_declaration and function.name not in KERNELS:
            function.add_function_attribute("alwaysinline")  # so that it is known in which memory a pointer points
    target.optimise(whole, machine)
    text: str = machine.emit_assembly(whole)
    return text


def functions(shown: Encoding, planned: Plan) -> dict[str, str]:
    """The code of LLVM of all that the kernels call, by its names."""
    code = {f"{name}_one": _one(shown, planned, body) for name, body in BODIES.items()}
    code |= {"copy": _copying(planned), "clear": _clearing(planned)}
    return {name: text.replace(" noinline ", " alwaysinline ") for name, text in code.items()}


def _one(shown: Encoding, planned: Plan, body: str) -> str:
    """The code of LLVM of what a thread does."""
    record = from_dtype(planned.rows["states"].dtype)
    i64 = types.int64
    kinds = {name: target.pointer(from_dtype(row.dtype)) for name, row in planned.rows.items()}
    more = [record, i64, types.int32, None, None, i64, i64, types.float64, types.int16, record, types.uint8]
    kinds |= {name: target.pointer(kind) if kind else i64 for name, kind in zip(PARAMETERS, more, strict=True)}
    made: dict[str, Any] = {"carray": carray, "Batch": Batch, "draw_moves": draw_moves, "first_illegal": first_illegal}
    made |= {"MOST_SEATS": MOST_SEATS, "MOST_MOVES": planned.most_moves, "SIZE": planned.size, **parts(shown)}
    arrays = ", ".join(f"carray({name}, {(1, *row.shape)})" for name, row in planned.rows.items())
    exec(f"def wrapper({', '.join(kinds)}):\n    batch = Batch({arrays})\n    {body}\n", made)
    return _compiled(types.void(*kinds.values()), made["wrapper"])


def _copying(planned: Plan) -> str:
    """The code of LLVM of one thread's part of copying observations that a block holds, and of clearing them."""
    size = 4 if planned.gap else 1 if planned.staged * planned.size % 8 else 8
    words, gaps = planned.size // size or 1, planned.gap // size

    def copy(there_words, there_bytes, here_words, here_bytes, count, thread):  # type: ignore[no-untyped-def]
        there, here = carray(there_words, count), carray(here_words, count)
        for at in range(thread, count // size, THREADS):
            place = at + np.uint32(at) // np.uint32(words) * gaps
            there[at] = here[place]
            here[place] = 0
        there_too, here_too = carray(there_bytes, count), carray(here_bytes, count)
        for at in range(count // size * size + thread, count, THREADS):
            there_too[at] = here_too[at]
            here_too[at] = 0

    word = target.pointer(from_dtype(np.dtype(f"u{size}")))
    byte, i64 = target.pointer(types.uint8), types.int64
    return _compiled(types.void(word, byte, word, byte, i64, i64), copy)


def _clearing(planned: Plan) -> str:
    """The code of LLVM of one thread's part of clearing what a block holds."""
    count = _held(planned) // 8

    def clear(here, thread):  # type: ignore[no-untyped-def]
        words = carray(here, count)
        for at in range(thread, count, THREADS):
            words[at] = 0

    return _compiled(types.void(target.pointer(types.uint64), types.int64), clear)


def _held(planned: Plan) -> int:
    """The bytes of the observations that a block holds, in whole words."""
    return -(-planned.staged * planned.stride // 8) * 8


def _compiled(signature: Any, function: Any) -> str:
    text: str = numba.cfunc(signature, error_model="numpy")(function).inspect_llvm()
    return text


KERNEL = """
define ptx_kernel void @{name}({taken}, ptr %start, ptr %actions, i64 %narrow, ptr %refused, i64 %n) {{
  %thread32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block32 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %thread = zext i32 %thread32 to i64
  %block = zext i32 %block32 to i64
  %first = mul i64 %block, {threads}
  %game = add i64 %first, %thread
  %state = alloca [{state} x i8], align 16
  %view = alloca [{state} x i8], align 16
  %chosen = alloca i64
  %pay = alloca [{seats} x double]
  %found = alloca [{most_moves} x i16], align 8
  %arena = alloca [{arena} x i8], align 16
  %top = call ptr @lido_top()
  %room = ptrtoint ptr %arena to i64
  store i64 %room, ptr %top
{located}
{cleared}
  %inside = icmp ult i64 %game, %n
  br i1 %inside, label %work, label %{after}
work:
{loaded}
  call void @{name}_one({given}, ptr poison)
{stored}
{rest}
done:
  ret void
}}
"""
"""Given where a row begins (`located`), what a thread is given and what follows (`rest`)."""
DIRECT = """  call void @llvm.memset.p0.i64(ptr %at_observations, i8 0, i64 {size}, i1 false)
  call void @show_one({given}, ptr %at_observations)
  br label %done
"""
STAGED = """  br label %meet
meet:
  %round = phi i64 [ 0, %0 ], [ 0, %work ], [ %next, %copied ]
  call void @llvm.nvvm.barrier0()
  %begin = mul i64 %round, {staged}
  %place = sub i64 %thread, %begin
  %in_turn = icmp ult i64 %place, {staged}
  %shows = and i1 %in_turn, %inside
  br i1 %shows, label %show, label %copied
show:
  %offset = mul i64 %place, {stride}
  %seen = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @stage to ptr), i64 %offset
  call void @show_one({given}, ptr %seen)
  br label %copied
copied:
  call void @llvm.nvvm.barrier0()
  %first_shown = add i64 %first, %begin
  %left = sub i64 %n, %first_shown
  %few = call i64 @llvm.smin.i64(i64 %left, i64 {staged})
  %count = call i64 @llvm.smax.i64(i64 %few, i64 0)
  %bytes = mul i64 %count, {size}
  %skipped = mul i64 %first_shown, {size}
  %there = getelementptr i8, ptr %observations, i64 %skipped
  %stage = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @stage to ptr), i64 0
  call void @copy(ptr %there, ptr %there, ptr %stage, ptr %stage, i64 %bytes, i64 %thread)
  %next = add i64 %round, 1
  %more = icmp ult i64 %next, {rounds}
  br i1 %more, label %meet, label %done
"""
CLEARED = "  call void @clear(ptr addrspacecast (ptr addrspace(3) @stage to ptr), i64 %thread)"
DRAWN = "  br label %done\n"
SHARING = """
@stage = internal addrspace(3) global [{bytes} x i8] poison, align 16
@tops = internal addrspace(3) global [{threads} x i64] poison, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
{declared}
define internal ptr @lido_top() {{
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr [{threads} x i64], ptr addrspacecast (ptr addrspace(3) @tops to ptr), i32 0, i32 %thread
  ret ptr %place
}}
"""


def kernels(planned: Plan) -> str:
    """The code of LLVM of the kernels themselves."""
    named = list(planned.rows)
    state = planned.rows["states"].size
    located = [
        *(f"  %from_{name} = mul i64 %game, {row.size}" for name, row in planned.rows.items()),
        *(f"  %at_{name} = getelementptr i8, ptr %{name}, i64 %from_{name}" for name in named),
    ]
    given = [f"ptr %at_{name}" if name != "states" else "ptr %state" for name in named]
    given += ["ptr %start", "ptr %actions", "ptr %actions", "i64 %narrow", "i64 %game", "ptr %refused"]
    given += ["ptr %chosen", "ptr %pay", "ptr %found", "ptr %view"]
    facts: dict[str, Any] = {
        "taken": ", ".join(f"ptr %{name}" for name in named),
        "located": "\n".join(located),
        "given": ", ".join(given),
        "threads": THREADS,
        "state": state,
        "seats": MOST_SEATS,
        "most_moves": planned.most_moves,
        "arena": ARENA,
        "size": planned.size,
        "stride": planned.stride,
        "staged": planned.staged,
        "rounds": THREADS // max(planned.staged, 1),
    }
    shows = STAGED if planned.staged else DIRECT
    text = ""
    load, store = _copied("at_states", "state", state), _copied("state", "at_states", state)
    for name in KERNELS:
        if name == "draw":  # the state does not matter
            text += KERNEL.format(name=name, rest=DRAWN, after="done", cleared="", loaded="", stored="", **facts)
        else:
            after = "meet" if planned.staged else "done"
            rest = shows.format(**facts)
            cleared = CLEARED if planned.staged else ""
            text += KERNEL.format(
                name=name, rest=rest, after=after, cleared=cleared, loaded=load, stored=store, **facts
            )
    pointers = ", ".join(kind.partition(" ")[0] for kind in given)
    declared = [f"declare void @{name}_one({pointers}, ptr)" for name in BODIES]
    declared.append("declare void @copy(ptr, ptr, ptr, ptr, i64, i64)")
    declared.append("declare void @clear(ptr, i64)")
    sharing = SHARING.format(bytes=_held(planned) or 1, declared="\n".join(declared), **facts)
    return sharing + text


def _copied(source: str, to: str, size: int) -> str:
    """The code of LLVM that copies a state, in the largest words that its size allows: LLVM would copy bytes."""
    word = math.gcd(size, 8)
    lines = []
    for at in range(0, size, word):
        name = f"{to}_{at}"
        lines += [
            f"  %{name}_of = getelementptr i8, ptr %{source}, i64 {at}",
            f"  %{name} = load i{8 * word}, ptr %{name}_of",
            f"  %{name}_to = getelementptr i8, ptr %{to}, i64 {at}",
            f"  store i{8 * word} %{name}, ptr %{name}_to",
        ]
    return "\n".join(lines)
