"""Lido beside its peers: `expert` against OpenSpiel's MCTS bot, and environments against those of others.

`python -m bench.peers` plays the games that its file does not have yet, then measures and prints all of it.
Stop it whenever you like: the same command goes on.
"""

import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import pyspiel
import typer
from pettingzoo import make
from rich.console import Console
from rich.progress import track
from rich.table import Table

import lido
from bench.__main__ import show, smallest_tables, tables
from bench.duel import Duel, Played, play
from bench.environments import matches, open_spiel, petting_zoo, vectors, walks
from lido.adapters import openspiel, pettingzoo
from lido.game import RecordGame
from lido.lab.estimates import mean
from lido.lab.processes import cores

GAMES = tuple(game.id for game in lido.games() if isinstance(game, RecordGame) and not game.secrets)
"""OpenSpiel's bot is given the full state, so it plays only games in which the seats know the same."""
DUELS = tuple(Duel(game, **limit) for limit in ({"ms": 500}, {"iterations": 30}) for game in GAMES)
GAMES_AT_ONCE = 4096


def load(path: Path) -> list[Played]:
    """The games that are there; a torn last line is left out."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [msgspec.json.decode(line, type=Played) for line in lines if line.endswith(b"\n")]


def missing(done: list[Played], games: int) -> list[tuple[Duel, int]]:
    """What is still to be played: both games in turn at equal time, then at equal iterations."""
    known = {(played.duel, played.number) for played in done}
    equal_time, equal_iterations = ([duel for duel in DUELS if bool(duel.ms) == timed] for timed in (True, False))
    wanted = [
        (duel, number) for duels in (equal_time, equal_iterations) for number in range(1, games + 1) for duel in duels
    ]
    return [job for job in wanted if job not in known]


def _play(job: tuple[Duel, int]) -> Played:
    return play(*job)


def play_all(jobs: list[tuple[Duel, int]], workers: int) -> Iterator[Played]:
    """The games, as they end."""
    with multiprocessing.get_context("forkserver").Pool(workers) as pool:
        yield from track(pool.imap_unordered(_play, jobs), description="games against OpenSpiel", total=len(jobs))


def show_games(done: list[Played]) -> None:
    """Print what the games came to."""
    table = Table("expert against OpenSpiel's MCTS", title_justify="left")
    for column in ("games", "won", "drawn", "lost", "payoff", "95 %", "its tries", "its s"):
        table.add_column(column, justify="right")
    for duel in DUELS:
        games = [played for played in done if played.duel == duel]
        if not games:
            continue
        payoffs = [played.payoff for played in games]
        estimate = mean(payoffs)
        table.add_row(
            duel.name,
            str(len(games)),
            *(str(sum(paid == of for paid in payoffs)) for of in (1.0, 0.5, 0.0)),
            f"{estimate.value:.3f}",
            f"{estimate.low:.3f}–{estimate.high:.3f}",
            f"{np.mean([played.simulations for played in games]):.0f}",
            f"{np.mean([played.seconds for played in games]):.2f}",
        )
    Console().print(table)


def show_speeds() -> None:
    """Measure random play and print it."""
    theirs = "PettingZoo's tic-tac-toe"
    show(
        "random play, observations included",
        "moves/s",
        {
            **{
                f"{label}, {GAMES_AT_ONCE:,} games at once, all cores": vectors(game, players, GAMES_AT_ONCE)
                for label, game, players in tables()
            },
            **{
                f"{label}, as a PettingZoo environment": petting_zoo(pettingzoo.env(game, players=players))
                for label, game, players in tables()
            },
            **{f"{label}, a Match move by move": matches(game, players) for label, game, players in smallest_tables()},
            **{f"{label}, a walk of lido.steps": walks(game, players) for label, game, players in smallest_tables()},
            theirs: petting_zoo(make("aec", "classic/tictactoe-v3")),
            **{
                f"{label}, as an OpenSpiel game": open_spiel(openspiel.load(game, players=players))
                for label, game, players in smallest_tables()
            },
            "OpenSpiel's tic-tac-toe (C++)": open_spiel(pyspiel.load_game("tic_tac_toe"), 20_000),
            "OpenSpiel's breakthrough, 5 × 5 (C++)": open_spiel(
                pyspiel.load_game("breakthrough(rows=5,columns=5)"), 20_000
            ),
            "OpenSpiel's breakthrough (C++)": open_spiel(pyspiel.load_game("breakthrough"), 20_000),
        },
        theirs,
        "PettingZoo",
    )


def main(
    games: Annotated[int, typer.Option(help="Games of each duel.")] = 100,
    out: Annotated[Path, typer.Option(help="Where the finished games are kept.")] = Path("peers.jsonl"),
    workers: Annotated[int, typer.Option(help="Games at a time; 0 is one a core.")] = 0,
    speeds: Annotated[bool, typer.Option(help="Measure random play too.")] = True,
) -> None:
    """Play and measure what is missing, and print all of it."""
    done = load(out)
    jobs = missing(done, games)
    if jobs:
        with out.open("ab", buffering=0) as file:
            for played in play_all(jobs, workers or cores()):
                file.write(msgspec.json.encode(played) + b"\n")
                done.append(played)
    show_games(done)
    if speeds:
        show_speeds()


if __name__ == "__main__":
    typer.run(main)
