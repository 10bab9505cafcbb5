"""Measure everything in one run and print it as tables."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.kernels import generating, redealing
from bench.random_play import best, compiled, from_python, open_spiel, plain
from bench.search import open_spiel_search, search

BREAKTHROUGH_5 = "breakthrough(rows=5,columns=5)"
BREAKTHROUGH_6 = "breakthrough(rows=6,columns=6)"

Rows = dict[str, Callable[[], float]]


def show(title: str, unit: str, rows: Rows, yardstick: str | None = None, whose: str = "OpenSpiel") -> None:
    """Measure the rows and print them, each as a ratio to `whose` yardstick of the same run where there is one."""
    speeds = {name: best(measure) for name, measure in track(rows.items(), description=title, transient=True)}
    table = Table(title, title_justify="left")
    table.add_column(unit, justify="right")
    if yardstick:
        table.add_column(f"× {whose}", justify="right")
    for name, speed in speeds.items():
        ratio = [f"{speed / speeds[yardstick]:.2f}"] if yardstick else []
        table.add_row(name, f"{speed:,.0f}", *ratio)
    Console().print(table)


def main() -> None:
    """Print every table."""
    theirs = f"OpenSpiel {BREAKTHROUGH_5}, called from Python"
    show(
        "random games on one core",
        "moves/s",
        {
            "Le Plouf, 2 players, compiled": compiled("le-plouf", 2),
            "Le Plouf, 3 players, compiled": compiled("le-plouf", 3),
            "Le Plouf, 4 players, compiled": compiled("le-plouf", 4),
            "Le Plouf, 2 players, compiled, called from Python": from_python("le-plouf", 2),
            "Le Plouf, 2 players, uncompiled": plain("le-plouf", 2),
            "Plouf Party, 4 players, compiled": compiled("plouf-party", 4),
            "Plouf Party, 6 players, compiled": compiled("plouf-party", 6),
            "Crocodile Pool Party, compiled": compiled("croc-pool", 2, games=5_000),
            "Crocodile Pool Party, compiled, called from Python": from_python("croc-pool", 2, games=50),
            theirs: open_spiel(BREAKTHROUGH_5),
        },
        theirs,
    )
    show(
        "single functions on one core",
        "calls/s",
        {
            "Plouf Party, 4 players: redeal": redealing("plouf-party", 4),
            "Plouf Party, 6 players: redeal": redealing("plouf-party", 6),
            "Crocodile Pool Party: redeal": redealing("croc-pool", 2),
            "Le Plouf, 2 players: legal moves of a position": generating("le-plouf", 2),
            "Plouf Party, 4 players: legal moves of a position": generating("plouf-party", 4),
            "Crocodile Pool Party: legal moves of a position": generating("croc-pool", 2),
        },
    )
    theirs = f"OpenSpiel's MCTS, {BREAKTHROUGH_6}"
    show(
        "tree search with playouts on one core",
        "iterations/s",
        {
            "Le Plouf, 2 players": search("le-plouf", 2),
            "Le Plouf, 4 players": search("le-plouf", 4),
            "Plouf Party, 4 players": search("plouf-party", 4),
            "Crocodile Pool Party": search("croc-pool", 2),
            theirs: open_spiel_search(BREAKTHROUGH_6),
        },
        theirs,
    )


if __name__ == "__main__":
    main()
