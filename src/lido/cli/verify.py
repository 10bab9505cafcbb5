"""`lido verify`: what can be proved of a record, in words."""

from pathlib import Path

import typer

from lido.cli.language import system_language
from lido.errors import LidoError
from lido.record import load
from lido.verify import findings


def run(path: Path, lang: str | None) -> None:
    """Say what is true of a record, check after check; the first thing that is not ends the command."""
    language = lang or system_language()
    try:
        for finding in findings(load(path)):
            typer.echo(f"✓ {finding.said(language)}")
    except LidoError as error:
        typer.echo(f"✗ {error.said(language)}", err=True)
        raise typer.Exit(1) from error
