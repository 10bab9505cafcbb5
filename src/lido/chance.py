"""Chance as draws with known odds, for programs that want to look at all that may happen.

A match draws its deal at once and hides it. Here a game begins with everything that nobody knows yet left
blank, and chance fills in the blanks one by one: what the seats hold in secret before the first move,
what nobody knows only when a move brings it out.
"""

from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from lido.deal import Draws
from lido.game import SPECTATOR, Game, Json, Options, Start
from lido.games import find, part

State = TypeVar("State")


class Draw(NamedTuple):
    """One thing that chance decides: the kind of thing, and which of them."""

    kind: str
    of: int


class Chance(Generic[State]):
    """The chance of one game; as it is here, of a game in which nothing is left to chance."""

    most_outcomes = 1
    """No draw has an outcome of this number or a higher one."""

    def __init__(self, game: Game[State]) -> None:
        self.game = game

    def begin(self, players: int, options: Options, position: Json) -> State:
        """The start of a game, or a position of the laws, with everything blank that a spectator does not know."""
        draws = Draws("")
        deal = self.game.deal(players, options, draws) if position is None else None
        return self.game.observation(self.game.start(Start(players, options, deal, position), draws), SPECTATOR)

    def draws(self, state: State, options: Options, position: Json) -> list[Draw]:
        """What must be decided, in this order, before the first move of a game that began so."""
        return []

    def draw_before(self, state: State, move: int) -> Draw | None:
        """What must be decided before that move can be carried out, if anything."""
        return None

    def draw_at_end(self, state: State) -> Draw | None:
        """What must be decided before a game that is over can be paid, if anything."""
        return None

    def outcomes(self, state: State, draw: Draw) -> list[tuple[int, float]]:
        """What may come of a draw, in order, and how likely each is."""
        raise NotImplementedError

    def decide(self, state: State, draw: Draw, outcome: int) -> State:
        """The state in which that has come of the draw, in memory of its own."""
        raise NotImplementedError


@cache
def chance(game: str) -> Chance[Any]:
    """The chance of the game with that id."""
    own = part(game, "chance")
    kind: type[Chance[Any]] = own.CHANCE if own else Chance
    return kind(find(game))
