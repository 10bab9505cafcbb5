"""What is played for a report: which bots at which tables, and how many games at each."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lido import bots
from lido.errors import BadSetup
from lido.game import Game, Option
from lido.games import find
from lido.lab.arena import Setup, set_up

PLAYOUTS = 400
"""They judge a position to about 0.025, one standard error at a table of two."""
USUAL = "club"
"""The level at which options are compared, and whose figures stand for the game."""
COMPANY = 4
"""The number of players that is preferred where one must be chosen."""


class Part(StrEnum):
    """What a table is for."""

    LEVELS = "levels"
    """Everybody plays at the same level, by the usual options."""
    OPTIONS = "options"
    """The same with one option changed."""
    RATINGS = "ratings"
    """Every level against every other, two at a table."""


@dataclass(frozen=True)
class Table:
    """Games of one set-up."""

    part: Part
    setup: Setup
    games: int
    option: str = ""
    """The name of the option that is not as usual."""

    @property
    def level(self) -> str:
        """The level of the bots, where it is the same for all."""
        return self.setup.players[0]


def plan(game: str, games: int, *, ms: int | None, iterations: int | None, seed: str) -> list[Table]:
    """The tables of a report on so many games, shared out evenly among them, but at least one each."""
    rules = find(game)
    if iterations is not None and ms is not None:
        raise BadSetup("engine.ms-and-iterations")

    def setup(level: str, players: int, options: dict[str, Option]) -> Setup:
        thinking: dict[str, Any] = {"ms": ms, "iterations": iterations, "seed": seed, "playouts": PLAYOUTS}
        return set_up(game, [level] * players, options=options, **thinking)

    levels = [(Part.LEVELS, setup(level, count, {}), "") for level in bots.LEVELS for count in rules.players]
    changed = [
        (Part.OPTIONS, setup(USUAL, _company(rules, {name: value}), {name: value}), name)
        for name, value in _changes(rules)
    ]
    all_levels = set_up(game, bots.LEVELS, seats=2, ms=ms, iterations=iterations, seed=seed)
    tables = [*levels, *changed, (Part.RATINGS, all_levels, "")]
    each = max(1, games // len(tables))
    return [Table(part, made, each, option) for part, made, option in tables]


def usual_company(game: str) -> int:
    """The number of players whose figures stand for the game."""
    return _company(find(game), {})


def _changes(rules: Game[Any]) -> Iterator[tuple[str, Option]]:
    """Every value of every option that is not the usual one."""
    for name, values in rules.options.items():
        for value in values[1:]:
            yield name, value


def _company(rules: Game[Any], options: dict[str, Option]) -> int:
    """The number of players nearest to COMPANY that the options allow."""
    nearest = sorted(rules.players, key=lambda count: abs(count - COMPANY))
    return next(count for count in nearest if _allowed(rules, count, options))


def _allowed(rules: Game[Any], players: int, options: dict[str, Option]) -> bool:
    try:
        rules.check(players, options)
    except BadSetup:
        return False
    return True
