"""Where the terminal keeps its games, so that none is lost."""

import os
import secrets
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from lido import record
from lido.errors import BadRecord, BadSetup, LidoError

LAST = "last"


def folder() -> Path:
    """The folder of kept games: in the user's data folder, or in `$LIDO_DATA`."""
    data = os.environ.get("LIDO_DATA")
    return (Path(data) if data else user_data_path("lido", appauthor=False)) / "games"


def new_file(game: str) -> Path:
    """The file of a game that begins now; no other game has it."""
    return folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}.json"


def found(name: str) -> Path:
    """The file that `--load` means: the one named, or the newest unfinished one for `last`."""
    return _last() if name == LAST else Path(name)


def _last() -> Path:
    kept = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in kept:
        try:
            if record.read(record.load(path)).result is None:
                return path
        except BadRecord:
            continue
    raise BadSetup("terminal.nothing-to-load", folder=folder())


class Keeper:
    """Writes one game to one file after every move."""

    def __init__(self, path: Path, kept: Path | None = None) -> None:
        self._path = path
        self._complained = False
        self.kept = kept
        """The file that holds the game as it stands, if one does."""

    @classmethod
    def of(cls, path: Path, game: str) -> "Keeper":
        """The keeper of a loaded game. A file outside the folder is the player's own: it is not written to."""
        ours = path.resolve().parent == folder().resolve()
        return cls(path if ours else new_file(game), kept=path)

    def keep(self, document: dict[str, Any]) -> LidoError | None:
        """Save the game. A failure is given back the first time, for the player to know."""
        try:
            record.save(document, self._path)
        except BadRecord as error:
            self.kept = None
            first, self._complained = not self._complained, True
            return error if first else None
        self.kept = self._path
        return None
