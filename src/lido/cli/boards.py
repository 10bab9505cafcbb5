"""Boards for the terminal, drawn from a view: what a seat may not know cannot be in them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from rich.style import Style
from rich.text import Text

from lido import words
from lido.game import Event
from lido.games import part
from lido.match import Match


class Board(Protocol):
    """The functions of the module `terminal` of a game's package."""

    STYLES: Sequence[Style]
    """The style of each seat, for its pieces and its letter."""

    def board(self, view: Mapping[str, Any], last: Sequence[Event]) -> Text:
        """The board, with the cells of the `last` events marked.

        While a piece is selected, `last` holds an event `goal` for every cell (`to`) that it can reach instead.
        """
        ...

    def status(self, view: Mapping[str, Any], language: str) -> Text:
        """The line beside the board, such as what must be done now."""
        ...

    def note(self, view: Mapping[str, Any], seat: int, language: str) -> str:
        """A short note beside a seat, such as its score."""
        ...

    def told(self, events: Sequence[Event], language: str) -> list[Event]:
        """The events of one move in the order of their sentences, with their facts as words."""
        ...

    def forgotten(self, view: Mapping[str, Any], moves: Sequence[Sequence[Event]]) -> int:
        """How many of the first `moves`, each given by its events, are no longer shown."""
        ...

    def truth(self, position: Any, language: str) -> str:
        """What was secret in a position, shown when the game is over; empty where nothing was."""
        ...


class PlainBoard:
    """The board of a game without a module `terminal`: its view, line by line."""

    STYLES: Sequence[Style] = tuple(
        Style(color=ink, bgcolor=ground, bold=True)
        for ink, ground in (
            ("#ffffff", "#1f7a8c"),
            ("#ffffff", "#b5485d"),
            ("#000000", "#e2a72e"),
            ("#ffffff", "#4f7d4f"),
            ("#ffffff", "#6b5b95"),
            ("#ffffff", "#5c6770"),
        )
    )
    ELSEWHERE = frozenset(("game", "players", "options", "seat", "turn", "result", "step"))
    """Parts of every view that the screen shows elsewhere."""

    def board(self, view: Mapping[str, Any], last: Sequence[Event]) -> Text:
        shown = {name: part for name, part in view.items() if name not in self.ELSEWHERE}
        return Text("\n".join(f"{name}: {json.dumps(part, ensure_ascii=False)}" for name, part in shown.items()))

    def status(self, view: Mapping[str, Any], language: str) -> Text:
        return Text(words.say("terminal.plain-board", language))

    def note(self, view: Mapping[str, Any], seat: int, language: str) -> str:
        return ""

    def told(self, events: Sequence[Event], language: str) -> list[Event]:
        return list(events)

    def forgotten(self, view: Mapping[str, Any], moves: Sequence[Sequence[Event]]) -> int:
        return 0

    def truth(self, position: Any, language: str) -> str:
        return ""


def find(game: str) -> Board:
    """The board of that game: its module `terminal`, or a plain one."""
    own = part(game, "terminal")
    return cast(Board, own) if own else PlainBoard()


def typed_move(match: Match, typed: str) -> tuple[str, dict[str, Any]] | None:
    """A move typed in a form of the game's own, with its details; None where it is one of the legal moves as text."""
    own = getattr(part(match.game.id, "terminal"), "typed_move", None)
    found: tuple[str, dict[str, Any]] | None = own(match, typed) if own else None
    return found


def to_agree(game: str, move: str, details: Mapping[str, Any], language: str) -> str | None:
    """What all people at the terminal are asked before a move of that game is made; None for most moves."""
    own = getattr(part(game, "terminal"), "to_agree", None)
    question: str | None = own(move, details, language) if own else None
    return question
