"""Boards for the terminal, drawn from a view: what a seat may not know cannot be in them."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from rich.style import Style
from rich.text import Text

from lido.game import Event

MODULES = {
    "le-plouf": "lido.cli.boards.le_plouf",
    "plouf-party": "lido.cli.boards.plouf_party",
    "croc-pool": "lido.cli.boards.croc_pool",
    "splash": "lido.cli.boards.splash",
}


class Board(Protocol):
    """What the module of one game's board holds."""

    STYLES: Sequence[Style]
    """How each seat is coloured, for its pawns and wherever it is named."""

    def board(self, view: Mapping[str, Any], last: Sequence[Event]) -> Text:
        """The board, the cells that the `last` events touched marked.

        Where a piece is chosen, there is an event `goal` for every cell `to` which it can go instead.
        """
        ...

    def status(self, view: Mapping[str, Any], language: str) -> Text:
        """What everybody must see beside the board, on one line."""
        ...

    def note(self, view: Mapping[str, Any], seat: int, language: str) -> str:
        """A few words on how that seat stands."""
        ...

    def told(self, events: Sequence[Event], language: str) -> list[Event]:
        """The events of one move in the order in which people tell them, what they mention in words."""
        ...

    def forgotten(self, view: Mapping[str, Any], moves: Sequence[Sequence[Event]]) -> int:
        """How many of the `moves` so far, given by their events, may no longer be told."""
        ...

    def truth(self, position: Any, language: str) -> str:
        """What was secret in that position, for when the game is over; empty where nothing was."""
        ...


def find(game: str) -> Board:
    """The board of that game."""
    return cast(Board, import_module(MODULES[game]))
