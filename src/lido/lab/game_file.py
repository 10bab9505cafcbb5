"""The file of a series of games: JSON lines, the set-up first, then one line for each finished game, in any order.

Lines are only appended, so a series that was stopped, even by a crash, resumes from its file.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from lido.errors import BadRecord
from lido.game import Json
from lido.lab.outcome import Outcome, record
from lido.lab.setup import Setup, marks, seating

_setups = msgspec.json.Decoder(Setup)
_outcomes = msgspec.json.Decoder(Outcome)


class GameFile:
    """The finished games of one set-up, in memory and on disk. A context manager.

    Locks the file. Raises BadRecord for a file that holds anything else, and does not change it.
    """

    def __init__(self, path: Path, setup: Setup) -> None:
        self.path = path
        self.outcomes: dict[int, Outcome] = {}
        """By number."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                self._file = opened.enter_context(path.open("ab", buffering=0))
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._begin(setup)
                opened.pop_all()
        except BlockingIOError as error:
            raise BadRecord("arena.in-use", path=path) from error
        except OSError as error:
            raise BadRecord("arena.file", path=path, why=error.strerror) from error

    def _begin(self, setup: Setup) -> None:
        """Read the file, remove an incomplete last line, and write the set-up if the file is new."""
        head, content = _line(setup), self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]  # the rest is an incomplete line
        if whole:
            self._read(whole.splitlines(), setup)
        elif not head.startswith(content):
            raise BadRecord("arena.not-results", path=self.path)
        os.truncate(self.path, len(whole))
        if not whole:
            self._write(head)

    def _read(self, lines: list[bytes], setup: Setup) -> None:
        try:
            found = _setups.decode(lines[0])
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadRecord("arena.not-results", path=self.path) from error
        if found.fingerprints is msgspec.UNSET:  # a file of an earlier version, which kept none
            setup = msgspec.structs.replace(setup, fingerprints=msgspec.UNSET)
        if found != setup and msgspec.structs.replace(found, fingerprints=setup.fingerprints) == setup:
            raise BadRecord("arena.changed-bot", path=self.path, names=", ".join(_changed(found, setup)))
        if found != setup:
            names = [name for name in Setup.__struct_fields__ if getattr(found, name) != getattr(setup, name)]
            raise BadRecord("arena.other-setup", path=self.path, names=", ".join(names))
        for at, line in enumerate(lines[1:], start=2):
            try:
                outcome = _outcomes.decode(line)
                sound = outcome.seating == seating(setup, outcome.number)
            except (msgspec.MsgspecError, UnicodeError):
                sound = False
            if not sound:
                raise BadRecord("arena.bad-line", path=self.path, line=at)
            self.outcomes[outcome.number] = outcome

    def add(self, outcome: Outcome) -> None:
        """Append a finished game."""
        try:
            self._write(_line(outcome))
        except OSError as error:
            raise BadRecord("arena.file", path=self.path, why=error.strerror) from error
        self.outcomes[outcome.number] = outcome

    def _write(self, line: bytes) -> None:
        """Append a line in one write: an incomplete line can only be the last."""
        if self._file.write(line) != len(line):
            raise OSError(None, "the disk is full")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def kept_games(folder: Path) -> list[tuple[Setup, list[Outcome]]]:
    """The set-up and the finished games of every file of a folder, in the order of their numbers.

    Of a line that is damaged or incomplete the rest of its file is left out, as is a file of something else.
    """
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        with suppress(msgspec.MsgspecError, UnicodeError):
            found.append(_kept(path))
    return found


def _kept(path: Path) -> tuple[Setup, list[Outcome]]:
    outcomes: dict[int, Outcome] = {}
    with path.open("rb") as file:
        setup = _setups.decode(file.readline())
        with suppress(msgspec.MsgspecError, UnicodeError):
            for line in file:
                outcome = _outcomes.decode(line)
                outcomes[outcome.number] = outcome
    return setup, [outcomes[number] for number in sorted(outcomes)]


def records(path: Path) -> Iterator[dict[str, Json]]:
    """A record of every game in the file of an arena, as `lido.replay` takes it, in the order of their numbers.

    Raises BadRecord for a file of something else.
    """
    try:
        setup, outcomes = _kept(path)
    except OSError as error:
        raise BadRecord("arena.file", path=path, why=error.strerror) from error
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadRecord("arena.not-results", path=path) from error
    for outcome in outcomes:
        yield record(setup, outcome)


def _changed(found: Setup, setup: Setup) -> list[str]:
    """The bots whose files are no longer those that played."""
    return sorted({name for name, _ in set(marks(found)) ^ set(marks(setup))})


def _line(document: Setup | Outcome) -> bytes:
    return msgspec.json.encode(document) + b"\n"
