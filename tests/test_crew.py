"""The threads that step many games: each block is taken once, and as many threads work as pay."""

import random
from threading import Thread, current_thread, main_thread
from typing import Any

import numpy as np
import pytest

from lido.kernel import jit, uncompiled
from lido.memory import claimed
from lido.vector.crew import Crew, Pace


def test_the_work_of_a_crew_is_done_once_each_and_its_errors_come_back() -> None:
    done: list[int] = []

    def work(taken: Any) -> int:
        mine = 0
        while (number := claim(taken, 1)) < 1000:
            done.append(number)
            mine += 1
        return mine

    Crew().run(work, 1000, 3)
    assert sorted(done) == list(range(1000))

    def broken(taken: Any) -> int:
        if current_thread() is main_thread():
            return 0
        raise ValueError("the block of a helper")

    with pytest.raises(ValueError, match="the block of a helper"):
        Crew().run(broken, 1000, 3)


@jit
def claim(taken: Any, step: int) -> int:
    number: int = claimed(taken, step)
    return number


def test_threads_that_claim_from_one_counter_get_different_numbers() -> None:
    taken, got = np.zeros(1, dtype=np.int64), []
    assert uncompiled(claim)(taken, 2) == 0
    assert claim(taken, 5) == 2

    def many() -> None:
        got.extend([claim(taken, 3) for _ in range(2000)])

    threads = [Thread(target=many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == list(range(7, 7 + 3 * 8000, 3))


def test_the_number_of_threads_that_was_fastest_is_taken_and_others_are_tried_now_and_then() -> None:
    pace, taken = Pace(4), []
    seconds = {1: 1.0, 2: 3.0, 4: 24.0}
    for step in range(20_000):
        if step == 2000:
            seconds = {1: 3.0, 2: 2.0, 4: 1.0}
        taken.append(pace.threads())
        pace.took(taken[-1], seconds[taken[-1]], 1)
    assert taken[100:2000].count(1) > 0.95 * 1900
    spent = sum({1: 1.0, 2: 3.0, 4: 24.0}[threads] for threads in taken[9:2000])
    assert spent < 1.03 * 1991
    assert taken[15_000:].count(4) > 0.95 * 5000


def test_a_number_of_threads_that_is_fast_at_most_times_and_slow_at_some_is_not_taken_for_its_best_times() -> None:
    pace, chance, spent = Pace(2), random.Random(1), 0.0
    for _ in range(20_000):
        threads = pace.threads()
        seconds = 1.0 if threads == 1 else 10.0 if chance.random() < 0.2 else 0.7
        pace.took(threads, seconds, 1)
        spent += seconds
    assert spent < 1.1 * 20_000
