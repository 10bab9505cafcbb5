"""Chance in Splash!: who is dealt which piece, where the pieces are dealt."""

from dataclasses import replace

from lido.chance import Chance, Draw
from lido.game import MOST_SEATS, Json, Options
from lido.games.splash.pieces import PIECES
from lido.games.splash.state import BOXED, State, begun

BOX = 0


class SplashChance(Chance[State]):
    """The outcome for a piece is the seat that has it, or 0 for the box."""

    most_outcomes = MOST_SEATS + 1

    def begin(self, players: int, options: Options, position: Json) -> State:
        if position is None and options["draft"] == "deal":
            return begun(players, int(options["teams"]), (frozenset(),) * players)
        return super().begin(players, options, position)

    def draws(self, state: State, options: Options, position: Json) -> list[Draw]:
        dealt = position is None and options["draft"] == "deal"
        return [Draw("piece", number) for number in range(len(PIECES))] if dealt else []

    def outcomes(self, state: State, draw: Draw) -> list[tuple[int, float]]:
        boxed = BOXED.get(state.players, 0)
        each = (len(PIECES) - boxed) // state.players
        left = len(PIECES) - draw.of
        room = {seat: each - len(state.reserve(seat)) for seat in range(1, state.players + 1)}
        return [(seat, places / left) for seat, places in ({BOX: left - sum(room.values())} | room).items() if places]

    def decide(self, state: State, draw: Draw, outcome: int) -> State:
        if outcome == BOX:
            return state
        piece = frozenset({PIECES[draw.of]})
        return replace(state.given(outcome, piece), box=state.box - piece)


CHANCE = SplashChance
