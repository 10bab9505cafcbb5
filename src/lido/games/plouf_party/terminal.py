"""Plouf Party in the terminal: the deck around the water, pawns with their letters and the numbers shown.

Every space is five characters by three. Shapes say everything, so that nothing is lost without
colour: ▐R 2▌ stands at the poolside, (R 2) swims, and a pawn without a number has not shown it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from lido.game import SEAT_LETTERS, Event
from lido.games.plouf_party import picture
from lido.games.plouf_party.board import COLOURS, LETTERS
from lido.look import COLOURS as PAGE
from lido.words import say

WIDTH, HEIGHT = 5, 3
DECK = Style(color=PAGE["slab-ink"], bgcolor=PAGE["slab"])
CORNER = Style(bgcolor=PAGE["slab-corner"])
BOARD = Style(color=PAGE["steel"], bgcolor=PAGE["coping"])
WATER = Style(color=PAGE["water-light"], bgcolor=PAGE["water"])
MARK = Style(color=PAGE["on-light"], bold=True)
PLANK, PLANK_END = "═════", "═══╸ "
STYLES = [Style(color="#ffffff", bgcolor="#44546a", bold=True)] * 6
"""One for all seats: the colour of a seat is a secret."""
LAST_ROW = 2


def board(view: Mapping[str, Any], last: Sequence[Event]) -> Text:
    """The pool, the diving board on the left, with the spaces of the last move marked."""
    reached = {event[key] for event in last for key in ("to", "space") if key in event}
    left = {event["from"] for event in last if "from" in event}
    spaces = {place: space for space, place in enumerate(picture.PLACES)}
    drawn = Text(no_wrap=True)
    for row in range(picture.ROWS):
        cells = []
        for column in range(picture.COLUMNS):
            if (column, row) in spaces:
                space = spaces[column, row]
                cells.append(_space(space, view["ring"][space], space in reached, space in left))
            elif column in (0, picture.COLUMNS - 1):
                cells.append([Text(" " * WIDTH, CORNER)] * HEIGHT)
            else:
                cells.append(_water(column - 1, row - 1, view["water"]))
        for line in range(HEIGHT):
            drawn.append_text(Text.assemble(*(cell[line] for cell in cells))).append("\n")
    drawn.right_crop(1)
    return drawn


def status(view: Mapping[str, Any], language: str) -> Text:
    """What must be done now, and how long nothing has fallen."""
    return Text(say(f"plouf-party.status-{view['step']}", language, quiet=view["quiet"]))


def note(view: Mapping[str, Any], seat: int, language: str) -> str:
    """The number by which a seat is accused, and what is known of its colour."""
    token = view["tokens"][seat - 1]
    if not view["in"][seat - 1]:
        return say("plouf-party.note-out", language, number=seat, colour=_colour(token, language))
    if token:
        return say("plouf-party.note-own", language, number=seat, colour=_colour(token, language))
    if cleared := view["cleared"][seat - 1]:
        return say("plouf-party.note-cleared", language, number=seat, letters=" ".join(cleared))
    return say("plouf-party.note-secret", language, number=seat)


def told(events: Sequence[Event], language: str) -> list[Event]:
    """The events with colours as words, players as letters, and a kind for each sentence."""
    return [_told(event, language) for event in events]


def forgotten(view: Mapping[str, Any], moves: Sequence[Sequence[Event]]) -> int:
    """Without the memory aid (PP-R12), everything before the current turn, until the game is over."""
    if view["options"]["memory"] == "aid" or view["result"]:
        return 0
    return max((at for at, events in enumerate(moves) if any(event["event"] == "take" for event in events)), default=0)


def truth(position: Any, language: str) -> str:
    """Who had which colour."""
    owners = zip(SEAT_LETTERS, position["deal"]["tokens"], strict=False)
    colours = ", ".join(f"{seat} {_colour(token, language)}" for seat, token in owners)
    return say("plouf-party.truth", language, colours=colours)


def _told(event: Event, language: str) -> Event:
    said = dict(event)
    for name in ("colour", "token"):
        if name in said:
            said[name] = _colour(said[name], language)
    if "accused" in said:
        said["accused"] = SEAT_LETTERS[said["accused"] - 1]
    if event["event"] == "fall" and event["number"] is None:
        said["event"] = "fall-face-down"
    if event["event"] == "verdict":
        said["event"] = "verdict-right" if event["right"] else "verdict-wrong"
    return said


def _colour(letter: str, language: str) -> str:
    return say(f"plouf-party.colour-{COLOURS[LETTERS.index(letter)]}", language)


def _space(space: int, pawn: Mapping[str, Any] | None, reached: bool, left: bool) -> list[Text]:
    """The three lines of a space: its number, its pawn, and a mark under it if it was just reached."""
    ground = DECK if space else BOARD
    cell = [Text(f"{space:^{WIDTH}}", ground), Text(" " * WIDTH, ground), Text(" " * WIDTH, ground)]
    if not space:
        cell[LAST_ROW] = Text(PLANK, ground)
    if reached:
        cell[LAST_ROW] = Text("  ▲  ", ground + MARK)
    if pawn:
        cell[1] = _pawn(pawn, "▐▌", ground)
    elif left:
        cell[1] = Text("  ·  ", ground + MARK)
    return cell


def _water(column: int, row: int, swimmers: Sequence[Mapping[str, Any]]) -> list[Text]:
    """The three lines of a stretch of water, perhaps with a pawn: the first to fall is at the top left."""
    cell = [Text(_waves(WIDTH * column, HEIGHT * row + line), WATER) for line in range(HEIGHT)]
    place = 6 * row + column
    if place < len(swimmers):
        cell[1] = _pawn(swimmers[place], "()", WATER)
    if (column, row) == (0, 1):
        cell[LAST_ROW] = Text(PLANK_END, Style(color=PAGE["coping"], bgcolor=WATER.bgcolor))
    return cell


def _waves(x: int, y: int) -> str:
    """Waves that run on from one stretch into the next."""
    return "".join("~" if (x + step + 3 * y) % 9 < 2 else " " for step in range(WIDTH))


def _pawn(pawn: Mapping[str, Any], edges: str, ground: Style) -> Text:
    """A pawn between its edges: its letter, and its number if that is shown."""
    letter = pawn["colour"]
    body = Style(color=picture.ink(letter), bgcolor=picture.COLOURS[letter], bold=True)
    edge = Style(color=picture.COLOURS[letter], bgcolor=ground.bgcolor)
    name = f"{letter} {pawn['number']}" if pawn["number"] else f" {letter} "
    return Text.assemble((edges[0], edge), (name, body), (edges[1], edge))
