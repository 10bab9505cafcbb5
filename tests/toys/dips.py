"""A toy that is not a `RecordGame`, with nothing but its rules: in turn each of two players dips in a foot or both.

Whoever dips the fifth foot wins.
"""

from collections.abc import Mapping, Sequence

from lido.deal import Draws
from lido.errors import IllegalMove
from lido.game import Event, Game, Json, Options, Played, Result, Start

FEET = {"both": 2, "one": 1}


class Dips(Game[tuple[int, ...]]):
    id = "dips"
    players = (2,)

    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        return {}

    def start(self, start: Start, draws: Draws) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int:
        return len(state) % 2 + 1

    def legal_moves(self, state: tuple[int, ...]) -> list[str]:
        return [] if sum(state) >= 5 else sorted(FEET)

    def play(self, state: tuple[int, ...], move: str, details: Mapping[str, Json]) -> Played[tuple[int, ...]]:
        if move not in FEET:
            raise IllegalMove("dips.feet", move=move)
        event: Event = {"event": "dip", "seat": self.turn(state), "feet": FEET[move]}
        return Played((*state, FEET[move]), [event], {})

    def observation(self, state: tuple[int, ...], seat: int) -> tuple[int, ...]:
        return state

    def view(self, observation: tuple[int, ...], seat: int) -> dict[str, Json]:
        return {"feet": list(observation)}

    def position(self, state: tuple[int, ...], start: Start, moves: Sequence[str]) -> Json:
        return list(state)

    def result(self, state: tuple[int, ...]) -> Result | None:
        last = (len(state) - 1) % 2
        return Result((1.0 - last, float(last)), "wet") if sum(state) >= 5 else None


GAME = Dips()
