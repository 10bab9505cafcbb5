"""Le Plouf as SVG: a tiled rim around the water, pawns with their letters, the cursor."""

from collections.abc import Mapping
from typing import Any

from lido.games.le_plouf.board import CELL, CELLS, CORNERS, FILES, POOL_CELLS, RANKS
from lido.games.le_plouf.text import SEATS

SIZE = 64
MARGIN = 28
TRACK = 52
BOARD = SIZE * 5
COLOURS = ("#d1495b", "#edae49", "#3d5a80", "#4f9d69")


def svg(view: Mapping[str, Any]) -> str:
    """The board of a view."""
    width, height = BOARD + 2 * MARGIN, BOARD + 2 * MARGIN + TRACK
    cells = "".join(_cell(name) for name in CELLS)
    pawns = "".join(_pawn(*_centre(name), seat) for name, seat in view["cells"].items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="system-ui, sans-serif" role="img" aria-label="Le Plouf: {view["position"]}">'
        f'<rect width="{width}" height="{height}" rx="18" fill="#f6efe2"/>{_names()}{cells}{pawns}{_track(view)}</svg>'
    )


def _centre(name: str) -> tuple[int, int]:
    column, row = FILES.index(name[0]), 4 - RANKS.index(name[1])
    return MARGIN + column * SIZE + SIZE // 2, MARGIN + row * SIZE + SIZE // 2


def _cell(name: str) -> str:
    x, y = _centre(name)
    pool = name in POOL_CELLS
    fill, stroke = ("#8fd3e8", "#6bbbd6") if pool else ("#e3c9a0", "#cbab78")
    corner = CORNERS >> CELL[name] & 1
    square = (
        f'<rect x="{x - 31}" y="{y - 31}" width="62" height="62" rx="{4 if pool else 9}" '
        f'fill="{"#d3b27f" if corner else fill}" stroke="{stroke}"/>'
    )
    wave = f"M{x - 20} {y + 14}q5 -6 10 0t10 0t10 0t10 0"
    return square + (f'<path d="{wave}" fill="none" stroke="#c9edf7" stroke-width="3"/>' if pool else "")


def _pawn(x: int, y: int, seat: int, radius: int = 22) -> str:
    colour = COLOURS[seat - 1]
    return (
        f'<circle cx="{x}" cy="{y + 3}" r="{radius}" fill="#000" opacity=".18"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" stroke="#fff" stroke-width="2.5"/>'
        f'<text x="{x}" y="{y}" dy=".36em" text-anchor="middle" font-size="{radius}" font-weight="700" '
        f'fill="#fff">{SEATS[seat - 1]}</text>'
    )


def _names() -> str:
    style = 'text-anchor="middle" font-size="13" fill="#8a7350"'
    files = "".join(f'<text x="{_centre(f + "1")[0]}" y="{BOARD + MARGIN + 18}" {style}>{f}</text>' for f in FILES)
    ranks = "".join(f'<text x="{MARGIN - 13}" y="{_centre("a" + r)[1] + 4}" {style}>{r}</text>' for r in RANKS)
    return files + ranks


def _track(view: Mapping[str, Any]) -> str:
    """The cursor's three cells, and whose turn it is."""
    y = BOARD + MARGIN + 48
    parts = []
    for number in (1, 2, 3):
        here = number == view["cursor"]
        x = MARGIN + 18 + (number - 1) * 40
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="16" fill="{"#1f7a8c" if here else "#fff"}" stroke="#1f7a8c" '
            f'stroke-width="2"/><text x="{x}" y="{y}" dy=".36em" text-anchor="middle" font-size="16" '
            f'font-weight="700" fill="{"#fff" if here else "#1f7a8c"}">{number}</text>'
        )
    if view["turn"]:
        parts.append(_pawn(BOARD + MARGIN - 18, y, view["turn"], 16))
    return "".join(parts)
