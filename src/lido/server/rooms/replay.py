"""A recorded game step by step, as every seat saw it: for replays, and for trying a move in a lesson."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from lido.errors import BadRecord, Refusal
from lido.match import Match, begin
from lido.record import Record, Step, read
from lido.server.table.views import picture

MOST_MOVES = 2_000
"""Moves of a record that are replayed for a visitor: several times as many as in any game that was ever played."""
LONGEST = 10.0
"""Seconds that a replay may take."""
MOST_BYTES = 32 * 2**20
"""Bytes of its steps as JSON. With pictures, a game of 250 moves has had 24 MiB; without, none has had two."""
AT_ONCE = 3
"""Replays at a time."""


class ReplayStep(msgspec.Struct):
    """A game after some of its moves."""

    number: int
    move: str | None
    """The last move, and whose it was."""
    seat: int | None
    events: list[dict[str, Any]]
    """What everybody saw happen in it."""
    turn: int | None
    legal: list[str]
    views: list[dict[str, Any]]
    """What each seat knows, a spectator first."""
    pictures: list[str | None] | None = None
    """The views as SVG, where pictures were asked for; null for a game without pictures."""


class Replays:
    """Replays for visitors: in threads of their own, a few at a time, and no longer than somebody waits."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "lido-replay")
        self._running: set[threading.Event] = set()

    async def encoded(self, record: dict[str, Any], since: int, pictures: bool) -> bytes:
        """The steps of a record as JSON.

        It stops where it takes too long or becomes too much, or when nobody awaits it any more.
        """
        given_up = threading.Event()
        self._running.add(given_up)

        def work() -> bytes:
            late = time.monotonic() + LONGEST

            def check() -> None:
                if given_up.is_set() or time.monotonic() > late:
                    raise Refusal("service.replay-long")

            return encoded(replay_steps(record, since, with_pictures=pictures, check=check))

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            given_up.set()
            self._running.discard(given_up)

    def close(self) -> None:
        """Give up all that runs."""
        for given_up in self._running:
            given_up.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


def encoded(steps: Iterable[ReplayStep]) -> bytes:
    """Steps as JSON. Each is written before the next is made: as objects they would take many times the memory."""
    encoder, written = msgspec.json.Encoder(), bytearray(b"[")
    for step in steps:
        if len(written) > 1:
            written += b","
        encoder.encode_into(step, written, -1)
        if len(written) > MOST_BYTES:
            raise Refusal("service.replay-long")
    written += b"]"
    return bytes(written)


def read_short(record: dict[str, Any]) -> Record:
    """A record that is not too long to be replayed; or BadRecord."""
    kept = read(record)
    if len(kept.moves) > MOST_MOVES:
        raise BadRecord("service.replay-moves", most=MOST_MOVES)
    return kept


def replay_steps(
    record: dict[str, Any],
    since: int = 0,
    *,
    with_pictures: bool = False,
    check: Callable[[], None] = lambda: None,
) -> Iterator[ReplayStep]:
    """A game from after `since` moves to the end of its record. A move that is refused raises its own error.

    `check` is called before every move, and may end it by an error.
    """
    kept = read_short(record)
    match = begin(kept)
    stopped = len(kept.moves) if kept.stopped else None
    if not since:
        yield _step(match, None, None, [], with_pictures, stopped)
    for step in kept.steps():
        check()
        _check_whole(step, match)
        seat = match.turn
        events = match.play(step.move, **step.details)
        if step.number >= since:
            yield _step(match, step.move, seat, events, with_pictures, stopped)


def _check_whole(step: Step, match: Match) -> None:
    """Refuse a move whose outcome is not recorded: nothing is simulated here."""
    if not match.game.is_recorded_whole(step.move, step.details):
        raise BadRecord("match.record-details", number=step.number, move=step.move)


def _step(
    match: Match,
    move: str | None,
    seat: int | None,
    events: list[dict[str, Any]],
    with_pictures: bool,
    stopped: int | None,
) -> ReplayStep:
    """The game as it is; it was `stopped` after so many moves, and then hides nothing."""
    ended = len(match.moves) == stopped
    views = [match.view(each, ended=ended) for each in range(match.players + 1)]
    pictures = [picture(view) for view in views] if with_pictures else None
    return ReplayStep(len(match.moves), move, seat, events, match.turn, match.legal_moves(), views, pictures)
