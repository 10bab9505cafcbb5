"""Accidents that people declare where there is no tower of wood to fall: the physics knocks it (SP-19, SP-20)."""

from collections.abc import Mapping

from lido.errors import BadPosition, IllegalMove
from lido.game import Json
from lido.games.splash.judge import Before, fallen
from lido.games.splash.moves import ACCIDENT, carried_out, check_accident
from lido.games.splash.physics.knock import Knock
from lido.games.splash.physics.world import settled, touching
from lido.games.splash.rules import poses
from lido.games.splash.space import Pose
from lido.games.splash.state import State

TRIES = 3
"""How often what a knock left may be settled again before it is given up."""


def knocked(state: State, fault: Json, seed: str | int | None = None) -> dict[str, Json]:
    """The details of an `accident`: the tower is knocked once.

    IllegalMove where it still stands, or where no accident may be.
    """
    check_accident(state, fault)
    return details_of_knock(state, fault, Knock(state.pieces, seed).at_rest())


def details_of_knock(state: State, fault: Json, lying: Mapping[str, Pose]) -> dict[str, Json]:
    """The same after a knock that was shown live, after which everything lies so."""
    assert state.base is not None
    before = Before(state.base, state.touching.joined(state.base), state.touching.table)
    if not fallen(None, (), before, touching(lying)):
        raise IllegalMove("splash.accident-stands")
    for _ in range(TRIES):
        try:
            details = {"scene": {"pieces": poses(lying)}, "fault": fault}
            return dict(carried_out(state, ACCIDENT, details).details)
        except BadPosition:  # something still creeps or leans
            lying = settled(lying)
    raise IllegalMove("splash.accident-stands")
