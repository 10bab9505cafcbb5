"""The screen: the board, the seats, and the moves in words."""

import shutil
from collections.abc import Collection, Sequence
from typing import Any

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from lido import bots
from lido.bots import brought
from lido.cli import boards
from lido.cli.local_game import PERSON, LocalGame, Scene, Step, persons
from lido.errors import LidoError
from lido.game import SEAT_LETTERS, Event
from lido.match import Match
from lido.words import say

WIDEST = 100
"""The most columns that are used."""
GAP = 2
NARROWEST = 30
"""If fewer columns are left beside the board, the rest is printed above and below it."""
NARROW_STORY = 4
"""Lines of the story below the board."""
OVER = "over"
ERASE_SCROLLBACK = "\x1b[3J"


class Screen:
    """Prints and draws everything, in one language."""

    def __init__(self, console: Console, language: str, *, clears: bool) -> None:
        self.console = console
        self.language = language
        self.clears = clears
        """Whether the screen is cleared before each board; else boards follow each other."""

    def words(self, code: str, **facts: Any) -> str:
        """A sentence in the screen's language."""
        return say(code, self.language, **facts)

    def say(self, code: str, **facts: Any) -> None:
        """Print a sentence; `facts` may hold styles."""
        self.console.print(Text.from_markup(self.words(code, **facts)))

    def refuse(self, error: LidoError) -> None:
        """Print why something cannot be done."""
        self.console.print(Text(error.said(self.language), "bold"))

    def say_path(self, code: str, path: object) -> None:
        """Print a sentence that ends in a path, on one line so that it can be copied."""
        self.console.print(Text(self.words(code, path=path)), soft_wrap=True)

    def clear(self) -> None:
        """Clear the screen, if it can be cleared."""
        if self.clears:
            self.console.clear()

    def hide(self) -> None:
        """Clear the screen and its scrollback, as far as the terminal can, before another player looks."""
        self.clear()
        if self.clears:
            self.console.file.write(ERASE_SCROLLBACK)
            self.console.file.flush()
        elif self.console.is_terminal:
            self.console.print("\n" * shutil.get_terminal_size().lines)

    def draw(self, scene: Scene, goals: Collection[str] = ()) -> None:
        """Draw the board and the rest, side by side if there is room. The cells `goals` are marked."""
        last = scene.steps[-1].events if scene.steps else []
        chosen: list[Event] = [{"event": "goal", "to": goal} for goal in goals]
        board = boards.find(scene.game).board(scene.view, chosen or last)
        lines = board.split()
        left = max(line.cell_len for line in lines)
        right = min(self.console.width, WIDEST) - left - GAP
        head = self._head(scene)
        self.clear()
        if right < NARROWEST:
            self.console.print(Group(head, board, *self._story(scene, left, NARROW_STORY)))
            return
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        grid.add_column(width=left)
        grid.add_column(width=right)
        grid.add_row(board, Group(head, *self._story(scene, right, len(lines) - len(head.split(allow_blank=True)))))
        self.console.print(grid)

    def _head(self, scene: Scene) -> Text:
        """The name of the game, the seats with their notes, and the status."""
        shown, view = boards.find(scene.game), scene.view
        code = "terminal.move-number" if scene.count is None else "terminal.move-of"
        moves = self.words(code, number=len(scene.steps), count=scene.count)
        head = Text.assemble((self.words(f"{scene.game}.name"), "bold"), f" · {moves}\n\n")
        labels = [self._label(scene.seats, kind) for kind in scene.seats]
        wide = max(map(len, labels))
        for seat, label in enumerate(labels, start=1):
            head.append(_sign(view, seat))
            head.append(f" {SEAT_LETTERS[seat - 1]} ", shown.STYLES[seat - 1])
            note = shown.note(view, seat, self.language)
            head.append(f" {label:{wide}}  {note}\n", "bold" if view["turn"] == seat else "")
        return head.append("\n").append_text(shown.status(view, self.language)).append("\n")

    def _label(self, seats: Sequence[str], kind: str) -> str:
        """Who sits there: a person, a bot, or as a record from elsewhere names them."""
        if kind == PERSON:
            return self.words("terminal.you" if len(persons(seats)) == 1 else "terminal.person")
        if kind in bots.all_levels() or bots.is_match(kind) or brought.is_brought(kind):
            return self.words("terminal.bot", level=kind)
        return brought.label("".join(letter for letter in kind if letter.isprintable()))

    def _story(self, scene: Scene, width: int, room: int) -> list[Text]:
        """The last moves in words, as many as fit and may be shown."""
        lines: list[Text] = []
        forgotten = boards.find(scene.game).forgotten(scene.view, [step.events for step in scene.steps])
        for number in range(len(scene.steps), forgotten, -1):
            wrapped = self._told(scene.game, scene.steps, number).wrap(self.console, width)
            if len(lines) + len(wrapped) > room:
                break
            lines = [*wrapped, *lines]
        return lines

    def tell(self, table: LocalGame) -> None:
        """Print the last move in words."""
        self.console.print(self._told(table.match.game.id, table.steps, len(table.steps)))

    def _told(self, game: str, steps: Sequence[Step], number: int) -> Text:
        """Move `number` in words."""
        return Text.from_markup(f"[dim]{number}.[/] " + " ".join(self.sentences(game, steps[number - 1].events)))

    def sentences(self, game: str, events: Sequence[Event]) -> list[str]:
        """Events in words, as markup."""
        told = boards.find(game).told(events, self.language) if events else []
        return [self._sentence(game, event) for event in told]

    def say_result(self, scene: Scene) -> None:
        """Who won, and why."""
        payoffs, reason = scene.view["result"]["payoffs"], scene.view["result"]["reason"]
        winners = [seat for seat, paid in enumerate(payoffs, start=1) if paid]
        who = ", ".join(self.badge(scene.game, seat) for seat in winners)
        people = persons(scene.seats)
        if len(winners) > 1:
            code = "share"
        elif len(people) == 1:
            code = "you-win" if winners == people else "you-lose"
        else:
            code = "wins"
        self.console.print(Text.from_markup(self.words(f"terminal.{code}", who=who), style="bold"))
        self.say(f"{scene.game}.over-{reason}")

    def say_truth(self, match: Match) -> None:
        """Print what was secret, after the game."""
        if truth := boards.find(match.game.id).truth(match.position(), self.language):
            self.console.print(truth)

    def _sentence(self, game: str, event: Event) -> str:
        """One event in words."""
        kind = event["event"]
        facts = {name: escape(str(fact)) for name, fact in event.items()}
        if "seat" in event:
            facts["who"] = self.badge(game, event["seat"])
        return self.words("terminal.event-over" if kind == OVER else f"{game}.event-{kind}", **facts)

    def badge(self, game: str, seat: int) -> str:
        """A seat's letter in its colour, as markup."""
        return f"[{boards.find(game).STYLES[seat - 1]}]{SEAT_LETTERS[seat - 1]}[/]"


def _sign(view: dict[str, Any], seat: int) -> str:
    """Marks the seat to act, and in the end the winners."""
    won = view["result"] and view["result"]["payoffs"][seat - 1]
    return "★ " if won else "▶ " if view["turn"] == seat else "  "
