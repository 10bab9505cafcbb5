"""The order in which tests are run."""

from typing import Any

import pytest

from tests.longest_first import ordered

SHORT = 0.1


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("count", [0, 1, 5, 20, 101])
def test_every_worker_begins_with_long_tests_and_no_test_is_lost(workers: int, count: int) -> None:
    tests: list[Any] = [f"test {number}" for number in range(count)]
    took = {test: 10.0 + number if number % 5 == 0 else SHORT for number, test in enumerate(tests)}
    found: list[Any] = [*ordered(tests, took, workers)]
    assert sorted(found) == sorted(tests)
    parts, rest = [], found
    for left in range(workers, 0, -1):
        parts.append(rest[: len(rest) // left])
        rest = rest[len(rest) // left :]
    long = [sum(took[test] > SHORT for test in part) for part in parts]
    assert max(long) - min(long) <= 1
    for part in parts:
        assert [took[test] > SHORT for test in part] == sorted((took[test] > SHORT for test in part), reverse=True)
    assert [test for test in found if took[test] == SHORT] == [test for test in tests if took[test] == SHORT]
