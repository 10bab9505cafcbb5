"""Random play from Python, a move at a time, in microseconds of processor time.

`python -m bench.move_by_move` measures all rows in turns, many short times each, and prints the best of each: what else
the machine does then meets all of them alike.
"""

from collections.abc import Callable
from typing import Annotated

import pyspiel
import typer
from pettingzoo import make
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

import lido
from bench.environments import matches, open_spiel, petting_zoo, walks
from lido.adapters import openspiel, pettingzoo
from lido.game import RecordGame
from lido.words import say

YARDSTICK = "breakthrough"
THEIRS = ("tic_tac_toe", "breakthrough(rows=5,columns=5)", YARDSTICK, "backgammon", "chess")
"""Games of OpenSpiel in C++."""

Measure = Callable[[], float]


def tables() -> list[tuple[str, str, int]]:
    """A label, the game and a number of players, for every `RecordGame`."""
    played = [game for game in lido.games() if isinstance(game, RecordGame)]
    return [(str(say(f"{game.id}.name")), game.id, min(4, game.players[-1]) if game.secrets else 2) for game in played]


def rows() -> dict[str, tuple[Measure, Measure | None]]:
    """How each row is measured, with what is seen and, where that can be left out, without."""
    found: dict[str, tuple[Measure, Measure | None]] = {}
    for label, game, players in tables():
        named = f"{label}, {players} players"
        spiel = openspiel.load(game, players=players)
        found[f"{named}, walk of lido.steps"] = walks(game, players), walks(game, players, seen=False)
        found[f"{named}, OpenSpiel"] = open_spiel(spiel), open_spiel(spiel, seen=False)
        found[f"{named}, PettingZoo"] = petting_zoo(pettingzoo.env(game, players=players)), None
        found[f"{named}, Match"] = matches(game, players), None
    found["PettingZoo's tic-tac-toe"] = petting_zoo(make("aec", "classic/tictactoe-v3")), None
    for name in THEIRS:
        found[f"OpenSpiel's {name} (C++)"] = (
            open_spiel(pyspiel.load_game(name)),
            open_spiel(pyspiel.load_game(name), seen=False),
        )
    return found


def main(turns: Annotated[int, typer.Option(help="How many times each row is measured.")] = 30) -> None:
    """Measure and print."""
    measured, yardstick = rows(), f"OpenSpiel's {YARDSTICK} (C++)"
    best = {(name, seen): 0.0 for name in measured for seen in (True, False)}
    for _ in track(range(turns), description="random play", transient=True):
        for name, measures in measured.items():
            for seen, measure in zip((True, False), measures, strict=True):
                if measure:
                    best[name, seen] = max(best[name, seen], measure())
    table = Grid("microseconds for a random move", title_justify="left")
    for column in ("with what is seen", f"× {YARDSTICK}", "without", f"× {YARDSTICK}"):
        table.add_column(column, justify="right")
    for name in measured:
        said = []
        for seen in (True, False):
            speed = best[name, seen]
            said += [f"{1e6 / speed:.2f}", f"{best[yardstick, seen] / speed:.2f}"] if speed else ["", ""]
        table.add_row(name, *said)
    Console(width=110).print(table)


if __name__ == "__main__":
    typer.run(main)
