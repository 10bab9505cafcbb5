"""The log of the service: one JSON object per line on standard error.

It never holds a cookie, a link, a seed or a chat message: a line has what the caller names, a path without its
query, and of an error its type and place, but not its text.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

import msgspec

LOGGER = logging.getLogger("lido.server")


class Lines(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(record.exc_info[2])]
        return msgspec.json.encode(line, enc_hook=str).decode()


def begin(level: str) -> None:
    """Send all logs of this process to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
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
