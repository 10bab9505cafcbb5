"""Measure every game in one run and print the figures as tables."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

import lido
from bench.kernels import generating, redealing
from bench.random_play import best, compiled, from_python, open_spiel, plain, rules_of
from bench.search import open_spiel_search, search
from lido.game import RecordGame
from lido.games import find
from lido.words import say

BREAKTHROUGH_5 = "breakthrough(rows=5,columns=5)"
BREAKTHROUGH_6 = "breakthrough(rows=6,columns=6)"

Rows = dict[str, Callable[[], float]]
Table = tuple[str, str, int]


def show(title: str, unit: str, rows: Rows, yardstick: str | None = None, whose: str = "OpenSpiel") -> None:
    """Measure the rows and print them, each as a ratio to `whose` yardstick of the same run where there is one."""
    speeds = {name: best(measure) for name, measure in track(rows.items(), description=title, transient=True)}
    table = Grid(title, title_justify="left")
    table.add_column(unit, justify="right")
    if yardstick:
        table.add_column(f"× {whose}", justify="right")
    for name, speed in speeds.items():
        ratio = [f"{speed / speeds[yardstick]:.2f}"] if yardstick else []
        table.add_row(name, f"{speed:,.0f}", *ratio)
    Console().print(table)


def tables() -> list[Table]:
    """A label, the game and the number of players, for every `RecordGame` and every number."""
    return [
        (f"{say(f'{game.id}.name')}, {players} players", game.id, players)
        for game in lido.games()
        if isinstance(game, RecordGame)
        for players in game.players
    ]


def smallest_tables() -> list[Table]:
    """Those of `tables` with the fewest players of each game."""
    return [table for table in tables() if table[2] == find(table[1]).players[0]]


def random_games() -> Rows:
    """Random games of every `RecordGame`: inside one call, from Python, and uncompiled."""
    rows: Rows = {f"{label}, compiled": compiled(game, players) for label, game, players in tables()}
    for label, game, players in smallest_tables():
        rows[f"{label}, compiled, called from Python"] = from_python(game, players)
    label, game, players = smallest_tables()[0]
    return rows | {f"{label}, uncompiled": plain(game, players)}


def single_functions() -> Rows:
    """`redeal` where something is hidden, and `legal`, of every `RecordGame`."""
    redeals = {f"{label}: redeal": redealing(game, n) for label, game, n in tables() if rules_of(game).hidden}
    return redeals | {
        f"{label}: legal moves of a position": generating(game, n) for label, game, n in smallest_tables()
    }


def main() -> None:
    """Print every table."""
    theirs = f"OpenSpiel {BREAKTHROUGH_5}, called from Python"
    show("random games on one core", "moves/s", {**random_games(), theirs: open_spiel(BREAKTHROUGH_5)}, theirs)
    show("single functions on one core", "calls/s", single_functions())
    theirs = f"OpenSpiel's MCTS, {BREAKTHROUGH_6}"
    searches: Rows = {label: search(game, players) for label, game, players in tables()}
    show(
        "tree search with playouts on one core",
        "iterations/s",
        {**searches, theirs: open_spiel_search(BREAKTHROUGH_6)},
        theirs,
    )


if __name__ == "__main__":
    main()
