"""Two ways to drive the command: through pipes, inside this process, and at a real terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pexpect
import pytest
from typer.testing import CliRunner

from lido.cli.app import app


@dataclass(frozen=True)
class Shown:
    """What a command said."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def words(self) -> str:
        """What it said, as if on one endless line."""
        return " ".join(self.stdout.split())


Lido: TypeAlias = Callable[..., Shown]
Terminal: TypeAlias = Callable[..., "pexpect.spawn[str]"]

LANGUAGE_SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test, in an English system with a terminal of 80 columns."""
    monkeypatch.setenv("LIDO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    for name in LANGUAGE_SETTINGS:
        monkeypatch.setenv(name, "en_GB.UTF-8")
    return tmp_path / "data"


@pytest.fixture
def lido(data: Path) -> Lido:
    """Runs `lido` with lines on standard input."""

    def run(*arguments: str, lines: str = "") -> Shown:
        result = CliRunner().invoke(app, arguments, input=lines)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Shown(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def terminal(data: Path) -> Iterator[Terminal]:
    """Starts `lido` at a terminal of 80 by 24, of the kind that `term` names."""
    started = []

    def start(*arguments: str, term: str = "xterm-256color") -> "pexpect.spawn[str]":
        environment = os.environ | {"TERM": term}
        child = pexpect.spawn(
            sys.executable,
            ["-m", "lido", *arguments],
            env=environment,
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=30,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)
