"""Puzzles at the service: the same for everybody on a day, attempts, ratings, streaks."""

from datetime import timedelta
from typing import Any

import pytest

from lido import puzzles
from lido.puzzles import Puzzle, daily
from lido.server.rooms.solving import streaks, today
from tests.server.service import Service, Visitor, run


def puzzle_of(day: str) -> Puzzle:
    found = puzzles.find(day)
    assert found
    return found


async def attempt(who: Visitor, puzzle: str, *moves: str, **more: Any) -> Any:
    return await who.asked("POST", f"/api/puzzles/{puzzle}/attempts", {"moves": list(moves), **more})


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_makes_a_streak(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            seen = await ann.asked("GET", "/api/puzzles")
            assert seen["days"] == (await bob.asked("GET", "/api/puzzles"))["days"]
            assert len(seen["days"]) == 14
            day = seen["today"]
            puzzle = puzzle_of(seen["days"][day])
            assert seen["me"] == {"rating": None, "tried": 0, "solved": 0, "streak": 0, "best": 0, "today": False}
            told = await attempt(ann, puzzle.id, *puzzle.answers, day=day)
            assert told["solved"]
            assert told["change"]["after"] > told["change"]["before"]
            assert (told["me"]["streak"], told["me"]["today"]) == (1, True)

    run(scenario)


def test_a_first_attempt_that_fails_costs_rating_and_a_later_one_gives_none_back(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            day = today()
            puzzle = puzzle_of(daily(day))
            wrong = next(iter(puzzle.why[0]))
            failed = await attempt(ann, puzzle.id, wrong, day=day.isoformat())
            assert not failed["solved"]
            assert failed["change"]["after"] < failed["change"]["before"]
            assert failed["me"]["streak"] == 0
            solved = await attempt(ann, puzzle.id, *puzzle.answers, day=day.isoformat())
            assert (solved["solved"], solved["change"]) == (True, None)
            assert solved["me"]["rating"] == failed["me"]["rating"]
            assert (solved["me"]["streak"], solved["me"]["tried"], solved["me"]["solved"]) == (1, 1, 1)

    run(scenario)


def test_the_puzzle_moves_against_its_solvers(service: Service) -> None:
    async def scenario() -> None:
        puzzle = puzzle_of(daily(today() + timedelta(days=3)))
        async with Visitor(service) as ann, Visitor(service) as bob:
            first = await attempt(ann, puzzle.id, *puzzle.answers)
            assert first["rating"] < puzzle.grade
            second = await attempt(bob, puzzle.id)  # gives up
            assert second["rating"] > first["rating"]
            assert (second["tried"], second["solvers"]) == (2, 1)

    run(scenario)


def test_what_is_no_puzzle_or_of_another_day_is_refused(service: Service) -> None:
    async def scenario() -> None:
        day = today()
        other = next(id for id in puzzles.puzzles("le-plouf") if id != daily(day))
        async with Visitor(service) as ann:
            path = f"/api/puzzles/{other}/attempts"
            for puzzle in ("le-plouf-00000000", "chess-1", "x"):
                assert await ann.refused("POST", f"/api/puzzles/{puzzle}/attempts", {"moves": []}) == (
                    404,
                    "service.no-puzzle",
                )
            for late in (day.isoformat(), "2020-01-01", (day + timedelta(days=1)).isoformat()):
                body = {"moves": [], "day": late}
                assert await ann.refused("POST", path, body) == (400, "service.puzzle-day")
            assert await ann.refused("POST", path, {"moves": ["a"] * 21}) == (400, "service.body")
            assert await ann.refused("POST", path, {"moves": [], "mean": 99}) == (400, "service.body")

    run(scenario)


@pytest.mark.parametrize(
    ("days", "now", "found"),
    [
        ([], 9, (0, 0)),
        ([9, 8, 7, 4], 9, (3, 3)),
        ([8, 7, 4], 9, (2, 2)),
        ([7, 6, 5, 2], 9, (0, 3)),
        ([9, 5, 4], 9, (1, 2)),
    ],
)
def test_a_streak_lasts_until_a_day_is_missed(days: list[int], now: int, found: tuple[int, int]) -> None:
    assert streaks(days, now) == found
