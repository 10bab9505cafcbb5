"""Plouf Party as SVG: the pool with its diving board, the pawns around it and in it, and the players."""

from collections.abc import Mapping
from typing import Any

SIZE = 64
MARGIN = 20
COLUMNS, ROWS = 8, 5
WIDTH = COLUMNS * SIZE + 2 * MARGIN
POOL_HEIGHT = ROWS * SIZE + 2 * MARGIN
PLAYERS_HEIGHT = 76
HEIGHT = POOL_HEIGHT + PLAYERS_HEIGHT

PLACES = [
    (0, 2), (0, 1),
    *((column, 0) for column in range(1, 7)),
    *((7, row) for row in (1, 2, 3)),
    *((column, 4) for column in range(6, 0, -1)),
    (0, 3),
]  # fmt: skip
"""The column and row of every space: the diving board on the left, then clockwise."""

COLOURS = {"R": "#d1495b", "O": "#ef8a3c", "Y": "#f3c846", "G": "#4f9d69", "B": "#3a78a8", "P": "#7f5aa8"}
DARK_INK = "OY"
"""The colours on which a letter is dark."""
INK, UNKNOWN = "#3b2500", "#b9a88c"


def svg(view: Mapping[str, Any]) -> str:
    """The pool of a view, and what it shows of the players."""
    spaces = "".join(_space(space, view) for space in range(len(PLACES)))
    swimmers = "".join(_swimmer(place, pawn) for place, pawn in enumerate(view["water"]))
    players = "".join(_player(seat, view) for seat in range(1, view["players"] + 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="system-ui, sans-serif" role="img" aria-label="Plouf Party: {_told(view)}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="#f6efe2"/>'
        f"{_pool()}{spaces}{swimmers}{players}</svg>"
    )


def _told(view: Mapping[str, Any]) -> str:
    """The pawns at the poolside as text, for readers who cannot see the picture."""
    standing = [(space, pawn) for space, pawn in enumerate(view["ring"]) if pawn]
    return ", ".join(f"{space} {pawn['colour']}{pawn['number'] or ''}" for space, pawn in standing)


def _centre(space: int) -> tuple[int, int]:
    column, row = PLACES[space]
    return MARGIN + column * SIZE + SIZE // 2, MARGIN + row * SIZE + SIZE // 2


def _pool() -> str:
    """The deck, the water with its waves, and the diving board over it."""
    deck = (
        f'<rect x="{MARGIN - 6}" y="{MARGIN - 6}" width="{COLUMNS * SIZE + 12}" height="{ROWS * SIZE + 12}" rx="22" '
        'fill="#e3c9a0" stroke="#cbab78" stroke-width="2"/>'
    )
    x, y, width, height = MARGIN + SIZE, MARGIN + SIZE, 6 * SIZE, 3 * SIZE
    water = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="14" fill="#8fd3e8" stroke="#6bbbd6"/>'
    waves = "".join(
        f'<path d="M{x + 8 + 16 * (row % 2)} {y + 20 + 30 * row}{"q8 -8 16 0t16 0" * 11}" fill="none" '
        'stroke="#a9dff0" stroke-width="3"/>'
        for row in range(6)
    )
    board_x, board_y = _centre(0)
    board = (
        f'<rect x="{board_x - 24}" y="{board_y - 17}" width="74" height="34" rx="8" fill="#fff" stroke="#7fa8b5" '
        f'stroke-width="2"/><path d="M{board_x + 28} {board_y - 11}v22m7 -22v22m7 -22v22" stroke="#c3d8de" '
        'stroke-width="2"/>'
    )
    return deck + water + waves + board


def _space(space: int, view: Mapping[str, Any]) -> str:
    """A space with its number, and the pawn that stands there."""
    x, y = _centre(space)
    pawn = view["ring"][space]
    parts = []
    if space:
        parts.append(f'<circle cx="{x}" cy="{y}" r="25" fill="#efdcbb" stroke="#d3b27f"/>')
    if space == view["taken"] or (space == view["last"] and view["taken"] is None):
        colour = INK if space == view["taken"] else "#fff"
        parts.append(f'<circle cx="{x}" cy="{y}" r="27" fill="none" stroke="{colour}" stroke-width="3"/>')
    parts.append(_text(x + (-24 if pawn else 0), y + (-22 if pawn else 0), str(space), 12, "#8a7350"))
    if pawn:
        parts.append(_pawn(x, y, pawn))
    return "".join(parts)


def _pawn(x: int, y: int, pawn: Mapping[str, Any]) -> str:
    """A pawn on its feet with its letter, and its number where that is shown."""
    body = (
        f'<path d="M{x - 15} {y + 20}q-2 -16 8 -20a11 11 0 1 1 14 0q10 4 8 20q-15 5 -30 0z" '
        f'fill="{COLOURS[pawn["colour"]]}" stroke="#fff" stroke-width="2"/>'
    )
    shadow = f'<ellipse cx="{x}" cy="{y + 21}" rx="18" ry="5" fill="#000" opacity=".15"/>'
    letter = _text(x, y + 9, pawn["colour"], 15, ink(pawn["colour"]), bold=True)
    return shadow + body + letter + (_badge(x + 17, y - 14, pawn["number"]) if pawn["number"] else "")


def _badge(x: int, y: int, number: int) -> str:
    return f'<circle cx="{x}" cy="{y}" r="10" fill="#fff" stroke="{INK}" stroke-width="1.5"/>' + _text(
        x, y, str(number), 14, INK, bold=True
    )


def _swimmer(place: int, pawn: Mapping[str, Any]) -> str:
    """A pawn in the water: its head and a ring of water, the first to fall at the top left."""
    row, column = divmod(place, 6)
    x, y = MARGIN + (column + 1) * SIZE + SIZE // 2 + 8, MARGIN + (row + 1) * SIZE + SIZE // 2
    return (
        f'<ellipse cx="{x}" cy="{y + 6}" rx="24" ry="13" fill="#d5f0f8"/>'
        f'<circle cx="{x}" cy="{y}" r="14" fill="{COLOURS[pawn["colour"]]}" stroke="#fff" stroke-width="2"/>'
        + _text(x, y, pawn["colour"], 14, ink(pawn["colour"]), bold=True)
        + (_badge(x + 15, y - 10, pawn["number"]) if pawn["number"] else "")
    )


def _player(seat: int, view: Mapping[str, Any]) -> str:
    """A player's number, token where it is known, and whether they are out, to act or the winner."""
    x = MARGIN + 40 + (seat - 1) * ((WIDTH - 2 * MARGIN) // view["players"])
    y = POOL_HEIGHT + PLAYERS_HEIGHT // 2 - 8
    token = view["tokens"][seat - 1]
    won = view["result"] is not None and view["result"]["payoffs"][seat - 1] > 0
    frame = f' stroke="{INK}" stroke-width="3"' if won or seat == view["turn"] else ' stroke="#fff" stroke-width="2"'
    coin = (
        f'<circle cx="{x}" cy="{y}" r="20" fill="{COLOURS[token] if token else UNKNOWN}"{frame}/>'
        + _text(x, y, token or "?", 18, ink(token or "?"), bold=True)
        + _text(x, y + 33, str(seat), 14, INK, bold=seat in (view["turn"], view["seat"]))
    )
    if won:
        coin += _text(x + 24, y - 15, "★", 20, INK)
    if view["in"][seat - 1]:
        return f"<g>{coin}</g>"
    return f'<g opacity=".6">{coin}<path d="M{x - 19} {y + 19}l38 -38" stroke="{INK}" stroke-width="2.5"/></g>'


def ink(letter: str) -> str:
    """The colour of a letter on a pawn of that colour."""
    return INK if letter in DARK_INK else "#ffffff"


def _text(x: int, y: int, text: str, size: int, fill: str, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" dy=".36em" text-anchor="middle" font-size="{size}"{weight} fill="{fill}">{text}</text>'
    )
