"""The file of puzzles, and the puzzle of a day."""

from collections import Counter
from datetime import date, timedelta

import pytest

from lido import registry
from lido.errors import BadRecord
from lido.match import replay
from lido.puzzles import daily, find, puzzles, read, written

EVERY = [puzzle for game in registry.own() for puzzle in puzzles(game).values()]


def test_a_file_is_read_as_it_was_written_and_always_the_same() -> None:
    some = EVERY[:20]
    assert read(written(some)) == some
    assert written(some) == written(some)


@pytest.mark.parametrize("content", [b"", b"no file", written(EVERY[:2])[:-9]])
def test_a_damaged_file_is_refused(content: bytes) -> None:
    with pytest.raises(BadRecord):
        read(content)


def test_a_puzzle_is_found_by_its_id_and_nothing_else_is() -> None:
    assert find(EVERY[0].id) == EVERY[0]
    assert [find(id) for id in ("", "x", "le-plouf-", "nothing-1")] == [None] * 4


def test_every_puzzle_begins_with_the_turn_of_somebody_who_has_a_choice() -> None:
    for puzzle in EVERY[::25]:
        match = replay(puzzle.record())
        assert {puzzle.line[0], *puzzle.why[0]} <= set(match.legal_moves())


def test_every_day_has_a_puzzle_and_the_week_grows_harder() -> None:
    monday = date(2026, 11, 16)
    days = [monday + timedelta(days=after) for after in range(7 * 52)]
    found = {day: find(daily(day)) for day in days}
    grades: Counter[int] = Counter()
    for day, puzzle in found.items():
        assert puzzle
        grades[day.weekday()] += round(puzzle.grade)
    assert [day for day, _ in sorted(grades.items(), key=lambda each: each[1])] == list(range(7))
    assert len({puzzle.id for puzzle in found.values() if puzzle}) > 300
