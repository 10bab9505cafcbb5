"""Whole games of Splash! between bots: how they end, how high towers get, who wins. `make towers`."""

import sys
import time
from collections import Counter
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

import lido
from lido import bots
from lido.match import Match

GAMES = 100
DUELS = 60
HASTE = 150
"""Milliseconds for a thought: a game in a few seconds shows as much as one in a minute."""
LONGEST = 1_000
"""Moves after which a game is given up, which would be an error."""


@dataclass(frozen=True)
class Played:
    """What is worth knowing of a game."""

    match: Match
    highest: int
    falls: int
    placements: int
    slowest: float
    """Seconds that the slowest placement was thought about."""


def played(levels: list[str], seed: str, ms: int | None = HASTE, **options: str | int) -> Played:
    """One game, from the first piece taken to the end, with so many milliseconds for a thought."""
    match = lido.new("splash", players=len(levels), seed=seed, options=options)
    players = [bots.bot(level, f"{seed} {seat}") for seat, level in enumerate(levels)]
    highest = falls = placements = 0
    slowest = 0.0
    while match.turn:
        sight, bot = match.sight(match.turn), players[match.turn - 1]
        began = time.perf_counter()
        move = bot.choose(sight, ms=ms)
        details = bot.details(sight, move, ms=ms)
        if move == "place":
            slowest = max(slowest, time.perf_counter() - began)
        for event in match.play(move, **details):
            if event["event"] == "place":
                placements += 1
                falls += not event["stands"]
                highest = max(highest, match.view(0)["levels"])
        if len(match.moves) > LONGEST:
            raise RuntimeError(f"game {seed} does not end")
    return Played(match, highest, falls, placements, slowest)


def whole_games(games: int) -> Table:
    """Games of two to six bots of mixed levels, in turn with the draft and the deal, and with teams."""
    table = Table("players", title=f"{games} whole games of gentle, club and expert bots")
    for head in ("games", "by reserve", "by drops", "highest tower", "mean", "falls", "placements", "slowest thought"):
        table.add_column(head, justify="right")
    for players in (2, 3, 4, 5, 6):
        ends: Counter[str] = Counter()
        seen: list[Played] = []
        for number in range(games // 5):
            levels = [bots.LEVELS[1 + (number + seat) % 3] for seat in range(players)]
            teams = {4: (0, 2), 6: (0, 2, 3)}.get(players, (0,))
            draft = ("pick", "deal")[number % 2]
            game = played(levels, f"whole {players} {number}", draft=draft, teams=teams[number % len(teams)])
            assert game.match.result
            assert abs(sum(game.match.result.payoffs) - 1) < 1e-9
            ends[game.match.result.reason] += 1
            seen.append(game)
        table.add_row(
            str(players),
            str(len(seen)),
            str(ends["reserve"]),
            str(ends["drops"]),
            str(max(game.highest for game in seen)),
            f"{sum(game.highest for game in seen) / len(seen):.1f}",
            str(sum(game.falls for game in seen)),
            str(sum(game.placements for game in seen)),
            f"{max(game.slowest for game in seen):.2f} s",
        )
    return table


def duels(better: str, worse: str, games: int) -> str:
    """How often one level beats another, each beginning as often as the other."""
    won = 0.0
    for number in range(games):
        first = number % 2 == 0
        game = played([better, worse] if first else [worse, better], f"{better} {worse} {number // 2}")
        assert game.match.result
        won += game.match.result.payoffs[0 if first else 1]
    return f"{better} against {worse}: {won:g} of {games} won, {won / games:.0%}"


def main() -> None:
    """Play them all and print what was seen; a number on the command line plays fewer."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    console = Console()
    console.print(whole_games(games))
    for better, worse in (("expert", "gentle"), ("expert", "club"), ("club", "gentle")):
        console.print(duels(better, worse, min(games, DUELS)))


if __name__ == "__main__":
    main()
