"""A check that a replay does not make: whether the physics of this machine still says what a record says."""

from collections.abc import Mapping

from lido import match
from lido.game import Json
from lido.games.splash import GAME
from lido.games.splash.moves import SETTLED
from lido.record import read


def simulated_again(record: Mapping[str, Json]) -> list[int]:
    """The numbers, from 1, of the moves of a record that come out otherwise, to the last bit, when simulated again.

    Each is simulated from where the record says everything lay before it.
    """
    played = match.begin(record)
    different = []
    for number, move, details in read(record).steps():
        if SETTLED in details:
            asked = {name: value for name, value in details.items() if name != SETTLED}
            state = played.player_view(0).observation
            if GAME.play(state, move, asked).details != details:
                different.append(number)
        played.play(move, **details)
    return different
