"""`lido report`: a page on what a game is like, from many games of bots."""

import shlex
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from lido.cli.language import system_language
from lido.cli.playing import Games, file_name, played, write
from lido.errors import BadSetup, LidoError
from lido.folder import data
from lido.games import find
from lido.lab.findings import findings
from lido.lab.page import html
from lido.lab.plan import Table, plan
from lido.lab.processes import Executor, play_all
from lido.words import say

GAMES = {"splash": 96}
USUAL_GAMES = 1_000
THINKING = {"splash": 150}
USUAL_THINKING = 20
"""Milliseconds. A game with a hand takes longer to play than one with moves only, so fewer are played."""


@dataclass(frozen=True)
class Wish:
    """What the command line says of a report."""

    game: str
    games: int | None
    ms: int | None
    iterations: int | None
    seed: str
    out: Path | None
    ray: str | None
    """The address of a Ray cluster to play on; empty for the one that Ray finds."""


def run(wish: Wish, lang: str | None) -> None:
    """Play what is not played yet, and write the page on all of it."""
    language = lang or system_language()
    notes = Console(stderr=True, highlight=False)
    try:
        find(wish.game)
        page = wish.out or (data() / "report" / wish.game).with_suffix(".html")
        if page.suffix != ".html":
            raise BadSetup("report.out-html", path=page)
        tables = _planned(wish)
        games = [_kept(table, page.with_suffix(""), language) for table in tables]
        found = findings(tables, played(games, _executor(wish.ray), language, notes))
        write(page, html(found, _command(wish), language))
        Console(highlight=False).print(Text(say("report.written", language, path=page)), soft_wrap=True)
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error


def _planned(wish: Wish) -> list[Table]:
    games = wish.games or GAMES.get(wish.game, USUAL_GAMES)
    ms = wish.ms
    if ms is None and wish.iterations is None:
        ms = THINKING.get(wish.game, USUAL_THINKING)
    return plan(wish.game, games, ms=ms, iterations=wish.iterations, seed=wish.seed)


def _kept(table: Table, folder: Path, language: str) -> Games:
    """The games of a table, kept in a folder beside the page."""
    bar = say(f"report.part-{table.part}", language)
    return Games(table.setup, table.games, folder / file_name(table.setup), bar)


def _executor(ray: str | None) -> Executor:
    if ray is None:
        return play_all
    try:
        executor: Executor = import_module("lido.lab.cluster").on_cluster(ray or None)
    except ModuleNotFoundError as error:
        raise BadSetup("report.no-ray") from error
    return executor


def _command(wish: Wish) -> str:
    """What leads to the same page, wherever it was played."""
    given = {"--games": wish.games, "--ms": wish.ms, "--iterations": wish.iterations, "--seed": wish.seed}
    words = [word for name, value in given.items() if value is not None for word in (name, str(value))]
    return shlex.join(["lido", "report", wish.game, *words])
