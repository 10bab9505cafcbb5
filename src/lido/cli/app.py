"""The commands of `lido`. Each loads the modules that it needs when it runs, so that `--help` is quick."""

import sys
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperCommand

from lido.cli import serve
from lido.version import VERSION
from lido.words import LANGUAGES

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _language(code: str) -> str:
    """One of the languages that there are."""
    if code not in LANGUAGES:
        raise typer.BadParameter(f"{code!r} is not one of {', '.join(LANGUAGES)}.")
    return code


Lang: TypeAlias = Annotated[
    str | None,
    typer.Option(parser=_language, metavar="|".join(LANGUAGES), help="The language; by default as the system is set."),
]


class ListCommand(TyperCommand):
    """A command whose `--players a b c` is `--players a --players b --players c`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        spread: list[str] = []
        listing = False
        for arg in args:
            if arg == "--players":
                listing = True
            elif listing and not arg.startswith("-"):
                spread += ["--players", arg]
            else:
                listing = False
                spread.append(arg)
        return super().parse_args(ctx, spread)


class ReportCommand(ListCommand):
    """A command with such players whose `--ray` may stand without an address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        filled: list[str] = []
        for arg, following in zip_longest(args, args[1:], fillvalue="-"):
            filled += [arg, ""] if arg == "--ray" and following.startswith("-") else [arg]
        return super().parse_args(ctx, filled)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"lido {VERSION}")
        raise typer.Exit


@app.callback()
def lido(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Pool-side board games: play them, replay them, study them."""


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="The game; without it a menu asks.")] = None,
    players: Annotated[int | None, typer.Option(help="The number of players.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who plays at each seat, with commas: person, random, gentle, club, expert, or a level of the game."
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The seed of the deal and of the bots.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, as name=value.")] = None,
    load: Annotated[str | None, typer.Option(help="Continue a saved game: a file, or last.")] = None,
    lang: Lang = None,
) -> None:
    """Play a game in the terminal, against bots or other people at the same keyboard."""
    from lido.cli import commands
    from lido.cli.menu import Wish

    commands.play(Wish(game, players, seats, seed, tuple(option or ())), load, lang)


@app.command()
def replay(record: Annotated[Path, typer.Argument(help="The record of a game.")], lang: Lang = None) -> None:
    """Replay a game, move by move."""
    from lido.cli import commands

    commands.replay(record, lang)


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(help="The record of a game.")],
    noted: Annotated[
        list[str] | None,
        typer.Option(
            help="What you noted: the number of the deal, the commitment of your seat, or the hash of an entry."
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Verify a record: its deal, its moves, its result and the log of its table."""
    from lido.cli.verify import run

    run(record, lang, noted or [])


@app.command()
def backup(
    source: Annotated[str, typer.Argument(help="The database of a server, which may be running.")],
    target: Annotated[Path, typer.Argument(help="The file to write; an existing one is replaced.")],
    lang: Lang = None,
) -> None:
    """Back up the database of a server."""
    from lido.cli.backup import run

    run(source, target, lang)


@app.command(cls=ListCommand)
def watch(
    game: Annotated[str, typer.Argument(help="The game.")],
    players: Annotated[
        list[str] | None,
        typer.Option(
            help="The number of players; or the bots, with spaces: levels, module:Class, 'cmd:program arguments'."
        ),
    ] = None,
    seats: Annotated[str | None, typer.Option(help="The level at each seat, with commas; by default all club.")] = None,
    seed: Annotated[str | None, typer.Option(help="The seed of the deal and of the bots.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, as name=value.")] = None,
    pictures: Annotated[Path | None, typer.Option(help="A folder for pictures of every move, and the record.")] = None,
    lang: Lang = None,
) -> None:
    """Watch a game between bots."""
    from lido.cli import commands
    from lido.cli.menu import Wish

    commands.watch(Wish(game, None, seats, seed, tuple(option or ())), players or [], pictures, lang)


@app.command(cls=ListCommand)
def arena(
    game: Annotated[str, typer.Argument(help="Which game.")],
    players: Annotated[
        list[str],
        typer.Option(
            help="The bots, separated by spaces: random, gentle, club, expert, module:Class, 'cmd:program arguments'."
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="Seats in a game; by default one for each bot.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A table option, as name=value.")] = None,
    ms: Annotated[int | None, typer.Option(min=0, help="Milliseconds for a move.")] = None,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="Iterations for a move instead of time: makes the games repeatable.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The seed of all deals and bots.")] = "1",
    out: Annotated[
        Path | None, typer.Option(help="The file of games; by default in the user's data folder.", dir_okay=False)
    ] = None,
    show: Annotated[list[str] | None, typer.Option(help="A kind of event to count for each bot.")] = None,
    lang: Lang = None,
) -> None:
    """Play many games between bots and rate them. A stopped arena resumes when the command is repeated."""
    from lido.cli.arena import Wish, run

    run(Wish(game, players, games, seats, option or (), ms, iterations, seed, out, show or ()), lang)


@app.command(cls=ReportCommand)
def report(
    game: Annotated[str, typer.Argument(help="Which game.")],
    players: Annotated[
        list[str] | None,
        typer.Option(
            help="The bots to measure it with, the weakest first: levels, module:Class, 'cmd:program arguments'; by "
            "default random, gentle, club and expert."
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many games, divided among all matchups; by default as the game says.")
    ] = None,
    ms: Annotated[
        int | None, typer.Option(min=0, help="Milliseconds for a move, for levels without a limit of their own.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="Iterations for a move instead of time: makes the page repeatable.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The seed of all deals and bots.")] = "1",
    out: Annotated[
        Path | None,
        typer.Option(
            help="The page; its games are in a folder next to it. By default in the user's data folder.",
            dir_okay=False,
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="[ADDRESS]", help="Play on the Ray cluster at this address, or the one that Ray finds."),
    ] = None,
    kept: Annotated[
        bool, typer.Option("--kept", help="Play nothing: make the page again from the games that are kept.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Write a page of statistics about a game, from many games between bots. A stopped report can be resumed."""
    from lido.cli.report import run
    from lido.lab.report import ReportRequest

    run(ReportRequest(game, games, ms, iterations, seed, tuple(players or ())), out, ray, kept, lang)


app.command("serve")(serve.command())


@app.command()
def solve(
    game: Annotated[str, typer.Argument(help="The game; not every game has a solver.")],
    out: Annotated[
        Path | None, typer.Option(help="The file to write; by default in the user's data folder.", dir_okay=False)
    ] = None,
    lang: Lang = None,
) -> None:
    """Solve a game: compute the value of every position. A stopped run resumes when the command is repeated."""
    from lido.cli.solve import run

    run(game, out, lang)


@app.command()
def bot(
    link: Annotated[str, typer.Argument(help="The link of a table, https://…/t/….")],
    player: Annotated[str, typer.Option(help="Your bot: module:Class, or 'cmd:program arguments'.")],
    name: Annotated[
        str | None, typer.Option(help="What it is called at the service; its account is kept by this.")
    ] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="Its seat; by default any that is free.")] = None,
    ms: Annotated[int | None, typer.Option(min=0, help="Milliseconds for a move.")] = None,
    lang: Lang = None,
) -> None:
    """Seat a bot of your own at a table of a service."""
    from lido.cli import commands

    commands.bot(link, player, name, seat, ms, lang)


@app.command()
def puzzles(
    game: Annotated[str, typer.Argument(help="The game; not every game has a maker of puzzles.")],
    out: Annotated[Path, typer.Option(help="The file to write.", dir_okay=False)] = Path("shelf.gz"),
    seed: Annotated[int, typer.Option(help="The seed of the first game of bots; the next is one more.", min=0)] = 1,
    games: Annotated[int | None, typer.Option(help="Most games; by default until there are enough puzzles.")] = None,
    lang: Lang = None,
) -> None:
    """Make puzzles: find positions with one right move in games of bots, and grade them by how bots fare."""
    from lido.cli.puzzles import run

    run(game, out, seed, games, lang)


@app.command()
def engine() -> None:
    """Play and analyse games for another program: JSON objects on standard input and output, one per line."""
    from lido.cli.engine import run

    run(sys.stdin.buffer, sys.stdout.buffer)
