"""The moves of Splash! as a finite set of numbers, for programs that want one.

Placing is helped: a piece is set on its first target at one of a few offsets, turned against it by one of a
few angles, with one of its faces down, by a hand that does not tremble.
"""

import math
from itertools import combinations, product

from lido.game import MOST_SEATS, Json
from lido.games.splash import GAME
from lido.games.splash.physics.assist import Landing, Spot, path_to
from lido.games.splash.pieces import FACES, PIECES
from lido.games.splash.rules import bases, give_text, gives
from lido.games.splash.space import yaw_of
from lido.games.splash.state import BASE, DRAFT, GIVE, KEEP, MOST_TAKEN, PLACE, State

OFFSETS = (-0.006, -0.003, 0.0, 0.003, 0.006)
"""Metres from the centre of the target, along x and along y."""
YAWS = tuple(quarter * math.pi / 4 for quarter in range(4))
"""Radians against the target's own yaw."""
SPOTS = tuple(Spot(x, y, angle, face) for x, y, angle, face in product(OFFSETS, OFFSETS, YAWS, range(len(FACES))))
KEPT = tuple(combinations(PIECES, MOST_TAKEN))

FIRST_GIVE = len(PIECES)
FIRST_PLACE = FIRST_GIVE + MOST_SEATS * len(PIECES)
FIRST_BASE = FIRST_PLACE + len(SPOTS)
FIRST_KEEP = FIRST_BASE + len(PIECES)
count = FIRST_KEEP + len(KEPT)
"""How many different moves there are: every move is a number below this."""

NUMBER = {piece: number for number, piece in enumerate(PIECES)}
KEPT_NUMBER = {pieces: number for number, pieces in enumerate(KEPT)}


def legal(state: State) -> list[int]:
    """The numbers of the legal moves, in order."""
    if state.step == DRAFT:
        numbers = [NUMBER[piece] for piece in state.pile]
    elif state.step == GIVE:
        numbers = [FIRST_GIVE + len(PIECES) * (source - 1) + NUMBER[piece] for piece, source in gives(state)]
    elif state.step == PLACE:
        numbers = list(range(FIRST_PLACE, FIRST_BASE))
    elif state.step == BASE:
        numbers = [FIRST_BASE + NUMBER[piece] for piece in bases(state)]
    elif state.step == KEEP:
        numbers = [FIRST_KEEP + KEPT_NUMBER[kept] for kept in combinations(sorted(state.fallen), MOST_TAKEN)]
    else:
        numbers = []
    return sorted(numbers)


def move(state: State, number: int) -> tuple[str, dict[str, Json]]:
    """A legal move as `Match.play` takes it: its text and its details."""
    if number < FIRST_GIVE:
        return f"take {PIECES[number]}", {}
    if number < FIRST_PLACE:
        source, piece = divmod(number - FIRST_GIVE, len(PIECES))
        return give_text(PIECES[piece], source + 1, state.seat), {}
    if number < FIRST_BASE:
        return "place", _path(state, SPOTS[number - FIRST_PLACE])
    if number < FIRST_KEEP:
        return f"base {PIECES[number - FIRST_BASE]}", {}
    return f"keep {' '.join(KEPT[number - FIRST_KEEP])}", {}


def _path(state: State, spot: Spot) -> dict[str, Json]:
    """How the hand brings the piece it holds to a spot of the first target, or as near as it reaches."""
    assert state.held
    target = next(iter(state.targets), None)
    turned = spot.yaw + (yaw_of(state.pieces[target]) if target else 0.0)
    pose = Landing(state.pieces, state.held).near(target, spot._replace(yaw=turned))
    return path_to(state.pieces, pose).document()


def after(state: State, number: int) -> State:
    """The state that a legal move leads to."""
    text, details = move(state, number)
    return GAME.play(state, text, details).state


def label(state: State, number: int) -> str:
    """A legal move in words that tell it from all others: its text, for a placement with the spot."""
    if not FIRST_PLACE <= number < FIRST_BASE:
        return move(state, number)[0]
    x, y, angle, face = SPOTS[number - FIRST_PLACE]
    return f"place {1000 * x:+.0f} {1000 * y:+.0f} mm, {math.degrees(angle):.0f}°, face {face}"
