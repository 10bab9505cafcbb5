"""`lido report`: writes a page about a game, measured in many games between bots."""

from importlib import import_module
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from lido.cli.language import system_language
from lido.cli.progress import bars, write
from lido.errors import BadSetup, LidoError
from lido.folder import data
from lido.games import find
from lido.lab.page import html
from lido.lab.processes import Executor, play_all
from lido.lab.report import ReportRequest, kept_report, make_report
from lido.words import say


def run(request: ReportRequest, out: Path | None, ray: str | None, kept: bool, lang: str | None) -> None:
    """Play the games that are missing, and write the page. With `kept`, none is played, and the page is of those there.

    `ray` is the address of a Ray cluster to play on; an empty one is the cluster that Ray finds.
    """
    language = lang or system_language()
    try:
        find(request.game)
        page = out or (data() / "report" / request.game).with_suffix(".html")
        if page.suffix != ".html":
            raise BadSetup("report.out-html", path=page)
        folder, notes = page.with_suffix(""), Console(stderr=True, highlight=False)
        if kept:
            write(page, html(kept_report(request.game, folder), language))
            _say_written(page, language)
            return
        execute = _executor(ray)
        with bars(lambda part: say(f"report.part-{part}", language), folder, language, notes) as progress:
            report = make_report(request, folder, progress=progress, execute=execute)
        write(page, html(report, language))
        _say_written(page, language)
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error


def _say_written(page: Path, language: str) -> None:
    Console(highlight=False).print(Text(say("report.written", language, path=page)), soft_wrap=True)


def _executor(ray: str | None) -> Executor:
    if ray is None:
        return play_all
    try:
        executor: Executor = import_module("lido.lab.cluster").on_cluster(ray or None)
    except ModuleNotFoundError as error:
        raise BadSetup("research.not-installed", package="Ray", extra="ray") from error
    return executor
