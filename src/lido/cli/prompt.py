"""Asking people things: with completion and history on a terminal, line by line from a pipe."""

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
"""Room that the completion menu takes under the question; with the board it makes 24 lines."""


class Asker(Protocol):
    """Somebody who can be asked."""

    def ask(
        self, question: str, words: Sequence[str] = (), example: str = "", keys: Mapping[str, str] | None = None
    ) -> str:
        """The answer, without the spaces around it.

        `words` complete it, `example` shows while it is empty, and `keys` pressed then stand for answers.
        Raises EOFError when there is nobody to answer any more, KeyboardInterrupt on Ctrl-C.
        """
        ...

    def forget(self) -> None:
        """Keep nothing of what was answered so far: somebody else answers from now on."""
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
        # The history of a session, and whatever was cut in it, can be had again by keys.
        self._session = _session()


def _session() -> PromptSession[str]:
    return PromptSession(complete_style=CompleteStyle.MULTI_COLUMN, reserve_space_for_menu=MENU_LINES, output=_output())


def _output() -> Output:
    """The terminal, which is never asked where its cursor is: an answer is not to wait for a terminal that is mute."""
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
    """Lines from standard input. They are printed too, so that what is said reads as a dialogue."""

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
        """Nothing is ever kept of a pipe."""


def interactive() -> bool:
    """Whether a person sits at a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def asker() -> Asker:
    """The right way to ask here."""
    return Keyboard() if interactive() else Pipe()


def number(answer: str) -> int | None:
    """The number in an answer that is nothing else, and none that nobody can mean."""
    return int(answer) if re.fullmatch(r"[0-9]{1,9}", answer) else None


def meant(typed: str, moves: Sequence[str]) -> str:
    """The move that somebody means who is careless about capitals, spaces and signs.

    What is like none of `moves`, or like several, is only tidied, for the rules to refuse.
    """
    alike = [move for move in moves if _bare(move) == _bare(typed)]
    if len(alike) == 1:
        return alike[0]
    return re.sub(r"\s*([-=])\s*", r"\1", " ".join(typed.casefold().split()))


def _bare(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold())
