"""Without a card: its code, run by this processor, does the same as the processor's own, and nothing undefined."""

import json
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import carray

from lido import target, vector
from lido.batch import Row
from lido.card import code
from lido.kernel import lowest_bit
from tests.adapters.setups import RECORDS, Setup, named
from tests.card.native import Compiled, checked

CACHE = Path(__file__).parents[2] / "build" / "card-cache"
GAMES, STEPS = 64, 400
CHECKED = [RECORDS[at] for at in (0, 3, 7, 8)]
"""Le Plouf for two, Plouf Party for two and for six, Crocodile Pool Party: some eight seconds each."""
TOP = "define internal ptr @lido_top() { ret ptr null }"
"""Where nothing is allocated."""


@pytest.mark.parametrize("setup", CHECKED, ids=named)
def test_the_code_for_a_card_does_as_the_processor_does(setup: Setup, tmp_path: Path) -> None:
    file = tmp_path / "played.npz"
    given = [setup.game, str(setup.players), json.dumps(setup.options), str(GAMES), str(STEPS), str(file)]
    assert target.run("tests.card.native", given, CACHE).returncode == 0
    played = np.load(file)
    envs = vector.make(setup.game, players=setup.players, options=setup.options, n=GAMES, seed=1)
    for _ in range(STEPS):
        envs.step(envs.sample())
    for name, array in envs._games.arrays.items():
        expected = array.view(np.uint8) if array.dtype.names else array
        assert np.array_equal(played[name].reshape(-1), expected.reshape(-1)), name
    assert played["found"].tolist() == [0, 0], "shifts too far, and bits of nothing looked for"
    assert played["ended"] > 0


def test_every_shift_and_every_search_for_a_bit_is_checked() -> None:
    text = "  %a = shl i64 %x, %y\n  %b = ashr i8 %z, %w\n  %c = shl i64 %x, 3\n"
    text += "  %d = call i64 @llvm.cttz.i64(i64 %x, i1 true)\n  %e = call i64 @llvm.cttz.i64(i64 %x, i1 false)\n"
    found = checked(text)
    assert found.count("call void @lido_shifts") == 2
    assert found.count("call void @lido_looks") == 1


def test_a_shift_too_far_and_a_bit_of_nothing_are_found_when_they_happen() -> None:
    def toy(number, count, out):  # type: ignore[no-untyped-def]
        carray(out, 1)[0] = (number << count) + lowest_bit(number)

    made = numba.cfunc(types.void(types.int64, types.int64, target.pointer(types.int64)))(toy)
    out = np.zeros(1, dtype=np.int64)
    compiled = Compiled({"toy": made.inspect_llvm()}, TOP, {"toy"})
    found = []
    for number, count in ((4, 3), (1, 63), (1, 64), (0, 1), (0, -1)):
        compiled.run("toy", [number, count, out.ctypes.data])
        found.append(compiled.found[:])
    assert found == [[0, 0], [0, 0], [1, 0], [1, 1], [2, 2]]


@pytest.mark.parametrize("size", [275, 684, 864])
def test_a_block_of_threads_copies_what_it_holds_and_clears_it(size: int) -> None:
    planned = code.Plan({"observations": Row(np.dtype(np.uint8), (size,))}, 1)
    compiled = Compiled({"copy": code._copying(planned), "clear": code._clearing(planned)}, TOP, {"copy", "clear"})
    held = np.full(planned.staged * planned.stride, 7, dtype=np.uint8)
    for thread in range(code.THREADS):
        compiled.run("clear", [held.ctypes.data, thread])
    assert not held.any()
    shown = planned.staged - 3
    seen = np.arange(shown * size, dtype=np.uint8).reshape(shown, size)
    held.reshape(planned.staged, planned.stride)[:shown, :size] = seen
    there = np.zeros((shown, size), dtype=np.uint8)
    for thread in range(code.THREADS):
        compiled.run("copy", [there.ctypes.data] * 2 + [held.ctypes.data] * 2 + [seen.nbytes, thread])
    assert np.array_equal(there, seen)
    assert not held.any()
