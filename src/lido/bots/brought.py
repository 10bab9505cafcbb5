"""Bots that people bring: a class of theirs (`module:Class`), or a program in any language (`cmd:./mybot`).

Wherever a level can be named, `--players` of the command line above all, so can these. A bot that crashes, takes too
long or plays what is not legal raises `BotFailed`, and whoever runs the game counts that as its loss.
docs/write-a-bot.md says how to write one.
"""

import hashlib
import inspect
import os
import shlex
import shutil
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

from lido.bots import Player, bot, check_level
from lido.bots.own import Seed
from lido.bots.program import Program
from lido.errors import BadSetup, BotFailed, IllegalMove, LidoError
from lido.game import Json, Result
from lido.match import PlayerView

COMMAND = "cmd:"
MOST_LETTERS = 18
"""Of a `label`."""
DEFAULT_MS = 1_000
"""What a bot is given for a move where nothing else is said."""
GRACE = 1.0
"""Seconds beyond twice its time after which a bot has lost."""
WITHOUT_CLOCK = 60.0
"""The same, where its thinking is limited by iterations."""


class Seen(Protocol):
    """What a bot that was brought is given for a move. In a game of this process it is a `PlayerView`."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far."""
        ...

    def legal_moves(self) -> list[str]:
        """The moves that it may make."""
        ...

    def view(self) -> dict[str, Json]:
        """All that its seat may know, as JSON."""
        ...


class Seated(Protocol):
    """Somebody who plays a game at one seat: a level of Lido, or a bot that was brought."""

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A move; see `lido.bots.Bot`."""
        ...

    def details(
        self, player_view: PlayerView, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        """The details that go with it."""
        ...


def label(name: str) -> str:
    """A bot's name, short enough for a table or a chart."""
    return name if len(name) <= MOST_LETTERS else f"…{name[1 - MOST_LETTERS :]}"


def is_brought(name: str) -> bool:
    """Whether a name is that of a bot that somebody brings, and not a level."""
    return ":" in name


def check_player(name: str, game: str, players: int) -> None:
    """Raise BadSetup for a level that does not play a game with so many players, or a bot that cannot be found."""
    if not is_brought(name):
        check_level(name, game, players)
    elif name.startswith(COMMAND):
        _command(name)
    else:
        _class(name)


def fingerprint(name: str) -> str:
    """A mark of the files of a bot that was brought, which changes with them.

    They are the module of its class, or whatever its command line names; not what these load.
    """
    if name.startswith(COMMAND):
        words = _command(name)
        files = [shutil.which(words[0]), *words[1:]]
    else:
        _class(name)
        files = [getattr(sys.modules[name.partition(":")[0]], "__file__", None)]
    digest = hashlib.sha256()
    for path in (Path(file) for file in files if file):
        if path.is_file():
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def player(name: str, seed: Seed = None, threads: int | None = None) -> Seated:
    """A new player of that name: a level, `module:Class`, or `cmd:` and a command line."""
    if not is_brought(name):
        return bot(name, seed, threads)
    if name.startswith(COMMAND):
        return ProgramPlayer(_command(name))
    return ClassPlayer(_class(name), seed)


def brought(name: str, seed: Seed = None) -> "ClassPlayer | ProgramPlayer":
    """A new player that was brought: `module:Class`, or `cmd:` and a command line. It needs no more than `Seen`."""
    found = player(name, seed)
    assert isinstance(found, ClassPlayer | ProgramPlayer)
    return found


def patience(ms: int | None, iterations: int | None) -> float:
    """The seconds after which a bot that has not answered has lost."""
    return WITHOUT_CLOCK if iterations is not None else 2 * (DEFAULT_MS if ms is None else ms) / 1000 + GRACE


@contextmanager
def blamed(seated: Seated) -> Iterator[None]:
    """Whatever a bot that was brought does wrong in this block is its failure; what a level does wrong is a bug."""
    try:
        yield
    except IllegalMove as error:
        if isinstance(seated, Player):
            raise
        raise BotFailed("arena.bot-illegal", why=str(error)) from error


def asked(
    seated: Seated, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None
) -> tuple[str, dict[str, Json]]:
    """A player's move with its details, as `Match.perform` takes them; or BotFailed."""
    move = seated.choose(player_view, ms=ms, iterations=iterations)
    details = seated.details(player_view, move, ms=ms, iterations=iterations)
    if "seed" in details or not all(isinstance(name, str) for name in details):
        raise BotFailed("arena.bot-answer", answer=repr(details))
    return move, details


def close(seated: Seated, result: Result | None = None) -> None:
    """End a player's game: its program is told the result and ends."""
    if isinstance(seated, ProgramPlayer):
        seated.close(result)


def _command(name: str) -> list[str]:
    """The command line of a program, or BadSetup."""
    try:
        words = shlex.split(name.removeprefix(COMMAND))
    except ValueError as error:
        raise BadSetup("arena.bot-command", name=name, why=str(error)) from error
    if not words or shutil.which(words[0]) is None:
        raise BadSetup("arena.bot-no-program", name=name)
    return words


def _class(name: str) -> Callable[..., Any]:
    """The class of a bot, or BadSetup. Modules of the current folder are found, as `python -m` finds them."""
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module), attribute)
    except Exception as error:  # whatever somebody's module raises when it is loaded
        raise BadSetup("arena.bot-no-class", name=name, why=f"{type(error).__name__}: {error}") from error
    if not callable(found) or not callable(getattr(found, "choose", None)):
        raise BadSetup("arena.bot-no-choose", name=name)
    checked: Callable[..., Any] = found
    return checked


class ClassPlayer:
    """A player of somebody's class, with `choose(player_view)` and whatever else of `lido.bots.Bot` it takes."""

    def __init__(self, made: Callable[..., Any], seed: Seed) -> None:
        try:
            self._bot = made(**_taken(made, {"seed": seed}))
        except Exception as error:
            raise BotFailed("arena.bot-raised", why=_said(error)) from error

    def choose(self, player_view: Seen, *, ms: int | None = None, iterations: int | None = None) -> str:
        move = self._asked(self._bot.choose, ms, iterations, player_view)
        if not isinstance(move, str):
            raise BotFailed("arena.bot-answer", answer=repr(move))
        return move

    def details(
        self, player_view: Seen, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        ask = getattr(self._bot, "details", None)
        details = self._asked(ask, ms, iterations, player_view, move) if ask else {}
        if not isinstance(details, dict):
            raise BotFailed("arena.bot-answer", answer=repr(details))
        return details

    def _asked(self, ask: Callable[..., Any], ms: int | None, iterations: int | None, *given: Any) -> Any:
        limits = {"ms": DEFAULT_MS if ms is None and iterations is None else ms, "iterations": iterations}
        try:
            with within(patience(ms, iterations)):
                return ask(*given, **_taken(ask, limits))
        except BotFailed:
            raise
        except Exception as error:  # whatever somebody's code raises is its loss
            raise BotFailed("arena.bot-raised", why=_said(error)) from error


class ProgramPlayer:
    """A player that is a program; it is started at its first move."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._program: Program | None = None
        self._details: dict[str, Json] = {}

    def choose(self, player_view: Seen, *, ms: int | None = None, iterations: int | None = None) -> str:
        if self._program is None:
            view = player_view.view()
            begin = {name: view[name] for name in ("game", "players", "options", "seat")}
            self._program = Program(self._command, begin)
        limits = {"ms": DEFAULT_MS if ms is None and iterations is None else ms, "iterations": iterations}
        move, self._details = self._program.go(
            player_view.view(), player_view.legal_moves(), player_view.moves, limits, patience(ms, iterations)
        )
        return move

    def details(
        self, player_view: Seen, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        return self._details

    def close(self, result: Result | None) -> None:
        """Tell the program the result, if there is one, and end it."""
        if self._program:
            self._program.close(result.document() if result else None)
            self._program = None


def _taken(function: Callable[..., Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """What a function takes by name of what is offered."""
    parameters = inspect.signature(function).parameters.values()
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return dict(offered)
    return {each.name: offered[each.name] for each in parameters if each.name in offered}


def _said(error: Exception) -> str:
    """What was raised, and where."""
    if isinstance(error, LidoError):
        return str(error)
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(at.filename).name}, line {at.lineno})"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise BotFailed in Python code that takes longer. Only the main thread can be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise BotFailed("arena.bot-late", seconds=seconds)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
