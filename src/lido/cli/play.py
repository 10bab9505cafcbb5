"""`lido play`: a game of people and bots at this terminal, saved after every move."""

import re
import shlex
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from rich.columns import Columns
from rich.markup import escape
from rich.text import Text

from lido import bots
from lido.cli import INTERRUPTED, boards
from lido.cli.local_game import LocalGame
from lido.cli.prompt import Asker, meant
from lido.cli.saved import Keeper, save_as
from lido.cli.screen import Screen
from lido.cli.waiting import Left, leaving_on_signals, thought, undisturbed
from lido.errors import BadRecord, LidoError
from lido.game import SEAT_LETTERS
from lido.words import LANGUAGES, say

T = TypeVar("T")

PATIENCE = 0.4
"""Seconds that a bot may think before the screen says so."""
PAUSE = 0.7
"""Seconds between the moves of bots when no person plays."""
COMMANDS = ("help", "moves", "hint", "undo", "save", "quit")
JUDGEMENTS = ((0.6, "winning"), (0.2, "good"), (-0.2, "even"), (-0.6, "bad"), (-1.0, "losing"))
"""The lowest value of each judgement: 0 is an even share of the win, 1 all of it, -1 nothing."""


class Play:
    """One run of a game, until it ends or the players leave."""

    def __init__(self, table: LocalGame, screen: Screen, asker: Asker, keeper: Keeper, seed: str | None = None) -> None:
        self.table = table
        self.screen = screen
        self.asker = asker
        self.keeper = keeper
        self._bots = {
            seat: bots.bot(kind, None if seed is None else f"{seed} {seat}")
            for seat, kind in enumerate(table.seats, start=1)
            if seat not in table.persons
        }
        self._languages = {"en", screen.language}
        self._typed = {say(f"terminal.command-{name}", each): name for name in COMMANDS for each in self._languages}
        self._looking = 0
        self._notices: list[Text] = []
        self._complained = False

    def run(self) -> int:
        """Play to the end, or until the players leave; returns the exit status."""
        with leaving_on_signals():
            try:
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

    def wants_again(self) -> bool:
        """Whether the game was tied, its rules then offer another game, and the players want it."""
        result = self.table.match.result
        tied = result is not None and sum(paid > 0 for paid in result.payoffs) > 1
        if not (tied and self.table.match.game.again_after_tie and self.table.persons):
            return False
        return self._says_yes(self.screen.words("terminal.again"))

    def _badge(self, seat: int) -> str:
        return self.screen.badge(self.table.match.game.id, seat)

    def _draw(self, goals: Collection[str] = ()) -> None:
        self.screen.draw(self.table.scene(self.table.viewer), goals)
        self.screen.console.print()
        for notice in self._notices:
            self.screen.console.print(notice)
        self._notices.clear()

    def _meant(self, typed: str) -> tuple[str, dict[str, Any]]:
        """The move that was typed, and its details."""
        match = self.table.match
        return boards.typed_move(match, typed) or (meant(typed, match.legal_moves()), {})

    def _play(self, move: str, details: dict[str, Any]) -> None:
        """Play a move and save the game."""
        self.table.perform(move, **details)
        self._keep()
        if not self.screen.clears:
            self.screen.tell(self.table)

    def _keep(self) -> None:
        """Save the game. If that fails, say so once."""
        try:
            self.keeper.keep(self.table.record())
        except BadRecord as trouble:
            if not self._complained:
                self._notices.append(Text(trouble.said(self.screen.language), "bold"))
            self._complained = True
        else:
            self._complained = False

    # Bots

    def _bot_acts(self, seat: int) -> None:
        if self.screen.clears:
            self._draw()
        player_view = self.table.match.player_view(seat)
        thinking = self.screen.words("terminal.thinking", who=self._badge(seat))
        move = self._patiently(lambda: self._bots[seat].choose(player_view), thinking)
        details = self._patiently(lambda: self._bots[seat].details(player_view, move), thinking)
        if self.screen.clears and not self.table.persons:
            time.sleep(PAUSE)
        self._play(move, details)

    def _patiently(self, work: Callable[[], T], saying: str) -> T:
        """The result of `work`, with a notice on the screen if it takes long."""
        found = thought(work)
        try:
            return found.result(PATIENCE if self.screen.clears else None)
        except TimeoutError:
            with self.screen.console.status(saying):
                return found.result()

    # People

    def _person_acts(self, seat: int) -> None:
        """Draw the board and read commands until something changes."""
        self._curtain(seat)
        self._draw()
        changed = False
        while not changed:
            changed = self._listen(seat)

    def _curtain(self, seat: int) -> None:
        """In a game with secrets on a shared screen, wait until the right person looks."""
        if self.table.match.game.secrets and len(self.table.persons) > 1 and self._looking != seat:
            self.screen.hide()
            self.asker.forget()
            self.asker.ask(self.screen.words("terminal.curtain", who=SEAT_LETTERS[seat - 1]))
        self._looking = seat

    def _listen(self, seat: int) -> bool:
        """Carry out one command; returns whether the board must be drawn again."""
        legal = self.table.match.legal_moves()
        names = [self.screen.words(f"terminal.command-{name}") for name in COMMANDS]
        question = self.screen.words("terminal.your-move", who=SEAT_LETTERS[seat - 1])
        example = self.screen.words("terminal.placeholder", move=legal[0])
        typed = self.asker.ask(question, [*legal, *names], example)
        name, _, rest = typed.partition(" ")
        try:
            if command := self._typed.get(name.casefold()):
                return self._obey(command, rest.strip(), seat)
            if goals := reached(meant(typed, legal), legal):
                self._draw(goals)
                return False
            if typed:
                move, details = self._meant(typed)
                if not self._agreed(move, details):
                    return False
                self._play(move, details)
        except LidoError as refused:
            self.screen.refuse(refused)
            return False
        return True

    def _agreed(self, move: str, details: dict[str, Any]) -> bool:
        """Whether the people at this terminal agree to a move for which they must; bots do."""
        question = boards.to_agree(self.table.match.game.id, move, details, self.screen.language)
        return question is None or self._says_yes(question)

    def _says_yes(self, question: str) -> bool:
        agreed = {say("terminal.yes", language) for language in LANGUAGES}
        return self.asker.ask(question).casefold() in ("", *agreed)

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
        player_view = self.table.match.player_view(seat)
        hint = self._patiently(lambda: bots.hint(player_view), self.screen.words("terminal.looking"))
        judgement = self.screen.words(judged(hint.value, self.table.match.players))
        self.screen.say("terminal.hint", move=f"[bold]{escape(hint.move)}[/]", judgement=judgement)
        if len(hint.line) > 1:
            self.screen.say("site.line", line=escape(", ".join(hint.line[1:])))
        for sentence in self.screen.sentences(player_view.game.id, hint.beliefs):
            self.screen.console.print(Text.from_markup(sentence))

    def _save(self, name: str) -> None:
        if name:
            self.screen.say_path("terminal.saved", save_as(self.table.record(), name))
        else:
            self.keeper.keep(self.table.record())
            self._say_kept()

    # Ends

    def _say_kept(self, then: str | None = None) -> None:
        """Say where the game is saved, and how to continue or replay it."""
        if not self.keeper.kept:
            self.screen.say("terminal.not-saved")
            return
        self.screen.say_path("terminal.saved", self.keeper.kept)
        if then:
            self.screen.say_path(then, shlex.quote(str(self.keeper.kept)))

    def _leave(self, code: int) -> int:
        """Save what an interruption left unsaved, and say how to continue if the terminal is still there."""
        with undisturbed():
            begun = self.table.match.moves or self.keeper.kept
            if begun and not self.keeper.holds(self.table.record()):
                self._keep()
            with suppress(OSError):
                self.screen.console.print()
                if begun:
                    self._say_kept("terminal.go-on")
                else:
                    self.screen.say("terminal.nothing-played")
        return code

    def _finish(self) -> None:
        """Show the result."""
        self._draw()
        self.screen.say_result(self.table.scene(self.table.viewer))
        self.screen.say_truth(self.table.match)
        self._say_kept("terminal.see-again")


def reached(cell: str, legal: Sequence[str]) -> set[str]:
    """Where the piece on a cell can move: the second cell of every legal move that begins there."""
    return {re.split("[-=]", move)[1] for move in legal if move.startswith(f"{cell}-")}


def judged(value: float, players: int) -> str:
    """The code of the judgement of a move worth `value`, from -1 to 1, with that number of players."""
    even = 2 / players - 1
    room = 1 - even if value > even else 1 + even
    return next(f"terminal.value-{name}" for least, name in JUDGEMENTS if (value - even) / room >= least)
