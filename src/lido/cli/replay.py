"""`lido replay`: a record, move by move."""

from pathlib import Path

from lido import record
from lido.cli.local_game import PERSON, Scene, replayed
from lido.cli.prompt import Asker, number
from lido.cli.screen import Screen
from lido.errors import BadSetup, LidoError
from lido.game import SPECTATOR

NEXT, BACK, QUIT = "", "b", "q"
KEYS = {"right": NEXT, "left": BACK}


class Film:
    """Every position of a record, from before its first move to its end, as a spectator sees it."""

    def __init__(self, content: bytes) -> None:
        self._views = []
        for table in replayed(content):
            self._views.append(table.match.view(SPECTATOR))
        named = record.read(content).seats
        self._seats = named if len(named) == table.match.players else [PERSON] * table.match.players
        self._steps = table.steps
        self.last = len(self._steps)
        """The number of moves."""

    def scene(self, at: int) -> Scene:
        """The scene after `at` moves."""
        return Scene(self._views[at], self._seats, self._steps[:at], self.last)


def watch(path: Path, screen: Screen, asker: Asker) -> None:
    """Step through a record until the user quits."""
    film = Film(record.load(path))
    at = 0
    _show(film.scene(at), screen)
    while True:
        try:
            answer = asker.ask(screen.words("terminal.ask-replay"), keys=KEYS).casefold()
        except (EOFError, KeyboardInterrupt):
            return
        if answer == QUIT:
            return
        try:
            at = _target(answer, at, film.last)
        except LidoError as error:
            screen.refuse(error)
        else:
            _show(film.scene(at), screen)


def _target(answer: str, at: int, last: int) -> int:
    """The move number that an answer asks for."""
    if answer in (NEXT, BACK):
        return min(at + 1, last) if answer == NEXT else max(at - 1, 0)
    wanted = number(answer)
    if wanted is None or wanted > last:
        raise BadSetup("terminal.replay-unknown", answer=answer)
    return wanted


def _show(scene: Scene, screen: Screen) -> None:
    screen.draw(scene)
    if scene.view["result"]:
        screen.say_result(scene)
