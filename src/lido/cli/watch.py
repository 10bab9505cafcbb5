"""`lido watch`: bots play each other; prints every move in words, and saves pictures if asked."""

from pathlib import Path

from rich.markup import escape

from lido import pictures, record
from lido.bots.brought import Seated, asked, blamed, close, player
from lido.cli.local_game import LocalGame
from lido.cli.screen import Screen
from lido.errors import BadRecord, BotFailed
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
    """Let the bots play to the end, or until one of them fails."""
    album = Album(folder, table.match.game.id) if folder else None
    players: dict[int, Seated] = {}
    try:
        while seat := table.match.turn:
            if seat not in players:
                players[seat] = player(table.seats[seat - 1], None if seed is None else f"{seed} {seat - 1}")
            move, details = asked(players[seat], table.match.player_view(seat))
            tremor = None if seed is None else f"{seed} {len(table.match.moves)}"
            with blamed(players[seat]):
                table.perform(move, tremor, **details)
            screen.tell(table)
            if album:
                album.add(table, table.steps[-1].events)
        screen.draw(table.scene(SPECTATOR))
        screen.say_result(table.scene(SPECTATOR))
    except BotFailed as failure:
        screen.draw(table.scene(SPECTATOR))
        who, why = screen.badge(table.match.game.id, table.match.turn or SPECTATOR), failure.said(screen.language)
        screen.say("arena.failed", who=who, bot=escape(table.seats[(table.match.turn or 1) - 1]), why=escape(why))
    finally:
        for each in players.values():
            close(each, table.match.result)
    if album and folder:
        album.close(table)
        screen.say_path("terminal.pictures", folder)
