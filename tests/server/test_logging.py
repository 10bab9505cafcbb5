"""The log: lines of one kind come at a small rate, and it is said how many were left out."""

import io
import json
import logging
from typing import Any

import pytest

from lido.server import logging as logs
from lido.server.logging import Limited, Lines


def written(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def record(event: str, name: str = "lido.server", line: int = 1, **facts: Any) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.INFO, "somewhere.py", line, event, (), None)
    made.facts = facts
    return made


def handler() -> tuple[Limited, io.StringIO]:
    stream = io.StringIO()
    limited = Limited(stream)
    limited.setFormatter(Lines())
    return limited, stream


def test_a_kind_that_comes_too_often_leaves_room_for_others() -> None:
    limited, stream = handler()
    for number in range(1000):
        limited.emit(record("often", number=number))
    limited.emit(record("rare"))
    limited.close()
    events = [line["event"] for line in written(stream)]
    assert logs.LINES_AT_ONCE <= events.count("often") < logs.LINES_AT_ONCE + 50
    assert "rare" in events
    last = written(stream)[-1]
    assert (last["event"], last["of"]) == ("more like this", "often")
    assert last["more"] == 1000 - events.count("often")


def test_texts_of_a_library_are_of_one_kind_if_they_come_from_one_place() -> None:
    limited, stream = handler()
    for number in range(1000):
        limited.emit(record(f"connection {number} failed", "asyncio"))
    assert len(written(stream)) < logs.LINES_AT_ONCE + 50


def test_what_was_left_out_is_told_every_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "COUNTED_EVERY", -1.0)
    limited, stream = handler()
    for _ in range(300):
        limited.emit(record("often"))
    told = sum(line.get("more", 0) for line in written(stream))
    assert told + [line["event"] for line in written(stream)].count("often") == 300


def test_long_facts_are_cut() -> None:
    limited, stream = handler()
    limited.emit(record("request", path="x" * 60_000))
    assert len(stream.getvalue()) < 1000
