"""Whole games of Splash! between bots: how they end, how high towers get, who wins. `make towers`."""

import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn
from rich.table import Table

import lido
from lido import bots

GAMES = 100
DUELS = 60
HASTE = 150
"""Milliseconds for a thought: a game in a few seconds shows as much as one in a minute."""
LONGEST = 1_000
"""Moves after which a game is given up, which would be an error."""


@dataclass(frozen=True)
class Plan:
    """A game to be played."""

    levels: tuple[str, ...]
    seed: str
    ms: int | None = HASTE
    """Milliseconds for a thought; None is what a level takes by itself."""
    draft: str = "pick"
    teams: int = 0


@dataclass(frozen=True)
class Played:
    """What is worth knowing of a game."""

    plan: Plan
    payoffs: tuple[float, ...]
    reason: str
    highest: int
    falls: int
    thoughts: tuple[float, ...]
    """Seconds that each placement was thought about."""


def played(plan: Plan) -> Played:
    """One game, from the first piece taken to the end."""
    options: dict[str, str | int] = {"draft": plan.draft, "teams": plan.teams}
    match = lido.new("splash", players=len(plan.levels), seed=plan.seed, options=options)
    players = [bots.bot(level, f"{plan.seed} {seat}", threads=1) for seat, level in enumerate(plan.levels)]
    highest = falls = 0
    thoughts = []
    while match.turn:
        player_view, bot = match.player_view(match.turn), players[match.turn - 1]
        began = time.perf_counter()
        move = bot.choose(player_view, ms=plan.ms)
        details = bot.details(player_view, move, ms=plan.ms)
        if move == "place":
            thoughts.append(time.perf_counter() - began)
        for event in match.play(move, **details):
            if event["event"] == "place":
                falls += not event["stands"]
                highest = max(highest, match.view(0)["levels"])
        if len(match.moves) > LONGEST:
            raise RuntimeError(f"game {plan.seed} does not end")
    assert match.result
    return Played(plan, match.result.payoffs, match.result.reason, highest, falls, tuple(thoughts))


def whole_games(games: int) -> list[Plan]:
    """Games of two to six bots of mixed levels, in turn with the draft and the deal, and with teams."""
    plans = []
    for players in (2, 3, 4, 5, 6):
        teams = {4: (0, 2), 6: (0, 2, 3)}.get(players, (0,))
        for number in range(games // 5):
            levels = tuple(bots.LEVELS[1 + (number + seat) % 3] for seat in range(players))
            draft = ("pick", "deal")[number % 2]
            plans.append(Plan(levels, f"whole {players} {number}", draft=draft, teams=teams[number % len(teams)]))
    return plans


def duels(better: str, worse: str, games: int) -> list[Plan]:
    """Games of one level against another, each beginning as often as the other."""
    orders = ((better, worse), (worse, better))
    return [Plan(orders[number % 2], f"{better} {worse} {number // 2}") for number in range(games)]


def summary(seen: Iterable[Played]) -> Table:
    """How whole games went, by the number of players."""
    games = list(seen)
    table = Table("players", title=f"{len(games)} whole games of gentle, club and expert bots")
    for head in ("games", "by reserve", "by drops", "highest tower", "mean", "falls", "placements"):
        table.add_column(head, justify="right")
    for players in (2, 3, 4, 5, 6):
        some = [game for game in games if len(game.plan.levels) == players]
        ends = Counter(game.reason for game in some)
        table.add_row(
            str(players),
            str(len(some)),
            str(ends["reserve"]),
            str(ends["drops"]),
            str(max(game.highest for game in some)),
            f"{sum(game.highest for game in some) / len(some):.1f}",
            str(sum(game.falls for game in some)),
            str(sum(len(game.thoughts) for game in some)),
        )
    return table


def score(better: str, worse: str, seen: Iterable[Played]) -> str:
    """How often one level beats another."""
    games = [game for game in seen if set(game.plan.levels) == {better, worse}]
    won = sum(game.payoffs[game.plan.levels.index(better)] for game in games)
    return f"{better} against {worse}: {won:g} of {len(games)} won, {won / len(games):.0%}"


def play_all(plans: list[Plan], console: Console) -> list[Played]:
    """All of them, on all cores, with a bar that shows how far it is."""
    bar = Progress(
        *Progress.get_default_columns()[:1], BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console
    )
    with bar, ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        task = bar.add_task("Games of Splash!", total=len(plans))
        seen = []
        for done in as_completed([pool.submit(played, plan) for plan in plans]):
            seen.append(done.result())
            bar.advance(task)
    return seen


def main() -> None:
    """Play them all and print what was seen; a number on the command line plays fewer."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    pairs = (("expert", "gentle"), ("expert", "club"), ("club", "gentle"))
    console = Console()
    whole = whole_games(games)
    matches = [plan for better, worse in pairs for plan in duels(better, worse, min(games, DUELS))]
    seen = play_all(whole + matches, console)
    console.print(summary(game for game in seen if game.plan in whole))
    for better, worse in pairs:
        console.print(score(better, worse, (game for game in seen if game.plan in matches)))
    unhurried = Plan(("expert", "expert"), "unhurried", ms=None)
    thoughts = sorted(played(unhurried).thoughts)
    console.print(
        f"{len(thoughts)} placements of an expert with all the time it takes: "
        f"median {thoughts[len(thoughts) // 2]:.2f} s, longest {thoughts[-1]:.2f} s"
    )


if __name__ == "__main__":
    main()
