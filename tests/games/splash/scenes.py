"""Scenes for the tests, built from names: what stands on what, and what lies where."""

import math
from collections.abc import Sequence
from typing import Any

import lido
from lido.games.splash.pieces import SIZES, shape
from lido.games.splash.space import Pose, about

Placed = dict[str, Any]

PATH = [[0.0, 0.0, 0.0, 0.4, 1.0, 0.0, 0.0, 0.0]]
"""A path for placements whose settled scene is given: how it came about does not matter."""
FAR = 0.1
"""Metres: well away from the tower."""


def at(piece: str, x: float, y: float, z: float, quat: Sequence[float] = (1.0, 0.0, 0.0, 0.0)) -> Placed:
    return {"piece": piece, "pos": [x, y, z], "quat": list(quat)}


def stack(*pieces: str, x: float = 0.0, y: float = 0.0) -> list[Placed]:
    """Pieces on top of each other, each lying as at identity."""
    placed, height = [], 0.0
    for piece in pieces:
        tall = SIZES[shape(piece)][2]
        placed.append(at(piece, x, y, height + tall / 2))
        height += tall
    return placed


def scattered(*pieces: str) -> list[Placed]:
    """Pieces that lie about singly."""
    return [placed for number, piece in enumerate(pieces, start=1) for placed in stack(piece, x=number * FAR / 2)]


def sloping(piece: str, edge: tuple[float, float], floor: float, angle: float) -> Placed:
    """A stick with its left end on a floor of that height, sloping up to the right over an edge at x and z."""
    length, _, thick = SIZES[shape(piece)]
    sine, cosine = math.sin(angle), math.cos(angle)
    along = (edge[1] - floor) / sine
    x = edge[0] + (length / 2 - along) * cosine - thick / 2 * sine
    z = floor + length / 2 * sine + thick / 2 * cosine
    return at(piece, x, 0.0, z, about((0.0, 1.0, 0.0), -angle))


def tipped(piece: str, x: float, y: float, on: float, taller: float) -> Placed:
    """A cube on something of that height, tipped over one edge so that it is that much taller than lying flat."""
    side = SIZES[shape(piece)][0]
    rise = 1 + taller / side
    turn = math.asin(rise / math.sqrt(2)) - math.pi / 4
    return at(piece, x, y, on + side / 2 * rise, about((0.0, 1.0, 0.0), turn))


def poses(placed: Sequence[Placed]) -> dict[str, Pose]:
    return {entry["piece"]: Pose(tuple(entry["pos"]), tuple(entry["quat"])) for entry in placed}


def match(
    *reserves: Sequence[str], options: dict[str, Any] | None = None, laws: int | None = None, **scene: Any
) -> lido.Match:
    """A game with these reserves; the rest as said, or as at the start of building."""
    scene = {"pieces": [], "reserves": [list(reserve) for reserve in reserves], **scene}
    return lido.new("splash", players=len(reserves), seed="scenes", options=options, position=scene, laws=laws)


def holding(piece: str, *reserves: Sequence[str], source: int = 1, **scene: Any) -> lido.Match:
    """Seat 2 holds a piece that seat 1 gave."""
    return match(*reserves, **{"held": piece, "seat": 2, "step": "place", "from": source, **scene})


def settle(game: lido.Match, *scenes: Sequence[Placed]) -> list[dict[str, Any]]:
    """Place the piece in the hand so that everything comes to lie as in the scenes."""
    return game.play("place", path=PATH, release=0.1, settled=[list(scene) for scene in scenes])


def choose_base(game: lido.Match, piece: str, *scenes: Sequence[Placed]) -> list[dict[str, Any]]:
    return game.play(f"base {piece}", settled=[list(scene) for scene in scenes])


def refused(game: lido.Match, move: str, **details: Any) -> str:
    """The code with which a move is refused; nothing has changed then."""
    before = game.record()
    try:
        game.play(move, **details)
    except lido.IllegalMove as error:
        assert game.record() == before
        return error.code
    raise AssertionError(f"{move} was not refused")
