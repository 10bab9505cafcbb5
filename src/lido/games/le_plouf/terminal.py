"""Le Plouf in the terminal: a tiled rim around the water, round pawns with their letters.

Every cell is seven characters by three. Shapes say everything, so that nothing is lost
without colour.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from lido.game import Event
from lido.games.le_plouf.board import FILES, POOL_CELLS, RANKS, RIM_CELLS
from lido.games.le_plouf.picture import SEATS as DRAWN
from lido.games.le_plouf.text import SEATS
from lido.look import COLOURS
from lido.words import say

WIDTH, HEIGHT = 7, 3
TILE = ("┌─────┐", "│     │", "└─────┘")
MARKED_TILE = ("┏━━━━━┓", "┃     ┃", "┗━━━━━┛")
MARKED_WATER = ("┏     ┓", "       ", "┗     ┛")
PAWN = (" ▄▄▄ ", "▐ {} ▌", " ▀▀▀ ")
LEFT = "  ·  "

RIM = Style(color=COLOURS["slab-edge"], bgcolor=COLOURS["slab"])
CORNER = Style(color=COLOURS["slab-ink"], bgcolor=COLOURS["slab-corner"])
WATER = Style(color=COLOURS["water-light"], bgcolor=COLOURS["water"])
MARK = Style(color=COLOURS["on-light"], bold=True)
STYLES = [Style(color=hue.ink, bgcolor=hue.piece, bold=True) for hue, _, _ in DRAWN]

PUSHES = ("fall", "slide", "climb")


def board(view: Mapping[str, Any], last: Sequence[Event]) -> Text:
    """The board with its coordinates, the cells of the last move marked."""
    reached = {event[key] for event in last for key in ("to", "cell") if key in event}
    left = {event["from"] for event in last if "from" in event} - reached
    drawn = Text(no_wrap=True)
    for rank in reversed(RANKS):
        cells = [_cell(file + rank, view, file + rank in reached, file + rank in left) for file in FILES]
        for row in range(HEIGHT):
            drawn.append(f" {rank} " if row == 1 else "   ", "bold")
            for cell in cells:
                drawn.append_text(cell[row])
            drawn.append("\n")
    drawn.append("   " + "".join(file.center(WIDTH) for file in FILES), "bold")
    return drawn


def status(view: Mapping[str, Any], language: str) -> Text:
    """The track of the cursor."""
    track = Text(say("le-plouf.cursor", language) + "  ")
    for number in (1, 2, 3):
        here = number == view["cursor"]
        track.append(f"[{number}]" if here else f" {number} ", "bold reverse" if here else "")
    return track


def note(view: Mapping[str, Any], seat: int, language: str) -> str:
    """How many pawns a seat has still to place, or has on the rim and in the pool."""
    if view["to_place"][seat - 1]:
        return say("le-plouf.to-place", language, count=view["to_place"][seat - 1])
    own = [cell for cell, owner in view["cells"].items() if owner == seat]
    rim = sum(cell in RIM_CELLS for cell in own)
    return say("le-plouf.on-rim", language, rim=rim, pool=len(own) - rim)


def told(events: Sequence[Event], language: str) -> list[Event]:
    """The pawn that moved, then those it pushed, the nearest first."""
    pushed = [event for event in events if event["event"] in PUSHES]
    mover, *rest = (event for event in events if event["event"] not in PUSHES)
    return [mover, *reversed(pushed), *rest]


def forgotten(view: Mapping[str, Any], moves: Sequence[Sequence[Event]]) -> int:
    """None: every move may be shown."""
    return 0


def truth(position: Any, language: str) -> str:
    """Nothing was secret."""
    return ""


def _cell(name: str, view: Mapping[str, Any], reached: bool, left: bool) -> list[Text]:
    """The three lines of a cell."""
    if name in POOL_CELLS:
        style, lines = WATER, MARKED_WATER if reached else _waves(name)
    else:
        style, lines = CORNER if name[0] in "ae" and name[1] in "15" else RIM, MARKED_TILE if reached else TILE
    cell = [Text(line, style + MARK if reached else style) for line in lines]
    if seat := view["cells"].get(name):
        _stand(cell, seat, style)
    elif left:
        cell[1] = cell[1][:1] + Text(LEFT, style + MARK) + cell[1][-1:]
    return cell


def _waves(name: str) -> tuple[str, ...]:
    """Waves that run on from one cell into the next."""
    x, y = FILES.index(name[0]) * WIDTH, RANKS.index(name[1]) * HEIGHT
    return tuple(
        "".join("~" if (x + column + 3 * (y + HEIGHT - row)) % 7 < 2 else " " for column in range(WIDTH))
        for row in range(HEIGHT)
    )


def _stand(cell: list[Text], seat: int, ground: Style) -> None:
    """Put a seat's pawn on a cell, in place."""
    edge = Style(color=DRAWN[seat - 1][0].piece, bgcolor=ground.bgcolor)
    for row, line in enumerate(PAWN):
        pawn = Text(line.format(SEATS[seat - 1]), edge)
        if row == 1:
            pawn.stylize(STYLES[seat - 1], 1, 4)
        else:
            pawn = cell[row][1:2] + pawn[1:4] + cell[row][5:6]
        cell[row] = cell[row][:1] + pawn + cell[row][-1:]
