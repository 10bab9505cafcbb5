"""A tower as small pictures for programs that look: from the front and from the right, without perspective."""

import numpy as np
from numpy.typing import NDArray

from lido.games.splash.pieces import CORNERS, SIDES, Scene, colour, shape

SIDE = 64
"""Pixels across and up."""
WIDE = 0.16
"""Metres across and up: the table is at the lower edge, the axis of the tower in the middle."""
SHADES = {
    "red": (214, 66, 66),
    "orange": (233, 139, 51),
    "yellow": (238, 203, 68),
    "green": (88, 168, 92),
    "blue": (66, 120, 206),
    "purple": (142, 88, 182),
}
BACKGROUND = (240, 236, 228)
LIGHT = np.array([0.35, -0.5, 0.79])
_ROWS, _COLUMNS = np.mgrid[0:SIDE, 0:SIDE]
_ACROSS = (_COLUMNS + 0.5) * WIDE / SIDE - WIDE / 2
_UP = WIDE - (_ROWS + 0.5) * WIDE / SIDE


def pictures(scene: Scene, highest: float) -> NDArray[np.uint8]:
    """Both views beside each other, [SIDE, 2 · SIDE, 3]; a tower higher than the picture is shown from its top down."""
    sunk = max(0.0, highest + 0.06 - WIDE)
    front = _view(scene, sunk, np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    right = _view(scene, sunk, np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]))
    return np.concatenate([front, right], axis=1)


def _view(scene: Scene, sunk: float, axes: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Looking along the second of the axes, the first pointing right: the nearest faces are painted last."""
    across, along = axes
    picture = np.full((SIDE, SIDE, 3), BACKGROUND, dtype=np.uint8)
    faces = []
    for piece, pose in scene.items():
        corners = np.array([pose.at(corner) for corner in CORNERS[shape(piece)]])
        for side in SIDES[shape(piece)]:
            face = corners[list(side)]
            normal = np.cross(face[1] - face[0], face[2] - face[1])
            normal /= np.linalg.norm(normal)
            if normal @ along < -1e-6:
                faces.append((float(face.mean(axis=0) @ along), face, colour(piece), float(normal @ LIGHT)))
    for _, face, name, lit in sorted(faces, key=lambda found: -found[0]):
        flat = np.stack([face @ across, face[:, 2] - sunk], axis=1)
        picture[_inside(flat)] = np.array(SHADES[name]) * (0.72 + 0.28 * max(0.0, lit))
    return picture


def _inside(flat: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The pixels inside of a convex polygon."""
    ahead = np.roll(flat, -1, axis=0) - flat
    turned = [a[0] * (_UP - p[1]) - a[1] * (_ACROSS - p[0]) for a, p in zip(ahead, flat, strict=True)]
    sides = np.stack(turned)
    return np.logical_or((sides >= 0).all(axis=0), (sides <= 0).all(axis=0))
