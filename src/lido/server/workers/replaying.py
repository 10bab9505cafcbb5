"""A worker process of `RecordPool`: it reads the records that visitors send, one after the other.

A record is replayed for the page step by step, as every seat saw it, or as far as a position that is to be analysed.
"""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import FrameType
from typing import Any, NamedTuple

import msgspec

from lido.errors import BadRecord, BadSetup, LidoError, Refusal
from lido.games import find, games
from lido.match import Match, PlayerView, begin, new, replay
from lido.record import Record, Step, read
from lido.registry import packages
from lido.server.logging import log_error
from lido.server.table.given import Rebuilt, read_given, rebuilt
from lido.server.table.views import picture
from lido.server.workers.process import WorkerPipe

MOST_MOVES = 2_000
"""Moves of a record that are replayed for a visitor: several times as many as in any game that was ever played."""
LONGEST = 5.0
"""Seconds that a record may take."""
MOST_BYTES = 32 * 2**20
"""Bytes of its steps as JSON. With pictures, a game of 250 moves has had 24 MiB; without, none has had two."""
MOST_MEMORY = 512 * 2**20
"""Bytes of memory that a record may take, beside those of the process."""


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


class Replay(NamedTuple):
    """Ask for the steps of a record after the first moves, as JSON."""

    record: bytes
    since: int
    pictures: bool

    def answer(self) -> bytes:
        """The steps."""
        return encoded(replay_steps(self.record, self.since, with_pictures=self.pictures))


class Position(NamedTuple):
    """Ask what the seat to act has seen after the first `at` moves of a record."""

    record: bytes
    at: int | None

    def answer(self) -> PlayerView | None:
        """What it has seen; None where the game is over."""
        match = replayed(self.record, self.at)
        return match.player_view(match.turn) if match.turn is not None else None


class Given(NamedTuple):
    """Ask for the table of a game that was played on the device of a person."""

    record: bytes
    """What was sent."""
    person: str
    now: int

    def answer(self) -> Rebuilt:
        """The table."""
        return rebuilt(read_given(self.record), self.person, self.now)


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


def read_short(record: bytes | Mapping[str, Any]) -> Record:
    """A record that is not too long to be replayed; or BadRecord."""
    kept = read(record)
    if len(kept.moves) > MOST_MOVES:
        raise BadRecord("service.replay-moves", most=MOST_MOVES)
    return kept


def replayed(record: bytes, at: int | None) -> Match:
    """The match after the first `at` moves of a record, or at its end."""
    kept = read_short(record)
    if kept.game in packages() and find(kept.game).detailed:
        raise BadSetup("match.no-bot", game=kept.game)
    if at is None or at == len(kept.moves):
        return replay(kept)
    if not 0 <= at <= len(kept.moves):
        raise BadRecord("service.no-such-move", at=at)
    return replay(kept.cut(at))


def replay_steps(
    record: bytes | Mapping[str, Any], since: int = 0, *, with_pictures: bool = False
) -> Iterator[ReplayStep]:
    """A game from after `since` moves to the end of its record. A move that is refused raises its own error."""
    kept = read_short(record)
    match = begin(kept)
    stopped = len(kept.moves) if kept.stopped else None
    if not since:
        yield _step(match, None, None, [], with_pictures, stopped)
    for step in kept.steps():
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


class Late(BaseException):
    """The time of a record is up, or nobody waits for it any more. No handler of errors on the way may take it."""


class Alarm:
    """Ends work after `LONGEST`, or when the service says that nobody waits for it; nothing between two works."""

    def __init__(self) -> None:
        self._works = False
        self._has_timer = hasattr(signal, "setitimer")
        if self._has_timer:
            for each in (signal.SIGPROF, signal.SIGALRM):  # the time is up; the service rings
                signal.signal(each, self._ring)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._works:
            self._works = False
            raise Late

    def during(self, work: Callable[[], Any]) -> Any:
        """What a work gives; Late if its time is up."""
        if self._has_timer:
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
        try:
            self._works = True
            found = work()
            self._works = False
            return found
        finally:
            self._works = False
            if self._has_timer:
                signal.setitimer(signal.ITIMER_PROF, 0)


def _limit_memory() -> None:
    """Refuse memory beyond what the process has now and a record may take, where the system can do that."""
    with suppress(ImportError, OSError):
        import resource  # noqa: PLC0415 - there is none for Windows

        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, resource.RLIM_INFINITY))


def answered(asked: Replay | Position | Given, alarm: Alarm) -> Any:
    """The answer to a question, or the error that it is answered with."""
    try:
        return alarm.during(asked.answer)
    except LidoError as error:
        return error
    except (Late, MemoryError):
        return Refusal("service.replay-long")
    except Exception as error:  # a record must not end the process for those who wait
        log_error("a record could not be read", error)
        return Refusal("service.failed")


def main() -> None:
    """Load the games, then answer until the pipe is closed."""
    pipe, alarm = WorkerPipe(), Alarm()
    for game in games():
        match = new(game.id, seed="ready")
        match.legal_moves()
        match.view(0)
    _limit_memory()
    pipe.send("ready")
    while True:
        try:
            asked: Replay | Position | Given = pipe.receive()
        except EOFError:
            sys.exit()
        pipe.send(answered(asked, alarm))
