"""The ladder of the levels, and their ratings: `python -m bench.levels GAME`.

For every number of players, one of a level plays among others of the level below, and the seat rotates. `expert` thinks
for 2,000 iterations a move, about 50 ms, and the others as they always do. Each finished game is a line in a file
(`--out`), and the same command goes on where it was stopped. With `--keep` the ratings become those of the package.
"""

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import lido
from lido import bots, registry
from lido.bots.rated import FILE, Rated
from lido.lab.estimates import Estimate, mean
from lido.match import Match

SEED = "levels"
EXPERT = 2_000
CLUB = 25.0
"""The rating of `club`: what a newcomer has. The others follow from it."""
SCALE = 25 / 6 * math.sqrt(2)
"""What a factor of e in the odds to win is on the scale of people's ratings (openskill's beta, for two players)."""
DRAWS = 200
"""How often the games are drawn again for the intervals."""


class Game(msgspec.Struct, frozen=True):
    """A finished game."""

    players: int
    number: int
    seating: tuple[str, ...]
    payoffs: tuple[float, ...]

    @property
    def key(self) -> tuple[int, int, frozenset[str]]:
        """What tells it from other games."""
        return self.players, self.number, frozenset(self.seating)


def planned(game: str, games: int, counts: Sequence[int]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Every game of the ladder: how many play, its number, and who sits where."""
    for players in counts or lido.new(game).game.players:
        for weaker, stronger in pairwise(bots.levels_for(game, players)):
            for number in range(games):
                own = number % players
                yield players, number, tuple(stronger if seat == own else weaker for seat in range(players))


def played(game: str, players: int, number: int, seating: Sequence[str]) -> Match:
    """Play a game to its end."""
    match = lido.new(game, players=players, seed=f"{SEED}/{number}")
    seats = [bots.bot(level, f"{SEED}/{number}/{seat}", threads=1) for seat, level in enumerate(seating)]
    while seat := match.turn:
        view, bot = match.player_view(seat), seats[seat - 1]
        thinking = {"iterations": EXPERT} if seating[seat - 1] == "expert" and not match.game.detailed else {}
        move = bot.choose(view, **thinking)
        match.perform(move, seed=f"{SEED}/{number}/{len(match.moves)}", **bot.details(view, move, **thinking))
    return match


def rated(games: Sequence[Game]) -> dict[str, float]:
    """The ratings that explain best who won, if the odds of a seat to win are those of its level.

    Every pair of levels that met has one drawn game more, so that a level that always won is not infinitely strong.
    """
    met = {frozenset(game.seating) for game in games}
    drawn = [Game(2, -1, tuple(sorted(pair)), (0.5, 0.5)) for pair in met]
    levels = sorted({level for game in games for level in game.seating})
    seats = [[levels.index(level) for level in game.seating] for game in [*games, *drawn]]
    won = np.zeros(len(levels))
    for game, seating in zip([*games, *drawn], seats, strict=True):
        np.add.at(won, seating, game.payoffs)
    tables, counts = np.unique([np.bincount(one, minlength=len(levels)) for one in seats], axis=0, return_counts=True)
    odds = np.ones(len(levels))
    for _ in range(500):
        share = (counts / (tables @ odds)) @ tables
        odds = won / share
        odds /= odds[levels.index("club")]
    return {level: CLUB + SCALE * float(np.log(odds[at])) for at, level in enumerate(levels)}


def with_intervals(games: Sequence[Game]) -> dict[str, Rated]:
    """The rating of each level, the weakest first, with its interval of 95 %."""
    found, chance = rated(games), np.random.default_rng(1)
    again = [rated([games[at] for at in chance.integers(len(games), size=len(games))]) for _ in range(DRAWS)]

    def interval(level: str) -> Rated:
        drawn = [one[level] for one in again if level in one]
        low, high = np.percentile(drawn, (2.5, 97.5)).tolist()
        return Rated(*(round(number, 1) for number in (found[level], low, high)))

    return {level: interval(level) for level in sorted(found, key=lambda one: found[one])}


def kept(file: Path) -> list[Game]:
    """The games in the file."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Game) for line in lines]


def say_ladder(game: str, games: Sequence[Game]) -> None:
    """Print what the better of two levels is paid among the others, in every number of players."""
    print("| game | players | one | among | games | payoff | in even shares |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for players in sorted({one.players for one in games}):
        for weaker, stronger in pairwise(bots.levels_for(game, players)):
            here = [one for one in games if one.players == players and set(one.seating) == {weaker, stronger}]
            if here:
                paid = mean([one.payoffs[one.seating.index(stronger)] for one in here])
                shares = Estimate(*(players * number for number in paid))
                row = f"| {game} | {players} | `{stronger}` | `{weaker}` | {len(here)}"
                print(f"{row} | {shown(paid, 3)} | {shown(shares, 2)} |")


def shown(estimate: Estimate, digits: int) -> str:
    """A number with its interval."""
    value, low, high = (f"{number:.{digits}f}" for number in estimate)
    return f"{value} ({low}–{high})"


def keep(game: str, found: dict[str, Rated], games: int) -> None:
    """Make these the ratings that the package of the game says."""
    folder = registry.folder(game)
    assert folder
    text: dict[str, Any] = {"games": games, "levels": {level: list(one) for level, one in found.items()}}
    (folder / FILE).write_text(json.dumps(text, indent=2) + "\n")


def main() -> None:
    """Play what is missing, and say what came of all."""
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100, help="of each pair of levels, for each number of players")
    parser.add_argument("--players", type=int, nargs="*", default=[], help="these numbers of players; else all")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--keep", action="store_true", help="write the ratings into the package")
    given = parser.parse_args()
    done = {game.key for game in kept(given.out)}
    with given.out.open("ab") as out:
        for players, number, seating in planned(given.game, given.games, given.players):
            if (players, number, frozenset(seating)) not in done:
                result = played(given.game, players, number, seating).result
                assert result
                out.write(msgspec.json.encode(Game(players, number, seating, result.payoffs)) + b"\n")
                out.flush()
    games = kept(given.out)
    say_ladder(given.game, games)
    found = with_intervals(games)
    print(f"\n{given.game}: {len(games)} games; ratings:")
    for level, (value, low, high) in found.items():
        print(f"  {level:8}{value:6.1f} ({low:.1f}–{high:.1f})")
    if given.keep:
        keep(given.game, found, len(games))


if __name__ == "__main__":
    main()
