"""What a report measures of one game in particular: the `REPORT` in the module `report` of its package.

The words of a game's own measures are in its `words.toml`: `report-section` is the heading above their
charts; a measure called `height` has `report-height` (its name), `report-height-meaning`,
`report-height-figure` (the title of its chart, with `{players}`) and, if it is counted,
`report-height-axis` (what is counted). `report-note-<measure>` adds a sentence to the meaning of one of
the measures that all games have.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from lido.games import part


@dataclass(frozen=True)
class PositionCount:
    """Something counted in every position. The report shows one number a game and how the games spread."""

    name: str
    count: Callable[[Any], int]
    """The number in a state of the game."""
    of_game: Callable[[Sequence[int]], int] = max
    """The number of a game, from those of its positions."""
    digits: int = 1


@dataclass(frozen=True)
class EventShare:
    """How many events of one kind there are for each event of another, over all games of a matchup."""

    name: str
    event: str
    among: str
    digits: int = 3


OwnMeasure: TypeAlias = PositionCount | EventShare


@dataclass(frozen=True)
class ReportConfig:
    """The defaults of a report on a game, and the measures that only this game has."""

    games: int = 1_000
    ms: int = 20
    """Milliseconds for a move."""
    measures: tuple[OwnMeasure, ...] = ()
    unseen: tuple[str, ...] = ()
    """The options that change nothing for a level of Lido, such as what people are reminded of. They are not tried."""
    draws: bool = True
    """Whether a game between bots can be drawn. Where none can, a share of drawn games would say nothing."""

    @property
    def counts(self) -> list[PositionCount]:
        """The measures that are counted in every position."""
        return [measure for measure in self.measures if isinstance(measure, PositionCount)]


DEFAULT = ReportConfig()


def report_config(game: str) -> ReportConfig:
    """What a game says about its reports, or the defaults."""
    module = part(game, "report")
    found: ReportConfig = module.REPORT if module else DEFAULT
    return found
