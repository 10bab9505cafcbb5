"""Asking for input: with completion and history on a terminal, line by line from a pipe."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

MENU_LINES = 4
"""Lines of the completion menu under the question; with the board they make 24."""


class Asker(Protocol):
    """A way to ask for input."""

    def ask(
        self, question: str, words: Sequence[str] = (), example: str = "", keys: Mapping[str, str] | None = None
    ) -> str:
        """The answer, without the spaces around it.

        `words` complete it, `example` shows while it is empty, and `keys` pressed then stand for answers.
        Raises EOFError when there is nobody to answer any more, KeyboardInterrupt on Ctrl-C.
        """
        ...

    def forget(self) -> None:
        """Clear the history: another person answers from now on."""
        ...


class Keyboard:
    """A person at a terminal."""

    def __init__(self) -> None:
        self._session = _session()

    def ask(
        self, question: str, words: Sequence[str] = (), example: str = "", keys: Mapping[str, str] | None = None
    ) -> str:
        answer = self._session.prompt(
            question,
            completer=WordCompleter(list(words), ignore_case=True, sentence=True),
            placeholder=[("fg:ansibrightblack", example)],
            key_bindings=_bindings(keys or {}),
        )
        return answer.strip()

    def forget(self) -> None:
        # Keys could bring back the history of a session, and text that was cut in it.
        self._session = _session()


def _session() -> PromptSession[str]:
    return PromptSession(complete_style=CompleteStyle.MULTI_COLUMN, reserve_space_for_menu=MENU_LINES, output=_output())


def _output() -> Output:
    """The terminal. It is never asked for its cursor position, because some terminals do not answer."""
    output = create_output()
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False
    return output


def _bindings(keys: Mapping[str, str]) -> KeyBindings:
    bindings = KeyBindings()
    empty = Condition(lambda: not get_app().current_buffer.text)
    for key, answer in keys.items():

        @bindings.add(key, filter=empty)
        def _(event: KeyPressEvent, answer: str = answer) -> None:
            event.app.exit(result=answer)

    return bindings


class Pipe:
    """Lines from standard input. They are printed too, so that the output reads as a dialogue."""

    def ask(
        self, question: str, words: Sequence[str] = (), example: str = "", keys: Mapping[str, str] | None = None
    ) -> str:
        print(question, end="", flush=True)
        line = sys.stdin.readline()
        print(line.strip())
        if not line:
            raise EOFError
        return line.strip()

    def forget(self) -> None:
        """A pipe has no history."""


def interactive() -> bool:
    """Whether input comes from a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def asker() -> Asker:
    """The way to ask that suits standard input."""
    return Keyboard() if interactive() else Pipe()


def number(answer: str) -> int | None:
    """The number that an answer consists of, or None if it is not a plausible number."""
    return int(answer) if re.fullmatch(r"[0-9]{1,9}", answer) else None


def meant(typed: str, moves: Sequence[str]) -> str:
    """The legal move that was typed, ignoring capitals, spaces and signs.

    What is like none of `moves`, or like several, is only tidied, for the rules to refuse.
    """
    alike = [move for move in moves if _bare(move) == _bare(typed)]
    if len(alike) == 1:
        return alike[0]
    return re.sub(r"\s*([-=])\s*", r"\1", " ".join(typed.casefold().split()))


def _bare(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold())
