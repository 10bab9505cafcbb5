"""A report as one HTML page without scripts or other files, for light and dark screens of any width."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.resources import files
from math import isqrt
from typing import Any

import lido
from lido import pictures
from lido.bots.brought import label
from lido.games import part
from lido.lab.charts import Charts, Curve, Value, shares
from lido.lab.config import OwnMeasure, PositionCount, report_config
from lido.lab.drawing import PAGE, Box
from lido.lab.estimates import Estimate, difference, is_unlikely, wilson
from lido.lab.measures import MARGIN, Measures, teams_of
from lido.lab.outcome import FORFEIT, PLAYOUTS
from lido.lab.report import OptionEffect, Report
from lido.lab.results import Pair
from lido.lab.shown import FIRST, MEASURES, PAID, TENSION, Shown, shown_own
from lido.words import catalogue, number, say

FEWEST_BINS, BINS = 4, 16
"""Parts of the range of a distribution: the root of the number of games, within these."""
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

    def html(self) -> str:
        title = self._words("title", game=say(f"{self._report.game}.name", self._language))
        sections = {
            "glance": self._glance(),
            "first": self._first(),
            "seats": self._seats(),
            "shape": self._shape(),
            **({"own": self._own_figures()} if self._report.usual.own else {}),
            "tension": self._tension(),
            "options": self._options(),
            "endings": self._endings(),
            "ratings": self._ratings(),
            "numbers": "".join(map(self._numbers, self._report.players)),
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
        thinking = (
            self._words("thinking-iterations", iterations=setup.iterations)
            if setup.iterations is not None
            else self._words("thinking-ms", ms=setup.ms)
        )
        usual = self._words("usual", players=self._report.usual_players, level=escape(self._report.usual_level))
        return f"<p>{self._words('lead', games=self._report.games)} {thinking} {usual}</p>"

    def _glance(self) -> str:
        usual = self._report.usual
        cards = "".join(
            f"<li><span>{self._name(shown)}</span><strong>{self._number(value.value, shown.digits)}</strong>"
            f"<small>{self._range(value, shown.digits)}</small></li>"
            for shown in self._measures
            if (value := shown.of(usual))
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

    def _seats(self) -> str:
        level = self._report.names[-1]
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
            for players in self._report.players
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
        measures = TENSION if self._is_estimated else TENSION[:1]
        figures = [
            self._by_level(self._words(f"figure-{shown.name}", players=players), shown, players)
            for players in self._report.players
            for shown in measures
        ]
        if not self._is_estimated:
            missing = [self._words("no-tension"), *([] if self._report.usual.drawn else [self._words("no-draws")])]
            return f"<p>{' '.join(missing)}</p>{self._figures(figures)}"
        ahead = [
            self._through("figure-lead", players, lambda measured: measured.lead_through)
            for players in self._report.players
        ]
        return self._figures([*figures, *ahead])

    def _options(self) -> str:
        return "".join(map(self._effect, self._report.effects)) or f"<p>{self._words('no-options')}</p>"

    def _effect(self, effect: OptionEffect) -> str:
        if effect.paired and effect.same == effect.paired:
            said = self._words(
                "option-nothing", option=effect.option, value=effect.value, games=effect.paired, **self._who(effect)
            )
            return f"<p>{said}</p>"
        heads = [
            self._words("column-measure"),
            self._words("column-usual", option=effect.option, value=effect.default),
            self._words("column-changed", option=effect.option, value=effect.value),
            self._words("column-difference"),
        ]
        same_teams = teams_of(effect.usual.setup) == teams_of(effect.changed.setup)
        lines = []
        for shown in self._measures:
            usual, changed = shown.of(effect.usual), shown.of(effect.changed)
            if usual and changed and (same_teams or shown not in PAID):
                both = [self._estimate(each, shown.digits) for each in (usual, changed)]
                lines.append([self._name(shown), *both, self._difference(usual, changed, shown.digits)])
        caption = self._words(
            "option-caption", usual=effect.usual.games, changed=effect.changed.games, **self._who(effect)
        )
        if effect.paired:
            caption += " " + self._words("option-same", same=effect.same, paired=effect.paired)
        if not same_teams:
            caption += " " + self._words("option-teams")
        return self._table(caption, heads, lines)

    def _difference(self, usual: Estimate, changed: Estimate, digits: int) -> str:
        """Bold where the interval says that there is one."""
        found = difference(usual, changed)
        if found is None:
            return "–"
        low, value, high = (self._signed(each, digits) for each in (found.low, found.value, found.high))
        said = f"{value} <small>({self._words('from-to', low=low, high=high)})</small>"
        return said if found.low <= 0 <= found.high else f"<b>{said}</b>"

    def _signed(self, value: float, digits: int) -> str:
        said = self._number(abs(value), digits)
        return said if not float(f"{abs(value):.{digits}f}") else f"{'+' if value > 0 else '−'}{said}"

    def _who(self, effect: OptionEffect) -> dict[str, Any]:
        return {"players": effect.usual.setup.seats, "level": escape(self._report.usual_level)}

    def _endings(self) -> str:
        said = self._words("rule-endings" if self._is_estimated else "endings-only")
        return f"<p>{said}</p>" + "".join(map(self._endings_of, self._report.players))

    @property
    def _is_estimated(self) -> bool:
        """Whether playouts say who is ahead in a position."""
        return self._report.usual.leads is not None

    def _endings_of(self, players: int) -> str:
        report = self._report
        levels = [report.levels[name, players] for name in report.names]
        lines = []
        for reason in sorted({reason for measured in levels for reason in measured.endings}):
            parts = [self._estimate(measured.endings.get(reason, wilson(0, measured.games)), 3) for measured in levels]
            if self._is_estimated:
                ahead = report.levels[report.usual_level, players].ahead.get(reason)
                parts.append("–" if ahead is None else self._estimate(ahead, 2))
            code = "arena.forfeit" if reason == FORFEIT else f"{report.game}.over-{reason}"
            lines.append([escape(say(code, self._language)), *parts])
        heads = [self._words("column-ending"), *map(escape, report.names)]
        if self._is_estimated:
            heads.append(self._words("column-ahead", level=escape(report.usual_level)))
        return self._table(self._words("players", players=players), heads, lines)

    def _ratings(self) -> str:
        results = self._report.ratings
        if results is None:
            return f"<p>{self._words('no-ratings')}</p>"
        values = [
            Value(label(standing.level), standing.rating.interval, self._colours[standing.level])
            for standing in results.standings
        ]
        even = ["pair-even"] if self._report.usual.drawn else []
        heads = [say(f"arena.column-{name}", self._language) for name in ("pair", "pair-won", *even, "score")]
        lines = [
            [
                escape(f"{pair.one} – {pair.other}"),
                f"{pair.won} : {pair.lost}",
                *(str(pair.even) for _ in even),
                self._score(pair) if pair.score else "–",
            ]
            for pair in results.pairs
        ]
        figure = self._rows(self._words("figure-ratings"), values, digits=1)
        each = min(pair.won + pair.lost + pair.even for pair in results.pairs)
        caption = self._words("ratings-caption", games=results.games, each=each)
        return self._figures([figure]) + self._table(caption, heads, lines)

    def _score(self, pair: Pair) -> str:
        """Bold where the interval says which of two is stronger, and exact odds do not object."""
        assert pair.score
        said = self._estimate(pair.score, 3)
        decided = pair.won + pair.lost
        is_clear = not pair.score.low <= 1 / 2 <= pair.score.high and is_unlikely(pair.won, decided, 1 / 2, 0.025)
        return f"<b>{said}</b>" if is_clear else said

    def _numbers(self, players: int) -> str:
        report = self._report
        levels = [report.levels[name, players] for name in report.names]
        lines = [[self._words("column-games"), *(str(measured.games) for measured in levels)]]
        for shown in self._measures:
            values = [shown.of(measured) for measured in levels]
            if any(values):
                cells = [self._estimate(value, shown.digits) if value else "–" for value in values]
                lines.append([self._name(shown), *cells])
        if any(measured.alike for measured in levels):
            lines.insert(1, [self._words("column-alike"), *(str(measured.alike) for measured in levels)])
        heads = [self._words("column-measure"), *map(escape, report.names)]
        return f'<div id="players-{players}">{self._table(self._words("players", players=players), heads, lines)}</div>'

    def _meanings(self) -> str:
        shown = [shown for shown in self._measures if shown.of(self._report.usual)]
        meanings = [(self._name(each), self._meaning(each)) for each in shown]
        meanings.append((self._words("measure-rating"), self._words("meaning-rating")))
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
        curves = [
            Curve(label(name), [each.value for each in through], self._colours[name], through)
            for name, through in found.items()
        ]
        ends = (self._words("axis-begin"), self._words("axis-end"))
        return self._curves(self._words(code, players=players), curves, self._words("axis-progress"), ends)

    def _spread(self, title: str, axis: str, players: int, of: Callable[[Measures], Sequence[int]]) -> str:
        """A curve for each level: the share of games with each number."""
        found = {name: of(self._report.levels[name, players]) for name in self._report.names}
        every = sorted(size for sizes in found.values() for size in sizes)
        if not every:
            return ""
        low, high = every[0], every[int(MOST * (len(every) - 1))]
        bins = max(FEWEST_BINS, min(BINS, isqrt(min(len(sizes) for sizes in found.values() if sizes))))
        curves = [
            Curve(label(name), shares(sizes, low, high, bins), self._colours[name])
            for name, sizes in found.items()
            if sizes
        ]
        return self._curves(title, curves, axis, (str(low), f"{high} +"))

    def _curves(self, title: str, curves: Sequence[Curve], below: str, ends: tuple[str, str]) -> str:
        box = Box(0, TOP, WIDTH - RIGHT, TOP + CURVES)
        return _figure(title, box, self._charts.curves(box, curves, below=below, ends=ends))

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

    # Words

    def _heading(self, section: str) -> str:
        return self._own_words("section") if section == "own" else self._words(f"section-{section}")

    def _name(self, shown: Shown) -> str:
        return self._own_words(f"{shown.name}") if shown.own else self._words(f"measure-{shown.name}")

    def _meaning(self, shown: Shown) -> str:
        """What a measure means, with the note that a game may add to that of a general one."""
        if shown.own:
            return self._own_words(f"{shown.name}-meaning")
        meaning = self._words(f"meaning-{shown.name}", playouts=PLAYOUTS, margin=self._number(MARGIN, 1))
        note = f"{self._report.game}.report-note-{shown.name}"
        return f"{meaning} {say(note, self._language)}" if note in catalogue() else meaning

    def _estimate(self, estimate: Estimate, digits: int) -> str:
        return f"{self._number(estimate.value, digits)} <small>({self._range(estimate, digits)})</small>"

    def _range(self, estimate: Estimate, digits: int) -> str:
        """An interval; that of games which are all alike has no width and says nothing."""
        if estimate.low == estimate.high:
            return "–"
        return f"{self._number(estimate.low, digits)}–{self._number(estimate.high, digits)}"

    def _number(self, value: float, digits: int) -> str:
        return number(value, digits, self._language)

    def _words(self, code: str, **facts: Any) -> str:
        return say(f"report.{code}", self._language, **facts)

    def _own_words(self, code: str, **facts: Any) -> str:
        return say(f"{self._report.game}.report-{code}", self._language, **facts)


def _figure(title: str, box: Box, chart: str) -> str:
    return (
        f'<figure><figcaption>{title}</figcaption><svg viewBox="0 0 {WIDTH} {box.bottom + BOTTOM:.0f}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>{chart}</svg></figure>'
    )
