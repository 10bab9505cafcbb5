"""`lido serve`: the settings of the service as options, and the service itself."""

import inspect
import operator
import webbrowser
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Annotated, Any

import typer

from lido.cli.language import system_language
from lido.errors import LidoError
from lido.server.settings import Settings, option, variable
from lido.server.transport.page import is_built
from lido.words import say


def command() -> Callable[..., None]:
    """The function of the command: every setting is an option, and a variable of the environment."""

    def serve(*, open_page: bool, **given: Any) -> None:
        """Host all games for people on this network or the internet."""
        run(given, open_page)

    parameters = []
    for each in fields(Settings):
        about = typer.Option(option(each.name), envvar=variable(each.name), help=each.metadata["about"])
        annotation = operator.getitem(Annotated, (each.type, about))
        kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(each.name, kind, default=each.default, annotation=annotation))
    opens = Annotated[bool, typer.Option("--open", help="Open the page in a browser.")]
    parameters.append(inspect.Parameter("open_page", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=opens))
    serve.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    serve.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return serve


def run(given: dict[str, Any], open_page: bool = False) -> None:
    """Serve by these settings until told to stop."""
    from lido.server import logging as logs  # noqa: PLC0415 - `--help` does not load a game
    from lido.server import processes, serve  # noqa: PLC0415 - `--help` does not load a game

    language = system_language()
    try:
        settings = Settings(**given)
        logs.begin(settings.log_level)
        ready = partial(_ready, language=language, open_page=open_page)
        if (nodes := processes.count(settings)) > 1:
            processes.supervise(settings, nodes, ready, language)
        else:
            serve.run(settings, ready)
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error


def _ready(address: str, *, language: str, open_page: bool) -> None:
    typer.echo(say("service.serving", language, address=address))
    if not is_built():
        typer.echo(say("service.no-page", language), err=True)
    if open_page:
        webbrowser.open(address)
