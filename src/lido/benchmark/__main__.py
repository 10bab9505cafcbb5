"""`python -m lido.benchmark`: the tasks, scores, leaderboard and data sets."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer

from lido.benchmark import board as boards
from lido.benchmark import games as data
from lido.benchmark.ppo import teach
from lido.benchmark.progress import counted
from lido.benchmark.tasks import LEVELS, SPLITS, entrant, run, task_named
from lido.benchmark.tasks import tasks as all_tasks
from lido.errors import LidoError
from lido.games import find
from lido.version import VERSION

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

Processes = Annotated[int, typer.Option(help="How many processes play; 0 is one a core.")]


@app.command()
def tasks() -> None:
    """List the tasks."""
    for task in all_tasks().values():
        sizes = ", ".join(f"{split} {task.items[split]:,}" for split in SPLITS if task.items[split])
        typer.echo(f"{task.name} (version {task.version}): {task.about} [{task.unit}; {sizes}]")


@app.command("run")
def measure(
    task: Annotated[list[str] | None, typer.Option(help="Only this task; may be given again.")] = None,
    player: Annotated[list[str] | None, typer.Option(help="A level, ppo, or module:Class; may be given again.")] = None,
    split: Annotated[str, typer.Option(help="train, validation or test.")] = "test",
    items: Annotated[int | None, typer.Option(help="Only the first so many items.")] = None,
    out: Annotated[Path | None, typer.Option(help="The leaderboard to add the scores to.")] = None,
    by: Annotated[str, typer.Option(help="Who measured, for the leaderboard.")] = "",
) -> None:
    """Measure players on tasks."""
    for name in task or list(all_tasks()):
        for who in player or list(LEVELS):
            score = run(task_named(name), entrant(who), split, items, counted)
            sys.stderr.write("\r")
            typer.echo(
                f"{score.task} {score.split} {score.player}: {score.score:.4f} ± {score.within:.4f}"
                f" ({score.items} items, {score.seconds:.0f} s)"
            )
            if out:
                boards.add(out, [score], VERSION, by)


@app.command()
def board(file: Annotated[Path, typer.Argument(help="The leaderboard.")]) -> None:
    """Print a leaderboard as Markdown."""
    typer.echo(boards.table(boards.read(file), all_tasks()))


@app.command()
def games(
    game: Annotated[str, typer.Argument(help="The game.")],
    games: Annotated[int, typer.Option(help="How many games.")] = 1_000_000,
    players: Annotated[list[str] | None, typer.Option(help="A level that plays; may be given again.")] = None,
    seats: Annotated[int | None, typer.Option(help="The number of seats; without it, as many as levels.")] = None,
    out: Annotated[Path, typer.Option(help="The folder for the file and its card.")] = Path("games"),
    seed: Annotated[str, typer.Option(help="What the games are drawn from.")] = "1",
    processes: Processes = 0,
) -> None:
    """Make a data set of games in Parquet, with a card that says what it is; the same command goes on with it."""
    levels = tuple(players or ["random"])
    plan = data.Plan(game, seats or max(len(levels), find(game).players[0]), {}, levels, seed)
    typer.echo(data.write(out, plan, games, processes or os.cpu_count() or 1, counted))


@app.command()
def learn(
    game: Annotated[str, typer.Argument(help="The game.")],
    players: Annotated[int, typer.Option(help="The number of players.")] = 2,
    seconds: Annotated[float, typer.Option(help="How long it learns.")] = 300.0,
    seed: Annotated[int, typer.Option(help="What chance is drawn from.")] = 1,
    out: Annotated[Path, typer.Option(help="The file of the network; its curve goes beside it.")] = Path("ppo.npz"),
) -> None:
    """Teach the reference PPO a game."""
    # In a process of its own: NumPy reads this when it is loaded, and more threads would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(teach, game, players, seconds, seed, out).result()
    typer.echo(out)


def main() -> None:
    """Run it; what is refused is a sentence."""
    try:
        app()
    except LidoError as error:
        typer.echo(str(error), err=True)
        raise SystemExit(2) from error


if __name__ == "__main__":
    main()
