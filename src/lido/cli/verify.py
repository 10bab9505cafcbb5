"""`lido verify`: what a record proves, in words."""

from pathlib import Path

import typer

from lido.cli.language import system_language
from lido.errors import LidoError
from lido.record import load
from lido.verify import findings


def run(path: Path, lang: str | None, noted: list[str]) -> None:
    """Print the result of each check, or after a dash what could not be checked; the first that fails ends it."""
    language = lang or system_language()
    try:
        for finding in findings(load(path), noted):
            typer.echo(f"{'✓' if finding.is_checked else '–'} {finding.said(language)}")
    except LidoError as error:
        typer.echo(f"✗ {error.said(language)}", err=True)
        raise typer.Exit(1) from error
