"""Whole games of Splash! between bots: how they end, how high towers get, who wins. `make towers`.

Equal bots of `club` play with the natural hand, 40 games for each number of players; then each level plays the next
one for two. The bots make their usual number of trials, however long that takes, so the results do not depend on the
load of the machine. Finished games are kept in a file, so that an interrupted run goes on.
"""

import argparse
import os
import pathlib
from collections import Counter
from typing import Any, TypeAlias

from rich.console import Console
from rich.table import Table

import lido
from bench.games.splash.kept import Kept
from lido import bots
from lido.games.splash.bots import LEVELS
from lido.games.splash.pieces import top
from lido.games.splash.state import State
from lido.lab.estimates import mean

Game: TypeAlias = dict[str, Any]

PLAYERS = (2, 3, 4, 5, 6)
GAMES, DUELS = 40, 60
"""Games for each number of players, and for each pair of levels."""
LEVEL = "club"
PAIRS = (("gentle", "random"), ("club", "gentle"), ("expert", "club"), ("expert", "gentle"))
BANDS = ((0, 2), (3, 5), (6, 8), (9, 30))
"""Levels of towers that are told apart."""
LONGEST = 1_000
"""Moves after which a game is given up, which would be an error."""
FILE = "build/towers.jsonl"


def played(levels: tuple[str, ...], seed: str) -> Game:
    """One game, from the first piece taken to the end: what is worth knowing of it."""
    match = lido.new("splash", players=len(levels), seed=seed)
    players = [bots.bot(level, f"{seed} {seat}", threads=1) for seat, level in enumerate(levels)]
    levels_seen, heights, stood = [0], [0.0], list[bool]()
    while seat := match.turn:
        player_view, bot = match.player_view(seat), players[seat - 1]
        trials = LEVELS[levels[seat - 1]].trials
        move = bot.choose(player_view, iterations=trials)
        details = bot.details(player_view, move, iterations=trials)
        for event in match.perform(move, seed=f"{seed} {len(match.moves)}", **details):
            if event["event"] == "place":
                stood.append(event["stands"])
                state: State = match.player_view(0).observation
                levels_seen.append(state.judgement.levels)
                heights.append(max(top(piece, pose) for piece, pose in state.pieces.items()))
        if len(match.moves) > LONGEST:
            raise RuntimeError(f"game {seed} does not end")
    assert match.result
    return {
        "levels": levels,
        "payoffs": match.result.payoffs,
        "reason": match.result.reason,
        "placed_on": levels_seen[:-1],
        "stood": stood,
        "highest": max(levels_seen),
        "height": max(heights),
    }


def summary(games: list[Game]) -> Table:
    """How games of equal bots went, by the number of players."""
    table = Table("players", title=f"{len(games)} whole games of {LEVEL} bots with the natural hand")
    heads = (
        "games",
        "by reserve",
        "by drops",
        "pieces set",
        "of them fell",
        "levels: mean",
        "most",
        "mm: mean",
        "most",
    )
    for head in heads:
        table.add_column(head, justify="right")
    for players in (*PLAYERS, 0):
        some = [game for game in games if not players or len(game["levels"]) == players]
        if not some:
            continue
        ends, count = Counter(game["reason"] for game in some), len(some)
        stood = [stands for game in some for stands in game["stood"]]
        table.add_row(
            str(players or "all"),
            str(count),
            str(ends["reserve"]),
            str(ends["drops"]),
            f"{len(stood) / count:.1f}",
            f"{stood.count(False) / count:.1f}",
            f"{sum(game['highest'] for game in some) / count:.1f}",
            str(max(game["highest"] for game in some)),
            f"{1000 * sum(game['height'] for game in some) / count:.0f}",
            f"{1000 * max(game['height'] for game in some):.0f}",
        )
    return table


def falls(games: list[Game]) -> str:
    """How often the tower fell, by its height before the placement."""
    placed = [pair for game in games for pair in zip(game["placed_on"], game["stood"], strict=True)]
    shares = []
    for least, most in BANDS:
        some = [stands for levels, stands in placed if least <= levels <= most]
        shares.append(f"{least} to {most} levels: {some.count(False)} of {len(some)}")
    return f"Falls on towers of {'; '.join(shares)}"


def score(better: str, worse: str, games: list[Game]) -> str:
    """How often one level beats another."""
    paid = [game["payoffs"][game["levels"].index(better)] for game in games]
    share = mean(paid)
    return f"{better} against {worse}: {share.value:.0%} of {len(paid)} ({share.low:.0%} to {share.high:.0%})"


def main() -> None:
    """Play them all and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="for each number of players")
    parser.add_argument("--duels", type=int, default=DUELS, help="for each pair of levels")
    parser.add_argument("--players", type=int, nargs="+", default=PLAYERS, choices=PLAYERS)
    parser.add_argument("--file", type=pathlib.Path, default=FILE)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args()
    console = Console(width=110, highlight=False)
    kept = Kept(pathlib.Path(given.file), console, given.processes)
    seeds = [f"whole {players} {number}" for number in range(given.games) for players in given.players]
    whole = {seed: (played, (LEVEL,) * int(seed.split()[1]), seed) for seed in seeds}
    equal = kept.answers("Games of equal bots", whole)
    console.print(summary(equal))
    console.print(falls(equal))
    for better, worse in PAIRS if given.duels else ():
        orders = ((better, worse), (worse, better))
        seeds = [f"{better} {worse} {number}" for number in range(given.duels)]
        duels = {seed: (played, orders[number % 2], seed) for number, seed in enumerate(seeds)}
        console.print(score(better, worse, kept.answers(f"{better} against {worse}", duels)))


if __name__ == "__main__":
    main()
