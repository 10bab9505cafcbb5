"""Measure everything in one run and print it as a table."""

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.random_play import best, compiled, from_python, open_spiel, plain

OPEN_SPIEL = "breakthrough(rows=5,columns=5)"


def main() -> None:
    """Print moves per second, and each as a ratio to OpenSpiel's in the same run."""
    rows = {
        "Le Plouf, 2 players, compiled": compiled("le-plouf", 2),
        "Le Plouf, 3 players, compiled": compiled("le-plouf", 3),
        "Le Plouf, 4 players, compiled": compiled("le-plouf", 4),
        "Le Plouf, 2 players, compiled, called from Python": from_python("le-plouf", 2),
        "Le Plouf, 2 players, uncompiled": plain("le-plouf", 2),
        "Crocodile Pool Party, compiled": compiled("croc-pool", 2, games=5_000),
        "Crocodile Pool Party, compiled, called from Python": from_python("croc-pool", 2, games=50),
        f"OpenSpiel {OPEN_SPIEL}, called from Python": open_spiel(OPEN_SPIEL),
    }
    speeds = {name: best(measure) for name, measure in track(rows.items(), description="Playing", transient=True)}
    yardstick = list(speeds.values())[-1]
    table = Table("random games on one core", title="bench/random_play.py")
    table.add_column("moves/s", justify="right")
    table.add_column("× OpenSpiel", justify="right")
    for name, speed in speeds.items():
        table.add_row(name, f"{speed:,.0f}", f"{speed / yardstick:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
