"""What somebody has played: results, dates, against whom, what they are good at, and how their ratings went."""

from collections import Counter
from typing import Literal, TypeAlias

import msgspec

from lido import bots
from lido.server.messages import Info, Player, RatingChange
from lido.server.rooms.context import NodeContext

MOST = 500
"""The last games that are looked at."""

Result: TypeAlias = Literal["won", "drawn", "lost"]


class PastGame(msgspec.Struct, omit_defaults=True):
    """A game that is over, as one of its players sees it."""

    table: str
    game: str
    at: int
    """When they sat down, in milliseconds since 1970."""
    others: list[Player]
    result: Result | None = None
    """None where they played several seats."""
    change: RatingChange | None = None


class Skill(msgspec.Struct):
    """What came of all games of one kind that count."""

    game: str
    won: int
    drawn: int
    lost: int
    beaten: str | None
    """The strongest bot that was beaten alone."""


class Point(msgspec.Struct):
    """A rating after a game."""

    at: int
    mean: float


class History(msgspec.Struct):
    """What somebody has played, the newest first; what they are good at, the best first; and their ratings in time."""

    games: list[PastGame]
    skills: list[Skill]
    ratings: dict[str, list[Point]]


async def history(context: NodeContext, person: str) -> History:
    """The history of a person."""
    rows = await context.store.history(person, MOST)
    infos = await context.lobby.named([row.head for row in rows])
    games, ratings = [], dict[str, list[Point]]()
    won: dict[str, Counter[str]] = {}
    beaten: dict[str, set[str]] = {}
    for row, info in zip(rows, infos, strict=True):
        change = RatingChange(*row.means) if row.means else None
        result = result_of(info, person)
        others = [player for player in info.seats if player.person != person]
        games.append(PastGame(info.table, info.game, row.at, others, result, change))
        if row.means:
            ratings.setdefault(info.game, []).insert(0, Point(row.at, row.means[1]))
        if result and info.counts:
            won.setdefault(info.game, Counter())[result] += 1
            if result == "won" and len(others) == 1 and others[0].level and not others[0].person:
                beaten.setdefault(info.game, set()).add(others[0].level)
    skills = [
        Skill(game, found["won"], found["drawn"], found["lost"], _strongest(beaten.get(game, set())))
        for game, found in won.items()
    ]
    return History(games, sorted(skills, key=_worth, reverse=True), ratings)


def result_of(info: Info, person: str) -> Result | None:
    """What a game brought to a person who played one seat of it."""
    mine = [number for number, player in enumerate(info.seats) if player.person == person]
    if len(mine) != 1 or info.payoffs is None:
        return None
    paid, most = info.payoffs[mine[0]], max(info.payoffs)
    if paid < most:
        return "lost"
    return "drawn" if min(info.payoffs) == most else "won"


def _strongest(levels: set[str]) -> str | None:
    order = [level for level in bots.all_levels() if level in levels]
    return order[-1] if order else None


def _worth(skill: Skill) -> tuple[float, int]:
    """The share of points, as if one game more had been drawn and one lost: a single win is no mastery."""
    count = skill.won + skill.drawn + skill.lost
    return (skill.won + skill.drawn / 2 + 0.5) / (count + 2), count
