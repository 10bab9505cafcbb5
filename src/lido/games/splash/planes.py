"""What a seat sees of Splash! as planes over the thirty pieces, in the order of their names.

The seats are counted from the one that looks: `reserve 0` is its own, `reserve 1` that of its left
neighbour. Poses are in metres, cut off one metre from the origin, and unit quaternions; they are zero for a piece
that is not on the table.
"""

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.splash.pieces import PIECES
from lido.games.splash.state import MOST_DROPS, OVER, STEPS, State

BOARD = (len(PIECES),)
DTYPE = np.float32

POSE = ("x", "y", "z", "quaternion w", "quaternion x", "quaternion y", "quaternion z")
HEAPS = ("pile", "box", "fallen", "held", "base", "uncovered", "target")


def planes(players: int) -> list[tuple[Any, ...]]:
    """The planes in order, with the highest and the lowest number where they are not 1 and 0."""
    seats = range(players)
    return [
        *((f"reserve {seat}",) for seat in seats),
        *((heap,) for heap in HEAPS),
        *((part, 1, -1) for part in POSE),
        *((f"step {step}",) for step in STEPS if step != OVER),
        *((f"drops {seat}", MOST_DROPS) for seat in seats),
        *((f"turn {seat}",) for seat in seats),
        *((f"seat {seat}",) for seat in seats),
        *((f"source {seat}",) for seat in seats),
    ]


def write(view: State, seat: int, repetitions: int, out: NDArray[np.float32]) -> None:
    """Write all planes; see `lido.planes`."""
    players, base = view.players, max(seat, 0)
    seats = [(base + other) % players for other in range(players)]
    one_piece = [frozenset({piece} if piece else ()) for piece in (view.held, view.base)]
    heaps = [view.pile, view.box, view.fallen, *one_piece, view.judgement.uncovered, view.targets]
    flags = [
        *(view.step == step for step in STEPS if step != OVER),
        *(view.drops[at] for at in seats),
        *(view.seat - 1 == at for at in seats),
        *(seat == at for at in range(players)),
        *(view.source == at + 1 for at in seats),
    ]
    rows = [
        *(_among(view.reserves[at]) for at in seats),
        *(_among(heap) for heap in heaps),
        *_poses(view),
        *(np.full(len(PIECES), flag, dtype=np.float32) for flag in flags),
    ]
    out[:] = np.concatenate(rows)


def _among(pieces: Collection[str]) -> NDArray[np.float32]:
    return np.array([piece in pieces for piece in PIECES], dtype=np.float32)


def _poses(view: State) -> NDArray[np.float32]:
    poses = np.zeros((len(POSE), len(PIECES)), dtype=np.float32)
    for number, piece in enumerate(PIECES):
        if piece in view.pieces:
            pose = view.pieces[piece]
            poses[:, number] = (*pose.pos, *pose.quat)
    return np.clip(poses, -1, 1)
