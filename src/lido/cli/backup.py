"""`lido backup`: a copy of a server's database."""

from pathlib import Path

import typer

from lido.cli.language import system_language
from lido.errors import BadSetup, LidoError
from lido.server.store import is_postgres
from lido.server.store.file import backup
from lido.words import say


def run(source: str, target: Path, lang: str | None) -> None:
    """Copy a database, or say why not."""
    language = lang or system_language()
    try:
        if is_postgres(source):
            raise BadSetup("server.backup-postgres", target=target)
        backup(Path(source), target)
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error
    typer.echo(say("server.backup-done", language, source=source, target=target))
