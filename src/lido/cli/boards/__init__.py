"""Boards for the terminal, drawn from a view: what a seat may not know cannot be in them."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from rich.style import Style
from rich.text import Text

from lido.game import Event

MODULES = {"le-plouf": "lido.cli.boards.le_plouf", "splash": "lido.cli.boards.splash"}


class Board(Protocol):
    """What the module of one game's board holds."""

    STYLES: Sequence[Style]
    """How each seat is coloured, for its pawns and wherever it is named."""

    def board(self, view: Mapping[str, Any], last: Sequence[Event]) -> Text:
        """The board, the cells that the `last` events touched marked."""
        ...

    def status(self, view: Mapping[str, Any], language: str) -> Text:
        """What everybody must see beside the board, on one line."""
        ...

    def note(self, view: Mapping[str, Any], seat: int, language: str) -> str:
        """A few words on how that seat stands."""
        ...

    def told(self, events: Sequence[Event]) -> list[Event]:
        """The events of one move in the order in which people tell them."""
        ...


def find(game: str) -> Board:
    """The board of that game."""
    return cast(Board, import_module(MODULES[game]))
