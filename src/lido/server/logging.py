"""The log of the service: one JSON object per line on standard error.

It never holds a cookie, a link, a seed or a chat message: a line has what the caller names, a path without its
query, and of an error its type and place, but not its text.

Nobody can fill it: lines of one kind come once a second in the long run, and a line says how many were left out.
"""

import logging
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

from lido.server.rate_limits import Bucket

LOGGER = logging.getLogger("lido.server")
LINES_EACH, LINES_AT_ONCE = 1.0, 200.0
"""Lines of one kind a second, in the long run and in one go."""
COUNTED_EVERY = 60.0
"""Seconds after which it is said how many lines were left out, if anything is logged then."""
LONGEST_FACT = 300
"""Letters of a fact that are logged: a client may send long ones."""


class Lines(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _shortened(record.getMessage()),
            **{name: _shortened(fact) for name, fact in getattr(record, "facts", {}).items()},
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(record.exc_info[2])]
        return msgspec.json.encode(line, enc_hook=str).decode()


def _shortened(fact: Any) -> Any:
    return fact[:LONGEST_FACT] + "…" if isinstance(fact, str) and len(fact) > LONGEST_FACT else fact


class Kind:
    """The lines of one kind: how many more there may be now, and how many were left out."""

    def __init__(self, name: str, level: int) -> None:
        self.name = name
        self.level = level
        self.left_out = 0
        self.bucket = Bucket(LINES_EACH, LINES_AT_ONCE)


class Limited(logging.StreamHandler[TextIO]):
    """Writes lines within the limits of their kinds."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._kinds: dict[tuple[Any, ...], Kind] = {}
        self._counted = time.monotonic()

    def emit(self, record: logging.LogRecord) -> None:
        # Our events are few; the texts of libraries may be of any number, so those go by where they come from.
        ours = record.name == LOGGER.name
        of = (record.levelno, record.msg) if ours else (record.levelno, record.pathname, record.lineno)
        kind = self._kinds.get(of)
        if kind is None:
            name = str(record.msg) if ours else f"{record.name}:{record.lineno}"
            kind = self._kinds[of] = Kind(name, record.levelno)
        if kind.bucket.take():
            super().emit(record)
        else:
            kind.left_out += 1
        if time.monotonic() - self._counted > COUNTED_EVERY:
            self.count()

    def count(self) -> None:
        """Say how many lines of each kind were left out since the last time."""
        self._counted = time.monotonic()
        for kind in self._kinds.values():
            if kind.left_out:
                left_out, kind.left_out = kind.left_out, 0
                record = LOGGER.makeRecord(LOGGER.name, kind.level, "", 0, "more like this", (), None)
                record.facts = {"of": kind.name, "more": left_out}
                super().emit(record)

    def close(self) -> None:
        """Say it for the last time."""
        self.count()
        super().close()


def begin(level: str) -> None:
    """Send all logs of this process to standard error, as JSON lines."""
    handler = Limited(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for chatty in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio", "httpx"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def log_event(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Log that something happened."""
    LOGGER.log(level, event, extra={"facts": facts})


def log_error(event: str, error: BaseException, **facts: Any) -> None:
    """Log an error that should not happen."""
    LOGGER.error(event, exc_info=(type(error), error, error.__traceback__), extra={"facts": facts})
