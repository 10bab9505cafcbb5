"""What Lido raises when it is given something it cannot accept.

Every error has a `code` (`match.over`), the `facts` that its sentence mentions and, where a rule is
behind it, the `clause` of the laws. It reads as an English sentence; `said("fr")` is the same in
French. Nothing has changed when one is raised.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Self

from lido import words

LONGEST_FACT = 400


class LidoError(ValueError):
    """The base class: catch this to catch them all."""

    def __init__(self, code: str, /, **facts: Any) -> None:
        self.code = code
        self.facts = {name: _short(fact) for name, fact in facts.items()}
        super().__init__(words.say(code, "en", **self.facts))

    def __reduce__(self) -> tuple[Callable[[], Self], tuple[()]]:
        """An error may pass from one process to another."""
        return partial(type(self), self.code, **self.facts), ()

    @property
    def clause(self) -> str | None:
        """The clause of the laws that forbids it, or None."""
        return words.clause(self.code)

    def said(self, language: str) -> str:
        """The sentence in that language."""
        facts = {
            name: fact.said(language) if isinstance(fact, LidoError) else fact for name, fact in self.facts.items()
        }
        return words.say(self.code, language, **facts)


def _short(fact: Any) -> Any:
    """The fact, cut to a length that fits a sentence."""
    if isinstance(fact, int) and fact.bit_length() > LONGEST_FACT:
        return f"~10^{fact.bit_length() * 3 // 10}"
    if isinstance(fact, str | list | dict) and len(text := str(fact)) > LONGEST_FACT:
        return text[:LONGEST_FACT] + "…"
    return fact


class IllegalMove(LidoError):
    """A move that the rules forbid here, or that is no move at all."""


class BadSetup(LidoError):
    """A game, number of players, option or deal that does not exist."""


class NoSolution(BadSetup):
    """A solution of a game that is not on this machine, is damaged, or does not cover what is asked."""


class BadPosition(LidoError):
    """A position that cannot be read, or that the rules cannot reach."""


class BadRecord(LidoError):
    """A record that cannot be read, or that does not replay."""


class BadMessage(LidoError):
    """A line to `lido engine` that is not a valid message."""


class BotFailed(LidoError):
    """A bot that somebody brought crashed, took too long, or played what is not legal: it loses its game."""


class NotKept(LidoError):
    """A database that cannot be opened, reached, read or written. Nothing has been half written."""


class Refusal(LidoError):
    """Something that cannot be done at a table of the service as it stands, or not by that person."""
