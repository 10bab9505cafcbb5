"""What is played for a report: the matchups, and how many games of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lido import bots
from lido.bots.brought import is_brought
from lido.errors import BadSetup
from lido.game import Game, Option
from lido.games import find
from lido.lab.config import report_config
from lido.lab.outcome import PLAYOUTS
from lido.lab.setup import Setup, set_up

USUAL = "club"
"""What `usual_level` is where it plays."""
PLAYERS = 4
"""The preferred number of players where one must be chosen."""


class Part(StrEnum):
    """What a matchup is for."""

    LEVELS = "levels"
    """All bots have the same level; the options have their defaults."""
    OPTIONS = "options"
    """The same with one option changed."""
    RATINGS = "ratings"
    """Every level against every other, in games of two."""


@dataclass(frozen=True)
class Matchup:
    """Bots that play a number of games by one set-up."""

    part: Part
    setup: Setup
    games: int
    option: str = ""
    """The option that is changed."""

    @property
    def level(self) -> str:
        """The level of the bots, if it is the same for all."""
        return self.setup.players[0]


def usual_level(players: Sequence[str]) -> str:
    """The bot that options are compared with, and that the summary of a report is about."""
    return USUAL if USUAL in players else players[-1]


def plan(
    game: str, games: int, *, ms: int | None, iterations: int | None, seed: str, players: Sequence[str] = ()
) -> list[Matchup]:
    """The matchups of a report, with the usual levels unless others are given.

    The games are divided evenly among them and the pairs of bots that are rated. Each has at least one, and a pair
    as many in both orders of the seats.
    """
    rules = find(game)
    if iterations is not None and ms is not None:
        raise BadSetup("engine.ms-and-iterations")

    def setup(level: str, players: int, options: dict[str, Option]) -> Setup:
        thinking: dict[str, Any] = {"ms": ms, "iterations": iterations, "seed": seed, "playouts": PLAYOUTS}
        return set_up(game, [level] * players, options=options, **thinking)

    names = list(dict.fromkeys(players or bots.LEVELS))
    usual = usual_level(names)
    levels = [(Part.LEVELS, setup(name, count, {}), "") for name in names for count in rules.players]
    changed = [
        (Part.OPTIONS, setup(usual, _players(rules, {name: value}), {name: value}), name)
        for name, value in every_change(rules)
        if name not in unseen(game, usual)
    ]
    pairs = len(names) * (len(names) - 1) // 2
    each = max(1, games // (len(levels) + len(changed) + pairs))
    matchups = [Matchup(part, made, each, option) for part, made, option in [*levels, *changed]]
    if pairs:
        all_names = set_up(game, names, seats=2, ms=ms, iterations=iterations, seed=seed)
        matchups.append(Matchup(Part.RATINGS, all_names, pairs * (each + each % 2)))
    return matchups


def usual_players(game: str) -> int:
    """The number of players that the summary of a report is about."""
    return _players(find(game), {})


def unseen(game: str, level: str) -> frozenset[str]:
    """The options of a game that change nothing for its bots; a bot that somebody brings may see more."""
    return frozenset() if is_brought(level) else frozenset(report_config(game).unseen)


def every_change(rules: Game[Any]) -> Iterator[tuple[str, Option]]:
    """Every value of every option that is not its default."""
    for name, values in rules.options.items():
        for value in values[1:]:
            yield name, value


def _players(rules: Game[Any], options: dict[str, Option]) -> int:
    """The number of players nearest to PLAYERS that the options allow."""
    nearest = sorted(rules.players, key=lambda count: abs(count - PLAYERS))
    return next(count for count in nearest if _allowed(rules, count, options))


def _allowed(rules: Game[Any], players: int, options: dict[str, Option]) -> bool:
    try:
        rules.check(players, options)
    except BadSetup:
        return False
    return True
