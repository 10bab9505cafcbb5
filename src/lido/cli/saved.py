"""The saved games of the terminal."""

import os
import secrets
from datetime import datetime
from pathlib import Path
from typing import Any

from lido import record
from lido.cli.local_game import LocalGame, loaded
from lido.errors import BadRecord, BadSetup
from lido.folder import data

LAST = "last"


def folder() -> Path:
    """The folder of saved games."""
    return data() / "games"


def new_file(game: str) -> Path:
    """A new file name for a game that begins now."""
    return folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}.json"


def opened(name: str, seats: str | None) -> tuple[Path, LocalGame]:
    """The file and the game that `--load` names; `last` is the newest unfinished game."""
    if name != LAST:
        return Path(name), loaded(record.load(Path(name)), seats)
    for path in sorted(folder().glob("*.json"), key=_written, reverse=True):
        try:
            content = record.load(path)
            if record.read(content).result is None:
                return path, loaded(content, seats)
        except BadRecord:
            continue
    raise BadSetup("terminal.nothing-to-load", folder=folder())


def _written(path: Path) -> int:
    """When a file was written; 0 for a broken link."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def save_as(document: dict[str, Any], name: str) -> Path:
    """Write a game to the file that a player names. Only records are overwritten."""
    try:
        path = Path(name).expanduser()
    except RuntimeError as error:
        raise BadSetup("terminal.no-home", name=name) from error
    if os.path.exists(path) and not _is_record(path):
        raise BadSetup("terminal.not-a-record", path=path)
    record.save(document, path)
    return path


def _is_record(path: Path) -> bool:
    try:
        return os.path.isfile(path) and bool(record.read(record.load(path)))
    except BadRecord:
        return False


class Keeper:
    """Writes one game to one file after every move."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._document: dict[str, Any] | None = None
        self.kept: Path | None = None
        """The file that holds the game, if one does."""

    @classmethod
    def of(cls, path: Path, table: LocalGame) -> "Keeper":
        """The keeper of a loaded game. A file outside the folder of saved games is not written to."""
        ours = path.resolve().parent == folder().resolve()
        keeper = cls(path if ours else new_file(table.match.game.id))
        keeper.kept, keeper._document = path, table.record()
        return keeper

    def holds(self, document: dict[str, Any]) -> bool:
        """Whether the file holds the game as it stands."""
        return self._document == document

    def keep(self, document: dict[str, Any]) -> None:
        """Save the game, or raise BadRecord."""
        self._document = None
        try:
            record.save(document, self._path)
        except BadRecord:
            self.kept = None
            raise
        self.kept, self._document = self._path, document
