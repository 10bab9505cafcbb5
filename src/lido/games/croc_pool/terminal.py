"""Crocodile Pool Party in the terminal: the long pool, one line a rank, with its bars, ladders and slabs.

Every square is six characters wide. `(A)` is a swimmer, `A4` a crocodile, `A4×3` a stack of three
with that crocodile on top. Signs say everything, so that nothing is lost without colour.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from lido.game import Event
from lido.games.croc_pool.board import BAR_SQUARES, FILES, LADDERS, RANKS, SLABS
from lido.games.croc_pool.picture import SIDES
from lido.games.croc_pool.rules import QUIET_TURNS
from lido.look import COLOURS as PAGE
from lido.words import say

WIDTH = 6
LETTERS = "AB"
BAR = "bar"
LADDER_SQUARES = LADDERS[0] + LADDERS[1]
GOAL, LAST, NO_MARK = "»", "•", " "
"""In front of a tile: a chosen one can go there and eat it, the last move came there, neither."""
FREE_GOAL = "○"

WATER = tuple(Style(color=PAGE["water-light"], bgcolor=PAGE[name]) for name in ("water", "coping-line"))
WOOD = Style(color=PAGE["on-light"], bgcolor=PAGE["wood"])
SIGN = Style(color=PAGE["ink"], bold=True)
STYLES = [Style(color=hue.ink, bgcolor=hue.piece, bold=True) for hue, _ in SIDES]


def board(view: Mapping[str, Any], last: Sequence[Event]) -> Text:
    """The pool with its coordinates, the squares of the last move or the goals of a chosen tile marked."""
    marks = _marks(last)
    drawn = Text(no_wrap=True)
    for rank in reversed(RANKS):
        drawn.append(f"{rank:>2} ", "bold")
        for file in FILES:
            drawn.append_text(_square(file + rank, view, marks))
        drawn.append_text(_slabs(int(rank)))
        drawn.append("\n")
    drawn.append("   " + "".join(f"   {file}  " for file in FILES), "bold")
    return drawn


def status(view: Mapping[str, Any], language: str) -> Text:
    """Whether the bars are open, and how many quiet turns have gone by."""
    doors = say("croc-pool.bars-open" if view["open"] else "croc-pool.bars-shut", language)
    return Text(f"{doors} · {say('croc-pool.quiet', language, count=view['quiet'], most=QUIET_TURNS)}")


def note(view: Mapping[str, Any], seat: int, language: str) -> str:
    """How many swimmers a seat has still to place, or what it has at the bar."""
    if view["to_place"][seat - 1]:
        return say("croc-pool.to-place", language, count=view["to_place"][seat - 1])
    return say("croc-pool.at-bar", language, tiles=view["scores"][seat - 1], sum=view["crocodiles"][seat - 1])


def told(events: Sequence[Event], language: str) -> list[Event]:
    """The events as they happened."""
    return list(events)


def forgotten(view: Mapping[str, Any], moves: Sequence[Sequence[Event]]) -> int:
    """None: every move may be shown."""
    return 0


def truth(position: str, language: str) -> str:
    """The numbers of the tiles that were never turned over."""
    red, yellow = (sorted(re.findall(rf"{side}\((\d)\)", position)) for side in "ry")
    if not red + yellow:
        return ""
    return say("croc-pool.truth", language, a=", ".join(red) or "–", b=", ".join(yellow) or "–")


def _marks(last: Sequence[Event]) -> dict[str, str]:
    """The mark of every square that an event came to."""
    came = {event.get("to", event.get("square")): event["event"] for event in last}
    return {square: GOAL if kind == "goal" else LAST for square, kind in came.items() if square}


def _square(name: str, view: Mapping[str, Any], marks: Mapping[str, str]) -> Text:
    """The six characters of a square; those of a bar say whose it is and what it holds."""
    for side in (0, 1):
        if name in BAR_SQUARES[side]:
            return _half_bar(name, side, view, marks)
    ground = WATER[(FILES.index(name[0]) + int(name[1:])) % 2]
    mark = marks.get(name, NO_MARK)
    stack = view["squares"].get(name)
    if stack is None:
        sign = FREE_GOAL if mark == GOAL else "╫" if name in LADDER_SQUARES else "~"
        return Text(f"   {sign}  ", ground + SIGN if mark == GOAL else ground)
    text = _tile(stack)
    cell = Text(f"{mark}{text.center(WIDTH - 1)}", ground + SIGN)
    cell.highlight_words([text], STYLES[stack["owner"] - 1])
    return cell


def _tile(stack: Mapping[str, Any]) -> str:
    """The stack on a square, in at most five characters."""
    letter, top = LETTERS[stack["owner"] - 1], stack["tiles"][-1]
    if not top["crocodile"]:
        return f"({letter})"
    return f"{letter}{top['number']}" + (f"×{stack['height']}" if stack["height"] > 1 else "")


def _half_bar(name: str, side: int, view: Mapping[str, Any], marks: Mapping[str, str]) -> Text:
    """The left square of a bar has its name, the right one how many tiles it holds."""
    mine = BAR in marks and view["turn"] == side + 1
    if name == min(BAR_SQUARES[side]):
        return Text(f"{GOAL if mine else '['} {BAR} ", WOOD + SIGN if mine else WOOD)
    half = Text(f" {LETTERS[side]}:{view['scores'][side]:<2}]", WOOD)
    half.stylize(STYLES[side], 1, 2)
    return half


def _slabs(rank: int) -> Text:
    """The slabs at the edge: how many swimmers each side may place in a rank."""
    slabs = Text(" ")
    for side in (0, 1):
        slabs.append("▐" * int(SLABS[side, rank - 1]), Style(color=SIDES[side][0].piece))
    return slabs
