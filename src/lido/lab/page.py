"""A report as one HTML page without scripts or other files, for light and dark screens of any width."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.resources import files
from math import ceil, isqrt
from typing import Any

import lido
from lido import pictures
from lido.bots.brought import label
from lido.games import part
from lido.lab.charts import Charts, Curve, Value, shares
from lido.lab.config import OwnMeasure, PositionCount, report_config
from lido.lab.drawing import PAGE, Box
from lido.lab.effects import timed
from lido.lab.estimates import Estimate
from lido.lab.measures import TENTHS, Measures
from lido.lab.report import Report
from lido.lab.shown import DRAWN, FIRST, MEASURES, TENSION, TIED, Shown, shown_own
from lido.lab.tables import Tables
from lido.lab.written import Written
from lido.words import say

FEWEST_BINS, BINS = 4, 16
"""Parts of the range of a distribution, of whole numbers: at most the root of the number of games, within these."""
MOST = 0.95
"""The range ends at this quantile; larger values count in the last part. A few long games would squeeze the others."""
WIDTH = 420
"""The width of a chart in its own units; it is scaled to fit."""
TOP, RIGHT, BOTTOM = 20, 18, 28
"""Margins of a chart."""
ROW = 36
CURVES = 190
"""The height of curves."""


def html(report: Report, language: str) -> str:
    """The page."""
    return _Page(report, language).html()


class _Page:
    """One report in one language."""

    def __init__(self, report: Report, language: str) -> None:
        self._report = report
        self._language = language
        self._charts = Charts(PAGE, language)
        self._colours = {name: at for at, name in enumerate(report.names)}
        self._own = report_config(report.game).measures
        self._measures = (*MEASURES, *map(shown_own, self._own))
        self._written = Written(report.game, language)
        self._tables = Tables(report, self._measures, self._written)

    def html(self) -> str:
        title = self._words("title", game=say(f"{self._report.game}.name", self._language))
        sections = {
            "glance": self._glance(),
            "first": self._first(),
            **({"seats": self._seats()} if self._several else {}),
            "shape": self._shape(),
            **({"own": self._own_figures()} if self._report.usual.own else {}),
            "tension": self._tension(),
            "options": self._tables.options(),
            "endings": self._tables.endings(),
            "ratings": self._ratings(),
            "numbers": "".join(map(self._tables.numbers, self._report.players)),
            "words": self._meanings(),
            "again": self._again(),
        }
        style = files(__package__).joinpath("style.css").read_text("utf-8")
        body = "".join(
            f'<section id="{name}"><h2>{self._heading(name)}</h2>{content}</section>'
            for name, content in sections.items()
        )
        return (
            f'<!doctype html>\n<html lang="{self._language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
            f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n<header><h1>{title}</h1>{self._lead()}</header>\n"
            f"{body}\n</main>\n</body>\n</html>\n"
        )

    # The sections

    def _lead(self) -> str:
        setup = self._report.setup
        thinking, clocked = "", timed(setup, self._report.names)
        if setup.iterations is not None:
            thinking = self._words("thinking-iterations", iterations=setup.iterations)
        elif clocked:
            thinking = self._words("thinking-ms", ms=setup.ms, levels=escape(self._written.list_of(clocked)))
        usual = self._words("usual", players=self._report.usual_players, level=escape(self._report.usual_level))
        return f"<p>{self._words('lead', games=self._report.games)} {thinking} {usual}</p>"

    def _glance(self) -> str:
        usual, written = self._report.usual, self._written
        cards = "".join(
            f"<li><span>{written.name(shown)}</span><strong>{written.number(value.value, shown.digits)}</strong>"
            f"<small>{written.range(value, shown.digits)}</small>{self._tables.of_games(usual.among(shown.key))}</li>"
            for shown in self._measures
            if (value := shown.of(usual)) and self._tables.tells(shown, usual)
        )
        level, players = escape(self._report.usual_level), self._report.usual_players
        table = f'<a href="#players-{players}">{self._words("players", players=players)}</a>'
        source = self._words("glance-source", table=table, level=level, games=usual.games)
        return f'<div class="glance"><div><ul class="cards">{cards}</ul><p>{source}</p></div>{self._board()}</div>'

    def _board(self) -> str:
        """The start of a game, if the game has a picture."""
        game = self._report.game
        if not part(game, "picture"):
            return ""
        match = lido.new(game, players=self._report.usual_players, seed=self._report.setup.seed)
        return f'<div class="board">{pictures.svg(match.view(0))}</div>'

    def _first(self) -> str:
        return self._figures(
            self._by_level(self._words("figure-first", players=players), FIRST, players, even=1 / players)
            for players in self._report.players
        )

    @property
    def _several(self) -> list[int]:
        """The numbers of players of whom the first player's payoff does not say what the others are paid."""
        return [players for players in self._report.players if players > 2]

    def _seats(self) -> str:
        level = self._report.usual_level
        return self._figures(
            self._rows(
                self._words("figure-seats", players=players, level=escape(level)),
                [
                    Value(self._words("seat", seat=seat), payoff, self._colours[level])
                    for seat, payoff in enumerate(self._report.levels[level, players].seats, start=1)
                ],
                digits=3,
                even=1 / players,
            )
            for players in self._several
        )

    def _shape(self) -> str:
        return self._figures(
            figure
            for players in self._report.players
            for figure in (
                self._spread(
                    self._words("figure-length", players=players),
                    self._words("axis-moves"),
                    players,
                    lambda measured: measured.lengths,
                ),
                self._through("figure-choices", players, lambda measured: measured.choices_through),
            )
        )

    def _own_figures(self) -> str:
        return self._figures(self._own_figure(own, players) for players in self._report.players for own in self._own)

    def _own_figure(self, own: OwnMeasure, players: int) -> str:
        title = self._own_words(f"{own.name}-figure", players=players)
        if not isinstance(own, PositionCount):
            return self._by_level(title, shown_own(own), players)
        axis = self._own_words(f"{own.name}-axis")
        return self._spread(title, axis, players, lambda measured: measured.counts.get(own.name, ()))

    def _tension(self) -> str:
        report = self._report
        said = [] if report.is_estimated else [self._words("no-tension")]
        if said and not report.usual.drawn:
            said.append(self._words("no-draws"))
        undrawn = {players: games for players in report.players if (games := self._undrawn(players))}
        if undrawn and report.usual.drawn:
            said.append(self._words("none-drawn", players=", ".join(map(str, undrawn)), games=sum(undrawn.values())))
        figures = [
            self._by_level(self._words(f"figure-{shown.name}", players=players), shown, players)
            for players in report.players
            for shown in TENSION
            if shown not in (DRAWN, TIED) or players not in undrawn
        ]
        ahead = [
            self._through("figure-lead", players, lambda measured: measured.lead_through) for players in report.players
        ]
        notes = f"<p>{' '.join(said)}</p>" if said else ""
        return notes + self._figures([*figures, *(ahead if report.is_estimated else [])])

    def _undrawn(self, players: int) -> int:
        """How many games there are of so many players if none of them was drawn; else 0."""
        levels = [self._report.levels[name, players] for name in self._report.names]
        return 0 if any(each.drawn and each.drawn.value for each in levels) else sum(each.games for each in levels)

    def _ratings(self) -> str:
        results = self._report.ratings
        if results is None:
            return f"<p>{self._words('no-ratings')}</p>"
        values = [
            Value(label(standing.level), standing.rating.interval, self._colours[standing.level])
            for standing in results.standings
        ]
        return self._figures([self._rows(self._words("figure-ratings"), values, digits=1)]) + self._tables.ratings()

    def _meanings(self) -> str:
        shown = [shown for shown in self._measures if shown.of(self._report.usual)]
        meanings = [(self._written.name(each), self._written.meaning(each)) for each in shown]
        more = [*(["lead"] if self._report.is_estimated else []), *(["rating"] if self._report.ratings else [])]
        meanings += [(self._words(f"measure-{name}"), self._written.explained(name)) for name in more]
        return "".join(f"<dt>{name}</dt><dd>{meaning}</dd>" for name, meaning in meanings).join(("<dl>", "</dl>"))

    def _again(self) -> str:
        setup = self._report.setup
        said = self._words("again", engine=setup.engine, seed=escape(setup.seed))
        return f"<pre>{escape(self._report.request.command)}</pre><p>{said}</p>"

    # Figures and tables

    def _by_level(self, title: str, shown: Shown, players: int, even: float | None = None) -> str:
        """A row for each level."""
        found = [(name, shown.of(self._report.levels[name, players])) for name in self._report.names]
        values = [Value(label(name), estimate, self._colours[name]) for name, estimate in found if estimate]
        return self._rows(title, values, digits=shown.digits, even=even) if values else ""

    def _rows(self, title: str, values: Sequence[Value], **more: Any) -> str:
        box = Box(0, TOP, WIDTH - RIGHT, TOP + ROW * len(values))
        return _figure(title, box, self._charts.rows(box, values, **more))

    def _through(self, code: str, players: int, of: Callable[[Measures], Sequence[Estimate]]) -> str:
        """A curve for each level with its interval, from the start of the game to its end."""
        found = {name: of(self._report.levels[name, players]) for name in self._report.names}
        curves = [Curve(label(name), through, self._colours[name]) for name, through in found.items() if through]
        ends = (self._words("axis-begin"), self._words("axis-end"))
        places = [f"{tenth}/{TENTHS}" for tenth in range(1, TENTHS + 1)]
        return self._curves(self._words(code, players=players), curves, self._words("axis-progress"), ends, places)

    def _spread(self, title: str, axis: str, players: int, of: Callable[[Measures], Sequence[int]]) -> str:
        """A curve for each level: the share of games with each number."""
        found = {name: of(self._report.levels[name, players]) for name in self._report.names}
        every = sorted(size for sizes in found.values() for size in sizes)
        if not every:
            return ""
        low, high = every[0], every[int(MOST * (len(every) - 1))]
        bins = max(FEWEST_BINS, min(BINS, isqrt(min(len(sizes) for sizes in found.values() if sizes))))
        width = ceil((high - low + 1) / bins)
        bins = ceil((high - low + 1) / width)
        if bins == 1:
            return ""
        curves = [
            Curve(label(name), shares(sizes, low, width, bins), self._colours[name])
            for name, sizes in found.items()
            if sizes
        ]
        starts = [low + at * width for at in range(bins)]
        ranges = [f"{start}" if width == 1 else f"{start}–{start + width - 1}" for start in starts]
        ranges[-1] = f"{starts[-1]} +"
        return self._curves(title, curves, axis, (ranges[0], ranges[-1]), ranges)

    def _curves(
        self, title: str, curves: Sequence[Curve], below: str, ends: tuple[str, str], places: Sequence[str]
    ) -> str:
        box = Box(0, TOP, WIDTH - RIGHT, TOP + CURVES)
        return _figure(title, box, self._charts.curves(box, curves, below=below, ends=ends, places=places))

    def _figures(self, figures: Iterable[str]) -> str:
        return f'<div class="figures">{"".join(figures)}</div>'

    # Words

    def _heading(self, section: str) -> str:
        return self._own_words("section") if section == "own" else self._words(f"section-{section}")

    def _words(self, code: str, **facts: Any) -> str:
        return self._written.words(code, **facts)

    def _own_words(self, code: str, **facts: Any) -> str:
        return self._written.own_words(code, **facts)


def _figure(title: str, box: Box, chart: str) -> str:
    return (
        f'<figure><figcaption>{title}</figcaption><svg viewBox="0 0 {WIDTH} {box.bottom + BOTTOM:.0f}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>{chart}</svg></figure>'
    )
