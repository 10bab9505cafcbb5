"""The picture of an arena: the ratings of the bots, and their payoffs at each seat."""

from html import escape

from lido.bots.brought import label
from lido.lab.charts import Charts, Group, Value
from lido.lab.drawing import PRINT, Box, text
from lido.lab.results import Results
from lido.words import say

WIDTH = 860
MARGIN = 28
TITLE = 44
HEADINGS = 82
TOP = 104
"""Where the charts begin, below their headings."""
ROW = 52
LEAST_HEIGHT = 220
BELOW = 44
"""Room for what is written below the charts."""
SPLIT = 440
"""Where the second chart begins."""


def svg(results: Results, language: str) -> str:
    """The picture as SVG that needs no other file."""
    bottom = TOP + max(LEAST_HEIGHT, ROW * len(results.standings))
    title = say("arena.title", language, game=say(f"{results.setup.game}.name", language), games=results.games)
    charts, ink = Charts(PRINT, language), PRINT.ink
    height = bottom + BELOW
    parts = [
        f'<rect width="{WIDTH}" height="{height}" rx="18" fill="{PRINT.paper}"/>',
        text(MARGIN, TITLE, title, ink, size=22, weight=700),
        text(MARGIN, HEADINGS, say("arena.chart-ratings", language), ink, size=15, weight=700),
        charts.rows(Box(MARGIN, TOP, SPLIT - MARGIN, bottom), _ratings(results), digits=1),
        text(SPLIT, HEADINGS, say("arena.chart-seats", language), ink, size=15, weight=700),
        text(WIDTH - MARGIN, HEADINGS, "- - " + say("arena.chart-fair", language), ink, anchor="end"),
        charts.groups(
            Box(SPLIT, TOP, WIDTH - MARGIN, bottom),
            _payoffs(results, language),
            digits=3,
            even=1 / results.setup.seats,
        ),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="system-ui, sans-serif" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>\n"
    )


def _ratings(results: Results) -> list[Value]:
    return [
        Value(label(standing.level), standing.rating.interval, colour)
        for colour, standing in enumerate(results.standings)
    ]


def _payoffs(results: Results, language: str) -> list[Group]:
    """The mean payoff of every bot at each seat."""
    groups = []
    for seat in range(1, results.setup.seats + 1):
        payoffs = [standing.by_seat.get(seat) for standing in results.standings]
        values = [
            Value(label(standing.level), payoff, colour) if payoff else None
            for colour, (standing, payoff) in enumerate(zip(results.standings, payoffs, strict=True))
        ]
        groups.append(Group(say("arena.seat", language, seat=seat), values))
    return groups
