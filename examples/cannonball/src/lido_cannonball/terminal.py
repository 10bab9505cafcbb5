"""Cannonball in the terminal: the cards of this round, and the hand of the seat that looks."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from lido.game import Event
from lido.words import say
from lido_cannonball.picture import COLOURS

STYLES = [Style(color="#ffffff", bgcolor=colour, bold=True) for colour in COLOURS]
WATER = Style(color="#10343f", bgcolor="#8fd3e8")
DECK = Style(color="#3b2500", bgcolor="#f1e4ca")


def board(view: Mapping[str, Any], last: Sequence[Event]) -> Text:
    """The pool over the hand; a card is ▐ 7▌."""
    pool = [(f"▐{card:2}▌", STYLES[at]) if card else ("  · ", WATER) for at, card in enumerate(view["round"])]
    hand = [(f"▐{card:2}▌", DECK) for card in view["hand"]]
    return Text("\n\n", no_wrap=True).join([_row(pool, WATER), _row(hand, DECK)])


def _row(cards: Sequence[tuple[str, Style]], ground: Style) -> Text:
    row = Text(" ", ground)
    for card in cards:
        row.append(*card).append("  ", ground)
    return row


def status(view: Mapping[str, Any], language: str) -> Text:
    """The cards that are gone."""
    return Text(say("cannonball.status", language, cards=", ".join(map(str, view["played"])) or "–"))


def note(view: Mapping[str, Any], seat: int, language: str) -> str:
    """How many rounds a seat has taken."""
    return say("cannonball.note", language, count=view["taken"][seat - 1])


def told(events: Sequence[Event], language: str) -> list[Event]:
    """The events as they happened."""
    return list(events)


def forgotten(view: Mapping[str, Any], moves: Sequence[Sequence[Event]]) -> int:
    """None: every move may be shown."""
    return 0


def truth(position: Any, language: str) -> str:
    """Every card that was dealt has been played by the end."""
    return ""
