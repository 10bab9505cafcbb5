"""A toy whose moves are more than their text: each of two players throws once, the longer throw wins.

`play("throw", power=7)` is where the ball lands after a wind that only the record remembers: what
came of the throw is kept beside what was asked, and a replay must land in the same place.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lido.deal import Draws
from lido.errors import IllegalMove
from lido.game import Event, Game, Json, Options, Played, Result, Start

WORDS = {
    "throws.power": {"en": "A throw has a power from 0 to 9.", "fr": "Un lancer a une force de 0 à 9."},
    "throws.landed": {"en": "It does not land there.", "fr": "Il ne tombe pas là."},
}


class Field(NamedTuple):
    wind: int
    landed: tuple[int, ...]


class Throws(Game[Field]):
    id = "throws"
    detailed = True
    players = (2,)

    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        return {"wind": draws.below(5)}

    def start(self, start: Start, draws: Draws) -> Field:
        return Field(start.deal["wind"] if start.deal else draws.below(5), ())

    def turn(self, state: Field) -> int:
        return len(state.landed) + 1

    def legal_moves(self, state: Field) -> list[str]:
        return ["throw"] if len(state.landed) < 2 else []

    def play(self, state: Field, move: str, details: Mapping[str, Json]) -> Played[Field]:
        power = details.get("power")
        if move != "throw" or not isinstance(power, int) or not 0 <= power <= 9:
            raise IllegalMove("throws.power")
        landed = power * 10 + state.wind
        if details.get("landed", landed) != landed:
            raise IllegalMove("throws.landed")
        event: Event = {"event": "landed", "at": landed}
        after = Field(state.wind, (*state.landed, landed))
        return Played(after, [event], {"power": power, "landed": landed})

    def observation(self, state: Field, seat: int) -> Field:
        return Field(0, state.landed)

    def view(self, observation: Field, seat: int) -> dict[str, Json]:
        return {"landed": list(observation.landed)}

    def position(self, state: Field, start: Start, moves: Sequence[str]) -> Json:
        return {"wind": state.wind, "moves": list(moves)}

    def result(self, state: Field) -> Result | None:
        if len(state.landed) < 2:
            return None
        first, second = state.landed
        return Result((float(first > second), float(second > first)) if first != second else (0.5, 0.5), "thrown")


GAME = Throws()
