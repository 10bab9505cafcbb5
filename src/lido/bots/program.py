"""A bot that is a program: `lido engine` turned round. The bot is asked, line by line; see docs/protocol.md."""

import json
import os
import re
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from lido.errors import BotFailed
from lido.game import Json

LONGEST_LINE = 2**20
START_SECONDS = 30.0
"""How long a program may take to start."""
END_SECONDS = 1.0
"""How long a program may take to end once its input has ended."""
SHOWN = 200
"""How much of a wrong answer is shown."""
NAMES_AN_ERROR = re.compile(r"\b\w*(Error|Exception)\b")


class Program:
    """A running program that plays one seat of one game. It is given what its seat sees, and nothing else.

    Raises BotFailed for whatever the program does wrong.
    """

    def __init__(self, command: Sequence[str], begin: Mapping[str, Json]) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - `close` closes it
        """What it writes to standard error, which explains a crash."""
        self._rest = b""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                bufsize=0,
                start_new_session=True,  # so that all that it starts ends with it
            )
        except OSError as error:
            self._said.close()
            raise BotFailed("arena.bot-crashed", why=error.strerror or str(error)) from error
        try:
            self._ask({"do": "new", **begin}, START_SECONDS)
        except BaseException:
            self.close(None)
            raise

    def go(
        self,
        view: Mapping[str, Json],
        legal: Sequence[str],
        moves: Sequence[str],
        limits: Mapping[str, int | None],
        seconds: float,
    ) -> tuple[str, dict[str, Json]]:
        """Its move and the details that go with it, within so many seconds."""
        asked = {"do": "go", "view": view, "legal": legal, "moves": moves, **limits}
        answer = self._ask(asked, seconds)
        move = answer.pop("move", None)
        details = answer.get("details", answer)
        if not isinstance(move, str) or not isinstance(details, dict):
            raise BotFailed("arena.bot-answer", answer=json.dumps(answer)[:SHOWN])
        return move, details

    def close(self, result: Mapping[str, Json] | None) -> None:
        """Tell it the result, if there is one, end its input, and end it if it does not end by itself."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        with suppress(OSError):
            if result:
                stdin.write(_line({"do": "over", **result}))
        with suppress(OSError):
            stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        stdout.close()
        self._said.close()

    def _ask(self, question: Mapping[str, Json], seconds: float) -> dict[str, Json]:
        deadline = time.monotonic() + seconds
        stdin = self._process.stdin
        assert stdin
        try:
            stdin.write(_line(question))
        except OSError as error:
            raise self._crashed() from error
        line = self._read_line(deadline, seconds)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise BotFailed("arena.bot-answer", answer=line[:SHOWN].decode("utf-8", "replace").strip())
        return answer

    def _read_line(self, deadline: float, seconds: float) -> bytes:
        stdout = self._process.stdout
        assert stdout
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise BotFailed("arena.bot-late", seconds=round(seconds, 1))
                chunk = os.read(stdout.fileno(), 65536)
                if not chunk:
                    raise self._crashed()
                self._rest += chunk
                if len(self._rest) > LONGEST_LINE:
                    raise BotFailed("arena.bot-answer", answer=f"{self._rest[:SHOWN].decode('utf-8', 'replace')}…")
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _crashed(self) -> BotFailed:
        """That it has ended: with the last line of its standard error that names an error, the last, or its status."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        self._said.seek(0)
        said = self._said.read()[-4096:].decode("utf-8", "replace").split("\n")
        lines = [line.strip() for line in reversed(said) if line.strip()]
        # Node and others write their version, or where they were, after what went wrong.
        why = next((line for line in lines if NAMES_AN_ERROR.search(line)), lines[0] if lines else "")
        return BotFailed("arena.bot-crashed", why=why[:SHOWN] or f"status {self._process.returncode}")


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
