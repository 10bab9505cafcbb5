"""Compiled functions: the same as their plain Python, and never stale."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lido import kernel, rng
from lido.kernel import count_bits, exp, fingerprint, jit, log_of_float, lowest_bit, specialise, uncompiled

RULES = Path(__file__).parent / "toys" / "cards.py"


@jit
def lowest(mask: int) -> int:
    return lowest_bit(mask)


@jit
def count(mask: int) -> int:
    return count_bits(mask)


@jit
def both(mask: int) -> int:
    return 100 * lowest(mask) + count(mask)


@jit
def doubled(number: int) -> int:
    return number * 2


@jit
def halved(number: int) -> int:
    return number // 2


def twice(number: int) -> int:
    """A template whose `step` stands for another function."""
    return step(step(number))  # type: ignore[name-defined,no-any-return]  # noqa: F821


def plus(number: int) -> int:
    """A template whose `MORE` stands for a number."""
    return number + MORE  # type: ignore[name-defined,no-any-return]  # noqa: F821


masks = st.integers(1, 2**63 - 1) | st.integers(0, 62).map(lambda bit: 1 << bit)


@given(masks)
def test_bits_are_found_and_counted_alike_compiled_and_not(mask: int) -> None:
    digits = f"{mask:b}"
    assert lowest(mask) == lowest_bit(mask) == len(digits) - 1 - digits.rindex("1")
    assert count(mask) == count_bits(mask) == digits.count("1")


@pytest.mark.parametrize("mask", [np.int8(64), np.int16(1 << 14), np.int32(1 << 30), np.int64(1 << 62)])
def test_bits_of_small_numpy_numbers_are_counted_too(mask: Any) -> None:
    assert lowest(mask) == lowest_bit(mask) == int(mask).bit_length() - 1
    assert count(mask) == count_bits(mask) == 1


def test_no_bit_is_set_in_nothing() -> None:
    assert count(0) == count_bits(0) == 0


def test_uncompiled_is_plain_python_all_the_way_down() -> None:
    plain = uncompiled(both)
    assert plain(0b1011000) == both(0b1011000) == 303
    assert not hasattr(plain, "py_func")
    assert not hasattr(plain.__globals__["lowest"], "py_func")
    assert not hasattr(plain.__globals__["count"], "py_func")


def test_a_template_is_made_for_the_functions_it_is_given() -> None:
    assert specialise(twice, "trial", step=doubled)(12) == 48
    assert specialise(twice, "trial", step=halved)(12) == 3
    assert uncompiled(specialise(twice, "trial", step=doubled))(12) == 48


def test_the_fingerprint_changes_with_what_a_source_imports_from_its_folder(tmp_path: Path) -> None:
    fresh = fingerprint.__wrapped__
    rules = tmp_path / "rules.py"
    prints = []
    for name, text in [
        ("rules.py", "from game.board import SIZE"),
        ("rules.py", "from game.board import SIZE  # changed"),
        ("board.py", "from game import cells"),
        ("board.py", "from game import cells  # changed"),
        ("cells.py", "x = 1"),
        ("cells.py", "x = 2"),
    ]:
        (tmp_path / name).write_text(text)
        prints.append(fresh(rules))
    assert len(set(prints)) == len(prints)
    (tmp_path / "picture.py").write_text("from game.rules import legal")
    assert fresh(rules) == prints[-1], "what the rules do not import is no part of them"


def test_the_fingerprint_changes_with_the_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("kernel.py", "rng.py"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(kernel, "CORE", tmp_path)
    before = fingerprint.__wrapped__(RULES)
    (tmp_path / "rng.py").write_text("# changed")
    assert fingerprint.__wrapped__(RULES) != before


def test_a_compiled_function_is_kept_under_a_name_for_what_it_inlines() -> None:
    """Numba finds it again by that name: another function given, another name."""
    doubling = specialise(twice, "trial", step=doubled)
    assert specialise(twice, "trial", step=doubled).__qualname__ == doubling.__qualname__
    assert specialise(twice, "trial", step=halved).__qualname__ != doubling.__qualname__
    assert specialise(twice, "other", step=doubled).__qualname__ != doubling.__qualname__
    over_doubling, over_halving = (
        specialise(twice, "trial", step=specialise(twice, "trial", step=step)) for step in (doubled, halved)
    )
    assert over_doubling.__qualname__ != over_halving.__qualname__
    assert (over_doubling(12), over_halving(16)) == (192, 1)


def test_a_constant_given_is_part_of_the_name() -> None:
    assert specialise(plus, "trial", MORE=1)(5) == 6
    assert specialise(plus, "trial", MORE=2)(5) == 7


@given(st.integers(), st.lists(st.integers(1, 2**31), max_size=20))
def test_random_numbers_are_the_same_compiled_and_not(seed: int, bounds: list[int]) -> None:
    compiled, plain = rng.seeded(seed), rng.seeded(seed)
    for bound in bounds:
        drawn = rng.below(compiled, bound)
        assert drawn == uncompiled(rng.below)(plain, bound)
        assert 0 <= drawn < bound
        assert compiled.tolist() == plain.tolist()


def test_generators_follow_from_their_seeds_alone() -> None:
    assert rng.seeded("a", 1).tolist() == rng.seeded("a", 1).tolist()
    starts = {int(rng.seeded(*seeds)[0]) for seeds in [("a", 1), ("a", 2), ("b", 1), (1, "a"), ("a",), ()]}
    assert len(starts) == 6


@pytest.mark.parametrize("bound", [2, 6, 9, 90])
def test_random_numbers_come_out_about_as_often(bound: int) -> None:
    generator = rng.seeded("often", bound)
    seen = np.zeros(bound)
    for _ in range(1000 * bound):
        seen[rng.below(generator, bound)] += 1
    chi_square = float(((seen - 1000) ** 2 / 1000).sum())
    freedom = bound - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5, "four standard deviations above what is expected"


def test_a_random_number_says_little_about_the_next() -> None:
    generator = rng.seeded("pairs")
    seen = np.zeros((6, 6))
    for _ in range(36000):
        seen[rng.below(generator, 6), rng.below(generator, 6)] += 1
    chi_square = float(((seen - 1000) ** 2 / 1000).sum())
    assert chi_square < 35 + 4 * 70**0.5


@pytest.mark.parametrize("number", [-800.0, -30.5, -1.0, -1e-9, 0.0, 0.3, 1.0, 2.0, 17.25])
def test_exp_is_that_of_the_library_but_for_the_last_digits(number: float) -> None:
    assert exp(number) == pytest.approx(math.exp(number), rel=1e-13)
    assert exp(number) == uncompiled(exp)(number)


@pytest.mark.parametrize("number", [1e-6, 0.3, 1.0, 1.5, 2.0, 54.6, 1e9])
def test_the_logarithm_of_a_float_is_that_of_the_library_but_for_the_last_digits(number: float) -> None:
    assert log_of_float(number) == pytest.approx(math.log(number), rel=1e-13, abs=1e-15)
    assert log_of_float(number) == uncompiled(log_of_float)(number)


def test_dice_with_a_seed_fall_the_same_and_others_do_not() -> None:
    thrown = [[rng.Dice(seed).choice(range(10**6)) for _ in range(2)] for seed in ("a", "b")]
    assert thrown[0][0] == thrown[0][1] != thrown[1][0]
    assert rng.Dice().choice(range(10**6)) != rng.Dice().choice(range(10**6))
