"""`lido watch`: bots play each other; prints every move in words, and saves pictures if asked."""

from pathlib import Path

from lido import bots, pictures, record
from lido.cli.local_game import LocalGame
from lido.cli.screen import Screen
from lido.errors import BadRecord
from lido.game import SPECTATOR, Event
from lido.games import needed_part

RECORD = "game.json"


class Album:
    """A folder with a picture of every move, numbered, and the record of the game."""

    def __init__(self, folder: Path, game: str) -> None:
        needed_part(game, "picture")
        self._folder = folder
        self._count = 0

    def add(self, table: LocalGame, events: list[Event]) -> None:
        """A picture of the table, after those that the game draws of the move itself."""
        self._count += 1
        view = table.match.view(SPECTATOR)
        for name, picture in pictures.before(view, events).items():
            self._save(f"{self._count:03}-{name}", picture)
        self._save(f"{self._count:03}", pictures.svg(view))

    def close(self, table: LocalGame) -> None:
        """Save the record."""
        record.save(table.record(), self._folder / RECORD)

    def _save(self, name: str, picture: str) -> None:
        path = (self._folder / name).with_suffix(".svg")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text(picture, "utf-8")
        except OSError as error:
            raise BadRecord("terminal.picture-save", path=path, why=error.strerror) from error


def watch(table: LocalGame, screen: Screen, folder: Path | None, seed: str | None) -> None:
    """Let the bots play to the end."""
    players = [bots.bot(level, None if seed is None else f"{seed} {seat}") for seat, level in enumerate(table.seats)]
    album = Album(folder, table.match.game.id) if folder else None
    while seat := table.match.turn:
        player_view, bot = table.match.player_view(seat), players[seat - 1]
        move = bot.choose(player_view)
        tremor = None if seed is None else f"{seed} {len(table.match.moves)}"
        table.perform(move, tremor, **bot.details(player_view, move))
        screen.tell(table)
        if album:
            album.add(table, table.steps[-1].events)
    screen.draw(table.scene(SPECTATOR))
    screen.say_result(table.scene(SPECTATOR))
    if album and folder:
        album.close(table)
        screen.say_path("terminal.pictures", folder)
