"""A report as one HTML page that needs nothing else: no script, no other file, light and dark, small and wide."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

import lido
from lido import pictures
from lido.lab.figures import Curve, Row, curves, rows, shares
from lido.lab.findings import Change, Findings
from lido.lab.measures import MARGIN, Measures
from lido.lab.plan import PLAYOUTS, USUAL
from lido.lab.summary import Estimate
from lido.words import number, say

BINS = 16
"""Parts into which lengths and heights are sorted."""
MOST = 0.95
"""The longest and highest, beyond this share, count with the last part: else a few would squeeze all others."""


class Shown(NamedTuple):
    """A measure as the page shows it."""

    name: str
    of: Callable[[Measures], Estimate | None]
    digits: int


MEASURES = (
    Shown("first", lambda measured: measured.first, 3),
    Shown("imbalance", lambda measured: Estimate(*[measured.imbalance] * 3), 3),
    Shown("length", lambda measured: measured.length, 1),
    Shown("branching", lambda measured: measured.branching, 1),
    Shown("drawn", lambda measured: measured.drawn, 3),
    Shown("drama", lambda measured: measured.drama, 3),
    Shown("leads", lambda measured: measured.leads, 2),
    Shown("height", lambda measured: measured.height, 1),
    Shown("falls", lambda measured: measured.falls, 3),
)
BY_NAME = {shown.name: shown for shown in MEASURES}


def html(found: Findings, command: str, language: str) -> str:
    """The page; `command` is what was called to get it."""
    return _Page(found, command, language).html()


class _Page:
    """One report in one language."""

    def __init__(self, found: Findings, command: str, language: str) -> None:
        self._found = found
        self._command = command
        self._language = language
        self._colours = {name: at for at, name in enumerate(found.names)}

    def html(self) -> str:
        title = self._words("title", game=say(f"{self._found.game}.name", self._language))
        sections = {
            "glance": self._glance(),
            "first": self._first(),
            "seats": self._seats(),
            "shape": self._shape(),
            **({"tower": self._tower()} if self._found.usual.height else {}),
            "tension": self._tension(),
            "options": self._options(),
            "endings": self._endings(),
            "ratings": self._ratings(),
            "numbers": "".join(map(self._numbers, self._found.players)),
            "words": self._meanings(),
            "again": self._again(),
        }
        style = files(__package__).joinpath("style.css").read_text("utf-8")
        body = "".join(
            f'<section id="{name}"><h2>{self._words(f"section-{name}")}</h2>{content}</section>'
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
        setup = self._found.setup
        thinking = (
            self._words("thinking-iterations", iterations=setup.iterations)
            if setup.iterations is not None
            else self._words("thinking-ms", ms=setup.ms)
        )
        usual = self._words("usual", players=self._found.company, level=USUAL)
        return f"<p>{self._words('lead', games=self._found.games)} {thinking} {usual}</p>"

    def _glance(self) -> str:
        cards = "".join(
            f"<li><span>{self._words(f'measure-{shown.name}')}</span>"
            f"<strong>{self._number(value.value, shown.digits)}</strong></li>"
            for shown in MEASURES
            if (value := shown.of(self._found.usual))
        )
        match = lido.new(self._found.game, players=self._found.company, seed=self._found.setup.seed)
        board = f'<div class="board">{pictures.svg(match.view(0))}</div>'
        return f'<div class="glance"><ul class="cards">{cards}</ul>{board}</div>'

    def _first(self) -> str:
        return self._figures(
            self._by_level("figure-first", "first", players, even=1 / players) for players in self._found.players
        )

    def _seats(self) -> str:
        level = self._found.names[-1]
        return self._figures(
            self._rows(
                self._words("figure-seats", players=players, level=level),
                [
                    Row(self._words("seat", seat=seat), value, self._colours[level])
                    for seat, value in enumerate(self._found.levels[level, players].seats, start=1)
                ],
                digits=3,
                even=1 / players,
            )
            for players in self._found.players
        )

    def _shape(self) -> str:
        return self._figures(
            figure
            for players in self._found.players
            for figure in (
                self._spread("figure-length", "axis-moves", players, lambda measured: measured.lengths),
                self._through("figure-choices", players, lambda measured: measured.choices_through),
            )
        )

    def _tower(self) -> str:
        return self._figures(
            figure
            for players in self._found.players
            for figure in (
                self._spread("figure-height", "axis-levels", players, lambda measured: measured.heights),
                self._by_level("figure-falls", "falls", players),
            )
        )

    def _tension(self) -> str:
        judged = self._found.usual.leads is not None
        names = ("drawn", "drama", "leads") if judged else ("drawn",)
        figures = [self._by_level(f"figure-{name}", name, players) for players in self._found.players for name in names]
        if not judged:
            return f"<p>{self._words('no-tension')}</p>{self._figures(figures)}"
        ahead = [
            self._through("figure-lead", players, lambda measured: measured.lead_through)
            for players in self._found.players
        ]
        return self._figures([*figures, *ahead])

    def _options(self) -> str:
        return "".join(map(self._change, self._found.changes)) or f"<p>{self._words('no-options')}</p>"

    def _change(self, change: Change) -> str:
        sides = (change.usual, change.changed)
        heads = [
            self._words("column-measure"),
            self._words("column-usual", option=change.option, value=change.usual_value),
            self._words("column-changed", option=change.option, value=change.value),
        ]
        lines = []
        for shown in MEASURES:
            usual, changed = map(shown.of, sides)
            if usual and changed:
                apart = shown.name != "imbalance" and (usual.high < changed.low or changed.high < usual.low)
                after = self._estimate(changed, shown.digits)
                cells = [self._estimate(usual, shown.digits), f"<b>{after}</b>" if apart else after]
                lines.append([self._words(f"measure-{shown.name}"), *cells])
        caption = self._words(
            "option-caption",
            players=change.usual.setup.seats,
            level=USUAL,
            usual=change.usual.games,
            changed=change.changed.games,
        )
        return self._table(caption, heads, lines)

    def _endings(self) -> str:
        return f"<p>{self._words('rule-endings')}</p>" + "".join(map(self._endings_of, self._found.players))

    def _endings_of(self, players: int) -> str:
        found = self._found
        tables = [found.levels[name, players] for name in found.names]
        lines = []
        for reason in sorted({reason for table in tables for reason in table.endings}):
            ahead = found.levels[USUAL, players].ahead.get(reason)
            said = "–" if ahead is None else self._number(ahead, 2)
            parts = [self._number(table.endings[reason] / table.games, 3) for table in tables]
            lines.append([escape(self._ending(reason)), *parts, said])
        heads = [self._words("column-ending"), *found.names, self._words("column-ahead", level=USUAL)]
        return self._table(self._words("players", players=players), heads, lines)

    def _ratings(self) -> str:
        told = self._found.ratings
        values = [
            Row(standing.level, _two_sigma(*standing.rating), self._colours[standing.level])
            for standing in told.standings
        ]
        heads = [say(f"arena.column-{name}", self._language) for name in ("pair", "pair-won", "pair-even", "score")]
        lines = [
            [
                f"{pair.one} – {pair.other}",
                f"{pair.won} : {pair.lost}",
                str(pair.even),
                self._estimate(pair.score, 3) if pair.score else "–",
            ]
            for pair in told.pairs
        ]
        figure = self._rows(self._words("figure-ratings"), values, digits=1)
        caption = self._words("ratings-caption", games=told.games)
        return self._figures([figure]) + self._table(caption, heads, lines)

    def _numbers(self, players: int) -> str:
        found = self._found
        tables = [found.levels[name, players] for name in found.names]
        lines = [[self._words("column-games"), *(str(table.games) for table in tables)]]
        for shown in MEASURES:
            values = [shown.of(table) for table in tables]
            if any(values):
                cells = [self._estimate(value, shown.digits) if value else "–" for value in values]
                lines.append([self._words(f"measure-{shown.name}"), *cells])
        heads = [self._words("column-measure"), *found.names]
        return self._table(self._words("players", players=players), heads, lines)

    def _meanings(self) -> str:
        facts = {"playouts": PLAYOUTS, "margin": self._number(MARGIN, 1)}
        names = [shown.name for shown in MEASURES if shown.of(self._found.usual)]
        return "".join(
            f"<dt>{self._words(f'measure-{name}')}</dt><dd>{self._words(f'meaning-{name}', **facts)}</dd>"
            for name in [*names, "rating"]
        ).join(("<dl>", "</dl>"))

    def _again(self) -> str:
        setup = self._found.setup
        said = self._words("again", engine=setup.engine, seed=escape(setup.seed))
        return f"<pre>{escape(self._command)}</pre><p>{said}</p>"

    # Their parts

    def _by_level(self, code: str, measure: str, players: int, even: float | None = None) -> str:
        """A row a level."""
        shown = BY_NAME[measure]
        values = [(name, shown.of(self._found.levels[name, players])) for name in self._found.names]
        lines = [Row(name, value, self._colours[name]) for name, value in values if value]
        return self._rows(self._words(code, players=players), lines, digits=shown.digits, even=even)

    def _rows(self, title: str, values: Sequence[Row], **more: Any) -> str:
        return _figure(title, rows(title, values, self._language, **more))

    def _through(self, code: str, players: int, of: Callable[[Measures], Sequence[float]]) -> str:
        """A curve a level, from the beginning of the game to its end."""
        title = self._words(code, players=players)
        lines = [Curve(name, of(self._found.levels[name, players]), self._colours[name]) for name in self._found.names]
        ends = (self._words("axis-begin"), self._words("axis-end"))
        return _figure(title, curves(title, lines, self._language, below=self._words("axis-progress"), ends=ends))

    def _spread(self, code: str, axis: str, players: int, of: Callable[[Measures], Sequence[int]]) -> str:
        """A curve a level: the share of games of each size."""
        title = self._words(code, players=players)
        sizes = {name: of(self._found.levels[name, players]) for name in self._found.names}
        every = sorted(size for values in sizes.values() for size in values)
        low, high = every[0], every[int(MOST * (len(every) - 1))]
        lines = [Curve(name, shares(sizes[name], low, high, BINS), self._colours[name]) for name in sizes]
        below = self._words(axis)
        return _figure(title, curves(title, lines, self._language, below=below, ends=(str(low), f"{high} +")))

    def _figures(self, figures: Iterable[str]) -> str:
        return f'<div class="figures">{"".join(figures)}</div>'

    def _table(self, caption: str, heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
        head = "".join(f'<th scope="col">{words}</th>' for words in heads)
        body = "".join(
            f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
            for first, *cells in lines
        )
        return (
            f'<div class="table" tabindex="0"><table><caption>{caption}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _ending(self, reason: str) -> str:
        return say(f"{self._found.game}.over-{reason}", self._language)

    def _estimate(self, estimate: Estimate, digits: int) -> str:
        value, low, high = (self._number(part, digits) for part in estimate)
        return value if low == high else f"{value} <small>({low}–{high})</small>"

    def _number(self, value: float, digits: int) -> str:
        return number(value, digits, self._language)

    def _words(self, code: str, **facts: Any) -> str:
        return say(f"report.{code}", self._language, **facts)


def _figure(title: str, svg: str) -> str:
    return f"<figure><figcaption>{title}</figcaption>{svg}</figure>"


def _two_sigma(mean: float, deviation: float) -> Estimate:
    return Estimate(mean, mean - 2 * deviation, mean + 2 * deviation)
