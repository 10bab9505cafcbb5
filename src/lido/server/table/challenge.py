"""A table with a challenge of the day: one person on all seats, and the moves that the day decides.

`lido.challenges` says what a challenge is. Here is what it means for a table: which moves make themselves, which may be
made, and that nothing is taken back.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

import msgspec

from lido.challenges import Challenge, Score, challenge_of
from lido.errors import Refusal
from lido.match import Match
from lido.server.table.events import Moved
from lido.server.table.state import TableState

OVER = "challenge"
"""Why a game ends that was played as a challenge."""
LATE = timedelta(hours=1)
"""A try counts for its day until so long after it: it may have begun before midnight."""
LED = "led"
"""Among the facts of a score: how many pieces the program led to their places, and not the person's own hand."""


class Task(NamedTuple):
    """What is to be done at a table."""

    challenge: Challenge
    day: date
    match: Match


def task_of(table: TableState) -> Task | None:
    """The task of a table whose game has begun, if it has one."""
    day, match = table.opened.challenge, table.match
    if day is None or match is None:
        return None
    found = challenge_of(table.opened.game)
    return None if found is None else Task(found, day, match)


def prepared_move(table: TableState) -> Moved | None:
    """The move that makes itself now, before the person has anything to do."""
    task = task_of(table)
    if task is None or table.turn is None:
        return None
    made, prepared = len(task.match.moves), task.challenge.prepared(task.day)
    return Moved(seat=table.turn, move=prepared[made]) if made < len(prepared) else None


def legal_moves(table: TableState) -> list[str]:
    """The legal moves of the seat to act: those of the game, or the one that the day decides."""
    due = _due(table)
    return table.running().legal_moves() if due is None else [due]


def check_move(table: TableState, move: str) -> None:
    """Refuse a move that the day decides otherwise."""
    due = _due(table)
    if due is not None and move != due:
        raise Refusal("server.challenge-move", move=move, due=due)


def _due(table: TableState) -> str | None:
    task = task_of(table)
    return None if task is None else task.challenge.due(task.day, task.match)


def is_over(table: TableState) -> bool:
    """Whether a challenge has ended, by its own rules."""
    task = task_of(table)
    return task is not None and task.challenge.is_over(task.match)


def scored(table: TableState) -> Score | None:
    """What was achieved at a table; None where it has no challenge, or nothing was."""
    task = task_of(table)
    score = None if task is None else task.challenge.score(task.match)
    return None if score is None else Score(score.points, {**score.facts, LED: float(table.led)})


def scored_in_time(table: TableState, at: int) -> tuple[float, str] | None:
    """What is kept of a try that ended then: its points and what they are made of; None where it does not count."""
    day, score = table.opened.challenge, scored(table)
    if day is None or score is None or datetime.fromtimestamp(at / 1000, UTC) - LATE >= _end(day):
        return None
    return score.points, msgspec.json.encode(score.facts).decode()


def _end(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def check_alone(table: TableState) -> None:
    """Refuse what nobody does alone with a challenge: taking back, letting bots play."""
    if table.opened.challenge:
        raise Refusal("server.challenge-alone")


def all_seats(table: TableState) -> Sequence[int]:
    """Everybody, who is one person."""
    return range(1, len(table.seats) + 1)
