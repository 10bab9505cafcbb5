"""All that a report tells of a game, table by table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lido.game import Option
from lido.games import find
from lido.lab.arena import Outcome, Setup
from lido.lab.measures import Measures, measures
from lido.lab.plan import USUAL, Part, Table, usual_company
from lido.lab.summary import Summary, summary


class Change(NamedTuple):
    """An option that is not as usual, and what was measured without and with it."""

    option: str
    usual_value: Option
    value: Option
    usual: Measures
    changed: Measures


@dataclass(frozen=True)
class Findings:
    """What the games of a report say."""

    game: str
    setup: Setup
    """Any of the set-ups: what the bots have for a move, the seed and the engine are the same in all."""
    games: int
    levels: dict[tuple[str, int], Measures]
    """By level and number of players."""
    changes: list[Change]
    ratings: Summary

    @property
    def names(self) -> list[str]:
        """The levels, the weakest first."""
        return list(dict.fromkeys(level for level, _ in self.levels))

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return sorted({players for _, players in self.levels})

    @property
    def company(self) -> int:
        """The number of players whose figures stand for the game."""
        return usual_company(self.game)

    @property
    def usual(self) -> Measures:
        """The table whose figures stand for the game."""
        return self.levels[USUAL, self.company]


def findings(tables: Sequence[Table], played: Sequence[Collection[Outcome]]) -> Findings:
    """What is found at the tables of a plan, from the games of each."""
    levels: dict[tuple[str, int], Measures] = {}
    changes: list[Change] = []
    ratings: Summary | None = None
    for table, outcomes in zip(tables, played, strict=True):
        setup = table.setup
        if table.part == Part.LEVELS:
            levels[table.level, setup.seats] = measures(setup, outcomes)
        elif table.part == Part.OPTIONS:
            value, first = setup.options[table.option], find(setup.game).options[table.option][0]
            usual = levels[table.level, setup.seats]
            changes.append(Change(table.option, first, value, usual, measures(setup, outcomes)))
        else:
            ratings = summary(setup, outcomes)
    assert ratings, "a plan has a table for the ratings"
    setup = tables[0].setup
    return Findings(setup.game, setup, sum(map(len, played)), levels, changes, ratings)
