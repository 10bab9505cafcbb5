"""The driver in Node, and the comparison with Python."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Self

import msgspec

from tests.browser.transcript import Transcript

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "web" / "src" / "generated" / "engine"
NODE = Path(sys.executable).parent / "node"


class Node:
    """A process that does transcripts again in JavaScript, by the games in a folder."""

    def __init__(self, folder: Path = ENGINE) -> None:
        command = [NODE, Path(__file__).with_name("driver.ts"), folder]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._process.communicate()

    def compare(self, transcripts: Iterable[Transcript]) -> Iterator[Transcript]:
        """Do in JavaScript what was done in Python; each that told the same is given back. Else AssertionError."""
        waiting: list[Transcript] = []
        for done in transcripts:
            self._send(done.task())
            waiting.append(done)
            if len(waiting) > 1:  # Node works on one while Python does the next
                yield self._compared(waiting.pop(0))
        for done in waiting:
            yield self._compared(done)

    def told(self, task: dict[str, Any]) -> Any:
        """What JavaScript alone says to a task."""
        assert self._process.stdout
        self._send(task)
        return json.loads(self._process.stdout.readline())

    def _send(self, task: dict[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(task).encode() + b"\n")  # msgspec refuses half of a pair
        self._process.stdin.flush()

    def _compared(self, done: Transcript) -> Transcript:
        assert self._process.stdout
        wanted, found = msgspec.json.encode(done.told), self._process.stdout.readline().rstrip()
        if wanted != found:  # the same as text is the same; otherwise numbers or names may only be written differently
            values = msgspec.json.decode(wanted), msgspec.json.decode(found)
            if values[0] != values[1]:
                raise AssertionError(difference(done, *values))
        return done


def difference(done: Transcript, wanted: list[Any], found: list[Any]) -> str:
    """The first step that told something else, and what."""
    at = next(at for at, (one, other) in enumerate(zip(wanted, found, strict=True)) if one != other)
    step = done.steps[at - 2] if at > 1 else "the beginning"
    path, one, other = _first(wanted[at], found[at], "")
    return f"{done.game}, {done.setup}, step {at - 2} {step}: at {path}\nPython: {one}\nJavaScript: {other}"


def _first(one: Any, other: Any, path: str) -> tuple[str, Any, Any]:
    """Where two JSON values first differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        name = next(name for name in one if one[name] != other[name])
        return _first(one[name], other[name], f"{path}.{name}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        at = next(at for at in range(len(one)) if one[at] != other[at])
        return _first(one[at], other[at], f"{path}[{at}]")
    return path, one, other
