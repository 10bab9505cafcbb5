"""What a changed option does: games with it beside games with the default that began with the same seeds."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from lido import match as matches
from lido.bots.levels import LEVELS
from lido.bots.own import own_bots
from lido.game import Option
from lido.games import find
from lido.lab.estimates import Estimate, change
from lido.lab.measures import Measures, most_paid, teams_of
from lido.lab.outcome import Outcome
from lido.lab.setup import Setup
from lido.lab.shown import DRAWN, FIRST, TIED, Shown


@dataclass(frozen=True)
class OptionEffect:
    """A changed option, with the measures by its default and with the change."""

    option: str
    value: Option
    usual: Measures
    changed: Measures
    same: int
    """How many games with the same seeds were the same to the last move."""
    paired: int
    """Of how many."""

    @property
    def default(self) -> Option:
        """The value that is not changed."""
        return find(self.usual.setup.game).options[self.option][0]

    @property
    def changed_none(self) -> bool:
        """Whether all games went as without the change."""
        return 0 < self.paired == self.same

    @property
    def begins(self) -> tuple[int, int] | None:
        """How many moves are legal at the start by default and with the change; None where they are the same moves."""
        usual, changed = (
            matches.new(setup.game, players=setup.seats, options=setup.options, seed=setup.seed).legal_moves()
            for setup in (self.usual.setup, self.changed.setup)
        )
        return None if usual == changed else (len(usual), len(changed))

    @property
    def pairs(self) -> int:
        """How many games that count began with the same seeds as one with the default that counts."""
        return len(self.usual.counted["length"].keys() & self.changed.counted["length"].keys())

    @property
    def same_teams(self) -> bool:
        """Whether the same seats win together: only then the payoffs can be compared."""
        return teams_of(self.usual.setup) == teams_of(self.changed.setup)

    def compares(self, shown: Shown) -> bool:
        """Whether a measure can tell anything of the option: not where it is the same number in every game of both.

        Nor can the seat that is farthest from an even share, which need not be the same seat.
        """
        both = [count for side in (self.usual, self.changed) for count in side.counted.get(shown.key, {}).values()]
        told = [count for count, among in both if among]
        return len(set(told)) > 1 and (self.same_teams or shown is not FIRST)

    def difference(self, shown: Shown) -> Estimate | None:
        """How much more there is with the change, from pairs of games with the same seeds; None if they cannot say."""
        usual, changed = (side.counted.get(shown.key, {}) for side in (self.usual, self.changed))
        numbers = sorted(usual.keys() & changed.keys())
        won = {FIRST: most_paid(self.usual.setup), DRAWN: 1.0, TIED: 1.0}.get(shown)
        return change([(usual[number], changed[number]) for number in numbers], won)


def same(usual: Collection[Outcome], changed: Collection[Outcome]) -> tuple[int, int]:
    """How many games of the same number went alike to the last move, and of how many that is known."""
    lines = {outcome.number: outcome for outcome in usual if outcome.line}
    pairs = [(lines[other.number], other) for other in changed if other.line and other.number in lines]
    return sum(one.line == other.line for one, other in pairs), len(pairs)


def timed(setup: Setup, names: Iterable[str]) -> list[str]:
    """The bots that may think as far as the clock lets them: the same games may go otherwise another time."""
    levels = {} if own_bots(setup.game).make else LEVELS
    limited = {"random", *(name for name, level in levels.items() if level.iterations)}
    return [name for name in names if setup.iterations is None and name not in limited]
