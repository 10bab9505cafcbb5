"""The results that `lido arena` prints: tables of the bots, their pairs and their events."""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lido.bots.brought import label
from lido.lab.estimates import Estimate
from lido.lab.results import Results
from lido.words import number, say


class Standings:
    """Prints the results of an arena in one language."""

    def __init__(self, results: Results, language: str, console: Console) -> None:
        self._results = results
        self._language = language
        self._console = console

    def print(self, kinds: Sequence[str]) -> None:
        """Print everything; `kinds` are the kinds of events to count."""
        results = self._results
        game = self._words(f"{results.setup.game}.name")
        self._console.print(Text(self._words("arena.title", game=game, games=results.games), "bold"), end="\n\n")
        self._console.print(self._standings(), "")
        if results.pairs:
            self._console.print(self._pairs(), "")
        seen = {kind for standing in results.standings for kind in standing.events}
        if shown := [kind for kind in kinds if kind in seen]:
            self._console.print(self._events(shown), "")
        for kind in kinds:
            if kind not in seen:
                self._say("arena.no-event", kind=kind, kinds=", ".join(sorted(seen)))
        self._say_the_rest()

    def say_files(self, games: Path, picture: Path) -> None:
        """Print where the files are, each on its own line so that it can be copied."""
        for code, path in (("arena.kept", games), ("arena.drawn", picture)):
            self._console.print(Text(self._words(code, path=path)), soft_wrap=True)

    def _say_the_rest(self) -> None:
        results = self._results
        least, most = results.rounds
        even = "arena.rounds-even" if least == most else "arena.rounds-uneven"
        self._say(even, seatings=results.seatings, least=least, most=most)
        average = self._number(fmean(results.lengths), 1)
        self._say("arena.length", mean=average, least=results.lengths[0], most=results.lengths[-1])
        self._say("arena.endings", reasons=", ".join(f"{why} {count}" for why, count in results.reasons.most_common()))
        if results.several:
            self._say("arena.several-seats")
        for standing in results.standings:
            if standing.failures:
                first = standing.failures[0]
                why = first.failure.said(self._language) if first.failure else ""
                count = len(standing.failures)
                self._say("arena.failures", bot=standing.level, count=count, number=first.number, why=why)

    def _standings(self) -> Table:
        table = self._table("bot", "played", "payoff", "won", "shared", "lost", "rating")
        for standing in self._results.standings:
            rating = f"{self._number(standing.rating.mean, 1)} ± {self._number(2 * standing.rating.deviation, 1)}"
            counts = (standing.won, standing.drawn, standing.lost)
            table.add_row(
                label(standing.level), str(standing.played), self._estimate(standing.payoff), *map(str, counts), rating
            )
        return table

    def _pairs(self) -> Table:
        table = self._table("pair", "pair-won", "pair-even", "score")
        for pair in self._results.pairs:
            score = self._estimate(pair.score) if pair.score else "–"
            table.add_row(
                f"{label(pair.one)} – {label(pair.other)}", f"{pair.won} : {pair.lost}", str(pair.even), score
            )
        return table

    def _events(self, kinds: Sequence[str]) -> Table:
        table = self._table("bot", "event", "count", "each", "right")
        for kind in kinds:
            for standing in self._results.standings:
                count, right = standing.events[kind], standing.right[kind]
                share = f"{right} ({round(100 * right / count)} %)" if kind in standing.right else "–"
                table.add_row(label(standing.level), kind, str(count), self._number(count / standing.played, 2), share)
        return table

    def _table(self, *names: str) -> Table:
        """A table whose first column is text, which is folded where there is no room, and whose others are numbers."""
        table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False, pad_edge=False, header_style="dim")
        for at, name in enumerate(names):
            table.add_column(
                self._words(f"arena.column-{name}"), justify="right" if at else "left", no_wrap=at > 0, overflow="fold"
            )
        return table

    def _estimate(self, estimate: Estimate) -> str:
        value, low, high = (self._number(part, 3) for part in estimate)
        return f"{value} ({low}–{high})"

    def _number(self, value: float, digits: int) -> str:
        return number(value, digits, self._language)

    def _words(self, code: str, **facts: Any) -> str:
        return say(code, self._language, **facts)

    def _say(self, code: str, **facts: Any) -> None:
        self._console.print(Text(self._words(code, **facts)))
