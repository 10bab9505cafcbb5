"""`lido serve`: the settings of the service as options, and the service itself."""

import inspect
from collections.abc import Callable
from dataclasses import fields
from typing import Annotated, Any

import typer

from lido.cli.language import system_language
from lido.errors import LidoError
from lido.server.settings import Settings, option, variable
from lido.words import say


def command() -> Callable[..., None]:
    """The function of the command: every setting is an option, and a variable of the environment."""

    def serve(**given: Any) -> None:
        """Host all games for people on this network or the internet."""
        run(given)

    parameters = []
    for each in fields(Settings):
        about = typer.Option(option(each.name), envvar=variable(each.name), help=each.metadata["about"])
        annotation = Annotated.__class_getitem__((each.type, about))  # type: ignore[attr-defined]
        kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(each.name, kind, default=each.default, annotation=annotation))
    serve.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    serve.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return serve


def run(given: dict[str, Any]) -> None:
    """Serve by these settings until told to stop."""
    from lido.server import logs, serve  # noqa: PLC0415 - `--help` does not load a game

    language = system_language()
    try:
        settings = Settings(**given)
        logs.begin(settings.log_level)
        serve.run(settings, lambda address: typer.echo(say("service.serving", language, address=address)))
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error
