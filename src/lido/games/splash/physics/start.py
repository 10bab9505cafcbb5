"""Where a piece is taken up (SP-R15): beside the tower, turned and tilted as chance has it."""

import math

from lido.deal import Draws
from lido.games.splash.physics.path import HIGHEST, REACH, within_reach
from lido.games.splash.pieces import FACES, Scene, top
from lido.games.splash.space import UP, Pose, about, product

ASIDE = (0.05, 0.07)
"""Metres from the axis of the tower."""
ABOVE = (0.03, 0.05)
"""Metres above its highest point: however a piece is turned, it hangs free."""
STEEPEST = math.radians(20)
"""How far a piece is tilted at most."""


def start_of(chance: str, placement: int, scene: Scene) -> Pose:
    """The pose at which the piece of a placement is taken up.

    `chance` is what the seed says of the whole game, `placement` the number of the placement in it.
    """
    draws = Draws(chance, (str(placement),))
    count = len(scene) or 1
    x = sum(pose.pos[0] for pose in scene.values()) / count
    y = sum(pose.pos[1] for pose in scene.values()) / count
    side, away = _even(draws, 0.0, math.tau), _even(draws, *ASIDE)
    east, north = away * math.cos(side), away * math.sin(side)
    if math.hypot(x + east, y + north) > REACH:  # a tower near the rim has the other side free
        east, north = -east, -north
    highest = max((top(piece, pose) for piece, pose in scene.items()), default=0.0)
    z = min(highest + _even(draws, *ABOVE), HIGHEST)
    turned = product(about(UP, _even(draws, 0.0, math.tau)), FACES[draws.below(len(FACES))])
    lean, axis = _even(draws, 0.0, STEEPEST), _even(draws, 0.0, math.tau)
    return Pose(
        (*within_reach(x + east, y + north), z), product(about((math.cos(axis), math.sin(axis), 0.0), lean), turned)
    )


def _even(draws: Draws, least: float, most: float) -> float:
    """A number between the two, drawn evenly."""
    return least + (most - least) * draws.below(2**32) / 2**32
