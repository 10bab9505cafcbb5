"""Chance as draws with known odds, for programs that look at every outcome.

A match draws its deal at once and hides it. Here a game begins with everything blank that a spectator does not
know, and chance fills in the blanks one by one: what only some seats know before the first move, what nobody
knows when a move reveals it.
"""

from functools import cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from lido.deal import Draws
from lido.game import SPECTATOR, Game, Json, Options, Start
from lido.games import find, needed_part, part

State = TypeVar("State")


class Draw(NamedTuple):
    """One thing that chance decides: the kind of thing, and which of them."""

    kind: str
    of: int


class Chance(Generic[State]):
    """The chance of one game. This class is that of a game without chance."""

    most_outcomes = 1
    """The outcomes of every draw are numbers below this."""
    waits: ClassVar[range] = range(0)
    """The moves before which something may have to be drawn: `draw_before` is asked about no others."""

    def __init_subclass__(cls) -> None:
        if "draw_before" in vars(cls) and not cls.waits:
            raise TypeError(f"{cls.__name__} has draw_before, but no moves that wait for a draw (waits).")

    def __init__(self, game: Game[State]) -> None:
        self.game = game

    def begin(self, players: int, options: Options, position: Json) -> State:
        """The start of a game, or a position of the laws, with everything blank that a spectator does not know."""
        draws = Draws("")
        deal = self.game.deal(players, options, draws) if position is None else None
        return self.game.observation(self.game.start(Start(players, options, deal, position), draws), SPECTATOR)

    def draws(self, state: State, options: Options, position: Json) -> list[Draw]:
        """What must be drawn before the first move, in this order."""
        return []

    def drawn(self, first: State, world: State, draw: Draw) -> int | None:
        """What a draw before the first move must have given in a world where nothing is hidden; `first` is `begin`'s.

        None for a draw that everybody saw. Needed where seats have secrets.
        """
        raise NotImplementedError

    def draw_before(self, state: State, move: int) -> Draw | None:
        """What must be drawn before that move, one of `waits`, can be carried out, if anything."""
        return None

    def draw_at_end(self, state: State) -> Draw | None:
        """What must be decided before a game that is over can be paid, if anything."""
        return None

    def outcomes(self, state: State, draw: Draw) -> list[tuple[int, float]]:
        """The outcomes of a draw, in order, with their probabilities."""
        raise NotImplementedError

    def decide(self, state: State, draw: Draw, outcome: int) -> State:
        """The state after that outcome of the draw, in its own memory."""
        raise NotImplementedError


@cache
def chance(game: str) -> Chance[Any]:
    """The chance of the game with that id, or BadSetup where chance decides something and no module says its odds."""
    rules = find(game)
    if rules.secrets or rules.deal(rules.players[0], rules.complete({}), Draws("")):
        needed_part(game, "chance")
    own = part(game, "chance")
    kind: type[Chance[Any]] = own.CHANCE if own else Chance
    return kind(rules)
