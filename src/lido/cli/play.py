"""`lido play`: a game at this terminal, among people and bots, that is never lost."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from rich.columns import Columns
from rich.markup import escape
from rich.text import Text

from lido import bots, record
from lido.cli.hands import said
from lido.cli.prompt import Asker
from lido.cli.saved import Keeper
from lido.cli.screen import Screen
from lido.cli.table import LETTERS, Table
from lido.cli.waiting import INTERRUPTED, Left, leaving_on_signals, thought
from lido.errors import LidoError
from lido.words import LANGUAGES, say

T = TypeVar("T")

PATIENCE = 0.4
"""Seconds that a bot may think before the screen says so."""
PAUSE = 0.7
"""Seconds between the moves of bots that play among themselves."""
COMMANDS = ("help", "moves", "hint", "undo", "save", "quit")
TYPED = {say(f"terminal.command-{name}", language): name for name in COMMANDS for language in LANGUAGES}
JUDGEMENTS = ((0.6, "winning"), (0.2, "good"), (-0.2, "even"), (-0.6, "bad"), (-1.0, "losing"))
"""From which value on a move is called what."""


class Play:
    """One sitting at one table."""

    def __init__(self, table: Table, screen: Screen, asker: Asker, keeper: Keeper, seed: str | None = None) -> None:
        self.table = table
        self.screen = screen
        self.asker = asker
        self.keeper = keeper
        self._bots = {
            seat: bots.bot(kind, None if seed is None else f"{seed} {seat}")
            for seat, kind in enumerate(table.seats, start=1)
            if seat not in table.persons
        }
        self._looking = 0
        self._notices: list[Text] = []

    def run(self) -> int:
        """Play to the end, or until the players leave; returns what the program exits with."""
        try:
            with leaving_on_signals():
                while seat := self.table.match.turn:
                    if seat in self._bots:
                        self._bot_acts(seat)
                    else:
                        self._person_acts(seat)
                self._finish()
        except Left as left:
            return self._leave(left.code)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        except EOFError:
            return self._leave(0)
        return 0

    def _badge(self, seat: int) -> str:
        return self.screen.badge(self.table.match.game.id, seat)

    def _draw(self) -> None:
        self.screen.draw(self.table.scene(self.table.viewer))
        self.screen.console.print()
        for notice in self._notices:
            self.screen.console.print(notice)
        self._notices.clear()

    def _play(self, move: str, details: dict[str, Any]) -> None:
        """Play a move and keep the game."""
        self.table.play(move, **details)
        self._keep()
        if not self.screen.clears:
            self.screen.tell(self.table)

    def _keep(self) -> None:
        if trouble := self.keeper.keep(self.table.record()):
            self._notices.append(Text(trouble.said(self.screen.language), "bold"))

    # Bots

    def _bot_acts(self, seat: int) -> None:
        if self.screen.clears:
            self._draw()
        sight = self.table.match.sight(seat)
        thinking = self.screen.words("terminal.thinking", who=self._badge(seat))
        move = self._patiently(lambda: self._bots[seat].choose(sight), thinking)
        details = self._patiently(lambda: self._bots[seat].details(sight, move), thinking)
        if self.screen.clears and not self.table.persons:
            time.sleep(PAUSE)
        self._play(move, details)

    def _patiently(self, work: Callable[[], T], saying: str) -> T:
        """The result of `work`, with something on the screen if it takes long."""
        found = thought(work)
        try:
            return found.result(PATIENCE if self.screen.clears else None)
        except TimeoutError:
            with self.screen.console.status(saying):
                return found.result()

    # People

    def _person_acts(self, seat: int) -> None:
        """Draw the table and listen to the person until something changes."""
        self._curtain(seat)
        self._draw()
        changed = False
        while not changed:
            changed = self._listen(seat)

    def _curtain(self, seat: int) -> None:
        """Where people share the screen and not what they know, wait until the right one looks."""
        if self.table.match.game.secrets and len(self.table.persons) > 1 and self._looking != seat:
            self.screen.clear()
            self.asker.ask(self.screen.words("terminal.curtain", who=LETTERS[seat - 1]))
        self._looking = seat

    def _listen(self, seat: int) -> bool:
        """Do one thing that the person says; whether the table must be drawn again."""
        legal = self.table.match.legal_moves()
        names = [self.screen.words(f"terminal.command-{name}") for name in COMMANDS]
        question = self.screen.words("terminal.your-move", who=LETTERS[seat - 1])
        example = self.screen.words("terminal.placeholder", move=legal[0])
        typed = self.asker.ask(question, [*legal, *names], example)
        name, _, rest = typed.partition(" ")
        try:
            if command := TYPED.get(name.casefold()):
                return self._obey(command, rest.strip(), seat)
            if typed:
                self._play(*said(self.table, typed))
        except LidoError as refused:
            self.screen.refuse(refused)
            return False
        return True

    def _obey(self, command: str, rest: str, seat: int) -> bool:
        if command == "quit":
            raise Left(0)
        if command == "undo":
            return self._undo(seat)
        if command == "hint":
            self._hint(seat)
        elif command == "save":
            self._save(rest)
        elif command == "moves":
            self.screen.console.print(Columns(self.table.match.legal_moves(), padding=(0, 2)))
        else:
            self.screen.say(f"{self.table.match.game.id}.how-to-play")
            self.screen.say("terminal.commands")
        return False

    def _undo(self, seat: int) -> bool:
        self.table.undo(seat)
        self._keep()
        self._notices.append(Text.from_markup(self.screen.words("terminal.undone", who=self._badge(seat))))
        return True

    def _hint(self, seat: int) -> None:
        sight = self.table.match.sight(seat)
        values = self._patiently(lambda: bots.analyse(sight), self.screen.words("terminal.looking"))
        move, value = max(values, key=lambda pair: pair[1])
        self.screen.say("terminal.hint", move=f"[bold]{escape(move)}[/]", judgement=self.screen.words(judged(value)))

    def _save(self, name: str) -> None:
        if name:
            path = Path(name).expanduser()
            record.save(self.table.record(), path)
            self.screen.say_path("terminal.saved", path)
        elif trouble := self.keeper.keep(self.table.record()):
            raise trouble
        else:
            self._say_kept()

    # Ends

    def _say_kept(self, then: str | None = None) -> None:
        """Where the game is, and what can be done with it `then`."""
        if not self.keeper.kept:
            self.screen.say("terminal.not-saved")
            return
        self.screen.say_path("terminal.saved", self.keeper.kept)
        if then:
            self.screen.say_path(then, self.keeper.kept)

    def _leave(self, code: int) -> int:
        """Say how to go on, if there is still a terminal to say it on."""
        with suppress(OSError):
            self.screen.console.print()
            if self.table.steps or self.keeper.kept:
                self._say_kept("terminal.go-on")
            else:
                self.screen.say("terminal.nothing-played")
        return code

    def _finish(self) -> None:
        """Show the end, who won and why."""
        self._draw()
        self.screen.say_result(self.table.scene(self.table.viewer))
        self._say_kept("terminal.see-again")


def judged(value: float) -> str:
    """The code of what a move worth `value`, between -1 and 1, is called."""
    return next(f"terminal.value-{name}" for least, name in JUDGEMENTS if value >= least)
