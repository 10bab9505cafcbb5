"""An arena as one SVG picture: the ratings with their uncertainty, and what each seat pays each bot."""

from html import escape
from math import ceil, floor

from lido.lab.drawing import INK, PAPER, dot, line, scale, step, text
from lido.lab.summary import Estimate, Standing, Summary
from lido.words import number, say

WIDTH = 860
MARGIN = 28
TOP = 104
"""Where the panels begin, under their titles."""
ROW = 52
LEAST_HEIGHT = 220
LABELS = 80
"""Room for the names of the bots, left of the ratings."""
SPLIT = 440
"""Where the second panel begins."""
AXIS = 44
"""Room for the numbers left of the second panel."""
SPREAD = 0.5
"""How much of a seat's width its bots are spread over."""
COLOURS = ("#1f7a8c", "#d1495b", "#a8660b", "#5b4b8a")
FAINT = "#d9cbb0"


def svg(told: Summary, language: str) -> str:
    """The picture, self-contained."""
    height = max(LEAST_HEIGHT, ROW * len(told.standings))
    bottom = TOP + height + 44
    title = escape(say("arena.title", language, game=say(f"{told.setup.game}.name"), games=told.games))
    parts = [
        f'<rect width="{WIDTH}" height="{bottom}" rx="18" fill="{PAPER}"/>',
        text(MARGIN, 44, title, size=22, weight=700),
        _ratings(told, height, language),
        _payoffs(told, height, language),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom}" width="{WIDTH}" '
        f'height="{bottom}" font-family="system-ui, sans-serif" role="img" aria-label="{title}">'
        f"{''.join(parts)}</svg>\n"
    )


def _ratings(told: Summary, height: float, language: str) -> str:
    """A row a bot: its rating as a dot, two standard deviations to each side."""
    spans = [_span(standing) for standing in told.standings]
    apart = step(min(span.low for span in spans), max(span.high for span in spans))
    low = floor(min(span.low for span in spans) / apart) * apart
    high = ceil(max(span.high for span in spans) / apart) * apart
    x = scale(low, high, MARGIN + LABELS, SPLIT - MARGIN)
    parts = [text(MARGIN, TOP - 22, say("arena.chart-ratings", language), size=15, weight=700)]
    for tick in range(round((high - low) / apart) + 1):
        mark = low + tick * apart
        parts.append(line(x(mark), TOP, x(mark), TOP + height, FAINT))
        parts.append(text(x(mark), TOP + height + 22, number(mark, int(apart < 1), language), anchor="middle"))
    for row, (standing, span) in enumerate(zip(told.standings, spans, strict=True)):
        y = TOP + height * (row + 0.5) / len(spans)
        colour = COLOURS[row % len(COLOURS)]
        parts.append(text(MARGIN, y + 5, escape(standing.level), size=15, weight=700, fill=colour))
        parts.append(line(x(span.low), y, x(span.high), y, colour, 3))
        parts.append(dot(x(span.value), y, colour, standing.level))
        parts.append(text(x(span.value), y - 13, number(span.value, 1, language), anchor="middle", fill=colour))
    return "".join(parts)


def _span(standing: Standing) -> Estimate:
    rating = standing.rating
    return Estimate(rating.mean, rating.mean - 2 * rating.deviation, rating.mean + 2 * rating.deviation)


def _payoffs(told: Summary, height: float, language: str) -> str:
    """A group a seat: what it paid each bot that sat there."""
    left, right = SPLIT + AXIS, WIDTH - MARGIN
    paid = [estimate.high for standing in told.standings for estimate in standing.by_seat.values()]
    apart = step(0.0, max(paid))
    high = min(1.0, ceil(max(paid) / apart) * apart)
    y = scale(0.0, high, TOP + height, TOP)
    fair = 1 / told.setup.seats
    parts = [text(SPLIT, TOP - 22, say("arena.chart-seats", language), size=15, weight=700)]
    for tick in range(round(high / apart) + 1):
        at = y(tick * apart)
        parts.append(line(left, at, right, at, FAINT))
        parts.append(text(left - 8, at + 4, number(tick * apart, 2, language), anchor="end"))
    parts.append(line(left, y(fair), right, y(fair), INK, 1.5, dashes="5 5"))
    parts.append(text(right, TOP - 22, "- - " + say("arena.chart-fair", language), anchor="end"))
    width = (right - left) / told.setup.seats
    for seat in range(1, told.setup.seats + 1):
        centre = left + width * (seat - 0.5)
        parts.append(text(centre, TOP + height + 22, say("arena.seat", language, seat=seat), anchor="middle"))
        for row, standing in enumerate(told.standings):
            if estimate := standing.by_seat.get(seat):
                at = centre + width * SPREAD * ((row + 0.5) / len(told.standings) - 0.5)
                colour = COLOURS[row % len(COLOURS)]
                parts.append(line(at, y(estimate.low), at, y(estimate.high), colour, 3))
                parts.append(dot(at, y(estimate.value), colour, standing.level))
    return "".join(parts)
