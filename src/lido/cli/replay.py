"""`lido replay`: a record, move by move."""

from pathlib import Path

from lido.cli.prompt import Asker
from lido.cli.screen import Screen
from lido.cli.table import Scene, opened
from lido.errors import BadSetup, LidoError
from lido.game import SPECTATOR

NEXT, BACK, QUIT = "", "b", "q"
KEYS = {"right": NEXT, "left": BACK}


def scenes(path: Path) -> list[Scene]:
    """Every position of a record, from before its first move to its end, as a spectator sees it."""
    table, moves = opened(path)
    seen = [table.scene(SPECTATOR, len(moves))]
    for move in moves:
        table.play(move.pop("move"), **move)
        seen.append(table.scene(SPECTATOR, len(moves)))
    return seen


def watch(path: Path, screen: Screen, asker: Asker) -> None:
    """Step through a record until the watcher has seen enough."""
    seen = scenes(path)
    at = 0
    _show(seen[at], screen)
    while True:
        try:
            answer = asker.ask(screen.words("terminal.ask-replay"), keys=KEYS).casefold()
        except (EOFError, KeyboardInterrupt):
            return
        if answer == QUIT:
            return
        try:
            at = _target(answer, at, len(seen) - 1)
        except LidoError as error:
            screen.refuse(error)
        else:
            _show(seen[at], screen)


def _target(answer: str, at: int, last: int) -> int:
    """The number of moves played in the scene that an answer asks for."""
    if answer in (NEXT, BACK):
        return min(at + 1, last) if answer == NEXT else max(at - 1, 0)
    if not answer.isdecimal() or int(answer) > last:
        raise BadSetup("terminal.replay-unknown", answer=answer, last=last)
    return int(answer)


def _show(scene: Scene, screen: Screen) -> None:
    screen.draw(scene)
    if scene.view["result"]:
        screen.say_result(scene)
