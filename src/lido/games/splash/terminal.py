"""Splash! in the terminal: the pieces of the tower from the top down, each a bar as wide as it lies.

A bar begins where the piece does, seen from the front, and says its shape: nothing is lost without
colour.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from lido.errors import IllegalMove
from lido.game import SEAT_LETTERS, Event
from lido.games.splash.moves import ACCIDENT, check_accident
from lido.games.splash.pieces import colour, corners, shape
from lido.games.splash.solids import PAINTS
from lido.games.splash.space import Pose
from lido.games.splash.state import State
from lido.match import Match
from lido.words import say

CELL = 0.0015
"""Metres to a character."""
PLACE = re.compile(r"place((?:\s+[-+]?\d+(?:\.\d+)?){0,4})", re.IGNORECASE)
KNOCKED = re.compile(r"accident(?:\s+(\S+))?", re.IGNORECASE)
MILLIMETRE = 0.001
DEGREE = math.pi / 180
UNITS = (MILLIMETRE, MILLIMETRE, DEGREE, 1.0)
WIDEST = 44
"""Characters of the board; what lies further out is drawn at its edge."""
INK = {"yellow": "#000000", "orange": "#000000"}
STYLES = [
    Style(color=ink, bgcolor=ground, bold=True)
    for ink, ground in (
        ("#ffffff", "#1f7a8c"),
        ("#ffffff", "#b5485d"),
        ("#000000", "#e2a72e"),
        ("#ffffff", "#4f7d4f"),
        ("#ffffff", "#6b5b95"),
        ("#ffffff", "#5c6770"),
    )
]


def board(view: Mapping[str, Any], last: Sequence[Event]) -> Text:
    """The pieces on the table, the highest first, the one just set marked."""
    new = {event["piece"] for event in last if event["event"] == "place"}
    rows = sorted(view["pieces"], key=lambda entry: -entry["pos"][2])
    drawn = Text(no_wrap=True)
    for entry in rows:
        left, bar = _bar(entry["piece"], Pose(tuple(entry["pos"]), tuple(entry["quat"])))
        drawn.append(" " * left).append_text(bar)
        drawn.append(f" {entry['piece']}{' ◂' if entry['piece'] in new else ''}\n")
    return drawn.append("▔" * WIDEST, "bold")


def _bar(piece: str, pose: Pose) -> tuple[int, Text]:
    """The column where a piece begins, and the bar that shows it."""
    xs = [x for x, _, _ in corners(piece, pose)]
    wide = max(3, round((max(xs) - min(xs)) / CELL))
    left = round(min(xs) / CELL) + WIDEST // 2
    style = Style(color=INK.get(colour(piece), "#ffffff"), bgcolor="#{:02x}{:02x}{:02x}".format(*PAINTS[colour(piece)]))
    return max(0, min(left, WIDEST - wide)), Text(f"[{shape(piece)[: wide - 2]:^{wide - 2}}]", style)


def status(view: Mapping[str, Any], language: str) -> Text:
    """How high the tower is, and what is in the hand."""
    held = say("splash.in-hand", language, piece=view["held"]) if view["held"] else ""
    return Text(f"{say('splash.levels', language, levels=view['levels'])} {held}")


def note(view: Mapping[str, Any], seat: int, language: str) -> str:
    """How many pieces and drops a seat has."""
    drops = view["drops"][seat - 1]
    return say("splash.has", language, pieces=len(view["reserves"][seat - 1]), drops="●" * drops or "–")


def told(events: Sequence[Event], language: str) -> list[Event]:
    """The events with their lists as text, and a fall told as one."""
    return [_told(event) for event in events]


def forgotten(view: Mapping[str, Any], moves: Sequence[Sequence[Event]]) -> int:
    """None: every move may be shown."""
    return 0


def truth(position: Any, language: str) -> str:
    """Nothing was secret."""
    return ""


def _told(event: Event) -> Event:
    told = {
        name: ", ".join(fact) if name in ("fell", "pieces") and _names(fact) else fact for name, fact in event.items()
    }
    if event["event"] == "place" and not event["stands"]:
        told["event"] = "fall"
    if event["event"] == "accident" and event["fault"]:
        told |= {"event": "accident-by", "seat": event["fault"]}
    if event["event"] == "give" and event["from"] != event["seat"]:
        told |= {"event": "give-from", "other": SEAT_LETTERS[event["from"] - 1]}
    return told


def _names(fact: Any) -> bool:
    return isinstance(fact, list) and all(isinstance(name, str) for name in fact)


def typed_move(match: Match, typed: str) -> tuple[str, dict[str, Any]] | None:
    """A typed placement with the pose that it means, or an accident with whose fault it is; None for any other move.

    `place 2 -1 45 0` sets a piece 2 mm to the right and 1 mm to the front of the middle of its
    target, turned by 45 degrees, on its face 0; what is left out is 0. `accident B` is the fault of seat B, `accident`
    of nobody.
    """
    if knocked := KNOCKED.fullmatch(typed.strip()):
        return _accident(match, knocked[1])
    found = PLACE.fullmatch(typed.strip())
    if not found or not match.turn:
        return None
    state: State = match.player_view(match.turn).observation
    if state.held is None:
        raise IllegalMove(f"splash.must-{state.step}", held=state.held)
    numbers = [float(number) for number in found[1].split()] + [0.0] * 4
    pose = [number * unit for number, unit in zip(numbers, UNITS, strict=False)]
    return "place", {"pose": pose}


def _accident(match: Match, at_fault: str | None) -> tuple[str, dict[str, Any]]:
    """An accident, if there may be one; a seat is written as its letter or its number."""
    fault: int | None = None
    if at_fault is not None:
        seats = {name: seat for seat, letter in enumerate(SEAT_LETTERS, start=1) for name in (letter, str(seat))}
        fault = seats.get(at_fault.upper(), 0)
    check_accident(match.player_view(match.turn or 0).observation, fault)
    return ACCIDENT, {"fault": fault}


def to_agree(move: str, details: Mapping[str, Any], language: str) -> str | None:
    """What all people must agree to before a move is made; None where they need not."""
    if move != ACCIDENT:
        return None
    fault = details["fault"]
    code = "splash.accident-agree" if fault is None else "splash.accident-agree-fault"
    return say(code, language, who="" if fault is None else SEAT_LETTERS[fault - 1])
